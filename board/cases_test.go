package board_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// TestRulesCases are small positions on which other programs have failed.
func TestRulesCases(t *testing.T) {
	tests := []struct {
		name, variant, fen string
		moves              []string // in Hub form; nil to count them only
		count              int
		after              map[string]string // Hub position after a move
	}{
		{
			name: "R1 a man crowned in mid-capture goes on as a king", variant: "russian",
			fen: "W:Wh6:Bg7,c5,d2", moves: []string{"12x31x8x14x26"},
			after: map[string]string{"12x31x8x14x26": "BeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeWe"},
		},
		{
			name: "R2 one from and to, two captured sets", variant: "international",
			fen: "W:WK4:B13,32,37,20", moves: []string{"4x15x13x20x32", "4x15x13x20x37"},
		},
		{
			name: "R3 two moves told apart by every landing square", variant: "international",
			fen: "W:WK47:B14,19,29,31,42", moves: []string{"47x36x14x29x31x42", "47x36x19x29x31x42"},
		},
		{
			name: "R4 captures round a ring that end where they began", variant: "english",
			fen: "B:W6,7,8,14,15,16,22,23,24:BK2", count: 10,
		},
		{
			name: "R5 the last piece is taken before the game is over", variant: "english",
			fen: "W:WK29:BK25", moves: []string{"29x22x25"},
		},
		{
			name: "R6 a capture that has been begun is completed", variant: "english",
			fen: "B:W11,12,13,19,22,27,28,30:B2,3,6,7,10", moves: []string{"7x32x11x19x27"},
			after: map[string]string{"7x32x11x19x27": "WebbeebeeebewweeeeeeeeweeeeeweweB"},
		},
		{
			name: "R7 a man that passes the last row stays a man", variant: "international",
			fen: "W:W15:B9,10", moves: []string{"15x13x9x10"},
			after: map[string]string{"15x13x9x10": "Beeeeeeeeeeeewe" + "eeeeeeeeee" + "eeeeeeeeee" + "eeeeeeeeee" + "eeeeee"},
		},
		{
			name: "R8 capturing is compulsory for the whole side", variant: "international",
			fen: "W:W35,50:B30,6", moves: []string{"35x24x30"},
		},
		{
			name: "R9 a man may not take a king", variant: "italian",
			fen: "W:W30:BK26", moves: []string{"30-27"},
		},
		{
			name: "R10 the king is met first", variant: "italian",
			fen: "W:WK30:B10,12,18,K20,K26,27", moves: []string{"30x5x10x18x26"},
		},
		{
			name: "R13 a king does not slide over its own man", variant: "turkish",
			fen:   "W:Wb2,c2,d2,e2,f2,g2,h2,b3,c3,d3,e3,f3,g3,h3,a2,Ka8:Bb5,c6,d6,e6,f6,g6,h6,b7,c7,d7,e7,f7,g7,h7",
			count: 21,
		},
		{
			name: "R15 twenty kings a side", variant: "international",
			fen: "W:WK31-50:BK1-20", count: 17,
		},
		{
			name: "F1 a side without pieces has no moves", variant: "international",
			fen: "B:W50:B", moves: []string{},
		},
		{
			name: "a king ends the game of breakthrough", variant: "bt",
			fen: "B:WK1,40:B7,20", moves: []string{},
		},
	}
	g := loadGolden(t)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			v := lookup(t, test.variant)
			p, err := v.ParseFEN(test.fen)
			require.NoError(t, err)
			l := new(board.List)
			v.Generate(&p, l)
			got := hubMoves(v, l)
			if test.moves != nil {
				require.Equal(t, test.moves, got)
			} else {
				require.Len(t, got, test.count)
			}
			require.Equal(t, names(newMailbox(&g.Variants[v.Name].Rules, v.Hub(&p)).legal()), got)
			require.Equal(t, len(got), v.CountMoves(&p, l))
			v.Generate(&p, l)
			for _, m := range l.Moves() {
				for _, text := range []string{v.MoveText(&p, &m), v.HubMove(&m)} {
					read := v.ParseMove
					if text == v.HubMove(&m) {
						read = v.ParseHubMove
					}
					back, err := read(&p, text)
					require.NoError(t, err, text)
					require.Equal(t, m, back, text)
				}
				if want := test.after[v.HubMove(&m)]; want != "" {
					var q board.Position
					v.Do(&p, &m, &q)
					require.Equal(t, want, v.Hub(&q))
				}
			}
		})
	}
}

// position reads a FEN that is known to be good.
func position(t testing.TB, v *board.Variant, fen string) board.Position {
	t.Helper()
	p, err := v.ParseFEN(fen)
	require.NoError(t, err)
	return p
}

// playHub plays moves in Hub form.
func playHub(t testing.TB, v *board.Variant, p board.Position, moves ...string) board.Position {
	t.Helper()
	for _, text := range moves {
		m, err := v.ParseHubMove(&p, text)
		require.NoError(t, err)
		var q board.Position
		v.Do(&p, &m, &q)
		p = q
	}
	return p
}

// TestRoutesOfOneMove is case R4: ten moves, which can be made in fourteen ways.
func TestRoutesOfOneMove(t *testing.T) {
	v := lookup(t, "english")
	p := position(t, v, "B:W6,7,8,14,15,16,22,23,24:BK2")
	l := new(board.List)
	v.Generate(&p, l)
	routes, round := 0, 0
	for _, m := range l.Moves() {
		require.True(t, v.Routes(&p, &m, func(board.Route) bool { routes++; return true }))
		if m.From == m.To {
			round++
		}
	}
	require.Equal(t, 14, routes)
	require.Equal(t, 2, round)
}

// TestAllKings is case R15.
func TestAllKings(t *testing.T) {
	v := lookup(t, "international")
	p := position(t, v, "W:WK31-50:BK1-20")
	for i, n := range []uint64{17, 79, 352, 1399, 7062, 37589} {
		require.Equal(t, n, v.Perft(&p, i+1, true))
	}
}

// TestFrisianKingLimit is case R14: the fourth quiet move in a row of one king
// is not legal while its side has a man (Official Rules 2011, art. 17).
func TestFrisianKingLimit(t *testing.T) {
	v := lookup(t, "frisian")
	l := new(board.List)
	from := func(p board.Position, number int) (n int) {
		v.Generate(&p, l)
		for _, m := range l.Moves() {
			if v.Number(m.From) == number {
				n++
			}
		}
		return n
	}
	// White has kings on 6 and 36 and a man on 24; Black's king walks far away.
	start := position(t, v, "W:WK6,K36,24:BK45")
	require.NotZero(t, from(start, 6))

	three := playHub(t, v, start, "6-1", "45-50", "1-6", "50-45", "6-1", "45-50")
	require.Zero(t, from(three, 1), "the fourth move in a row")
	require.NotZero(t, from(three, 36), "another king may move")
	require.NotZero(t, from(three, 24), "a man may move")

	two := playHub(t, v, start, "6-1", "45-50", "1-6", "50-45")
	require.NotZero(t, from(two, 6), "the third move in a row")

	other := playHub(t, v, three, "36-41", "50-45")
	require.NotZero(t, from(other, 1), "a move of the other king lifts the limit")
	man := playHub(t, v, three, "24-19", "50-45")
	require.NotZero(t, from(man, 1), "a move of a man lifts the limit")

	lone := three
	lone.Men[board.White] = board.Bits{}
	require.NotZero(t, from(lone, 1), "kings alone are free")

	capture := three
	seven, _ := v.SquareOf(7)
	capture.Men[board.Black] = capture.Men[board.Black].With(seven)
	capture = playHub(t, v, capture, "1x12x7", "50-45")
	require.NotZero(t, from(capture, 12), "a capture lifts the limit")
}
