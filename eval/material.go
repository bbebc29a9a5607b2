package eval

import (
	"math/bits"

	"github.com/damiera/damiera/board"
)

// planeCount is the number of bits of a placement weight.
const planeCount = 6

// planes hold a weight of 0 to 63 for every square, one set of squares for each
// bit, so that a sum over many pieces costs planeCount population counts.
type planes [planeCount]board.Bits

func (t *planes) set(s board.Square, weight int) {
	weight = min(max(weight, 0), 1<<planeCount-1)
	for i := range t {
		if weight>>i&1 != 0 {
			t[i] = t[i].With(s)
		}
	}
}

func (t *planes) sum(b board.Bits) int {
	n := 0
	for i := range t {
		n += bits.OnesCount64(t[i].Lo&b.Lo) << i
	}
	if b.Hi != 0 {
		for i := range t {
			n += bits.OnesCount64(t[i].Hi&b.Hi) << i
		}
	}
	return n
}

// material is the hand-made evaluation of one game. All tables are given from
// White's side and turned for Black, so that mirrored positions are equal.
type material struct {
	weights
	playable board.Bits
	pieces   int // at the start, both sides
	men      [2]planes
	menBase  int // what a man's plane weight is above the truth: they are never negative
	kings    [2]planes
	steps    []step
}

// step is a pair of opposite directions: up is towards the first square.
type step struct {
	distance         uint
	upFrom, downFrom board.Bits // where such a step does not leave the board
	sideways         bool       // men go both ways
}

func newMaterial(v *board.Variant) *material {
	m := &material{weights: weightsOf(v), playable: v.Playable}
	start := v.Start()
	m.pieces = start.Count()
	lowest := 0
	for number := 1; number <= v.Squares; number++ {
		s, _ := v.SquareOf(number)
		lowest = min(lowest, m.manWeight(v, s))
	}
	m.menBase = -lowest
	for number := 1; number <= v.Squares; number++ {
		s, _ := v.SquareOf(number)
		m.men[board.White].set(s, m.manWeight(v, s)+m.menBase)
		m.men[board.Black].set(v.Rotate(s), m.manWeight(v, s)+m.menBase)
		m.kings[board.White].set(s, m.kingWeight(v, s))
		m.kings[board.Black].set(v.Rotate(s), m.kingWeight(v, s))
	}
	directions := []board.Direction{board.NorthWest, board.NorthEast}
	if v.Orthogonal {
		directions = []board.Direction{board.North, board.West}
	}
	for _, d := range directions {
		m.steps = append(m.steps, newStep(v, d))
	}
	return m
}

func newStep(v *board.Variant, up board.Direction) step {
	t := step{sideways: up == board.West}
	for number := 1; number <= v.Squares; number++ {
		s, _ := v.SquareOf(number)
		if next := v.Neighbour(s, up); next != board.NoSquare {
			t.distance = uint(s - next)
			t.upFrom = t.upFrom.With(s)
			t.downFrom = t.downFrom.With(next)
		}
	}
	return t
}

// manWeight is the worth of a white man's place.
func (m *material) manWeight(v *board.Variant, s board.Square) int {
	row, col := v.RowCol(s)
	gone := v.Height - 1 - row
	weight := m.advance * gone
	if left := row; left <= 2 {
		weight += m.near * (3 - left)
	}
	if gone == 0 {
		weight += m.guard
	}
	if col >= v.Width/4 && col < v.Width-v.Width/4 {
		weight += m.centre
	}
	return weight
}

// kingWeight is the worth of a white king's place.
func (m *material) kingWeight(v *board.Variant, s board.Square) int {
	row, col := v.RowCol(s)
	ring := min(row, col, v.Height-1-row, v.Width-1-col)
	return m.kingCentre * ring
}

// value returns the value from White's side.
func (m *material) value(p *board.Position) int {
	white, black := p.Men[board.White].Count(), p.Men[board.Black].Count()
	whiteKings, blackKings := p.Kings[board.White].Count(), p.Kings[board.Black].Count()
	lead := m.man*(white-black) + m.worth(whiteKings) - m.worth(blackKings)
	total := white + black + whiteKings + blackKings
	lead += lead * m.trade * (m.pieces - total) / (100 * m.pieces)

	place := m.men[board.White].sum(p.Men[board.White]) - m.men[board.Black].sum(p.Men[board.Black])
	place -= m.menBase * (white - black)
	if whiteKings+blackKings != 0 {
		place += m.kings[board.White].sum(p.Kings[board.White]) - m.kings[board.Black].sum(p.Kings[board.Black])
	}
	empty := m.playable.AndNot(p.Occupied())
	place += m.mobility * (m.mobile(p, board.White, empty) - m.mobile(p, board.Black, empty))
	value := lead + place
	if m.holds > 0 && total <= 2*m.holds+1 {
		if value > 0 && blackKings > 0 && white+whiteKings <= m.holds ||
			value < 0 && whiteKings > 0 && black+blackKings <= m.holds {
			value /= 8
		}
	}
	if p.Side == board.White {
		return value + m.tempo
	}
	return value - m.tempo
}

func (m *material) worth(kings int) int {
	if kings == 0 {
		return 0
	}
	return m.firstKing + m.king*(kings-1)
}

// mobile counts the free single steps of one side.
func (m *material) mobile(p *board.Position, c board.Color, empty board.Bits) int {
	men, kings := p.Men[c], p.Kings[c]
	n := 0
	for i := range m.steps {
		t := &m.steps[i]
		up := shiftUp(empty, t.distance).And(t.upFrom)
		down := shiftDown(empty, t.distance).And(t.downFrom)
		if c == board.White || t.sideways {
			n += men.And(up).Count()
		}
		if c == board.Black || t.sideways {
			n += men.And(down).Count()
		}
		if !kings.Empty() {
			n += kings.And(up).Count() + kings.And(down).Count()
		}
	}
	return n
}

func shiftUp(b board.Bits, n uint) board.Bits {
	return board.Bits{Lo: b.Lo << (n & 63), Hi: b.Hi<<(n&63) | b.Lo>>(-n&63)}
}

func shiftDown(b board.Bits, n uint) board.Bits {
	return board.Bits{Lo: b.Lo>>(n&63) | b.Hi<<(-n&63), Hi: b.Hi >> (n & 63)}
}
