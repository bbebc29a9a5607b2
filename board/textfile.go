package board

import (
	"bufio"
	"io"

	"golang.org/x/text/encoding/unicode"
)

// NewTextReader returns a reader of a text file without its byte order mark. A
// file in UTF-16, as some editors and shells on Windows write, comes as UTF-8; other
// text comes as it is.
func NewTextReader(r io.Reader) io.Reader {
	in := bufio.NewReader(r)
	start, _ := in.Peek(3) // an error comes again with the first read
	order := unicode.LittleEndian
	sign := func(c byte) bool { return c >= ' ' && c < 0x7f }
	switch {
	case string(start) == "\ufeff":
		in.Discard(3) // cannot fail: the bytes are there
		return in
	case len(start) < 2:
		return in
	case start[0] == 0xfe && start[1] == 0xff, start[0] == 0 && sign(start[1]):
		order = unicode.BigEndian
	case start[0] == 0xff && start[1] == 0xfe, sign(start[0]) && start[1] == 0:
	default:
		return in
	}
	return unicode.UTF16(order, unicode.UseBOM).NewDecoder().Reader(in)
}
