package bench

import (
	"time"

	"github.com/damiera/damiera/board"
)

// GameRecord is a finished game as the journal keeps it.
type GameRecord struct {
	// Game is its number in the schedule, from 1.
	Game int `json:"game"`
	// Opening is the number of the opening, from 1, and Name its name.
	Opening     int    `json:"opening"`
	OpeningName string `json:"opening_name,omitempty"`
	White       string `json:"white"`
	Black       string `json:"black"`
	// FEN is the position that the moves begin from.
	FEN string `json:"fen"`
	// Result is "2-0", "1-1" or "0-2", White first.
	Result string `json:"result"`
	// Reason is why the game ended, in a few fixed words; Detail tells more.
	Reason string `json:"reason"`
	Detail string `json:"detail,omitempty"`
	// Loser is the name of the engine whose failure ended the game.
	Loser string    `json:"loser,omitempty"`
	Moves []Ply     `json:"moves"`
	Start time.Time `json:"start"`
	// Seconds is how long the game took.
	Seconds float64 `json:"seconds"`
}

// Ply is one move of a record.
type Ply struct {
	// Move is written with the captured squares in board numbers, as Hub does.
	Move string `json:"m"`
	// Book is set for moves of the opening.
	Book bool `json:"book,omitempty"`
	// Score is what the engine said, in men from its own side.
	Score *float64 `json:"s,omitempty"`
	Depth int      `json:"d,omitempty"`
	Nodes uint64   `json:"n,omitempty"`
	// Seconds is the time charged and Clock what is left, nil without a clock.
	Seconds float64  `json:"t,omitempty"`
	Clock   *float64 `json:"c,omitempty"`
}

// Results of games, White first, as PDN writes them.
const (
	resultWhite = "2-0"
	resultDraw  = "1-1"
	resultBlack = "0-2"
)

// isResult reports whether a text is the result of a finished game.
func isResult(text string) bool {
	return text == resultWhite || text == resultDraw || text == resultBlack
}

// resultOf writes the outcome of a finished game.
func resultOf(o board.Outcome) string {
	switch o {
	case board.WhiteWins:
		return resultWhite
	case board.BlackWins:
		return resultBlack
	}
	return resultDraw
}

// Points returns the half points of an engine in the game.
func (r *GameRecord) Points(engine string) int {
	switch {
	case r.Result == resultDraw:
		return 1
	case (r.Result == resultWhite) == (r.White == engine):
		return 2
	}
	return 0
}

// Has reports whether an engine took part.
func (r *GameRecord) Has(engine string) bool { return r.White == engine || r.Black == engine }

// game rebuilds the game from its record.
func (r *GameRecord) game(v *board.Variant) (*board.Game, error) {
	start, err := v.ParseFEN(r.FEN)
	if err != nil {
		return nil, err
	}
	g := board.NewGame(v, start)
	for _, m := range r.Moves {
		if _, err := g.PlayHub(m.Move); err != nil {
			return nil, err
		}
	}
	return g, nil
}
