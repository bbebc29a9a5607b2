package board

// generator is a variant's rules compiled for one width.
type generator[W width] struct{ v *Variant }

func newGenerator[W width](v *Variant) *generator[W] { return &generator[W]{v: v} }

func (g *generator[W]) generate(p *Position, l *List)           {}
func (g *generator[W]) generateCaptures(p *Position, l *List)   {}
func (g *generator[W]) canCapture(p *Position, side Color) bool { return false }
func (g *generator[W]) count(p *Position, l *List) int          { return 0 }
func (g *generator[W]) do(p *Position, m *Move, q *Position)    {}
func (g *generator[W]) key(p *Position) uint64                  { return 0 }
