package eval

import (
	"fmt"

	"github.com/damiera/damiera/board"
)

// block is a rectangle of a board: a pattern of all playing squares in it.
type block struct{ row, col, rows, cols int }

// shapes declares which patterns a board has. A block stands for itself and
// for the block it becomes when the board is turned by 180 degrees, which uses
// the same weights with the colours exchanged.
type shapes struct {
	// id names the shapes in weights files: change it when the blocks change.
	id string
	// men blocks see men only, three states a square.
	men []block
	// kings blocks see men and kings, five states a square; they are looked at
	// only when there is a king.
	kings []block
}

// Twelve squares in three ranks of files that overlap by half are the idea of
// Scan's evaluation by Fabien Letouzey; the kings' blocks are ours.
var (
	shapes8 = shapes{
		id:  "8x8-1",
		men: []block{{0, 0, 6, 4}, {0, 2, 6, 4}, {0, 4, 6, 4}},
		kings: []block{{0, 0, 4, 4}, {0, 2, 4, 4}, {0, 4, 4, 4},
			{2, 0, 4, 4}, {2, 2, 4, 4}},
	}
	shapes108 = shapes{
		id:  "10x8-1",
		men: []block{{0, 0, 6, 4}, {0, 2, 6, 4}, {0, 4, 6, 4}, {0, 6, 6, 4}},
	}
	shapes10 = shapes{
		id:  "10x10-1",
		men: []block{{0, 0, 6, 4}, {0, 2, 6, 4}, {0, 4, 6, 4}, {0, 6, 6, 4}},
	}
	// Few men and many kings: frysk.
	shapes10Kings = shapes{
		id:  "10x10k-1",
		men: shapes10.men,
		kings: []block{{0, 0, 4, 4}, {0, 3, 4, 4}, {0, 6, 4, 4},
			{3, 0, 4, 4}, {3, 3, 4, 4}},
	}
	shapes12 = shapes{
		id: "12x12-1",
		men: []block{{0, 0, 6, 4}, {0, 2, 6, 4}, {0, 4, 6, 4}, {0, 6, 6, 4}, {0, 8, 6, 4},
			{3, 4, 6, 4}},
	}
	// The orthogonal game is its own mirror image: blocks of the right half
	// use the weights of the left half.
	shapes64 = shapes{
		id:    "64-1",
		men:   []block{{0, 0, 3, 4}, {0, 2, 3, 4}, {2, 0, 3, 4}, {2, 2, 3, 4}},
		kings: []block{{0, 0, 2, 4}, {2, 0, 2, 4}},
	}
)

func shapesOf(v *board.Variant) *shapes {
	switch {
	case v.AllSquares:
		return &shapes64
	case v.Width == 12:
		return &shapes12
	case v.Width == 10 && v.Height == 8:
		return &shapes108
	case v.Width == 10 && v.MenRows < 3:
		return &shapes10Kings
	case v.Width == 10:
		return &shapes10
	}
	return &shapes8
}

// Part is a run of a pattern's squares with weights of its own, so that
// positions teach it more often than the whole pattern.
type Part struct{ From, To int }

// Pattern is a set of weights for what stands on some squares, looked up once
// for each view of the board.
type Pattern struct {
	Name  string
	Radix uint32 // states of a square: 3 (men) or 5 (men and kings)
	// Views list the squares from the lowest digit up. The first half of them
	// adds for White, the second half, turned, subtracts for Black.
	Views [][]board.Square
	// Size is the number of states of all squares.
	Size  int
	Parts []Part

	half []int // of each square of a view: the left columns, or the right ones
	// part of an index that the states of both halves stand for
	halves [2][]uint32
}

func newPattern(v *board.Variant, b block, radix uint32) *Pattern {
	p := &Pattern{Radix: radix, Size: 1}
	var plain, mirrored []board.Square
	for row := b.row; row < b.row+b.rows; row++ {
		for col := b.col; col < b.col+b.cols; col++ {
			if s, ok := v.At(row, col); ok {
				plain = append(plain, s)
				p.half = append(p.half, (col-b.col)/(b.cols/2))
				if v.AllSquares {
					m, _ := v.At(row, v.Width-1-col)
					mirrored = append(mirrored, m)
				}
			}
		}
	}
	p.Views = [][]board.Square{plain}
	p.Name = fmt.Sprintf("radix %d, %dx%d at row %d, column %d", radix, b.rows, b.cols, b.row, b.col)
	if v.AllSquares {
		p.Views = append(p.Views, mirrored)
	}
	for _, view := range p.Views {
		var turned []board.Square
		for _, s := range view {
			turned = append(turned, v.Rotate(s))
		}
		p.Views = append(p.Views, turned)
	}
	for range plain {
		p.Size *= int(radix)
	}
	for half := range p.halves {
		p.halves[half] = []uint32{0}
		for digit := range plain {
			if p.half[digit] == half {
				p.halves[half] = withDigit(p.halves[half], radix, power(radix, digit))
			}
		}
	}
	n := len(plain)
	for from := 0; from+4 <= n; from += 4 {
		p.Parts = append(p.Parts, Part{from, from + 4})
	}
	for from := 0; n > 8 && from+8 <= n; from += 4 {
		p.Parts = append(p.Parts, Part{from, from + 8})
	}
	return p
}

// withDigit extends a list of all states by a digit in front, of the given worth.
func withDigit(states []uint32, radix, worth uint32) (all []uint32) {
	for state := range radix {
		for _, n := range states {
			all = append(all, n+state*worth)
		}
	}
	return all
}

// index returns the state of a pattern from the window of its halves.
func (p *Pattern) index(window uint64) uint32 {
	return p.halves[0][window&halfMask] + p.halves[1][window>>halfBits&halfMask]
}

// spread orders a pattern's weights by windows.
func (p *Pattern) spread(weights []int32, t *weightTable) {
	for high, n := range p.halves[1] {
		row := t[high<<halfBits:]
		for low, m := range p.halves[0] {
			row[low] = weights[n+m]
		}
	}
}

// PartIndex returns the index of a part's state given that of its pattern.
func (p *Pattern) PartIndex(part Part, index uint32) uint32 {
	return index / power(p.Radix, part.From) % power(p.Radix, part.To-part.From)
}

// PartSize returns the number of states of a part.
func (p *Pattern) PartSize(part Part) int { return int(power(p.Radix, part.To-part.From)) }

func power(base uint32, exponent int) uint32 {
	n := uint32(1)
	for range exponent {
		n *= base
	}
	return n
}
