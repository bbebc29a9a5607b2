package search

import (
	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
)

const (
	// exactPlies is how far from the root the database is asked for distances;
	// beyond it the smaller files that only tell win, draw and loss are enough.
	exactPlies = 8
	// soonest is the score of a win known without a distance at the root; one
	// that comes later is worth less, so that the search goes for it.
	soonest = DatabaseScore + maxPly
)

// known returns the score of a position at a ply by the endgame database: a
// quiet one, for captures are played out first, and one that the counters of the
// draw rules let the winner win. The caller has counted the pieces.
func (w *worker) known(at int) (int, bool) {
	p := &w.stack[at].position
	if !w.optional && w.variant.CanCapture(p, p.Side) {
		return 0, false
	}
	distance := -1
	var value endgame.Value
	var ok bool
	if at <= exactPlies {
		value, distance, ok = w.endgame.Distance(p)
	} else {
		value, ok = w.endgame.WDL(p)
	}
	if !ok || value == endgame.Draw {
		return drawScore, ok
	}
	if w.ruling || w.bound(p) {
		return 0, false
	}
	if left := w.variant.PliesToDraw(p, w.rules); left < w.params.hotPlies || left < distance {
		if _, distance, ok = w.endgame.Distance(p); !ok || left < distance {
			return 0, false
		}
	}
	score := soonest - at
	if distance >= 0 {
		score = WinScore - distance - at
	}
	return int(value) * score, true
}

// bound reports whether the limit on moves with one king (frisian, art. 17) can
// make the database's values wrong: it binds a side that has a king and a man,
// now or after a promotion.
func (w *worker) bound(p *board.Position) bool {
	if w.variant.KingLimit == 0 {
		return false
	}
	for c := range p.Men {
		if men := p.Men[c].Count(); men > 0 && men+p.Kings[c].Count() > 1 {
			return true
		}
	}
	return false
}

// useDatabase prepares a worker to ask the database.
func (w *worker) useDatabase() {
	w.databasePieces, w.ruling = 0, false
	if w.endgame == nil {
		return
	}
	w.databasePieces = w.endgame.Pieces()
	for i := range w.rules.Endings {
		// a ruling that draws bare material on the spot (turkish) is not in the
		// values: what they call a win may lead there
		w.ruling = w.ruling || w.rules.Endings[i].AtOnce
	}
}
