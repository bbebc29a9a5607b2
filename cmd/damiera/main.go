package main

import "os"

func main() {
	os.Exit(execute(newRoot(), os.Args[1:]))
}
