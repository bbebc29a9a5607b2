package search

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
)

// reference is the search as simple as can be: full minimax without a window,
// a table or an order, written apart from the one under test.
type reference struct {
	v     *board.Variant
	e     *eval.Evaluator
	rules *board.DrawRules
	path  []board.Position
	root  int
	lists []board.List // by ply
}

func (r *reference) end(ply int) int {
	if r.v.Goal == board.GoalLosing {
		return WinScore - ply
	}
	return ply - WinScore
}

func (r *reference) now() *board.Position { return &r.path[len(r.path)-1] }

// value plays a move and returns what after says about the new position, from
// the side that moved.
func (r *reference) value(m board.Move, after func() int) int {
	var q board.Position
	r.v.Do(r.now(), &m, &q)
	r.path = append(r.path, q)
	score := -after()
	r.path = r.path[:len(r.path)-1]
	return score
}

// drawn compares whole positions where the search compares keys.
func (r *reference) drawn() bool {
	p := r.now()
	if r.v.DrawnByRule(p, r.rules) && r.v.HasMove(p) {
		return true
	}
	before := 0
	for i := len(r.path) - 2; i >= 0; i-- {
		q := &r.path[i]
		if q.Men != p.Men || q.Kings != p.Kings || q.Side != p.Side ||
			r.v.KingLimit > 0 && (q.RunLength != p.RunLength || q.RunSquare != p.RunSquare) {
			continue
		}
		if i >= r.root {
			return true
		}
		before++
	}
	return r.rules.Repetition > 0 && before >= r.rules.Repetition-1
}

func (r *reference) search(depth, ply int) int {
	if depth == 0 {
		return r.quiesce(ply)
	}
	l := &r.lists[ply]
	r.v.Generate(r.now(), l)
	if l.Len() == 0 {
		return r.end(ply)
	}
	best := -infinity
	for _, m := range l.Moves() {
		best = max(best, r.value(m, func() int {
			if r.drawn() {
				return drawScore
			}
			return r.search(depth-1, ply+1)
		}))
	}
	return best
}

func (r *reference) quiesce(ply int) int {
	p := r.now()
	if !r.v.HasMove(p) {
		return r.end(ply)
	}
	l := &r.lists[ply]
	r.v.GenerateCaptures(p, l)
	best := -infinity
	if l.Len() == 0 || r.v.OptionalCaptures {
		best = r.e.Evaluate(p)
	}
	for _, m := range l.Moves() {
		best = max(best, r.value(m, func() int { return r.quiesce(ply + 1) }))
	}
	return best
}

// TestAgainstPlainMinimax: without its unsound parts the search finds exactly
// the value of plain minimax, with each of the sound ones switched on alone and
// with all of them.
func TestAgainstPlainMinimax(t *testing.T) {
	unsound := TechniqueAll &^ (DistancePruning | Aspiration | Ordering)
	kinds := []Technique{TechniqueAll, TechniqueAll &^ DistancePruning, TechniqueAll &^ Aspiration,
		TechniqueAll &^ Ordering, unsound}
	const depth = 4
	lists := make([]board.List, maxPly)
	for _, v := range board.Variants() {
		random := rand.New(rand.NewPCG(11, uint64(v.GameType)))
		engines := make([]*Engine, len(kinds))
		for i, off := range kinds {
			engines[i] = New(v, Options{HashBytes: 1 << 20, Evaluator: eval.Material(v), Off: off})
		}
		for range 3 {
			g := randomGame(v, random, 20+random.IntN(50))
			if !v.HasMove(g.Position()) {
				continue
			}
			d := depth
			if g.Position().Count() > 24 || !g.Position().Kings[0].Empty() || v.OptionalCaptures {
				d = 3
			}
			r := &reference{
				v: v, e: eval.Material(v), rules: g.Draws(), lists: lists,
				path: slices.Clone(g.Positions()), root: len(g.Positions()) - 1,
			}
			want := r.search(d, 0)
			for i, e := range engines {
				e.Clear()
				got := e.Search(g, Limits{Depth: d, Analyze: true}, nil)
				require.Equal(t, want, got.Score, "%s without %b: %s", v.Name, kinds[i], v.FEN(g.Position()))
			}
		}
	}
}

// randomGame plays random moves from the start, no more than plies.
func randomGame(v *board.Variant, random *rand.Rand, plies int) *board.Game {
	g := board.NewGame(v, v.Start())
	l := new(board.List)
	for range plies {
		v.Generate(g.Position(), l)
		if l.Len() == 0 {
			break
		}
		if err := g.Play(*l.At(random.IntN(l.Len()))); err != nil {
			panic(err)
		}
	}
	return g
}
