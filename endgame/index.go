package endgame

import (
	"math/bits"

	"github.com/damiera/damiera/board"
)

// MaxPieces is the most pieces a database may have.
const MaxPieces = 8

// choose[k][n] is the number of ways to choose k of n things.
var choose = func() (c [MaxPieces + 1][129]uint64) {
	for n := range 129 {
		c[0][n] = 1
		for k := 1; k <= MaxPieces && n > 0; k++ {
			c[k][n] = c[k][n-1] + c[k-1][n-1]
		}
	}
	return c
}()

// indexer numbers the positions of one slice. The mover plays as White: turn
// the board first when Black is to move. The number is made of four combination
// numbers, of the mover's men, the other men, the mover's kings and the other
// kings. Men are counted among the squares a man can stand on, kings among the
// squares that the men leave free, so only men on men (which a few numbers
// mean) and kings on kings are impossible.
type indexer struct {
	material Material
	size     uint64    // numbers in the slice
	factor   [4]uint64 // weight of each combination number
	// man is what the k-th man of a side adds to the number by its square; a king
	// adds by its place among the free squares.
	man  [2][][128]uint64
	king [2][][128]uint64
	// manSquare are the squares a man of each side may stand on.
	manSquare [2][]board.Square
	// ranks and squares number all squares, in the order of their bits.
	ranks   [128]uint8
	squares []board.Square
}

func newIndexer(v *board.Variant, m Material) *indexer {
	x := &indexer{material: m}
	for b := v.Playable; !b.Empty(); {
		s := b.Pop()
		x.ranks[s] = uint8(len(x.squares))
		x.squares = append(x.squares, s)
	}
	for c := range x.manSquare {
		for b := v.Playable.AndNot(v.Crown(board.Color(c))); !b.Empty(); {
			x.manSquare[c] = append(x.manSquare[c], b.Pop())
		}
	}
	men := int(m.Men[0]) + int(m.Men[1])
	counts := [4]uint64{
		choose[m.Men[0]][len(x.manSquare[0])],
		choose[m.Men[1]][len(x.manSquare[1])],
		choose[m.Kings[0]][v.Squares-men],
		choose[m.Kings[1]][v.Squares-men-int(m.Kings[0])],
	}
	x.size = 1
	for i := 3; i >= 0; i-- {
		x.factor[i] = x.size
		x.size *= counts[i]
	}
	for c := range 2 {
		x.man[c], x.king[c] = make([][128]uint64, m.Men[c]+1), make([][128]uint64, m.Kings[c]+1)
		for k := 1; k <= int(m.Men[c]); k++ {
			for i, s := range x.manSquare[c] {
				x.man[c][k][s] = choose[k][i] * x.factor[c]
			}
		}
		for k := 1; k <= int(m.Kings[c]); k++ {
			for i := range x.squares {
				x.king[c][k][i] = choose[k][i] * x.factor[2+c]
			}
		}
	}
	return x
}

// index returns the number of a position with White to move.
func (x *indexer) index(p *board.Position) uint64 { return x.menPart(p) + x.kingsPart(p) }

// menPart is what the men add to a number.
func (x *indexer) menPart(p *board.Position) (n uint64) {
	for c := range p.Men {
		k := 1
		for b := p.Men[c]; !b.Empty(); k++ {
			n += x.man[c][k][b.Pop()&127]
		}
	}
	return n
}

// kingsPart is what the kings add to a number.
func (x *indexer) kingsPart(p *board.Position) (n uint64) {
	taken := p.Men[0].Or(p.Men[1])
	for c := range p.Kings {
		k := 1
		for b := p.Kings[c]; !b.Empty(); k++ {
			s := b.Pop() & 127
			n += x.king[c][k][(int(x.ranks[s])-below(taken, s))&127]
		}
		taken = taken.Or(p.Kings[c])
	}
	return n
}

// below counts the squares of a set that are lower than s.
func below(b board.Bits, s board.Square) int {
	if s < 64 {
		return bits.OnesCount64(b.Lo & (1<<s - 1))
	}
	return bits.OnesCount64(b.Lo) + bits.OnesCount64(b.Hi&(1<<(s-64)-1))
}

// position writes the pieces of a number with White to move and reports whether
// it is a position at all: two men may fall on one square.
func (x *indexer) position(n uint64, p *board.Position) bool {
	p.Side = board.White
	for c := range p.Men {
		rank := n / x.factor[c]
		n %= x.factor[c]
		p.Men[c] = board.Bits{}
		hi := len(x.manSquare[c])
		for k := int(x.material.Men[c]); k > 0; k-- {
			hi = largest(k, hi, rank)
			rank -= choose[k][hi]
			p.Men[c] = p.Men[c].With(x.manSquare[c][hi])
		}
	}
	if !p.Men[0].And(p.Men[1]).Empty() {
		return false
	}
	taken := p.Men[0].Or(p.Men[1])
	for c := range p.Kings {
		rank := n / x.factor[2+c]
		n %= x.factor[2+c]
		p.Kings[c] = board.Bits{}
		hi := len(x.squares) - taken.Count()
		for k := int(x.material.Kings[c]); k > 0; k-- {
			hi = largest(k, hi, rank)
			rank -= choose[k][hi]
			p.Kings[c] = p.Kings[c].With(x.free(taken, hi))
		}
		taken = taken.Or(p.Kings[c])
	}
	return true
}

// largest returns the largest n below limit with choose[k][n] <= rank.
func largest(k, limit int, rank uint64) int {
	if k == 1 {
		return int(rank)
	}
	n := limit - 1
	for choose[k][n] > rank {
		n--
	}
	return n
}

// free returns the i-th square, from 0, that is not taken.
func (x *indexer) free(taken board.Bits, i int) board.Square {
	// each taken square at or below the candidate moves it up by one
	number := i
	for b := taken; !b.Empty(); {
		if int(x.ranks[b.Pop()]) <= number {
			number++
		} else {
			break
		}
	}
	return x.squares[number]
}
