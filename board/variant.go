package board

import "math/bits"

// Notation is how a game writes its squares.
type Notation uint8

const (
	// Numeric squares are 1, 2, 3, ...
	Numeric Notation = iota
	// Algebraic squares are a1, c3, ...
	Algebraic
)

// Corner is the corner of the board where numbering starts, as seen with White
// at the bottom. Numbers run along the row away from the corner.
type Corner uint8

const (
	TopLeft Corner = iota
	BottomRight
)

// Variant is one game: its rules, its board and how its squares are called.
// The exported fields describe it; they must not be changed.
type Variant struct {
	// Name is the canonical name, lower case, such as "russian" or "russian+free".
	Name string
	// Title is the name to show.
	Title string
	// GameType is the PDN GameType number, 0 if PDN has none.
	GameType int
	// Rules are the switches of the game.
	Rules
	// Draws are the game's official draw rules.
	Draws DrawRules
	// Geometry is the shape of the board.
	*Geometry
	// MenRows is the number of rows of men of each side at the start, after
	// EmptyRows empty ones.
	MenRows, EmptyRows int
	// Starts is the side that moves first.
	Starts Color
	// Notation, FirstSquare and CaptureSign tell how PDN writes moves.
	Notation    Notation
	FirstSquare Corner
	CaptureSign byte

	start    Position
	counting endingTable
	narrow   *generator[[0]uint64] // boards of up to 64 bits
	wide     *generator[[1]uint64] // larger boards

}

func (v *Variant) init() {
	half := v.MenRows
	for _, s := range v.squares {
		row, _ := v.RowCol(s)
		if row >= v.EmptyRows && row < v.EmptyRows+half {
			v.start.Men[Black] = v.start.Men[Black].With(s)
		}
		if up := v.Height - 1 - row; up >= v.EmptyRows && up < v.EmptyRows+half {
			v.start.Men[White] = v.start.Men[White].With(s)
		}
	}
	v.start.Side = v.Starts
	v.start.RunSquare = [2]Square{NoSquare, NoSquare}
	v.counting = newEndingTable(v)
	v.ClearCounters(&v.start)
	if v.Size <= 64 {
		v.narrow = newGenerator[[0]uint64](v)
	} else {
		v.wide = newGenerator[[1]uint64](v)
	}
}

// Start returns the start position.
func (v *Variant) Start() Position { return v.start }

// Crown returns the squares on which men of a side are crowned.
func (v *Variant) Crown(c Color) Bits {
	row := 0
	if c == Black {
		row = v.Height - 1
	}
	var b Bits
	for _, s := range v.squares {
		if r, _ := v.RowCol(s); r == row {
			b = b.With(s)
		}
	}
	return b
}

// Generate fills the list with the legal moves of a position. A position whose
// game is over by its goal (a king in breakthrough) has none.
func (v *Variant) Generate(p *Position, l *List) {
	l.n, l.effort = 0, 0
	if v.wide != nil {
		v.wide.generate(p, l)
	} else {
		v.narrow.generate(p, l)
	}
}

// GenerateCaptures fills the list with the legal captures only.
func (v *Variant) GenerateCaptures(p *Position, l *List) {
	l.n, l.effort = 0, 0
	if v.wide != nil {
		v.wide.generateCaptures(p, l)
	} else {
		v.narrow.generateCaptures(p, l)
	}
}

// CanCapture reports whether the given side could take a piece if it were to
// move; it is much cheaper than making the list.
func (v *Variant) CanCapture(p *Position, side Color) bool {
	if v.wide != nil {
		return v.wide.canCapture(p, side)
	}
	return v.narrow.canCapture(p, side)
}

// CountMoves returns the number of legal moves without listing quiet ones. The
// list is only room to work in, and empty afterwards.
func (v *Variant) CountMoves(p *Position, l *List) (n int) {
	l.n, l.effort = 0, 0
	if v.wide != nil {
		n = v.wide.count(p, l)
	} else {
		n = v.narrow.count(p, l)
	}
	l.n = 0
	return n
}

// Do plays a legal move of p and writes the result to q, which must not be p and
// must be zero or a position of the same board.
func (v *Variant) Do(p *Position, m *Move, q *Position) {
	q.EndingClass, q.EndingPlies = p.EndingClass, p.EndingPlies
	q.Reversible, q.KingPlies, q.NoProgress = p.Reversible, p.KingPlies, p.NoProgress
	if v.wide != nil {
		v.wide.do(p, m, q)
	} else {
		v.narrow.do(p, m, q)
	}
	if v.KingLimit != 0 {
		countRun(p, m, q, v.KingLimit)
	} else {
		q.RunLength, q.RunSquare = p.RunLength, p.RunSquare
	}
	v.count(p, m, q)
}

// Key returns a 64-bit hash of the pieces, the side to move and, where it
// limits the moves, the kings' runs. It is the same on every machine. Draw
// counters are not part of it.
func (v *Variant) Key(p *Position) uint64 {
	if v.wide != nil {
		return v.wide.key(p)
	}
	return v.narrow.key(p)
}

// Flip returns the position with colours exchanged and the board turned by
// 180 degrees: the same game with the other side's eyes.
func (v *Variant) Flip(p *Position) Position {
	q := *p
	for c := range q.Men {
		o := c ^ 1
		q.Men[c] = v.rotateBits(p.Men[o])
		q.Kings[c] = v.rotateBits(p.Kings[o])
		q.RunLength[c] = p.RunLength[o]
		q.RunSquare[c] = NoSquare
		if p.RunSquare[o] != NoSquare {
			q.RunSquare[c] = v.Rotate(p.RunSquare[o])
		}
	}
	q.Side = p.Side.Opponent()
	return q
}

func (v *Variant) rotateBits(b Bits) Bits {
	r := Bits{Lo: bits.Reverse64(b.Hi), Hi: bits.Reverse64(b.Lo)}
	n := uint(128 - v.Size)
	if n >= 64 {
		return Bits{Lo: r.Hi >> (n - 64)}
	}
	return Bits{Lo: r.Lo>>n | r.Hi<<(64-n), Hi: r.Hi >> n}
}
