package board_test

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/damiera/damiera/board"
	"github.com/stretchr/testify/require"
)

// Any bytes are read to the end, game by game, with moves that are legal; and
// what is written of a game reads back as the same game.
func FuzzPDN(f *testing.F) {
	wild, err := os.ReadFile(filepath.Join("testdata", "pdn", "wild.pdn"))
	require.NoError(f, err)
	f.Add(wild, uint8(0))
	for i, game := range bytes.Split(wild, []byte("\n[Event ")) {
		f.Add(append([]byte("[Event "), game...), uint8(i))
	}
	for i, text := range []string{
		"1. 32-28 {[%clock w0:01:00 B0:00:59]} 19-23 (1... 19-24 (20-25)) $4 1/2-1/2",
		"/FEN \"B:W18,24,27,28,K10,K15:B12,16,20,K22,K25,K29\"/ 1... 22-18 *",
		"[GameType \"30\"] 1. a3-a4 h6-h5 ½-½", "[A\"\\\"\"]1.c3d4\xa0\x96", "1-1 2-0 0-0 * {", "[Event \"x\"\n[Event \"x\"]",
	} {
		f.Add([]byte(text), uint8(i))
	}
	variants := board.Variants()
	f.Fuzz(func(t *testing.T, text []byte, which uint8) {
		in := board.NewPDNReader(bytes.NewReader(text), variants[int(which)%len(variants)])
		for number := 1; ; number++ {
			g, err := in.Next()
			if err == io.EOF {
				return
			}
			require.NoError(t, err)
			require.Equal(t, number, g.Number)
			require.LessOrEqual(t, number, len(text))
			if g.Variant == nil {
				require.Error(t, g.Err)
				continue
			}
			var out bytes.Buffer
			require.NoError(t, board.WritePDN(&out, g)) // checks the moves
			back := readPDN(t, bytes.NewReader(out.Bytes()), nil)
			require.Len(t, back, 1, "%s", out.Bytes())
			require.NoError(t, back[0].Err, "%s", out.Bytes())
			require.Equal(t, g.Start, back[0].Start)
			require.Equal(t, g.Game().Moves(), back[0].Game().Moves())
			require.Equal(t, g.Outcome(), back[0].Outcome())
		}
	})
}
