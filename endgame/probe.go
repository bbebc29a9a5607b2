package endgame

import (
	"cmp"
	"slices"

	"github.com/damiera/damiera/board"
)

// Result is what a database knows about a position.
type Result struct {
	Value    Value // for the side to move
	Distance int   // plies to the end of the game, 0 for a draw
	Moves    []MoveResult
	// Line is the best play of both sides: to the end of the game, or one move
	// for a draw.
	Line []board.Move
}

// MoveResult is what a move leads to, from the view of the side that moves.
type MoveResult struct {
	Move     board.Move
	Value    Value
	Distance int // plies to the end, this move counted; 0 for a draw
	// Traps is the share of the replies that throw away something: a win by a
	// draw or a loss, a draw by a loss.
	Traps float64
}

// Evaluate returns how a position ends and in how many plies, as Distance does,
// and also knows games that are over.
func (d *Database) Evaluate(p *board.Position) (Value, int, bool) {
	if d.variant.HasMove(p) {
		return d.Distance(p)
	}
	return valueOf(d.variant, 1), 0, true
}

// Probe looks up a position and all its moves, best first: the shortest win,
// then the draw with the most traps, then the longest loss. It reports false if
// the database does not know the position or one of its moves.
func (d *Database) Probe(p *board.Position) (r Result, ok bool) {
	if r.Value, r.Distance, ok = d.Evaluate(p); !ok {
		return r, false
	}
	list := new(board.List)
	d.variant.Generate(p, list)
	for _, m := range list.Moves() {
		var q board.Position
		d.variant.Do(p, &m, &q)
		value, distance, ok := d.Evaluate(&q)
		if !ok {
			return r, false
		}
		result := MoveResult{Move: m, Value: -value}
		if value != Draw {
			result.Distance = distance + 1
		}
		if result.Traps, ok = d.Traps(&q); !ok {
			return r, false
		}
		r.Moves = append(r.Moves, result)
	}
	slices.SortStableFunc(r.Moves, compareMoves)
	r.Line, ok = d.Line(p)
	return r, ok
}

// compareMoves orders moves, the best first.
func compareMoves(a, b MoveResult) int {
	if c := cmp.Compare(b.Value, a.Value); c != 0 {
		return c
	}
	c := cmp.Compare(a.Distance, b.Distance)
	if a.Value == Loss {
		c = -c
	}
	return cmp.Or(c, cmp.Compare(b.Traps, a.Traps))
}

// Traps returns the share of moves that make a position worse for the side to
// move than it is; false if the database does not know it.
func (d *Database) Traps(p *board.Position) (float64, bool) {
	value, _, ok := d.Evaluate(p)
	if !ok {
		return 0, false
	}
	list := new(board.List)
	d.variant.Generate(p, list)
	bad := 0
	for _, m := range list.Moves() {
		var q board.Position
		d.variant.Do(p, &m, &q)
		after, _, ok := d.Evaluate(&q)
		if !ok {
			return 0, false
		}
		if -after < value {
			bad++
		}
	}
	return float64(bad) / float64(max(list.Len(), 1)), true
}

// Line returns the best play of both sides: to the end of the game, or one move
// for a draw. It reports false if a position is not in the database. Where the
// frisian limit forbids the best move the line ends there.
func (d *Database) Line(p *board.Position) (line []board.Move, ok bool) {
	list := new(board.List)
	now := *p
	for {
		value, distance, ok := d.Evaluate(&now)
		if !ok {
			return line, false
		}
		d.variant.Generate(&now, list)
		if list.Len() == 0 || value == Draw && len(line) > 0 {
			return line, true
		}
		found := false
		var next board.Position
		for _, m := range list.Moves() {
			d.variant.Do(&now, &m, &next)
			v, n, ok := d.Evaluate(&next)
			if !ok {
				return line, false
			}
			if v == -value && (value == Draw || n == distance-1) {
				line = append(line, m)
				found = true
				break
			}
		}
		if !found { // the frisian limit forbids the move that the values rely on
			return line, true
		}
		now = next
	}
}
