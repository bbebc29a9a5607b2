package board

// Outcome is how a game stands.
type Outcome uint8

const (
	// Ongoing games have no result yet.
	Ongoing Outcome = iota
	WhiteWins
	BlackWins
	Drawn
)

// Game is a position with the moves that led to it: what repetition and draw
// counters need.
type Game struct {
	variant   *Variant
	draws     *DrawRules
	moves     []Move
	positions []Position // positions[0] is the start, the last one is now
	keys      []uint64
}

// NewGame starts a game from a position, with the variant's official draw rules.
func NewGame(v *Variant, start Position) *Game {
	return &Game{variant: v, draws: &v.Draws, positions: []Position{start}, keys: []uint64{v.Key(&start)}}
}

// Variant returns the game's variant.
func (g *Game) Variant() *Variant { return g.variant }

// Draws returns the draw rules in force.
func (g *Game) Draws() *DrawRules { return g.draws }

// SetDraws changes the draw rules, for instance to &SiteDraws.
func (g *Game) SetDraws(r *DrawRules) { g.draws = r }

// Position returns the position now. It must not be changed.
func (g *Game) Position() *Position { return &g.positions[len(g.positions)-1] }

// Positions returns all positions from the start to now.
func (g *Game) Positions() []Position { return g.positions }

// Keys returns the key of each of Positions.
func (g *Game) Keys() []uint64 { return g.keys }

// Moves returns the moves played.
func (g *Game) Moves() []Move { return g.moves }

// Play plays a legal move.
func (g *Game) Play(m Move) {
	var q Position
	g.variant.Do(g.Position(), &m, &q)
	g.moves = append(g.moves, m)
	g.positions = append(g.positions, q)
	g.keys = append(g.keys, g.variant.Key(&q))
}
