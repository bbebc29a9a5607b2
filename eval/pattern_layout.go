package eval

import (
	"math/bits"

	"github.com/damiera/damiera/board"
)

// Scalar features: differences between White and Black, or +1 and -1.
const (
	scalarMan         = iota // men
	scalarFirstKing          // having a king at all
	scalarFurtherKing        // kings beyond the first, bounded by maxFurtherKings
	scalarBalance            // men of one half of the board more than of the other
	scalarTurn               // the side to move
	scalarOpposition         // who has the last tempo, when pieces are equal
	scalarCount
)

const (
	maxFurtherKings = 8
	mobilityCount   = 16 // kings that reach 0, 1, ..., 15 or more squares
	// The signature knows up to six men and three kings of each side: endings
	// that are won or drawn whatever material says.
	signatureMen   = 6
	signatureKings = 3
	signatureSide  = (signatureMen + 1) * (signatureKings + 1)
)

// upward is the number of a king's directions towards lower squares.
const upward = 2

// Layout is the model of one game: which weights there are, in which order,
// and which of them a position uses. Every weight is a pair: for the opening,
// with all pieces on the board, and for the end, with none.
type Layout struct {
	Variant  *board.Variant
	Shapes   string // id of the shapes, as in weights files
	Patterns []*Pattern
	// Size is the number of weights (pairs).
	Size int
	// Starts are the offsets of each pattern's weights: the whole pattern first,
	// then its parts.
	Starts [][]int
	// Extras is the number of weights before those of the patterns.
	Extras int

	menTables
	kings                          *kings // nil where patterns see men only
	menPatterns                    int    // the first ones of Patterns
	menWords, kingWords            *words
	places                         [2][]place // of the views of men, of men and kings
	left, right                    board.Bits
	evenColumns, oddColumns        board.Bits
	mobilityAt, kingsAt, signature int
	// rays are the squares from each square to the edge, in the four directions of
	// a king, the first ones towards lower squares; near are the next squares.
	rays   [maxSquares][4]board.Bits
	near   [maxSquares]board.Bits
	wide   bool // squares take two words
	flying bool
	alpha  [65]int
}

// NewLayout returns the model of a game.
func NewLayout(v *board.Variant) *Layout {
	s := shapesOf(v)
	l := &Layout{Variant: v, Shapes: s.id}
	l.mobilityAt = scalarCount
	l.kingsAt = l.mobilityAt + mobilityCount
	l.signature = l.kingsAt + v.Size
	l.Extras = l.signature + signatureSide*signatureSide
	l.Size = l.Extras
	w := l.addPatterns(s.men, 3)
	l.places[0], l.menWords, l.menPatterns = w.places(), w, len(l.Patterns)
	l.menTables = newMenTables(v, w)
	if len(s.kings) > 0 {
		w := l.addPatterns(s.kings, 5)
		l.kings, l.places[1], l.kingWords = newKings(v, w), w.places(), w
	}
	l.wide, l.flying = v.Size > 64, v.FlyingKings
	directions := [...]board.Direction{board.NorthWest, board.NorthEast, board.SouthWest, board.SouthEast}
	if v.Orthogonal {
		directions = [...]board.Direction{board.North, board.West, board.East, board.South}
	}
	for number := 1; number <= v.Squares; number++ {
		sq, _ := v.SquareOf(number)
		for i, d := range directions {
			l.rays[sq][i] = v.Ray(sq, d)
			if t := v.Neighbour(sq, d); t != board.NoSquare {
				l.near[sq] = l.near[sq].With(t)
			}
		}
		_, col := v.RowCol(sq)
		if col < v.Width/2 {
			l.left = l.left.With(sq)
		} else {
			l.right = l.right.With(sq)
		}
		if col%2 == 0 {
			l.evenColumns = l.evenColumns.With(sq)
		} else {
			l.oddColumns = l.oddColumns.With(sq)
		}
	}
	start := v.Start()
	for n := range l.alpha {
		l.alpha[n] = min(phaseOne, n*phaseOne/start.Count())
	}
	return l
}

// phaseOne is the weight of both phases together.
const phaseOne = 256

// Extra is a feature outside of the patterns: a weight and how often it counts.
type Extra struct {
	Index uint16
	Value int16
}

// View is a state of a pattern as one side sees it.
type View struct {
	Pattern uint8
	Sign    int8 // +1 for White, -1 for Black
	Index   uint32
}

// Features are what a position has of a game's model, all from White's side.
type Features struct {
	Alpha  int // weight of the opening, from 0 to 256
	Extras []Extra
	Views  []View
}

// Features fills f, whose slices are used again, with the features of p.
func (l *Layout) Features(p *board.Position, f *Features) {
	f.Extras, f.Views = f.Extras[:0], f.Views[:0]
	f.Alpha = l.alpha[min(p.Count(), len(l.alpha)-1)]
	extra := func(index, value int) {
		if value != 0 {
			f.Extras = append(f.Extras, Extra{uint16(index), int16(value)})
		}
	}
	for i, value := range l.scalars(p) {
		extra(i, value)
	}
	occupied := p.Occupied()
	for side := range p.Kings {
		sign := 1 - 2*side
		for b := p.Kings[side]; !b.Empty(); {
			s := b.Pop()
			extra(l.mobilityAt+l.mobility(occupied, s), sign)
			if side == int(board.Black) {
				s = l.Variant.Rotate(s)
			}
			extra(l.kingsAt+int(l.canonical(s)), sign)
		}
	}
	if w, b := signatureOf(p, board.White), signatureOf(p, board.Black); w != b {
		extra(l.signature+w*signatureSide+b, 1)
		extra(l.signature+b*signatureSide+w, -1)
	}
	l.addViews(f, l.places[0], l.menWords.of(p))
	if l.kings != nil && !p.Kings[board.White].Or(p.Kings[board.Black]).Empty() {
		l.addViews(f, l.places[1], l.kingWords.of(p))
	}
}

func (l *Layout) addViews(f *Features, places []place, words [sideWords]uint64) {
	for _, at := range places {
		p := l.Patterns[at.pattern]
		f.Views = append(f.Views,
			View{uint8(at.pattern), 1, p.index(words[at.word] >> at.shift)},
			View{uint8(at.pattern), -1, p.index(words[sideWords-1-at.word] >> at.shift)})
	}
}

// canonical returns the square that stands for s and its mirror image.
func (l *Layout) canonical(s board.Square) board.Square {
	if row, col := l.Variant.RowCol(s); l.Variant.AllSquares && col >= l.Variant.Width/2 {
		s, _ = l.Variant.At(row, l.Variant.Width-1-col)
	}
	return s
}

func (l *Layout) scalars(p *board.Position) (x [scalarCount]int) {
	wl, wr := l.halves(p.Men[board.White])
	bl, br := l.halves(p.Men[board.Black])
	wk, bk := p.Kings[board.White].Count(), p.Kings[board.Black].Count()
	x[scalarMan] = wl + wr - bl - br
	x[scalarFirstKing] = min(wk, 1) - min(bk, 1)
	further := max(wk-1, 0) - max(bk-1, 0)
	x[scalarFurtherKing] = min(max(further, -maxFurtherKings), maxFurtherKings)
	x[scalarBalance] = magnitude(wl-wr) - magnitude(bl-br)
	x[scalarTurn] = 1 - 2*int(p.Side)
	if x[scalarMan]+wk-bk == 0 {
		x[scalarOpposition] = l.opposition(p)
	}
	return x
}

// halves counts pieces in the left and the right half of the board.
func (l *Layout) halves(b board.Bits) (left, right int) {
	left, right = bits.OnesCount64(b.Lo&l.left.Lo), bits.OnesCount64(b.Lo&l.right.Lo)
	if b.Hi != 0 {
		left += bits.OnesCount64(b.Hi & l.left.Hi)
		right += bits.OnesCount64(b.Hi & l.right.Hi)
	}
	return left, right
}

func magnitude(n int) int { return max(n, -n) }

// opposition tells with +1 that White and with -1 that Black has "the move":
// an odd number of pieces in the files that start on the own back rank.
func (l *Layout) opposition(p *board.Position) int {
	own, sign := l.evenColumns, 1
	if p.Side == board.Black {
		own, sign = l.oddColumns, -1
	}
	return sign * (p.Occupied().And(own).Count()&1*2 - 1)
}

// mobility is the number of squares that a king on s reaches without a
// capture, up to mobilityCount-1.
func (l *Layout) mobility(occupied board.Bits, s board.Square) int {
	switch {
	case l.wide:
		return l.wideMobility(occupied, s)
	case l.flying:
		return flyingMobility(&l.rays[s], occupied.Lo)
	}
	return shortMobility(l.near[s].Lo, occupied.Lo)
}

func shortMobility(near, occupied uint64) int { return bits.OnesCount64(near &^ occupied) }

// flyingMobility is that of a flying king on a board of one word. Towards lower
// squares the first stop is the highest bit, else it is the lowest: with none,
// all bits are below it.
func flyingMobility(rays *[4]board.Bits, occupied uint64) int {
	a, b, c, d := rays[0].Lo&occupied, rays[1].Lo&occupied, rays[2].Lo&occupied, rays[3].Lo&occupied
	reach := rays[0].Lo&(^uint64(0)<<(bits.Len64(a)&63)) | rays[1].Lo&(^uint64(0)<<(bits.Len64(b)&63)) |
		rays[2].Lo&(c-1)&^c | rays[3].Lo&(d-1)&^d
	return min(bits.OnesCount64(reach), mobilityCount-1)
}

// wideMobility is mobility of a flying king on a board of two words.
func (l *Layout) wideMobility(occupied board.Bits, s board.Square) int {
	n := 0
	rays := &l.rays[s&(maxSquares-1)]
	for i := range rays {
		ray := rays[i]
		if stops := ray.And(occupied); !stops.Empty() {
			if i < upward {
				ray = ray.And(above(stops.Last()))
			} else {
				ray = ray.And(below(stops.First()))
			}
		}
		n += ray.Count()
	}
	return min(n, mobilityCount-1)
}

func below(s board.Square) board.Bits {
	if s < 64 {
		return board.Bits{Lo: 1<<(s&63) - 1}
	}
	return board.Bits{Lo: ^uint64(0), Hi: 1<<(s&63) - 1}
}

func above(s board.Square) board.Bits {
	if s < 64 {
		return board.Bits{Lo: ^uint64(1) << (s & 63), Hi: ^uint64(0)}
	}
	return board.Bits{Hi: ^uint64(1) << (s & 63)}
}

func signatureOf(p *board.Position, c board.Color) int {
	return min(p.Men[c].Count(), signatureMen)*(signatureKings+1) + min(p.Kings[c].Count(), signatureKings)
}
