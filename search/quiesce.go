package search

// quiesce values a position where the depth has run out: it plays captures to
// their end. A full ply where the opponent threatens to capture, which standing
// pat does not see, was tried and lost matches (docs/testing.md).
func (w *worker) quiesce(alpha, beta, at int) int {
	s := &w.stack[at]
	s.pvLen = 0
	if !w.visit() {
		return 0
	}
	if at >= maxPly {
		return w.eval.Evaluate(&s.position)
	}
	p := &s.position
	w.variant.GenerateCaptures(p, &s.list)
	w.heed(&s.list)
	n := s.list.Len()
	best := -infinity
	if n == 0 || w.optional {
		how := unknown
		if p.Count() <= w.databasePieces {
			if best, how = w.known(at); how == certain {
				return best
			}
		}
		if n == 0 && !w.variant.HasMove(p) {
			return w.lost(at)
		}
		if how == unknown {
			best = w.eval.Evaluate(p)
		}
		if best >= beta {
			return best
		}
		alpha = max(alpha, best)
	}
	for i := range n {
		next := &w.stack[at+1]
		w.variant.Do(p, s.list.At(i), &next.position)
		score := -w.quiesce(-beta, -alpha, at+1)
		if w.stopped {
			return 0
		}
		if score <= best {
			continue
		}
		best = score
		if score > alpha {
			alpha = score
			s.follow(i, next)
			if score >= beta {
				break
			}
		}
	}
	return best
}
