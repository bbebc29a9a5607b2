package openings

import (
	"cmp"
	"encoding/binary"
	"math"
	"math/rand/v2"

	"github.com/damiera/damiera/board"
)

const (
	// DefaultMargin is the margin of the play in centimen of a book that has none
	// of its own, and the least that Builder.Confirm gives one.
	DefaultMargin = 8
	// OwnMargin stands for the margin of the book: see Book.PlayMargin.
	OwnMargin = -1
	// mostMargin is the largest margin that Builder.Confirm gives a book.
	mostMargin = 30
)

// Games from a book differ enough when varietyGames of them have enoughVariety
// different beginnings of varietyPlies, on average over varietySamples. Chance
// gives four more or less.
const (
	varietyGames   = 100
	varietyPlies   = 10
	enoughVariety  = 67
	varietySamples = 20
)

// safeScore is the score in centimen below which only the best move is played:
// what is given away for variety shall not add up to a bad position.
const safeScore = -20

// Choice tells how a move is taken from a book.
type Choice struct {
	// Margin is how many centimen a move may be below the best one, or OwnMargin.
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
	return moves[pick(moves, b.PlayMargin(c.Margin), n)], true
}

// PlayMargin returns the margin that is asked for, in centimen, or for OwnMargin
// the book's own, with which games differ.
func (b *Book) PlayMargin(asked int) int {
	if asked < 0 {
		return cmp.Or(b.BookHeader.Margin, DefaultMargin)
	}
	return asked
}

// variety returns how many different beginnings games with a margin have, from
// roots drawn by lot. A game that leaves the book goes on in one way.
func (b *Book) variety(margin int) int {
	r := rand.New(rand.NewPCG(1, 2)) // any: the same book has the same margin
	known := map[uint64][]BookMove{}
	different := 0
	for range varietySamples {
		beginnings := map[string]bool{}
		for range varietyGames {
			root := r.IntN(len(b.roots))
			line := binary.LittleEndian.AppendUint32(nil, uint32(root))
			beginnings[string(b.beginning(line, b.roots[root], margin, r.IntN, known))] = true
		}
		different += len(beginnings)
	}
	return different / varietySamples
}

// beginning appends the indices of the moves of a game from a position to a line.
// Known are the moves of positions that were met before.
func (b *Book) beginning(line []byte, p board.Position, margin int, intN func(int) int, known map[uint64][]BookMove) []byte {
	for range varietyPlies {
		key := b.variant.Key(&p)
		moves, ok := known[key]
		if !ok {
			moves = b.Moves(&p)
			known[key] = moves
		}
		if len(moves) == 0 {
			break
		}
		i := pick(moves, margin, intN)
		line = append(line, byte(i))
		var q board.Position
		b.variant.Do(&p, &moves[i].Move, &q)
		p = q
	}
	return line
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

// weight returns how likely a move is to be played: it falls with what the move
// gives away, to a twentieth at the margin. For as many different games, that
// gives away a third less than chances that fall evenly.
func weight(moves []BookMove, i, margin int) int {
	if !playable(moves[0].Score, moves[i].Score, margin) {
		return 0
	}
	worse := float64(moves[0].Score - moves[i].Score)
	return int(1000 * math.Exp(-3*worse/float64(margin+1)))
}

// playable reports whether a move of a score may be played where the best one
// has another.
func playable(best, score, margin int) bool {
	return score >= best || score >= best-margin && score >= safeScore
}

// Chances returns the probability of each of the moves of a position, which are
// sorted, with a margin or OwnMargin.
func (b *Book) Chances(moves []BookMove, margin int) []float64 {
	margin = b.PlayMargin(margin)
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
