package search

import (
	"cmp"
	"slices"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
)

// perfectMove is a root move as the database sees it, from the side that moves.
type perfectMove struct {
	index    int // in the worker's moves
	value    endgame.Value
	distance int     // plies to the end, this move counted; 0 for a draw
	traps    float64 // share of the replies that throw something away
	eval     int
	line     []board.Move
	// inDatabase and plies are value and distance without the draw rules.
	inDatabase endgame.Value
	plies      int
}

// perfect answers from the endgame database alone: it sorts the root moves, the
// best first, and fills in their scores and lines. It reports false if the
// database does not know the position, or knows it won while the counters of the
// draw rules are in the way: then the search must find what there is.
func (w *worker) perfect() bool {
	root := &w.stack[0].position
	if root.Count() > w.databasePieces {
		return false
	}
	value, distance, ok := w.endgame.Evaluate(root)
	if !ok {
		return false
	}
	w.rootKnown, w.rootValue, w.rootDistance = true, value, distance
	perfect := make([]perfectMove, 0, len(w.moves))
	for i := range w.moves {
		m, ok := w.judge(i)
		if !ok {
			return false
		}
		perfect = append(perfect, m)
	}
	slices.SortStableFunc(perfect, comparePerfect)
	if value == endgame.Win && perfect[0].value != endgame.Win ||
		value == endgame.Draw && perfect[0].value == endgame.Draw && w.bound(root) {
		return false
	}
	moves := make([]rootMove, 0, len(w.moves))
	for i := range perfect {
		m := &perfect[i]
		r := w.moves[m.index]
		r.score, r.known = drawScore, m
		if m.value != endgame.Draw {
			r.score = int(m.value) * (WinScore - m.distance)
		}
		moves = append(moves, r)
	}
	copy(w.moves, moves)
	w.depth = 1
	for line := range w.lines {
		w.tell(line)
	}
	return true
}

// judge values a root move.
func (w *worker) judge(i int) (m perfectMove, ok bool) {
	w.play(0, &w.moves[i].move, 1)
	next := w.stack[1].position
	m.index = i
	value, distance, ok := w.endgame.Evaluate(&next)
	if !ok {
		return m, false
	}
	m.value = -value
	if m.value != endgame.Draw {
		m.distance = distance + 1
	}
	m.inDatabase, m.plies = m.value, m.distance
	if m.traps, ok = w.endgame.Traps(&next); !ok {
		return m, false
	}
	reply, ok := w.endgame.Line(&next)
	if !ok {
		return m, false
	}
	m.line = append([]board.Move{w.moves[i].move}, reply...)
	m.eval = -w.eval.Evaluate(&next)
	if m.value != endgame.Draw && (w.drawn(1) || !w.converts(&next, reply, distance)) {
		m.value, m.distance = endgame.Draw, 0
	}
	return m, true
}

// converts reports whether a line of best play reaches the end of the game
// before a counter makes it a draw.
func (w *worker) converts(p *board.Position, line []board.Move, distance int) bool {
	if len(line) < distance {
		return false // the frisian limit forbids a move of it
	}
	now := *p
	for i := range line {
		if w.variant.DrawnByRule(&now, w.rules) {
			return false
		}
		var next board.Position
		w.variant.Do(&now, &line[i], &next)
		now = next
	}
	return true
}

// comparePerfect orders moves, the best first: the shortest win, a draw that the
// opponent must still find, the longest loss.
func comparePerfect(a, b perfectMove) int {
	if c := cmp.Compare(b.value, a.value); c != 0 {
		return c
	}
	c := cmp.Compare(a.distance, b.distance)
	if a.value == endgame.Loss {
		c = -c
	}
	return cmp.Or(c, cmp.Compare(b.traps, a.traps), cmp.Compare(b.eval, a.eval))
}
