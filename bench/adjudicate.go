package bench

import (
	"fmt"
	"math"
	"strconv"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
)

// Adjudication ends games whose result both engines agree about. The zero value
// adjudicates nothing.
type Adjudication struct {
	// Resign: both scores have said for Moves moves each that the same side is
	// at least Score men ahead. Draw: both have stayed within Score men for
	// Moves moves each, after move number From.
	Resign, Draw ScoreRule
	// MaxMoves is the number of moves each after which a game is drawn, 0 for
	// no limit.
	MaxMoves int
	// Endgame ends games that the database knows, unless nil. A win that the
	// draw counters would not let happen is played on.
	Endgame *endgame.Database
}

// ScoreRule is a rule about scores; Moves is 0 when it is not in force.
type ScoreRule struct {
	From, Moves int
	Score       float64
}

// ParseScoreRule reads "movecount=5 score=3.5", and for draws also
// "movenumber=40".
func ParseScoreRule(text string, draw bool) (ScoreRule, error) {
	var r ScoreRule
	words, err := parseKeyValues(text)
	if err != nil {
		return r, err
	}
	scored := false
	for _, w := range words {
		switch {
		case w.key == "movecount":
			r.Moves, err = strconv.Atoi(w.value)
			if err == nil && (r.Moves < 1 || r.Moves > 1000) {
				err = strconv.ErrRange
			}
		case w.key == "movenumber" && draw:
			r.From, err = strconv.Atoi(w.value)
		case w.key == "score":
			r.Score, err = strconv.ParseFloat(w.value, 64)
			scored = true
			if err == nil && !(r.Score >= 0 && r.Score <= 1000) {
				err = strconv.ErrRange
			}
		default:
			return r, fmt.Errorf("%q is no setting of a rule: write movecount=N score=MEN%s", w.key,
				map[bool]string{true: " movenumber=N"}[draw])
		}
		if err != nil {
			return r, fmt.Errorf("%s=%s: it must be a number within reason", w.key, w.value)
		}
	}
	if r.Moves == 0 || !scored {
		return r, fmt.Errorf("a rule needs movecount=N (moves each) and score=MEN")
	}
	return r, nil
}

// adjudicator follows the scores of a game.
type adjudicator struct {
	rules *Adjudication
	// plies in a row with White ahead, Black ahead and neither.
	white, black, level int
}

// see takes the score of the side that moved, in men from its own side.
func (a *adjudicator) see(side board.Color, scored bool, score float64) {
	if side == board.Black {
		score = -score
	}
	run := func(n *int, holds bool) {
		if *n++; !holds || !scored {
			*n = 0
		}
	}
	run(&a.white, score >= a.rules.Resign.Score)
	run(&a.black, score <= -a.rules.Resign.Score)
	run(&a.level, math.Abs(score) <= a.rules.Draw.Score)
}

// verdict returns the result that the rules give after so many plies, if any.
func (a *adjudicator) verdict(g *board.Game, plies int) (o board.Outcome, reason string) {
	agreed := func(r *ScoreRule, run int) bool { return r.Moves > 0 && run >= 2*r.Moves && plies >= 2*r.From }
	switch {
	case agreed(&a.rules.Resign, a.white):
		return board.WhiteWins, "adjudication: won by the scores of both"
	case agreed(&a.rules.Resign, a.black):
		return board.BlackWins, "adjudication: won by the scores of both"
	case agreed(&a.rules.Draw, a.level):
		return board.Drawn, "adjudication: drawn by the scores of both"
	case a.rules.MaxMoves > 0 && plies >= 2*a.rules.MaxMoves:
		return board.Drawn, "adjudication: limit of moves"
	case a.rules.Endgame != nil:
		return lookUp(a.rules.Endgame, g)
	}
	return board.Ongoing, ""
}

// lookUp returns the result that the endgame database knows.
func lookUp(d *endgame.Database, g *board.Game) (o board.Outcome, reason string) {
	p := g.Position()
	value, distance, known := d.Evaluate(p)
	if !known {
		return board.Ongoing, ""
	}
	switch {
	case value == endgame.Draw:
		o = board.Drawn
	case distance > g.Variant().PliesToDraw(p, g.Draws()):
		return board.Ongoing, ""
	case value == endgame.Win:
		o = board.Won(p.Side)
	default:
		o = board.Won(p.Side.Opponent())
	}
	return o, "adjudication: endgame database"
}
