package openings

import (
	"math/rand/v2"

	"github.com/damiera/damiera/board"
)

// DefaultMargin is the margin of the play in centimen if no other is asked for.
const DefaultMargin = 8

// safeScore is the score in centimen below which only the best move is played:
// what is given away for variety shall not add up to a bad position.
const safeScore = -20

// Choice tells how a move is taken from a book.
type Choice struct {
	// Margin is how many centimen a move may be below the best one.
	Margin int
	// Plies is the length of the beginning of the game in which any move within
	// the margin may be taken; after it the best one is.
	Plies int
	// Random is the source of chance, nil for one that differs every time.
	Random *rand.Rand
}

// Choose takes a move for the position of a game: in the beginning of the game
// a random one of those within the margin of the best, the more likely the
// better it is, later the best one. It reports false when the book does not
// know the position's moves, or when the position stands again: then moves of
// the book may run in circles.
//
// A client may not tell the moves before the last capture. So the plies played
// are at least those from the book's root.
func (b *Book) Choose(g *board.Game, c Choice) (BookMove, bool) {
	p := g.Position()
	moves := b.Moves(p)
	if len(moves) == 0 || g.Repetitions() > 1 {
		return BookMove{}, false
	}
	e, _ := b.Probe(p)
	if max(len(g.Moves()), e.Plies) >= c.Plies {
		return moves[0], true
	}
	n := c.Random.IntN
	if c.Random == nil {
		n = rand.IntN
	}
	return moves[pick(moves, c.Margin, n)], true
}

// pick draws one of the moves within the margin of the first and best one.
func pick(moves []BookMove, margin int, intN func(int) int) int {
	total := 0
	for i := range moves {
		total += weight(moves, i, margin)
	}
	ticket := intN(total)
	for i := range moves {
		if ticket -= weight(moves, i, margin); ticket < 0 {
			return i
		}
	}
	return 0
}

// weight returns how likely a move is to be played. It falls evenly with the
// score, to about half of the best move's at the margin.
func weight(moves []BookMove, i, margin int) int {
	margin = max(0, margin)
	worse := moves[0].Score - moves[i].Score
	if worse > margin || worse > 0 && moves[i].Score < safeScore {
		return 0
	}
	return 2*(margin+1) - worse
}

// Chances returns the probability of each of the moves, which are sorted, with
// a margin.
func Chances(moves []BookMove, margin int) []float64 {
	total := 0
	for i := range moves {
		total += weight(moves, i, margin)
	}
	chances := make([]float64, len(moves))
	for i := range moves {
		chances[i] = float64(weight(moves, i, margin)) / float64(total)
	}
	return chances
}
