package search

import (
	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/tt"
)

// noEval stands in the table where no static evaluation is known.
const noEval = -1 << 15

// tableDepth is the least depth at which the table is used. Most nodes have
// depth 1, and a look into the table costs them more time than it saves: without
// it they are 16 % more, but a fifth faster.
const tableDepth = 2

// search returns the value of the position at a ply: exactly if it lies within
// the window, else a bound (fail-soft). The caller has looked at draws.
func (w *worker) search(alpha, beta, depth, at int) int {
	if depth <= 0 {
		w.leaves++
		w.leafPlies += uint64(at)
		return w.quiesce(alpha, beta, at)
	}
	s := &w.stack[at]
	s.pvLen = 0
	if !w.visit() {
		return 0
	}
	if at >= maxPly {
		return w.eval.Evaluate(&s.position)
	}
	if s.position.Count() <= w.databasePieces {
		if score, how := w.known(at); how == certain {
			return score
		}
	}
	if w.off&DistancePruning == 0 {
		// no better than a win on the spot, no worse than a loss on it
		alpha, beta = max(alpha, at-WinScore), min(beta, WinScore-at)
		if alpha >= beta {
			return alpha
		}
	}
	pvNode := beta-alpha > 1
	tableMove := tt.NoMove
	if depth < tableDepth {
		// not worth the memory access, see tableDepth
	} else if e, ok := w.table.Probe(s.key); ok {
		tableMove = e.Move()
		if e.Depth() >= depth && !pvNode && w.off&TableCutoffs == 0 {
			score := fromTable(e.Score(), at)
			switch e.Bound() {
			case tt.Exact:
				return score
			case tt.Lower:
				if score >= beta {
					return score
				}
			case tt.Upper:
				if score <= alpha {
					return score
				}
			}
		}
	}
	if !pvNode {
		if score, ok := w.probCut(beta, depth, at); ok || w.stopped {
			return score
		}
	}
	w.variant.Generate(&s.position, &s.list)
	w.heed(&s.list)
	n := s.list.Len()
	if n == 0 {
		return w.lost(at)
	}
	before := w.stack[at-1].last
	w.rank(at, tableMove, before)
	next := depth - 1
	if n == 1 && w.off&SingleReply == 0 && at < 2*w.depth {
		next++
	}
	best, bestMove, bound := -infinity, tt.NoMove, tt.Upper
	for i := range n {
		index := s.pick(i, n)
		m := s.list.At(index)
		s.last = squares(m)
		w.play(at, m, next)
		w.stack[at+1].pvLen, w.stack[at+1].verifying = 0, s.verifying
		var score int
		switch {
		case w.drawn(at + 1):
			score = drawScore
		case i == 0:
			score = -w.search(-beta, -alpha, next, at+1)
		default:
			reduced := next
			if m.Count == 0 && m.Kind&board.Crowns == 0 && w.off&Reductions == 0 {
				reduced -= w.params.reduction(depth, i, pvNode)
			}
			score = -w.search(-alpha-1, -alpha, reduced, at+1)
			if score > alpha && reduced < next && !w.stopped {
				score = -w.search(-alpha-1, -alpha, next, at+1)
			}
			if score > alpha && score < beta && !w.stopped {
				score = -w.search(-beta, -alpha, next, at+1)
			}
		}
		if w.stopped {
			return 0
		}
		if score <= best {
			continue
		}
		best = score
		if score <= alpha {
			continue
		}
		bestMove, bound = index, tt.Exact
		alpha = score
		s.follow(index, &w.stack[at+1])
		if score >= beta {
			bound = tt.Lower
			if m.Count == 0 {
				w.reward(at, i, depth, before)
			}
			break
		}
	}
	if depth >= tableDepth {
		w.table.Store(s.key, bestMove, toTable(best, at), noEval, depth, bound)
	}
	return best
}

// follow makes the line from s the move and the line after it.
func (s *ply) follow(index int, next *ply) {
	s.pv[0] = uint16(index)
	s.pvLen = 1 + copy(s.pv[1:], next.pv[:next.pvLen])
}

// toTable turns a win counted from the root into one counted from the node, so
// that it holds wherever the position comes up.
func toTable(score, at int) int {
	switch {
	case score > WinScore-MaxDistance:
		return score + at
	case score < MaxDistance-WinScore:
		return score - at
	}
	return score
}

func fromTable(score, at int) int {
	switch {
	case score > WinScore-MaxDistance:
		return score - at
	case score < MaxDistance-WinScore:
		return score + at
	}
	return score
}
