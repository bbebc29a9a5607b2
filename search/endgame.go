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
	// probable is the score of a win that the frisian limit may still prevent.
	probable = 1000
)

// certainty tells what a score by the endgame database is good for.
type certainty uint8

const (
	unknown certainty = iota
	likely            // as an evaluation
	certain           // as the value of the position
)

// known returns the score of a position at a ply by the endgame database: a
// quiet one, for captures are played out first, and one that the counters of the
// draw rules let the winner win. The caller has counted the pieces.
func (w *worker) known(at int) (int, certainty) {
	p := &w.stack[at].position
	if !w.optional && w.variant.CanCapture(p, p.Side) {
		return 0, unknown
	}
	distance := -1
	var value endgame.Value
	var ok bool
	if at <= exactPlies {
		value, distance, ok = w.endgame.Distance(p)
	} else {
		value, ok = w.endgame.WDL(p)
	}
	switch {
	case !ok || w.ruling && value != endgame.Draw:
		return 0, unknown
	case bound(w.variant, p):
		return int(value) * (probable - at), likely
	case value == endgame.Draw:
		return drawScore, certain
	}
	if left := w.variant.PliesToDraw(p, w.rules); left < w.params.hotPlies || left < distance {
		if _, distance, ok = w.endgame.Distance(p); !ok || left < distance {
			return 0, unknown
		}
	}
	score := soonest - at
	if distance >= 0 {
		score = WinScore - distance - at
	}
	return int(value) * score, certain
}

// bound reports whether the limit on moves with one king (frisian, art. 17) can
// make the database's values wrong: it binds a side that has a king and a man,
// now or after a promotion.
func bound(v *board.Variant, p *board.Position) bool {
	if v.KingLimit == 0 {
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
