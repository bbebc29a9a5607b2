package endgame

import "github.com/damiera/damiera/board"

// cursor walks through the positions of a slice in the order of their numbers,
// which is far cheaper than to work each of them out.
type cursor struct {
	*indexer
	p board.Position // White to move
	// valid is false where the number is no position: two men are on one square.
	valid bool
	// places are those of each group, the lowest first, counted as the indexer
	// does, and stand the squares that these are.
	places [4][MaxPieces]uint8
	stand  [4][]board.Square
	counts [4]int
}

// newCursor stands on a number of a slice.
func newCursor(x *indexer, n uint64) *cursor {
	c := &cursor{indexer: x}
	c.p.Side = board.White
	for group := range c.counts {
		if group < 2 {
			c.counts[group], c.stand[group] = int(x.material.Men[group]), x.manSquare[group]
		} else {
			c.counts[group], c.stand[group] = int(x.material.Kings[group-2]), make([]board.Square, 0, len(x.squares))
		}
		rank := n / x.factor[group]
		n %= x.factor[group]
		hi := len(x.squares)
		for k := c.counts[group]; k > 0; k-- {
			hi = largest(k, hi, rank)
			rank -= choose[k][hi]
			c.places[group][k-1] = uint8(hi)
		}
	}
	c.put(0)
	return c
}

// next goes to the next number, or from the last one to the first.
func (c *cursor) next() {
	for group := 3; group >= 0; group-- {
		if c.step(group) || group == 0 {
			c.put(group)
			return
		}
	}
}

// step takes a group to its next combination, or back to the first one and
// reports false.
func (c *cursor) step(group int) bool {
	places := c.places[group][:c.counts[group]]
	for i := range places {
		limit := len(c.stand[group])
		if i+1 < len(places) {
			limit = int(places[i+1])
		}
		if int(places[i])+1 < limit {
			places[i]++
			return true
		}
		places[i] = uint8(i)
	}
	return false
}

// put places the pieces of a group and of those after it.
func (c *cursor) put(group int) {
	p := &c.p
	if group < 2 {
		for side := group; side < 2; side++ {
			p.Men[side] = c.pieces(side)
		}
		c.valid = p.Men[0].And(p.Men[1]).Empty()
		c.free(2, p.Men[0].Or(p.Men[1]))
		group = 2
	}
	if group == 2 {
		p.Kings[0] = c.pieces(2)
		c.free(3, p.Men[0].Or(p.Men[1]).Or(p.Kings[0]))
	}
	p.Kings[1] = c.pieces(3)
}

// pieces are the squares of a group's places.
func (c *cursor) pieces(group int) (b board.Bits) {
	for _, i := range c.places[group][:c.counts[group]] {
		b = b.With(c.stand[group][i])
	}
	return b
}

// free sets the squares that a group of kings may stand on. Where two men share
// a square there are more of them than the numbers allow for, and any will do.
func (c *cursor) free(group int, taken board.Bits) {
	if c.counts[group] == 0 {
		return
	}
	size := len(c.squares) - c.counts[0] - c.counts[1]
	if group == 3 {
		size -= c.counts[2]
	}
	free := c.stand[group][:0]
	for _, s := range c.squares {
		if !taken.Has(s) && len(free) < size {
			free = append(free, s)
		}
	}
	c.stand[group] = free
}
