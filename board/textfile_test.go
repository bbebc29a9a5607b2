package board_test

import (
	"encoding/binary"
	"io"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// utf16Text writes text in UTF-16.
func utf16Text(order binary.AppendByteOrder, text string) string {
	var b []byte
	for _, unit := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, unit)
	}
	return string(b)
}

// Text comes the same whatever Unicode form it has in the file.
func TestTextReader(t *testing.T) {
	const text = "[Event \"Fryslân 𝄞\"]\r\n1. 32-28 *\n"
	for name, c := range map[string]struct{ file, want string }{
		"plain":                          {text, text},
		"byte order mark":                {"\ufeff" + text, text},
		"UTF-16 of Windows":              {utf16Text(binary.LittleEndian, "\ufeff"+text), text},
		"UTF-16, the other byte first":   {utf16Text(binary.BigEndian, "\ufeff"+text), text},
		"UTF-16 without mark":            {utf16Text(binary.LittleEndian, text), text},
		"big-endian UTF-16 without mark": {utf16Text(binary.BigEndian, text), text},
		"UTF-16 cut in two":              {utf16Text(binary.LittleEndian, "\ufeffab") + "c", "ab\ufffd"},
		"latin-1":                        {"\xbd", "\xbd"},
		"nothing":                        {"", ""},
		"one byte":                       {"*", "*"},
		"noise":                          {"\x00\x01\xff", "\x00\x01\xff"},
	} {
		got, err := io.ReadAll(board.NewTextReader(iotest.OneByteReader(strings.NewReader(c.file))))
		require.NoError(t, err, name)
		assert.Equal(t, c.want, string(got), name)
	}
	broken := io.MultiReader(strings.NewReader("a"), iotest.ErrReader(io.ErrClosedPipe))
	_, err := io.ReadAll(board.NewTextReader(broken))
	assert.ErrorIs(t, err, io.ErrClosedPipe)
}

func TestPDNInUTF16(t *testing.T) {
	games := readPDN(t, strings.NewReader(utf16Text(binary.LittleEndian, "\ufeff[GameType \"20\"]\r\n\r\n1. 32-28 18-23 1-1\r\n")), nil)
	require.Len(t, games, 1)
	require.NoError(t, games[0].Err)
	assert.Len(t, games[0].Moves, 2)
}

// A tag's value that never ends is told, with its line; the game is read.
func TestPDNEndlessTag(t *testing.T) {
	games := readPDN(t, strings.NewReader("[GameType \"20\"]\n[Event \""+strings.Repeat("x", 5000)+"\n1. 32-28 *\n[Event \"b\"]\n1. 32-28 *"), nil)
	require.Len(t, games, 2)
	assert.EqualError(t, games[0].Err, "line 2, column 1: the value of the tag Event has more than 4096 bytes: is its closing quote missing?")
	assert.Len(t, games[0].Moves, 1)
	assert.LessOrEqual(t, len(games[0].Tag("Event")), 4096)
}
