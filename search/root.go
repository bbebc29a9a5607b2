package search

import (
	"slices"
	"time"

	"github.com/damiera/damiera/board"
)

// infinity is beyond every score.
const infinity = WinScore + 1

// rootMove is a move at the root and what is known about it.
type rootMove struct {
	move  board.Move
	score int // of this iteration, -infinity for worse than the best
	last  int // of the last complete iteration
	nodes uint64
	pv    []uint16     // move indices after this move
	known *perfectMove // by the endgame database
}

// listRoot fills the worker's root moves, restricted if the limits ask for it.
func (w *worker) listRoot() {
	s := &w.stack[0]
	w.variant.Generate(&s.position, &s.list)
	w.moves = w.moves[:0]
	for i := range s.list.Len() {
		m := *s.list.At(i)
		if len(w.limits.Moves) > 0 && !slices.Contains(w.limits.Moves, m) {
			continue
		}
		w.moves = append(w.moves, rootMove{move: m, score: -infinity, last: -infinity})
	}
	w.lines = min(max(w.limits.MultiPV, 1), len(w.moves))
}

// iterate deepens until the limits end the search or the depth is reached.
func (w *worker) iterate(depth int) {
	lead := w.clock != nil
	var steady stability
	first := 1
	if w.id%2 == 1 {
		first = 2 // threads at different depths help each other more
	}
	for w.depth = first; w.depth <= depth; w.depth++ {
		w.leaves, w.leafPlies = 0, 0
		for i := range w.moves {
			w.moves[i].nodes = 0
		}
		best := w.moves[0].move
		nodes := w.nodes
		for line := range w.lines {
			w.aspire(line)
			if w.stopped {
				break
			}
			// a later line may come out ahead of an earlier one
			slices.SortStableFunc(w.moves[:line+1], func(a, b rootMove) int { return b.score - a.score })
		}
		if w.stopped {
			break
		}
		for i := range w.moves {
			w.moves[i].last = w.moves[i].score
		}
		if !lead {
			continue
		}
		for line := range w.lines {
			w.tell(line)
		}
		score := w.moves[0].score
		share := float64(w.moves[0].nodes) / float64(max(w.nodes-nodes, 1))
		factor := steady.after(w.moves[0].move != best, score, share)
		if w.clock.enough(factor) || w.settled(score) {
			break
		}
	}
	w.published.Store(w.nodes)
}

// settled reports whether a search by the clock need not go on: the game's end
// is in sight.
func (w *worker) settled(score int) bool {
	if w.limits.Analyze || w.limits.Ponder || w.limits.Depth > 0 || w.limits.Nodes > 0 {
		return false
	}
	distance := WinScore - max(score, -score)
	return distance <= MaxDistance && w.depth > distance+4
}

// aspire searches the root moves from a line on, with a narrow window around
// the last score first, and puts the best one at the line's place.
func (w *worker) aspire(line int) {
	alpha, beta := -infinity, infinity
	delta := w.params.aspiration
	last := w.moves[line].last
	if w.depth >= 5 && w.off&Aspiration == 0 && last > -infinity && max(last, -last) < DatabaseScore {
		alpha, beta = last-delta, last+delta
	}
	for {
		score := w.searchRoot(alpha, beta, line)
		if w.stopped {
			return
		}
		switch {
		case score <= alpha && alpha > -infinity:
			alpha = score - delta
		case score >= beta && beta < infinity:
			beta = score + delta
		default:
			return
		}
		if delta *= 3; delta > 300 {
			alpha, beta = -infinity, infinity
		}
	}
}

// searchRoot searches the root moves from a line on and sorts them: the best
// first, then the others by the size of their trees.
func (w *worker) searchRoot(alpha, beta, line int) int {
	s := &w.stack[0]
	best := -infinity
	floor := alpha
	for i := line; i < len(w.moves); i++ {
		r := &w.moves[i]
		before := w.nodes
		s.last = squares(&r.move)
		w.play(0, &r.move, w.depth)
		w.stack[1].pvLen, w.stack[1].verifying = 0, false
		var score int
		switch {
		case w.drawn(1):
			score = drawScore
		case i == line:
			score = -w.search(-beta, -floor, w.depth-1, 1)
		default:
			score = -w.search(-floor-1, -floor, w.depth-1, 1)
			if score > floor && beta-floor > 1 && !w.stopped {
				score = -w.search(-beta, -floor, w.depth-1, 1)
			}
		}
		r.nodes += w.nodes - before
		if w.stopped {
			break
		}
		if i > line && score <= floor {
			r.score = -infinity
			continue
		}
		r.score = score
		r.pv = append(r.pv[:0], w.stack[1].pv[:w.stack[1].pvLen]...)
		if score > best {
			best = score
			for j := i; j > line; j-- { // to the front, the rest keeps its order
				w.moves[j], w.moves[j-1] = w.moves[j-1], w.moves[j]
			}
			if i > line && w.clock != nil && w.depth > 4 && score < beta {
				w.tell(line)
			}
		}
		if floor = max(floor, score); floor >= beta {
			break
		}
	}
	if !w.stopped {
		slices.SortStableFunc(w.moves[line+1:], func(a, b rootMove) int {
			return int(min(b.nodes, 1<<40)) - int(min(a.nodes, 1<<40))
		})
	}
	s.pvLen = 0
	return best
}

// count returns the nodes of all workers.
func (w *worker) count() uint64 {
	w.published.Store(w.nodes)
	var n uint64
	for _, o := range w.engine.workers {
		n += o.published.Load()
	}
	return n
}

// info describes one line as it stands.
func (w *worker) info(line int) Info {
	r := &w.moves[line]
	score, depth := r.score, w.depth
	if score == -infinity { // not reached in this iteration
		score, depth = r.last, w.depth-1
	}
	if score == -infinity { // stopped before anything was searched
		score, depth = w.eval.Evaluate(&w.stack[0].position), 0
	}
	mean := float64(depth)
	if w.leaves > 0 {
		mean = float64(w.leafPlies) / float64(w.leaves)
	}
	info := Info{
		Depth: depth, MeanDepth: mean, Score: score, Nodes: w.count(),
		Time: time.Since(w.clock.start), PV: w.line(r), MultiPV: line + 1,
	}
	switch {
	case r.known != nil:
		info.Known, info.Value, info.Distance = true, r.known.inDatabase, r.known.plies
	case line == 0 && w.rootKnown:
		info.Known, info.Value, info.Distance = true, w.rootValue, w.rootDistance
	}
	return info
}

func (w *worker) tell(line int) {
	info := w.info(line)
	if line == 0 {
		w.last = info
	}
	w.report(info)
}

// result is what the first worker has found. A search that was stopped before
// it told anything tells now.
func (w *worker) result() Result {
	if w.last.PV == nil {
		w.depth = max(w.depth, 1)
		w.tell(0)
	}
	r := Result{Info: w.last, Move: w.moves[0].move, HasMove: true}
	r.Nodes, r.Time = w.count(), time.Since(w.clock.start)
	if r.PV[0] != r.Move {
		r.PV = w.line(&w.moves[0])
	}
	if len(r.PV) > 1 {
		r.Ponder, r.HasPonder = r.PV[1], true
	}
	return r
}

// line turns a root move and the indices after it into moves, each of which is
// looked up in the list of its position. Where the search knew no reply the
// table is asked for one.
func (w *worker) line(r *rootMove) []board.Move {
	if r.known != nil {
		return r.known.line
	}
	moves := make([]board.Move, 1, len(r.pv)+2)
	moves[0] = r.move
	p := w.stack[0].position
	list := new(board.List)
	step := func(m board.Move) {
		var q board.Position
		w.variant.Do(&p, &m, &q)
		p = q
		w.variant.Generate(&p, list)
	}
	step(r.move)
	for _, index := range r.pv {
		if int(index) >= list.Len() {
			return moves
		}
		m := *list.At(int(index))
		moves = append(moves, m)
		step(m)
	}
	if len(moves) == 1 && list.Len() > 0 {
		if e, ok := w.table.Probe(w.tableKey(&p, w.variant.Key(&p))); ok && e.Move() < list.Len() {
			moves = append(moves, *list.At(e.Move()))
		}
	}
	return moves
}
