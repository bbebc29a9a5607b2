package search

import "github.com/damiera/damiera/board"

// costlyList is the effort of lists, some milliseconds together, after which a
// worker does not wait for its next poll.
const costlyList = 100_000

// heed ends the search if it has been told to stop, or its time is up, after
// lists that took long to make. Positions with many capture routes would otherwise
// hold up a stop for as many lists as there are nodes between two polls.
func (w *worker) heed(l *board.List) {
	if w.effort += l.Effort(); w.effort < costlyList {
		return
	}
	w.effort = 0
	if w.engine.halt.Load() || w.clock != nil && w.clock.expired(w.engine) {
		w.stopped = true
	}
}
