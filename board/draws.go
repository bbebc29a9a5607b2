package board

import "math"

// DrawRules are the rules by which a game is drawn without a claim or an
// agreement, as data. All counts are in plies, two to a "move of each side";
// 0 means that the game has no such rule. The counters they are held against
// are fields of Position and are kept by Variant.Do; repetition needs the
// moves played and is Game's affair.
type DrawRules struct {
	// Repetition is the number of times a position must occur, with the same
	// side to move.
	Repetition int
	// KingPlies is the limit of plies without a capture or a move of a man.
	KingPlies uint16
	// NoProgress is the limit of plies without a capture or a promotion.
	NoProgress uint16
	// Endings are limits for little material. The first one that fits a
	// position holds; the others do not count. Position.EndingClass is its
	// index plus one in the table of the variant's official rules, so other
	// rules (SiteDraws) must have that table or none.
	Endings []Ending
}

// SiteDraws is the simple rule of seeds 000, 002 and 004 ("questo semplice
// contatore per tutte le varianti 8x8"): a draw after 40 moves each without a
// capture or a promotion, and nothing else. A man's move does not stop the
// count, and there is no repetition rule: the seeds name none.
var SiteDraws = DrawRules{NoProgress: 80}

// Force is a range of one side's material.
type Force struct{ MinKings, MaxKings, MaxMen uint8 }

func (f Force) holds(kings, men int) bool {
	return kings >= int(f.MinKings) && kings <= int(f.MaxKings) && men <= int(f.MaxMen)
}

// Ending is a limit for one class of material, whichever side is the strong
// one. The move that makes the material is not counted, and pieces are counted
// when a capture is over.
type Ending struct {
	// Name is the material in words, for the reason of a draw.
	Name         string
	Strong, Weak Force
	// MinPieces and MaxPieces bound the pieces of both sides together.
	MinPieces, MaxPieces uint8
	// Plies is the limit, 0 for none, from the time the class arises.
	Plies uint8
	// Restart begins anew after every capture and promotion. Without it the
	// count goes on as long as the class stays the same.
	Restart bool
	// AtOnce draws as soon as the class arises, unless the side to move can
	// capture.
	AtOnce bool
	// Road and RoadPlies set a second limit, for as long as the main road (the
	// long diagonal) is held without a break.
	Road      Road
	RoadPlies uint8
}

// Road tells who must hold the main road. A side holds it when it has a piece
// on it and the other side has none.
type Road uint8

const (
	// NoRoad: the ending has no limit for the main road.
	NoRoad Road = iota
	// WeakRoad: the lone king holds it.
	WeakRoad
	// StrongRoad: the strong side holds it.
	StrongRoad
)

// DrawnByRule reports whether the counters of a position make it a draw by the
// rules r, which are v.Draws or SiteDraws. It costs a few compares and
// allocates nothing, so a search may ask at every node. A side that has no
// legal move has lost (or won) all the same: that comes first. Repetition is
// not looked at, see Game.Repetitions.
func (v *Variant) DrawnByRule(p *Position, r *DrawRules) bool {
	// a limit of 0 becomes the largest number, which no counter exceeds
	return p.KingPlies > r.KingPlies-1 || p.NoProgress > r.NoProgress-1 ||
		p.EndingClass != 0 && v.endingDrawn(p, r)
}

func (v *Variant) endingDrawn(p *Position, r *DrawRules) bool {
	if int(p.EndingClass) > len(r.Endings) {
		return false
	}
	e := &r.Endings[p.EndingClass-1]
	return e.Plies != 0 && p.EndingPlies >= e.Plies ||
		e.Road != NoRoad && p.RoadPlies > e.RoadPlies ||
		e.AtOnce && !v.CanCapture(p, p.Side)
}

// NoDrawAhead is what PliesToDraw returns when no counter runs.
const NoDrawAhead = math.MaxUint16

// PliesToDraw returns how many plies may still be played from p before a
// counter of the rules r makes the game a draw, if nothing resets it: 0 when
// it is one already, NoDrawAhead when no counter runs. A side that is winning
// must make progress (a capture, or whatever else resets the counter) sooner.
func (v *Variant) PliesToDraw(p *Position, r *DrawRules) int {
	left := NoDrawAhead
	within := func(limit, now int) { left = min(left, max(0, limit-now)) }
	if r.KingPlies != 0 {
		within(int(r.KingPlies), int(p.KingPlies))
	}
	if r.NoProgress != 0 {
		within(int(r.NoProgress), int(p.NoProgress))
	}
	if p.EndingClass == 0 || int(p.EndingClass) > len(r.Endings) {
		return left
	}
	e := &r.Endings[p.EndingClass-1]
	if e.Plies != 0 {
		within(int(e.Plies), int(p.EndingPlies))
	}
	if e.Road != NoRoad && p.RoadPlies != 0 {
		within(int(e.RoadPlies)+1, int(p.RoadPlies))
	}
	if e.AtOnce && !v.CanCapture(p, p.Side) {
		left = 0
	}
	return left
}
