package board

import "fmt"

// Outcome is how a game stands.
type Outcome uint8

const (
	// Ongoing games have no result yet.
	Ongoing Outcome = iota
	WhiteWins
	BlackWins
	Drawn
)

// String returns "ongoing", "white wins", "black wins" or "draw".
func (o Outcome) String() string {
	return [...]string{"ongoing", "white wins", "black wins", "draw"}[o&3]
}

// Won returns the outcome of a game that a side has won.
func Won(c Color) Outcome { return WhiteWins + Outcome(c&1) }

// Outcome returns how the game stands and why, in plain English, such as
// "draw: the position occurred three times"; the reason of an ongoing game is
// empty. A side that has won has won, even if a draw counter ran out with the
// same move.
func (g *Game) Outcome() (Outcome, string) {
	v, p := g.variant, g.Position()
	if winner, reason, over := v.winner(p); over {
		return Won(winner), fmt.Sprintf("%s wins: %s", winner, reason)
	}
	if r := g.draws.Repetition; r != 0 {
		if n := g.Repetitions(); n >= r {
			return Drawn, fmt.Sprintf("draw: the position occurred %s", times(n))
		}
	}
	if v.DrawnByRule(p, g.draws) {
		return Drawn, "draw: " + v.drawReason(p, g.draws)
	}
	return Ongoing, ""
}

// winner returns who has won by the goal of the game, and why.
func (v *Variant) winner(p *Position) (c Color, reason string, over bool) {
	if v.Goal == GoalBreakthrough {
		for _, c := range [2]Color{p.Side.Opponent(), p.Side} { // who moved last comes first
			if !p.Kings[c].Empty() {
				return c, fmt.Sprintf("%s has made a king", c), true
			}
		}
	}
	l := lists.Get().(*List)
	defer lists.Put(l)
	v.Generate(p, l)
	if l.Len() != 0 {
		return 0, "", false
	}
	reason = fmt.Sprintf("%s has no legal move", p.Side)
	if p.Pieces(p.Side).Empty() {
		reason = fmt.Sprintf("%s has no pieces left", p.Side)
	}
	if v.Goal == GoalLosing {
		return p.Side, reason, true
	}
	return p.Side.Opponent(), reason, true
}

// drawReason names the rule that made p a draw.
func (v *Variant) drawReason(p *Position, r *DrawRules) string {
	if int(p.EndingClass) <= len(r.Endings) && p.EndingClass != 0 && v.endingDrawn(p, r) {
		e := &r.Endings[p.EndingClass-1]
		switch {
		case e.AtOnce:
			return e.Name
		case e.Plies != 0 && p.EndingPlies >= e.Plies:
			return fmt.Sprintf("%d moves each with %s", e.Plies/2, e.Name)
		case e.Road == WeakRoad:
			return fmt.Sprintf("%d moves each with %s that holds the main road", e.RoadPlies/2, e.Name)
		}
		return fmt.Sprintf("%d moves each with %s and the main road held", e.RoadPlies/2, e.Name)
	}
	if p.KingPlies > r.KingPlies-1 {
		return fmt.Sprintf("%d moves each with kings only and without a capture", r.KingPlies/2)
	}
	return fmt.Sprintf("%d moves each without a capture or a promotion", r.NoProgress/2)
}

func times(n int) string {
	if n >= 0 && n < len(timesInWords) {
		return timesInWords[n]
	}
	return fmt.Sprintf("%d times", n)
}

var timesInWords = [...]string{"no times", "once", "twice", "three times", "four times", "five times"}
