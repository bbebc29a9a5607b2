package eval

import (
	"math/rand/v2"
	"testing"

	"github.com/damiera/damiera/board"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// randomWeights fills a model with numbers, so that every mistake shows.
func randomWeights(v *board.Variant) (*Layout, *Weights) {
	l := NewLayout(v)
	r := rand.New(rand.NewPCG(1, uint64(l.Size)))
	w := &Weights{WeightsHeader: WeightsHeader{Variant: WeightsName(v), Shapes: l.Shapes}, Values: make([]int16, 2*l.Size)}
	for i := 0; i < len(w.Values); i += 8 {
		for j, x := i, r.Uint64(); j < min(i+8, len(w.Values)); j, x = j+1, x>>8 {
			w.Values[j] = int16(int8(x)) / 2
		}
	}
	return l, w
}

func evaluatorOf(t testing.TB, v *board.Variant) (*Layout, *Weights, *Evaluator) {
	l, w := randomWeights(v)
	e, err := FromWeights(l, w, "test")
	require.NoError(t, err)
	return l, w, e
}

// ownGames are the games with a model of their own.
func ownGames() []*board.Variant {
	var out []*board.Variant
	for _, v := range board.Variants() {
		if WeightsName(v) == v.Name {
			out = append(out, v)
		}
	}
	return out
}

func named(name string) *board.Variant {
	for _, v := range board.Variants() {
		if v.Name == name {
			return v
		}
	}
	return nil
}

// kingsToo plays some random positions on with men turned into kings.
func kingsToo(v *board.Variant, games int, check func(p *board.Position)) {
	r := rand.New(rand.NewPCG(3, 4))
	randomPositions(v, games, func(p *board.Position) {
		check(p)
		q := *p
		for c := range q.Men {
			for b := q.Men[c]; !b.Empty(); {
				switch s := b.Pop(); r.IntN(4) {
				case 0:
					q.Men[c] = q.Men[c].Without(s)
					q.Kings[c] = q.Kings[c].With(s)
				case 1:
					q.Men[c] = q.Men[c].Without(s)
				}
			}
		}
		check(&q)
	})
}

func TestOrthogonalPatternsAreTheirOwnMirrorImage(t *testing.T) {
	v := named("turkish")
	_, _, e := evaluatorOf(t, v)
	mirror := func(b board.Bits) (m board.Bits) {
		for !b.Empty() {
			row, col := v.RowCol(b.Pop())
			s, _ := v.At(row, v.Width-1-col)
			m = m.With(s)
		}
		return m
	}
	kingsToo(v, 50, func(p *board.Position) {
		q := *p
		for c := range q.Men {
			q.Men[c], q.Kings[c] = mirror(p.Men[c]), mirror(p.Kings[c])
		}
		require.Equal(t, e.Evaluate(p), e.Evaluate(&q))
	})
}

// slowIndex is the definition of a view's index.
func slowIndex(p *Pattern, squares []board.Square, own, other board.Color, q *board.Position) uint32 {
	index := uint32(0)
	for i := len(squares) - 1; i >= 0; i-- {
		index *= p.Radix
		s := squares[i]
		switch {
		case q.Men[own].Has(s):
			index++
		case q.Men[other].Has(s):
			index += 2
		case p.Radix == 5 && q.Kings[own].Has(s):
			index += 3
		case p.Radix == 5 && q.Kings[other].Has(s):
			index += 4
		}
	}
	return index
}

// slowViews is the definition of all views of a position.
func slowViews(l *Layout, q *board.Position) []View {
	var all []View
	for i, p := range l.Patterns {
		if p.Radix == 5 && q.Kings[0].Or(q.Kings[1]).Empty() {
			continue
		}
		half := len(p.Views) / 2
		for j := range half {
			all = append(all,
				View{uint8(i), 1, slowIndex(p, p.Views[j], board.White, board.Black, q)},
				View{uint8(i), -1, slowIndex(p, p.Views[half+j], board.Black, board.White, q)})
		}
	}
	return all
}

func checkIndices(t testing.TB, l *Layout, p *board.Position) {
	var f Features
	l.Features(p, &f)
	require.Equal(t, slowViews(l, p), f.Views, l.Variant.Name)
}

func TestTableIndicesAreTheSquares(t *testing.T) {
	for _, v := range ownGames() {
		l := NewLayout(v)
		kingsToo(v, 10, func(p *board.Position) { checkIndices(t, l, p) })
	}
}

// FuzzPatterns holds indices against squares and the tables of all boards, with
// and without kings' patterns, against the sum of the features.
func FuzzPatterns(f *testing.F) {
	var layouts []*Layout
	var weights []*Weights
	var evaluators []*Evaluator
	for _, name := range []string{"international", "english", "italian", "canadian", "turkish", "frysk", "spantsiretti"} {
		l, w, e := evaluatorOf(f, named(name))
		layouts, weights, evaluators = append(layouts, l), append(weights, w), append(evaluators, e)
	}
	f.Add(uint8(0), uint64(0xffff), uint64(0xff), uint64(0xffff00000000), uint64(0), uint64(3))
	f.Fuzz(func(t *testing.T, game uint8, a, b, c, d, kings uint64) {
		n := int(game) % len(layouts)
		l := layouts[n]
		var p board.Position
		white := board.Bits{Lo: a, Hi: b}.And(l.Variant.Playable)
		black := board.Bits{Lo: c, Hi: d}.And(l.Variant.Playable).AndNot(white)
		crowned := board.Bits{Lo: kings, Hi: kings}
		p.Men = [2]board.Bits{white.AndNot(crowned), black.AndNot(crowned)}
		p.Kings = [2]board.Bits{white.And(crowned), black.And(crowned)}
		p.Side = board.Color(game >> 7)
		checkIndices(t, l, &p)
		require.Equal(t, slowValue(l, weights[n], &p, new(Features)), evaluators[n].Evaluate(&p))
	})
}

func TestPhasesComeOutOfAWord(t *testing.T) {
	for _, end := range []int{-30000, -2, -1, 0, 1, 2, 30000} {
		for opening := -1 << 15; opening < 1<<15; opening++ {
			o, e := unpackPhases(end<<16 + opening)
			require.True(t, o == opening && e == end, "%d, %d", opening, end)
		}
	}
}

func TestWeightsThatRunIntoEachOtherAreRefused(t *testing.T) {
	l, w := randomWeights(named("english"))
	start := l.Starts[0][0]
	w.Values[2*start] = MaxWeight
	_, err := FromWeights(l, w, "test")
	require.NoError(t, err)
	for i := start; i < l.Size; i++ {
		w.Values[2*i] = MaxWeight / 2
	}
	_, err = FromWeights(l, w, "test")
	require.ErrorContains(t, err, "too large")
}

// TestPatterns checks the evaluation of every game: that it is exactly
// symmetric, that it is what the trainer believes it to be, the sum of the
// features, and that it does not allocate.
func TestPatterns(t *testing.T) {
	for _, v := range ownGames() {
		t.Run(v.Name, func(t *testing.T) {
			l, w, e := evaluatorOf(t, v)
			var f Features
			kingsToo(v, 20, func(p *board.Position) {
				q := v.Flip(p)
				require.Equal(t, e.Evaluate(p), e.Evaluate(&q))
				require.Equal(t, slowValue(l, w, p, &f), e.Evaluate(p))
			})
			p := v.Start()
			assert.Zero(t, testing.AllocsPerRun(10, func() { e.Evaluate(&p) }))
		})
	}
}

// slowValue adds up the weights of a position's features.
func slowValue(l *Layout, w *Weights, p *board.Position, f *Features) int {
	opening, end := 0, 0
	add := func(index, times int) {
		opening += times * int(w.Values[2*index])
		end += times * int(w.Values[2*index+1])
	}
	l.Features(p, f)
	for _, x := range f.Extras {
		add(int(x.Index), int(x.Value))
	}
	for _, view := range f.Views {
		pattern, starts := l.Patterns[view.Pattern], l.Starts[view.Pattern]
		add(starts[0]+int(view.Index), int(view.Sign))
		for i, part := range pattern.Parts {
			add(starts[i+1]+int(pattern.PartIndex(part, view.Index)), int(view.Sign))
		}
	}
	value := (opening*f.Alpha + end*(phaseOne-f.Alpha)) / (phaseOne * UnitsPerCentimen)
	if p.Side == board.Black {
		value = -value
	}
	return min(max(value, -Limit), Limit)
}

// TestMobilityIsWhereAKingCanGo counts step by step.
func TestMobilityIsWhereAKingCanGo(t *testing.T) {
	for _, v := range ownGames() {
		l := NewLayout(v)
		directions := []board.Direction{board.NorthWest, board.NorthEast, board.SouthWest, board.SouthEast}
		if v.Orthogonal {
			directions = []board.Direction{board.North, board.West, board.East, board.South}
		}
		kingsToo(v, 5, func(p *board.Position) {
			occupied := p.Occupied()
			for b := v.Playable; !b.Empty(); {
				s := b.Pop()
				n := 0
				for _, d := range directions {
					for to := v.Neighbour(s, d); to != board.NoSquare && !occupied.Has(to); to = v.Neighbour(to, d) {
						n++
						if !v.FlyingKings {
							break
						}
					}
				}
				require.Equal(t, min(n, mobilityCount-1), l.mobility(occupied, s), "%s: %s", v.Name, v.SquareName(s))
			}
		})
	}
}

func TestEveryPlayingSquareIsInAPattern(t *testing.T) {
	for _, v := range ownGames() {
		var seen board.Bits
		for _, p := range NewLayout(v).Patterns {
			if p.Radix == 3 {
				for _, view := range p.Views {
					for _, s := range view {
						seen = seen.With(s)
					}
				}
			}
		}
		assert.Equal(t, v.Playable, seen, v.Name)
	}
}

// withFewKings returns a position with up to two kings of each side in the place
// of men.
func withFewKings(r *rand.Rand, p *board.Position) board.Position {
	q := *p
	for c := range q.Men {
		n := r.IntN(3) - q.Kings[c].Count()
		for b := q.Men[c]; n > 0 && !b.Empty(); n-- {
			s := b.Pop()
			q.Men[c] = q.Men[c].Without(s)
			q.Kings[c] = q.Kings[c].With(s)
		}
	}
	return q
}

func BenchmarkPattern(b *testing.B) {
	for _, v := range ownGames() {
		_, _, e := evaluatorOf(b, v)
		r := rand.New(rand.NewPCG(3, 4))
		positions := map[string][]board.Position{}
		randomPositions(v, 40, func(p *board.Position) {
			if p.Kings[0].Or(p.Kings[1]).Empty() { // as most are
				positions["men"] = append(positions["men"], *p)
			}
			q := withFewKings(r, p)
			if n := q.Kings[0].Or(q.Kings[1]).Count(); n > 0 && n < 4 {
				positions["kings"] = append(positions["kings"], q)
			}
		})
		for _, kind := range []string{"men", "kings"} {
			all := positions[kind][:1000]
			b.Run(v.Name+"/"+kind, func(b *testing.B) {
				sum, i := 0, 0
				for b.Loop() {
					sum += e.Evaluate(&all[i])
					if i++; i == len(all) {
						i = 0
					}
				}
				_ = sum
			})
		}
	}
}
