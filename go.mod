module github.com/damiera/damiera

go 1.26
