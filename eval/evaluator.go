package eval

import "github.com/damiera/damiera/board"

// Limit bounds every evaluation: |value| <= Limit centimen.
const Limit = 3000

// Evaluator values positions of one variant.
type Evaluator struct {
	variant  *board.Variant
	material *material
	pattern  *pattern // if learned
	name     string
}

// Material returns the hand-made evaluation: material, advancement, mobility.
func Material(v *board.Variant) *Evaluator {
	return &Evaluator{variant: v, material: newMaterial(v), name: "material"}
}

// Evaluate returns the value of a position in centimen (hundredths of a man)
// from the side to move, between -Limit and Limit. It allocates nothing.
func (e *Evaluator) Evaluate(p *board.Position) int {
	var value int
	if e.pattern != nil {
		value = e.pattern.value(p)
	} else {
		value = e.material.value(p)
	}
	if p.Side == board.Black {
		value = -value
	}
	if value > Limit || value < -Limit { // rare
		value = min(max(value, -Limit), Limit)
	}
	return value
}

// Name tells where the numbers come from: "material", "pattern" or a file.
func (e *Evaluator) Name() string { return e.name }
