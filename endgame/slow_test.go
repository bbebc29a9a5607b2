package endgame

import (
	"os"
	"slices"
	"testing"

	"github.com/damiera/damiera/board"
	"github.com/stretchr/testify/require"
)

// placement is a position without its counters.
type placement struct {
	men, kings [2]board.Bits
	side       board.Color
}

func placementOf(p *board.Position) placement { return placement{p.Men, p.Kings, p.Side} }

// slowSolver finds values by plain iteration over all positions of a number of
// pieces or fewer, with nothing in common with the solver but the move
// generator: no slices, no symmetry, no numbering, no moves taken back.
type slowSolver struct {
	v       *board.Variant
	numbers map[placement]int32
	all     []placement
	next    [][]int32
	codes   []code
}

func newSlowSolver(v *board.Variant, pieces int) *slowSolver {
	s := &slowSolver{v: v, numbers: map[placement]int32{}, all: make([]placement, 1)}
	var squares []board.Square
	for b := v.Playable; !b.Empty(); {
		squares = append(squares, b.Pop())
	}
	var place func(p placement, from, left int)
	place = func(p placement, from, left int) {
		if left == 0 {
			if !p.men[0].Or(p.kings[0]).Empty() && !p.men[1].Or(p.kings[1]).Empty() {
				for p.side = range board.Color(2) {
					s.numbers[p] = int32(len(s.all))
					s.all = append(s.all, p)
				}
			}
			return
		}
		for i := from; i < len(squares); i++ {
			for c := range board.Color(2) {
				q := p
				q.kings[c] = p.kings[c].With(squares[i])
				if v.Goal != board.GoalBreakthrough {
					place(q, i+1, left-1)
				}
				q = p
				if !v.Crown(c).Has(squares[i]) {
					q.men[c] = p.men[c].With(squares[i])
					place(q, i+1, left-1)
				}
			}
		}
	}
	for n := 2; n <= pieces; n++ {
		place(placement{}, 0, n)
	}
	s.next, s.codes = make([][]int32, len(s.all)), make([]code, len(s.all))
	list := new(board.List)
	for i := 1; i < len(s.all); i++ {
		p := board.Position{Men: s.all[i].men, Kings: s.all[i].kings, Side: s.all[i].side, RunSquare: [2]board.Square{board.NoSquare, board.NoSquare}}
		v.Generate(&p, list)
		s.next[i] = make([]int32, list.Len())
		for j, m := range list.Moves() {
			var q board.Position
			v.Do(&p, &m, &q)
			s.next[i][j] = s.numbers[placementOf(&q)] // 0 if a side has no piece, or is crowned in breakthrough
		}
	}
	for {
		changed := false
		before := slices.Clone(s.codes)
		for i, now := range before {
			if now != 0 {
				continue
			}
			var win, loss code
			all := true
			for _, n := range s.next[i] {
				switch c := before[n]; {
				case c == 0:
					all = false
				case wins(v, c):
					loss = max(loss, c+1)
				case win == 0 || c+1 < win:
					win = c + 1
				}
			}
			if win == 0 && all {
				win = max(loss, 1)
			}
			if win != 0 {
				s.codes[i], changed = win, true
			}
		}
		if !changed {
			return s
		}
	}
}

// TestAgainstSlowSolver compares every position of two pieces, and of three
// where that takes no more than a few seconds (all games in the long tests).
func TestAgainstSlowSolver(t *testing.T) {
	long := os.Getenv("DAMIERA_LONG") != ""
	for _, v := range board.Variants() {
		pieces := 2
		if long || !testing.Short() && slices.Contains([]string{"russian+free"}, v.Name) {
			pieces = 3
		}
		t.Run(v.Name, func(t *testing.T) {
			slow := newSlowSolver(v, pieces)
			all := solveAll(v, pieces)
			checked := 0
			for key, n := range slow.numbers {
				p := board.Position{Men: key.men, Kings: key.kings, Side: key.side}
				m := MaterialOf(&p)
				if m.Men[0]+m.Kings[0] == 0 || m.Men[1]+m.Kings[1] == 0 {
					continue
				}
				if p.Side == board.Black {
					p = v.Flip(&p)
				}
				table := all.of(m)
				if table == nil { // breakthrough is over when there is a king
					require.Equal(t, board.GoalBreakthrough, v.Goal)
					continue
				}
				if want, have := slow.codes[n], table.code(table.index(&p)); want != have {
					require.Equal(t, want, have, v.FEN(&p))
				}
				checked++
			}
			require.Positive(t, checked)
			t.Logf("%d positions of up to %d pieces", checked, pieces)
		})
	}
}
