package board

import "slices"

// Game is a position with the moves that led to it: what repetition and the
// draw counters need. It is not safe for concurrent use while it changes; a
// search in another goroutine needs a Clone or must be over first.
type Game struct {
	variant   *Variant
	draws     *DrawRules
	moves     []Move
	positions []Position // positions[0] is the start, the last one is now
	keys      []uint64
}

// NewGame starts a game from a position, with the variant's official draw
// rules. Counters that the position has are kept.
func NewGame(v *Variant, start Position) *Game {
	if start.EndingClass == 0 {
		start.EndingClass = v.counting.class(&start)
		if start.EndingClass != 0 && v.counting.roadHeld(&start) {
			start.RoadPlies = 1
		}
	}
	return &Game{variant: v, draws: &v.Draws, positions: []Position{start}, keys: []uint64{v.Key(&start)}}
}

// Variant returns the game's variant.
func (g *Game) Variant() *Variant { return g.variant }

// Draws returns the draw rules in force.
func (g *Game) Draws() *DrawRules { return g.draws }

// SetDraws changes the draw rules to &SiteDraws or back to those of the
// variant.
func (g *Game) SetDraws(r *DrawRules) { g.draws = r }

// Position returns the position now. It must not be changed.
func (g *Game) Position() *Position { return &g.positions[len(g.positions)-1] }

// Positions returns all positions from the start to now.
func (g *Game) Positions() []Position { return g.positions }

// Keys returns the key of each of Positions.
func (g *Game) Keys() []uint64 { return g.keys }

// Moves returns the moves played.
func (g *Game) Moves() []Move { return g.moves }

// Play plays a move. A move that is not legal in this position is refused and
// changes nothing.
func (g *Game) Play(m Move) error {
	if err := g.variant.CheckMove(g.Position(), &m); err != nil {
		return err
	}
	g.push(m)
	return nil
}

// PlayText plays a move written as Variant.ParseMove reads it, in the game's
// own numbering, and returns it. Text that is not one legal move is refused
// and changes nothing.
func (g *Game) PlayText(text string) (Move, error) {
	return g.playParsed(g.variant.ParseMove(g.Position(), text))
}

// PlayHub plays a move written as Variant.ParseHubMove reads it, in board
// numbers, like PlayText.
func (g *Game) PlayHub(text string) (Move, error) {
	return g.playParsed(g.variant.ParseHubMove(g.Position(), text))
}

func (g *Game) playParsed(m Move, err error) (Move, error) {
	if err == nil {
		g.push(m)
	}
	return m, err
}

func (g *Game) push(m Move) {
	var q Position
	g.variant.Do(g.Position(), &m, &q)
	q.Reversible = min(q.Reversible, counterLimit)
	q.KingPlies = min(q.KingPlies, counterLimit)
	q.NoProgress = min(q.NoProgress, counterLimit)
	g.moves = append(g.moves, m)
	g.positions = append(g.positions, q)
	g.keys = append(g.keys, g.variant.Key(&q))
}

// counterLimit keeps the counters of endless games from overflowing in the
// search.
const counterLimit = 60000

// Undo takes the last move back. It reports false when there is none.
func (g *Game) Undo() bool {
	n := len(g.moves)
	if n == 0 {
		return false
	}
	g.moves, g.positions, g.keys = g.moves[:n-1], g.positions[:n], g.keys[:n]
	return true
}

// Clone returns a copy that shares nothing with g.
func (g *Game) Clone() *Game {
	c := *g
	c.moves = slices.Clone(g.moves)
	c.positions = slices.Clone(g.positions)
	c.keys = slices.Clone(g.keys)
	return &c
}

// LegalMoves returns the legal moves in the order of Variant.Generate.
func (g *Game) LegalMoves() []Move {
	l := lists.Get().(*List)
	defer lists.Put(l)
	g.variant.Generate(g.Position(), l)
	return slices.Clone(l.Moves())
}

// Repetitions returns how many times the position has occurred in the game
// with the same side to move, this time included.
func (g *Game) Repetitions() int {
	now := len(g.keys) - 1
	n := 1
	for i, back := now-2, now-int(g.Position().Reversible); i >= max(0, back); i -= 2 {
		if g.keys[i] == g.keys[now] {
			n++
		}
	}
	return n
}
