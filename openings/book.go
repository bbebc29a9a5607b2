package openings

import (
	"slices"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// Book is an opening book of one game: positions and what is known of them.
// A position and the same one with colours exchanged are one entry. It is safe
// for concurrent use, since nothing changes it.
type Book struct {
	BookHeader
	variant *board.Variant
	// Roots are the positions that the book was grown from.
	roots []board.Position

	// One entry is the same index of each of these. Keys ascend.
	keys   []uint64
	scores []int16
	depths []uint8 // with expandedBit
	plies  []uint8 // with confirmedBit
	visits []uint16
}

// Entry is what a book knows of a position.
type Entry struct {
	// Score is in centimen from the side to move: the search's opinion or, when
	// the position is expanded, the best of its moves by their entries.
	Score int
	// Depth is the depth in plies of the search that scored the position.
	Depth int
	// Plies is the shortest way to the position from a root of the book.
	Plies int
	// Visits is how often the growing book went on beyond the position, or the
	// number of imported games that came through it.
	Visits int
	// Expanded tells that every legal move leads to a position of the book.
	Expanded bool
	// Confirmed tells that a larger search than that of the others has scored
	// the position: see Builder.Confirm.
	Confirmed bool
}

const (
	expandedBit  = 0x80
	confirmedBit = 0x80
	maxVisits    = 1<<16 - 1
	maxPlies     = 1<<7 - 1
)

// BookMove is a move that a book knows.
type BookMove struct {
	board.Move
	// Score is the book's score of the move, from the side that makes it.
	Score int
	// Entry is the position after the move.
	Entry Entry
}

// Variant returns the game of the book.
func (b *Book) Variant() *board.Variant { return b.variant }

// Roots returns the positions that the book was grown from.
func (b *Book) Roots() []board.Position { return slices.Clone(b.roots) }

// Len returns the number of positions.
func (b *Book) Len() int { return len(b.keys) }

// Count returns the number of positions that are expanded, and of those whose
// scores are confirmed.
func (b *Book) Count() (expanded, confirmed int) {
	for i := range b.keys {
		if b.depths[i]&expandedBit != 0 {
			expanded++
		}
		if b.plies[i]&confirmedBit != 0 {
			confirmed++
		}
	}
	return expanded, confirmed
}

// Deepest returns the largest number of plies from a root to a position.
func (b *Book) Deepest() int {
	deepest := uint8(0)
	for _, plies := range b.plies {
		deepest = max(deepest, plies&^confirmedBit)
	}
	return int(deepest)
}

// Probe looks a position up. It allocates nothing.
func (b *Book) Probe(p *board.Position) (Entry, bool) {
	i, ok := slices.BinarySearch(b.keys, canonicalKey(b.variant, p))
	if !ok {
		return Entry{}, false
	}
	return b.entry(i), true
}

func (b *Book) entry(i int) Entry {
	return Entry{
		Score: int(b.scores[i]), Depth: int(b.depths[i] &^ expandedBit), Plies: int(b.plies[i] &^ confirmedBit),
		Visits: int(b.visits[i]), Expanded: b.depths[i]&expandedBit != 0, Confirmed: b.plies[i]&confirmedBit != 0,
	}
}

// Moves returns the moves of a position that is expanded, best first, moves of
// the same score in the order of Variant.Generate; none for another.
func (b *Book) Moves(p *board.Position) []BookMove {
	e, ok := b.Probe(p)
	if !ok || !e.Expanded {
		return nil
	}
	list := new(board.List)
	b.variant.Generate(p, list)
	moves := make([]BookMove, 0, list.Len())
	for _, m := range list.Moves() {
		var q board.Position
		b.variant.Do(p, &m, &q)
		if next, ok := b.Probe(&q); ok {
			moves = append(moves, BookMove{Move: m, Score: fromChild(next.Score), Entry: next})
		}
	}
	slices.SortStableFunc(moves, func(x, y BookMove) int { return y.Score - x.Score })
	return moves
}

// maxLine bounds a line of best moves, which may run in circles.
const maxLine = 40

// Line returns a move and the best moves after it, as far as the book goes.
func (b *Book) Line(p *board.Position, first board.Move) []board.Move {
	line := []board.Move{first}
	var q board.Position
	b.variant.Do(p, &first, &q)
	for len(line) < maxLine {
		moves := b.Moves(&q)
		if len(moves) == 0 {
			break
		}
		line = append(line, moves[0].Move)
		var next board.Position
		b.variant.Do(&q, &moves[0].Move, &next)
		q = next
	}
	return line
}

// canonical returns the position with the side to move that begins the game:
// itself, or the same with colours exchanged. It has no past.
func canonical(v *board.Variant, p *board.Position) board.Position {
	q := *p
	if q.Side != v.Starts {
		q = v.Flip(p)
	}
	lengths, squares := q.RunLength, q.RunSquare
	v.ClearCounters(&q)
	q.RunLength, q.RunSquare = lengths, squares // they limit the moves
	return q
}

func canonicalKey(v *board.Variant, p *board.Position) uint64 {
	if p.Side == v.Starts {
		return v.Key(p)
	}
	q := v.Flip(p)
	return v.Key(&q)
}

// fromChild turns the score of a position into that of the move that led to it.
// A win counts its plies.
func fromChild(score int) int {
	switch {
	case score > search.WinScore-search.MaxDistance:
		score--
	case score < search.MaxDistance-search.WinScore:
		score++
	}
	return -score
}
