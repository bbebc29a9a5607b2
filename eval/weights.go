package eval

import "github.com/damiera/damiera/board"

// weights are the numbers of the hand-made evaluation of one game, in
// centimen.
type weights struct {
	man       int
	firstKing int // the first king of a side
	king      int // every further one
	// advance is the worth of a man for every row it has gone; the last two
	// rows before the crown count near in addition.
	advance, near int
	// guard is the worth of a man on its own back row.
	guard int
	// centre is the worth of standing on the middle half of the columns.
	centre int
	// kingCentre is the worth of a king for every ring away from the edge.
	kingCentre int
	// mobility is the worth of a free step forward of a man or a step of a king.
	mobility int
	// trade is the percentage by which a lead in material grows from the start
	// to an empty board: the side that leads wants exchanges.
	trade int
	// holds is the number of pieces against which a lone king still draws.
	holds int
	// tempo is the worth of being on the move.
	tempo int
}

// weightsOf returns the weights of a game. The games with flying kings count a
// king as about three men, those with short kings as less than two; in italian
// draughts, where men cannot take kings, as nearly two. Turkish kings rule the
// open lines of a board without diagonals.
func weightsOf(v *board.Variant) weights {
	w := weights{
		man: 100, firstKing: 320, king: 280, advance: 2, near: 8, guard: 5, centre: 3,
		kingCentre: 4, mobility: 2, trade: 40, holds: 2, tempo: 4,
	}
	switch {
	case v.Goal == board.GoalLosing:
		// few men are good, and so is room: who runs out of safe moves must take
		return weights{man: -60, firstKing: -20, king: -40, advance: -1, mobility: 3, centre: 1, tempo: 4}
	case v.Goal == board.GoalBreakthrough:
		// the race decides, men count as blockers
		return weights{man: 70, advance: 5, near: 20, guard: 6, centre: 1, mobility: 2, tempo: 5}
	case v.Orthogonal:
		w.firstKing, w.king, w.advance, w.near, w.guard, w.centre = 420, 360, 4, 12, 0, 0
		w.holds = 0
	case v.OrthogonalCaptures:
		w.firstKing, w.king, w.advance, w.guard, w.mobility, w.holds = 300, 260, 2, 3, 3, 2
	case !v.FlyingKings:
		w.firstKing, w.king, w.advance, w.near, w.guard = 140, 130, 2, 3, 6
		w.kingCentre, w.mobility, w.trade, w.holds = 4, 2, 60, 0
		if v.MenSpareKings {
			w.firstKing, w.king = 190, 175
		}
	case v.Squares >= 50:
		w.advance, w.near, w.guard, w.holds = 1, 8, 3, 3
		if v.Landing == board.LandBehindKing {
			w.holds = 1 // two kings beat one, that is the point of the game
		}
	}
	return w
}
