package board_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// mailboxLeaves bounds the counts that the slow generator repeats.
const mailboxLeaves = 15_000

// TestMailbox shows that the slow generator is right before it is used to
// judge the fast one: every golden move list, and the counts to depth 3.
func TestMailbox(t *testing.T) {
	for name, v := range loadGolden(t).Variants {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			for _, p := range v.Positions {
				m := newMailbox(&v.Rules, p.Hub)
				require.Equal(t, p.Hub, m.hub())
				want := slices.Clone(p.HubMoves)
				slices.Sort(want)
				require.Equal(t, want, names(m.legal()), "%s %s: %s", p.ID, p.FEN, p.Why)
				for depth := 1; depth <= 3 && depth <= len(p.Perft); depth++ {
					if n := p.Perft[depth-1]; n <= mailboxLeaves {
						require.Equal(t, n, m.perft(depth), "%s %s depth %d: %s", p.ID, p.FEN, depth, p.Why)
					}
				}
			}
		})
	}
}
