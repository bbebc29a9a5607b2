package eval

import (
	"math/bits"
	"slices"

	"github.com/damiera/damiera/board"
)

// The state of a pattern's half, two columns of the board, is a number of
// halfBits bits: 3^6 and 5^4 are less. Patterns overlap by half, so a word holds
// the states of the columns side by side, each once, and the index of a pattern
// is a window of two halves. The tables of weights are as large as windows are
// wide: there is no state that they lack, and no check of bounds.
const (
	halfBits   = 10
	windowMask = 1<<(2*halfBits) - 1
	halfMask   = 1<<halfBits - 1
	maxSquares = 128 // bits without a square included
	sideWords  = 4   // of both sides together
)

// apart is the room after a table, in 64-bit words. Equal states of several tables
// are frequent, no men at all above all: without it they would share, and fight
// for, the same lines of the first cache.
const apart = 11 * 8

// word says which halves a machine word holds and what a man on a square adds
// to it. Men of the side whose views they are count 1, the other side's 2, own
// kings 3 and the other side's 4: the word of a position is the sum of digits
// for the one plus twice the sum for the other, and so on.
type word struct {
	digits [maxSquares]uint64
	halves [][]board.Square
	slots  []slot
}

// slot is a view whose index is the window at shift.
type slot struct{ pattern, shift int }

// add puts a view of a pattern into the word.
func (w *word) add(p *Pattern, number int, squares []board.Square) {
	var half [2][]board.Square
	for i, s := range squares {
		half[p.half[i]] = append(half[p.half[i]], s)
	}
	if n := len(w.halves); n == 0 || !slices.Equal(w.halves[n-1], half[0]) {
		w.addHalf(p.Radix, half[0])
	}
	w.slots = append(w.slots, slot{number, (len(w.halves) - 1) * halfBits})
	w.addHalf(p.Radix, half[1])
}

func (w *word) addHalf(radix uint32, half []board.Square) {
	shift := len(w.halves) * halfBits
	if shift+halfBits > 64 {
		panic("eval: too many patterns for a word")
	}
	for i, s := range half {
		w.digits[s] += uint64(power(radix, i)) << shift
	}
	w.halves = append(w.halves, half)
}

// first is the lowest square of any view.
func (w *word) first() int {
	return slices.IndexFunc(w.digits[:], func(n uint64) bool { return n != 0 })
}

// fill makes the table of sums of digits for every set of the squares first,
// first+1, ...
func fill(digits *[maxSquares]uint64, first int, table []uint64) {
	for set := 1; set < len(table); set++ {
		table[set] = table[set&(set-1)] + digits[first+bits.TrailingZeros(uint(set))]
	}
}

// words are the views of a game's patterns: those that lie at the side's own end
// of White's and Black's view and those nearer to the middle.
type words struct {
	radix                                  uint32
	white, whiteMiddle, blackMiddle, black word
}

func (l *Layout) addPatterns(blocks []block, radix uint32) *words {
	w := &words{radix: radix}
	first := len(l.Patterns)
	for _, b := range blocks {
		p := newPattern(l.Variant, b, radix)
		starts := []int{l.Size}
		l.Size += p.Size
		for _, part := range p.Parts {
			starts = append(starts, l.Size)
			l.Size += p.PartSize(part)
		}
		l.Patterns = append(l.Patterns, p)
		l.Starts = append(l.Starts, starts)
	}
	for view := range 2 { // the second one is the mirror image, if there is any
		for i, b := range blocks {
			p := l.Patterns[first+i]
			turned := len(p.Views) / 2
			if view >= turned {
				continue
			}
			white, black := &w.white, &w.black
			if b.row > 0 {
				white, black = &w.whiteMiddle, &w.blackMiddle
			}
			white.add(p, first+i, p.Views[view])
			black.add(p, first+i, p.Views[turned+view])
		}
	}
	return w
}

// of returns the words of a position, square by square.
func (w *words) of(p *board.Position) (all [sideWords]uint64) {
	for i, one := range []*word{&w.white, &w.whiteMiddle, &w.blackMiddle, &w.black} {
		own := board.Color(i / 2)
		other := own.Opponent()
		for digit, pieces := range []board.Bits{p.Men[own], p.Men[other], p.Kings[own], p.Kings[other]}[:w.radix-1] {
			for b := pieces; !b.Empty(); {
				all[i] += uint64(digit+1) * one.digits[b.Pop()]
			}
		}
	}
	return all
}

// place tells where the index of a view of White is: in which word, at which
// bit. Black's is in the opposite word at the same bit.
type place struct{ pattern, word, shift int }

// places returns the places of all views, pattern by pattern.
func (w *words) places() []place {
	var all []place
	for i, one := range []*word{&w.white, &w.whiteMiddle} {
		for _, s := range one.slots {
			all = append(all, place{s.pattern, i, s.shift})
		}
	}
	slices.SortStableFunc(all, func(a, b place) int { return a.pattern - b.pattern })
	return all
}
