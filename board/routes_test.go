package board_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// loose are positions, found by hill climbing, whose captures can be made in
// the most ways: what a hostile FEN looks like.
var loose = []struct{ game, fen string }{
	{"international", "W:WK1,K2,K5,K6,K16,K19,K32,K35,K45,K46,K49,K50:B7,8,10,11,13,14,21,23,24,27,28,30,37,38,40,41,43,44"},
	{"canadian", "W:WK1,K2,K4,K7,K30,K34,K42,K66,K70,K72:B10,11,12,13,14,21,23,24,25,27,28,37,39,40,45,47,48,49,57,58,59,60,61"},
	{"turkish", "W:WKa5:Ba2,a4,a6,b2,b4,b7,c3,c6,d2,d4,d8,e2,e4,e6,f4,f5,f8,g3,g4,g7,h2,h4,h6,Kc1,Kf1"},
	{"frisian", "W:WK6,K38:B2,7,8,10,14,17,19,22,23,24,25,26,28,32,37,39,40,41,44,K48"},
	{"frisian", "W:WK3,K10,K15:B2,4,5,7,11,12,13,18,20,24,26,27,29,30,32,33,35,38,40,41,42,43,K47,K49"},
	{"frisian", "W:W8,9,13,20,45:B2,5,6,10,12,14,15,17,19,21,22,23,24,26,28,30,31,32,33,34,37,39,41,42,43,44,K48"},
	{"english", "W:WK1,K4,K5,K13,K21,K25,K28,K29,K30,K31,K32:B6,7,8,14,15,16,22,23,24"},
	{"spantsiretti", "W:Wa1,j2,Ka7,Kb8,Kd8,Ke1,Ki1,Kj8:Bb2,b4,b6,c7,d2,d4,e5,e7,f2,g3,g5,g7,i3,i5,i7"},
}

// TestEffortIsBounded shows that no position can hang the generator.
func TestEffortIsBounded(t *testing.T) {
	l := new(board.List)
	for _, test := range loose {
		v := lookup(t, test.game)
		p := position(t, v, test.fen)
		v.Generate(&p, l)
		require.NotZero(t, l.Len(), test.fen)
		require.NotZero(t, l.Effort(), test.fen)
		require.Less(t, l.Effort(), board.MaxEffort+1000, test.fen)
		t.Logf("%s: %d jumps, %d moves: %s", test.game, l.Effort(), l.Len(), test.fen)
	}
}

// TestProblemWithinEffort: a frisian problem with over a million ways to take
// nineteen pieces, all of which are one move.
func TestProblemWithinEffort(t *testing.T) {
	v := lookup(t, "frisian")
	p := position(t, v, "W:WK50:B3,7,10,12,13,14,17,20,21,23,25,30,32,36,38,39,41,43,K47")
	l := new(board.List)
	v.Generate(&p, l)
	require.Equal(t, 1, l.Len())
	require.Equal(t, 19, int(l.At(0).Count))
	require.Less(t, l.Effort(), board.MaxEffort/3)

	quiet := v.Start()
	v.Generate(&quiet, l)
	require.Zero(t, l.Effort())
}
