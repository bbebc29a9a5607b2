package board_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

func lookup(t testing.TB, name string) *board.Variant {
	t.Helper()
	v, err := board.Lookup(name)
	require.NoError(t, err)
	return v
}

func parse(t testing.TB, v *board.Variant, text string) *board.Position {
	t.Helper()
	p, err := v.ParsePosition(text)
	require.NoError(t, err, text)
	return &p
}

// TestParseFEN: what is read, and how it is written.
func TestParseFEN(t *testing.T) {
	for _, c := range []struct{ game, fen, want string }{
		{"international", "B:W50:B", "B:W50:B"}, // F1
		{"international", "B:W50", "B:W50:B"},
		{"international", "W::W50:BK1", "W:W50:BK1"},
		{"international", "W:BK1:W50", "W:W50:BK1"},
		// F2
		{"international", "W:WW31,k32:BB20.", "W:W31,K32:B20"},
		{"international", " w : w 31 , K 32 : b 20 . ", "W:W31,K32:B20"},
		{"international", "W:W31,32,:B20,", "W:W31,32:B20"},
		{"international", "\u201cW:W31,\u00a032:B20\u201d", "W:W31,32:B20"},
		{"international", "W:W:W31:B20", "W:W31:B20"},
		{"international", "W:W09:B020", "W:W9:B20"},
		// F4
		{"international", "W:WK1-6:B40", "W:WK1,K2,K3,K4,K5,K6:B40"},
		{"international", "W:WK1-K3:B40", "W:WK1,K2,K3:B40"},
		{"international", "W:WK8,10:B40", "W:W10,K8:B40"},
		{"international", "W:W48,31-33,K4:B1-3", "W:W31,32,33,48,K4:B1,2,3"},
		// counters of lidraughts
		{"international", "W:W31:B20:H0:F1", "W:W31:B20"},
		{"frisian", "W:W31:B20:H3:F12:+0+2", "W:W31:B20"},
		// boards
		{"russian", "W:WC3,a1:Bb8,Kd2", "W:Wa1,c3:Bb8,Kd2"},
		{"russian", "W:W22,29:B1,K26", "W:Wa1,c3:Bb8,Kd2"},
		{"russian", "W:W21-32:B1-12", "W:Wa1,a3,b2,c1,c3,d2,e1,e3,f2,g1,g3,h2:Ba7,b6,b8,c7,d6,d8,e7,f6,f8,g7,h6,h8"},
		{"russian", "B:Wa1:BBb8,b6", "B:Wa1:Bb6,b8"},
		{"russian", "b:wa1:bb8,b6,kb4", "B:Wa1:Bb6,b8,Kb4"},
		{"russian", "B:Wa1:BKb8", "B:Wa1:BKb8"},
		{"turkish", "W:Wa2,b2:Bh7", "W:Wa2,b2:Bh7"},
		{"spantsiretti", "W:Wj2:Bi7", "W:Wj2:Bi7"},
		{"canadian", "W:W72:B1-2", "W:W72:B1,2"},
		{"spanish", "W:W1-12:B21-32", "W:W1,2,3,4,5,6,7,8,9,10,11,12:B21,22,23,24,25,26,27,28,29,30,31,32"},
	} {
		v := lookup(t, c.game)
		p, err := v.ParseFEN(c.fen)
		require.NoError(t, err, c.fen)
		assert.Equal(t, c.want, v.FEN(&p), c.fen)
		again, err := v.ParseFEN(c.want)
		require.NoError(t, err)
		assert.Equal(t, p, again)
	}
}

// TestParseFENErrors: nonsense is refused and the message names the token.
func TestParseFENErrors(t *testing.T) {
	for _, c := range []struct{ game, fen, message string }{
		// F3
		{"international", "W:WK4,WK5,55:B4", `"WK5"`},
		{"international", "W:WK4,55:B6", `square "55" is off the board, which has 1 to 50`},
		{"international", "W:WK4:BK4", `"K4" puts a second piece on square 4`},
		{"international", "W:WK4,4-6:B40", `"4-6" puts a second piece on square 4`},
		{"international", "W:W31x:B4", `"31x"`},
		{"international", "W:W31?:B4", `"31?"`},
		{"international", "W:W31-50:B1-20x", `"20x"`},
		// F5
		{"international", "W:W5:B20", `the white man on 5 stands on its own crowning row`},
		{"international", "W:W31:B46", `the black man on 46 stands on its own crowning row`},
		{"russian", "W:Wb8:Bd8", `the white man on b8 stands on its own crowning row`},
		{"spanish", "W:W32:B31", `the white man on 32 stands on its own crowning row`},
		{"italian", "W:W4:B5", `the white man on 4 stands on its own crowning row`},
		{"thai", "B:W20:B1", `the black man on 1 stands on its own crowning row`},
		{"international", "", "must begin with the side to move"},
		{"international", "W", "no piece on the board"},
		{"international", "W:W:B", "no piece on the board"},
		{"international", "X:W31:B20", `not "X"`},
		{"international", "W31:B20", `not "W31"`},
		{"international", "W:W31:20", `"20" must begin with the side that the pieces belong to`},
		{"international", "W:W0:B20", `"0" is off the board`},
		{"international", "W:W-5:B20", `"-5"`},
		{"international", "W:W50-31:B20", `the range "50-31" runs backwards`},
		{"international", "W:W31-51:B20", `"51"`},
		{"international", "W:WK:B20", `"K" names no square`},
		{"international", "W:W99999999999999999999:B20", `off the board`},
		{"international", "W:Wc3:B20", `"c3"`},
		{"international", "W:W31:B20:H", `"H"`},
		{"russian", "W:Wa2:Bb8", `"a2" is a light square`},
		{"russian", "W:Wi1:Bb8", `"i1" is off the board, which has a1 to h8`},
		{"russian", "W:Wa9:Bb8", `"a9" is off the board`},
		{"russian", "W:Wa1-c3:Bb8", `range "a1-c3" must be of board numbers`},
		{"russian", "W:W33:Bb8", `"33" is off the board`},
		{"russian", "W:Wa1,29:Bb8", `"29" puts a second piece on square a1`},
		{"international", "W:W" + strings.Repeat("31,", 2000), "too long"},
	} {
		_, err := lookup(t, c.game).ParseFEN(c.fen)
		require.Error(t, err, c.fen)
		assert.ErrorContains(t, err, c.message)
		assert.Less(t, len(err.Error()), 200)
	}
}

func TestParseHub(t *testing.T) {
	v := lookup(t, "international")
	start := v.Start()
	hub := "W" + strings.Repeat("b", 20) + strings.Repeat("e", 10) + strings.Repeat("w", 20)
	assert.Equal(t, hub, v.Hub(&start))
	assert.Equal(t, &start, parse(t, v, hub))
	assert.Equal(t, &start, parse(t, v, "w"+hub[1:]), "Hub 1 writes the side in lower case")
	assert.Equal(t, &start, parse(t, v, " start "))
	for text, message := range map[string]string{
		"":                               "empty",
		"X" + hub[1:]:                    `must begin with the side to move, W or B, not "X"`,
		hub[:50]:                         "has 49 letters for the squares, but the board of international has 50",
		hub + "e":                        "has 51 letters",
		hub[:9] + "q" + hub[10:]:         `the letter "q" of square 9 is none of w b W B e`,
		"Ww" + hub[2:]:                   "the white man on square 1 stands on its own crowning row",
		hub[:50] + "b":                   "the black man on square 50 stands on its own crowning row",
		"W" + strings.Repeat("e", 50):    "no piece on the board",
		"W" + strings.Repeat("w", 1<<20): "letters for the squares",
		"W" + strings.Repeat("\x00", 50): `the letter "\x00" of square 1`,
	} {
		_, err := v.ParseHub(text)
		require.Error(t, err)
		assert.ErrorContains(t, err, message)
	}
}

// TestSquareNames: RULES of numbering, seen at the corners of the board.
func TestSquareNames(t *testing.T) {
	for _, c := range []struct {
		game     string
		row, col int
		name     string
		number   int
	}{
		{"international", 0, 1, "1", 1}, {"international", 9, 0, "46", 46},
		{"english", 0, 1, "1", 1}, {"english", 7, 6, "32", 32},
		{"italian", 0, 0, "1", 1}, {"italian", 7, 7, "32", 32},
		{"spanish", 7, 7, "1", 32}, {"spanish", 0, 0, "32", 1}, {"spanish", 7, 1, "4", 29},
		{"portuguese", 7, 7, "1", 32},
		{"thai", 7, 6, "1", 32}, {"thai", 0, 1, "32", 1},
		{"russian", 7, 0, "a1", 29}, {"russian", 0, 1, "b8", 1}, {"russian", 0, 7, "h8", 4},
		{"spantsiretti", 7, 0, "a1", 36}, {"spantsiretti", 0, 9, "j8", 5},
		{"turkish", 7, 0, "a1", 57}, {"turkish", 0, 0, "a8", 1}, {"turkish", 7, 7, "h1", 64},
		{"canadian", 0, 1, "1", 1}, {"canadian", 11, 10, "72", 72},
	} {
		v := lookup(t, c.game)
		s, ok := v.At(c.row, c.col)
		require.True(t, ok)
		assert.Equal(t, c.name, v.SquareName(s), c.game)
		assert.Equal(t, c.number, v.Number(s), c.game)
	}
	for _, v := range board.Variants() {
		for n := 1; n <= v.Squares; n++ {
			s, _ := v.SquareOf(n)
			back, err := v.ParseSquare(v.SquareName(s))
			require.NoError(t, err)
			assert.Equal(t, s, back)
		}
	}
}
