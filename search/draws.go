package search

import (
	"math"

	"github.com/damiera/damiera/board"
)

// drawScore is the value of a drawn game.
const drawScore = 0

// watch sets from where on a counter is near its limit: the second half of it,
// as no search goes much further ahead than that.
func (w *worker) watch(r *board.DrawRules) {
	w.rules = r
	w.kingPliesFrom, w.noProgressFrom = math.MaxUint16, math.MaxUint16
	if r.KingPlies != 0 {
		w.kingPliesFrom = r.KingPlies / 2
	}
	if r.NoProgress != 0 {
		w.noProgressFrom = r.NoProgress / 2
	}
}

// tableKey returns the key under which the table knows a position. Where a
// draw by a counter is near, what a position is worth depends on the counter,
// so that counter becomes part of the key. Elsewhere positions that differ
// only in counters share an entry.
func (w *worker) tableKey(p *board.Position, key uint64) uint64 {
	if p.EndingClass == 0 && p.KingPlies < w.kingPliesFrom && p.NoProgress < w.noProgressFrom {
		return key
	}
	left := w.variant.PliesToDraw(p, w.rules)
	if left > w.params.hotPlies {
		return key
	}
	return key ^ uint64(left+1)*0x9e3779b97f4a7c15
}

// drawn reports whether the position at a ply, which is not the root, is drawn
// by a counter or by repetition. A position that came up once before, after
// the root, counts as drawn: if it was good to come back to it once it will be
// again. Of positions before the root the game's rules want to see two.
func (w *worker) drawn(at int) bool {
	p := &w.stack[at].position
	if w.variant.DrawnByRule(p, w.rules) && w.variant.HasMove(p) {
		return true
	}
	if p.Reversible < 4 {
		return false
	}
	now := w.base + at
	key := w.path[now]
	before := w.rules.Repetition - 1
	for i := now - 4; i >= 0 && i >= now-int(p.Reversible); i -= 2 {
		if w.path[i] != key {
			continue
		}
		if i >= w.base {
			return true
		}
		if before--; before <= 0 {
			return w.rules.Repetition > 0
		}
	}
	return false
}
