package protocol

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLineReader(t *testing.T) {
	type line struct {
		text    string
		tooLong bool
	}
	long := strings.Repeat("x", 100_000)
	for name, test := range map[string]struct {
		input string
		want  []line
	}{
		"empty":         {"", nil},
		"lf and crlf":   {"hub\ninit\r\n\n", []line{{"hub", false}, {"init", false}, {"", false}}},
		"no last end":   {"a\nquit", []line{{"a", false}, {"quit", false}}},
		"bom":           {"\xef\xbb\xbfhub\n\xef\xbb\xbfx\n", []line{{"hub", false}, {"\xef\xbb\xbfx", false}}},
		"nul":           {"a\x00b\n\x00\n", []line{{"a\x00b", false}, {"\x00", false}}},
		"just fits":     {strings.Repeat("y", 40) + "\r\nz\n", []line{{strings.Repeat("y", 40), false}, {"z", false}}},
		"too long":      {"pos " + long + "\nping\n", []line{{"pos " + long[:36], true}, {"ping", false}}},
		"too long last": {long, []line{{long[:40], true}}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, in := range []io.Reader{strings.NewReader(test.input), iotest.OneByteReader(strings.NewReader(test.input))} {
				r := NewLineReader(in, 40)
				var got []line
				for {
					text, tooLong, err := r.Read()
					if err != nil {
						require.ErrorIs(t, err, io.EOF)
						break
					}
					got = append(got, line{text, tooLong})
				}
				assert.Equal(t, test.want, got)
			}
		})
	}
}
