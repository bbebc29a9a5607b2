package board_test

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// The most leaves that one golden count may have to be counted again: with
// -short, in a plain test, and with DAMIERA_LONG=1; and to be counted once more
// with every last move played.
const (
	shortLeaves  = 300_000
	normalLeaves = 20_000_000
	longLeaves   = 1 << 62
	playedLeaves = 2_000_000
)

func leafBudget() uint64 {
	switch {
	case os.Getenv("DAMIERA_LONG") == "1":
		return longLeaves
	case testing.Short():
		return shortLeaves
	}
	return normalLeaves
}

// TestPerft holds every golden position against the generator: its moves by
// name, the count of moves, and all counts of leaves within the budget.
func TestPerft(t *testing.T) {
	budget := leafBudget()
	g := loadGolden(t)
	for _, v := range board.Variants() {
		for _, want := range g.Variants[v.Name].Positions {
			t.Run(want.ID, func(t *testing.T) {
				t.Parallel()
				p := fromHub(t, v, want.Hub)
				require.Equal(t, want.Side, string(p.Side.Letter()))
				l := new(board.List)
				v.Generate(&p, l)
				moves := slices.Clone(want.HubMoves)
				slices.Sort(moves)
				require.Equal(t, moves, hubMoves(v, l), "%s: %s", want.FEN, want.Why)
				require.Equal(t, len(moves), v.CountMoves(&p, l), want.FEN)
				for i, n := range want.Perft {
					if n <= budget {
						require.Equal(t, n, v.Perft(&p, i+1, true), "%s depth %d: %s", want.FEN, i+1, want.Why)
					}
					if n <= min(budget, playedLeaves) {
						require.Equal(t, n, v.Perft(&p, i+1, false), "%s depth %d, not bulk: %s", want.FEN, i+1, want.Why)
					}
				}
			})
		}
	}
}

// TestPerftWithoutKingLimit shows that the Frisian limit, and nothing else, is
// what tells the two series of counts apart.
func TestPerftWithoutKingLimit(t *testing.T) {
	g := loadGolden(t)
	tested := 0
	for _, v := range board.Variants() {
		for _, want := range g.Variants[v.Name].Positions {
			for i, n := range want.PerftWithoutKingLimit {
				if n > shortLeaves {
					continue
				}
				p := fromHub(t, v, want.Hub)
				require.Equal(t, n, countUnlimited(v, &p, make([]board.List, i+1)), "%s depth %d", want.ID, i+1)
				tested++
			}
		}
	}
	require.NotZero(t, tested)
}

// countUnlimited is perft with the kings' runs forgotten after every move, as
// deep as there are lists.
func countUnlimited(v *board.Variant, p *board.Position, lists []board.List) (n uint64) {
	l := &lists[0]
	v.Generate(p, l)
	if len(lists) == 1 {
		return uint64(l.Len())
	}
	for i := range l.Len() {
		var q board.Position
		v.Do(p, l.At(i), &q)
		q.RunLength = [2]uint8{}
		n += countUnlimited(v, &q, lists[1:])
	}
	return n
}
