package protocol

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// MaxLine is the longest line that a session reads, in bytes. A game of 2,000
// moves fits in it several times.
const MaxLine = 256 << 10

// LineReader reads lines of bounded length from a peer that is not trusted.
type LineReader struct {
	in      *bufio.Reader
	max     int
	started bool
}

// NewLineReader returns a reader of lines of up to max bytes.
func NewLineReader(in io.Reader, max int) *LineReader {
	return &LineReader{in: bufio.NewReaderSize(in, 16<<10), max: max}
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// Read returns the next line without its end (LF or CRLF). Of a longer line
// than the reader allows it returns the beginning and tooLong, and skips the
// rest. The last line needs no end. At the end of input the error is io.EOF.
func (r *LineReader) Read() (line string, tooLong bool, err error) {
	var text []byte
	for {
		part, err := r.in.ReadSlice('\n')
		if room := r.max - len(text); len(part) > room {
			tooLong = tooLong || len(bytes.TrimRight(part[room:], "\r\n")) > 0
			part = part[:room]
		}
		text = append(text, part...)
		if errors.Is(err, bufio.ErrBufferFull) {
			continue
		}
		if err != nil && (len(text) == 0 || !errors.Is(err, io.EOF)) {
			return "", false, err
		}
		break
	}
	if !r.started { // some shells begin their output so
		r.started = true
		text = bytes.TrimPrefix(text, byteOrderMark)
	}
	text = bytes.TrimSuffix(text, []byte("\n"))
	text = bytes.TrimSuffix(text, []byte("\r"))
	return string(text), tooLong, nil
}
