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
	next     board.Position
	doubt    int // of a win: the effort to show that no counter is in the way
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
		w.proofs = nil
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
	w.heedCounters(perfect)
	slices.SortStableFunc(perfect, comparePerfect)
	if value == endgame.Win && perfect[0].value != endgame.Win ||
		value == endgame.Draw && perfect[0].value == endgame.Draw && bound(w.variant, root) {
		w.keepBest(perfect)
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

// keepBest leaves the search the moves to choose from that are best in the
// database, or only puts them first if all moves are to be looked at.
func (w *worker) keepBest(perfect []perfectMove) {
	slices.SortStableFunc(perfect, func(a, b perfectMove) int {
		return cmp.Or(cmp.Compare(b.inDatabase, a.inDatabase), cmp.Compare(a.plies, b.plies))
	})
	moves := make([]rootMove, 0, len(perfect))
	for i := range perfect {
		if !w.limits.Analyze && w.lines == 1 && perfect[i].inDatabase != perfect[0].inDatabase {
			break
		}
		moves = append(moves, w.moves[perfect[i].index])
	}
	w.moves = append(w.moves[:0], moves...)
}

// judge values a root move.
func (w *worker) judge(i int) (m perfectMove, ok bool) {
	w.play(0, &w.moves[i].move, 1)
	m.next = w.stack[1].position
	m.index = i
	value, distance, ok := w.endgame.Evaluate(&m.next)
	if !ok {
		return m, false
	}
	m.value = -value
	if m.value != endgame.Draw {
		m.distance = distance + 1
	}
	m.inDatabase, m.plies = m.value, m.distance
	if m.traps, ok = w.endgame.Traps(&m.next); !ok {
		return m, false
	}
	reply, ok := w.endgame.Line(&m.next)
	if !ok {
		return m, false
	}
	m.line = append([]board.Move{w.moves[i].move}, reply...)
	m.eval = -w.eval.Evaluate(&m.next)
	if w.drawn(1) {
		m.value, m.distance = endgame.Draw, 0
	}
	return m, true
}

// heedCounters makes draws of the wins and losses that do not come true: a
// counter of the draw rules or the frisian limit is in the way. The moves come
// best first, and after the ones that are to be told nothing is asked.
func (w *worker) heedCounters(moves []perfectMove) {
	c := w.conversion()
	for good := 0; len(moves) > 0 && good < w.lines; {
		n := 1
		for n < len(moves) && moves[n].value == moves[0].value &&
			(moves[0].value != endgame.Win || moves[n].distance == moves[0].distance) {
			n++
		}
		if moves[0].value == endgame.Draw {
			good += n
		} else {
			good += c.settle(moves[:n])
		}
		moves = moves[n:]
	}
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
	return cmp.Or(c, cmp.Compare(a.doubt, b.doubt), cmp.Compare(b.traps, a.traps), cmp.Compare(b.eval, a.eval))
}
