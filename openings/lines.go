package openings

import (
	"math/rand/v2"

	"github.com/damiera/damiera/board"
)

// LineOptions tell which lines of a book are wanted.
type LineOptions struct {
	// Plies is the length of the lines, 0 for as far as the book goes.
	Plies int
	// Margin is how many centimen a move may be below the best one.
	Margin int
	// Bound is the largest |score| at the end in centimen, negative for any.
	Bound int
}

// Lines returns lines of moves from the roots of the book, each to a position
// that no other one ends with, the best moves first.
func (b *Book) Lines(o LineOptions) []Ballot {
	w := &lineWalk{book: b, options: o, seen: map[uint64]int{}, ended: map[uint64]bool{}}
	for i := range b.roots {
		w.root = b.roots[i]
		w.walk(&b.roots[i])
	}
	return w.lines
}

// ballotMargin is how many centimen a move of a ballot from a book may be below
// the best one.
const ballotMargin = 20

// BookBallots returns balanced openings like MakeBallots, but those lines of the
// program's book to which no move gives much away. Nodes, Threads and Evaluator
// are not used.
func BookBallots(o BallotOptions) ([]Ballot, error) {
	b, err := DefaultBook(o.Variant)
	if err != nil {
		return nil, err
	}
	lines := b.Lines(LineOptions{Plies: o.Plies, Margin: ballotMargin, Bound: o.Bound})
	r := rand.New(rand.NewPCG(o.Seed, uint64(o.Plies)))
	r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	if o.Max > 0 && len(lines) > o.Max {
		lines = lines[:o.Max]
	}
	return lines, nil
}

// lineWalk goes through a book.
type lineWalk struct {
	book    *Book
	options LineOptions
	root    board.Position
	moves   []board.Move
	// seen are the positions that were gone through, with the shortest way to
	// them so far; ended those that a line ends with.
	seen  map[uint64]int
	ended map[uint64]bool
	lines []Ballot
}

func (w *lineWalk) walk(p *board.Position) {
	v := w.book.variant
	key, ply := v.Key(p), len(w.moves)
	if ply == w.options.Plies && ply > 0 {
		w.end(p, key)
		return
	}
	before, again := w.seen[key]
	// With a length in mind the same position at another ply is another thing.
	if again && (w.options.Plies == 0 || before == ply) {
		return
	}
	w.seen[key] = ply
	moves := w.book.Moves(p)
	if len(moves) == 0 && w.options.Plies == 0 && ply > 0 {
		w.end(p, key)
	}
	if ply >= maxPlies {
		return
	}
	for i := range moves {
		if moves[0].Score-moves[i].Score > w.options.Margin {
			break
		}
		var q board.Position
		v.Do(p, &moves[i].Move, &q)
		w.moves = append(w.moves, moves[i].Move)
		w.walk(&q)
		w.moves = w.moves[:ply]
	}
}

// end keeps the line that leads to a position.
func (w *lineWalk) end(p *board.Position, key uint64) {
	e, ok := w.book.Probe(p)
	if !ok || w.ended[key] || w.options.Bound >= 0 && max(e.Score, -e.Score) > w.options.Bound {
		return
	}
	w.ended[key] = true
	o := Opening{Start: w.root, Moves: append([]board.Move(nil), w.moves...)}
	o.Name = o.Text(w.book.variant)
	w.lines = append(w.lines, Ballot{o, e.Score})
}
