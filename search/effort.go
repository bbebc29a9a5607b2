package search

import "github.com/damiera/damiera/board"

// costlyList is the effort of a list, some milliseconds, after which a worker
// does not wait for its next poll.
const costlyList = 100_000

// heed ends the search if it has been told to stop, or its time is up, after a
// list that took long to make. Positions drawn up with millions of capture
// routes would otherwise hold up a stop for as many lists as there are nodes
// between two polls.
func (w *worker) heed(l *board.List) {
	if l.Effort() >= costlyList && (w.engine.halt.Load() || w.clock != nil && w.clock.expired(w.engine)) {
		w.stopped = true
	}
}
