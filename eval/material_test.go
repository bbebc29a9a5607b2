package eval

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// randomPositions plays random games of a variant and calls check for every
// position of them.
func randomPositions(v *board.Variant, games int, check func(p *board.Position)) {
	random := rand.New(rand.NewPCG(3, 4))
	list := new(board.List)
	for range games {
		p := v.Start()
		for range 120 {
			check(&p)
			v.Generate(&p, list)
			if list.Len() == 0 {
				break
			}
			var q board.Position
			v.Do(&p, list.At(random.IntN(list.Len())), &q)
			p = q
		}
	}
}

func TestMirroredPositionsHaveTheSameValue(t *testing.T) {
	for _, v := range board.Variants() {
		e := Material(v)
		randomPositions(v, 20, func(p *board.Position) {
			q := v.Flip(p)
			require.Equal(t, e.Evaluate(p), e.Evaluate(&q), "%s %+v", v.Name, *p)
		})
	}
}

func TestStartIsNearlyEven(t *testing.T) {
	for _, v := range board.Variants() {
		p := v.Start()
		assert.InDelta(t, 0, Material(v).Evaluate(&p), 10, v.Name)
	}
}

func TestManUp(t *testing.T) {
	for _, v := range board.Variants() {
		p := v.Start()
		p.Side = board.White
		black := p.Men[board.Black]
		black.Pop()
		p.Men[board.Black] = black
		value := Material(v).Evaluate(&p)
		if v.Goal == board.GoalLosing {
			assert.Less(t, value, -30, v.Name)
		} else {
			assert.Greater(t, value, 50, v.Name)
		}
	}
}

func TestValuesAreBounded(t *testing.T) {
	for _, v := range board.Variants() {
		p := v.Start()
		p.Kings[board.White], p.Men[board.White] = p.Men[board.White], board.Bits{}
		p.Men[board.Black] = board.Bits{}
		value := Material(v).Evaluate(&p)
		assert.LessOrEqual(t, value, Limit)
		assert.GreaterOrEqual(t, value, -Limit)
	}
}

func TestEvaluateDoesNotAllocate(t *testing.T) {
	for _, v := range board.Variants() {
		e := Material(v)
		p := v.Start()
		assert.Zero(t, testing.AllocsPerRun(10, func() { e.Evaluate(&p) }), v.Name)
	}
}

func BenchmarkMaterial(b *testing.B) {
	for _, v := range board.Variants()[:1] {
		e := Material(v)
		p := v.Start()
		for b.Loop() {
			e.Evaluate(&p)
		}
	}
}
