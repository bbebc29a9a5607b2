package eval

import "github.com/damiera/damiera/board"

// The indices of all patterns of a bank come from one table lookup for every
// chunk of the board, about two rows, and kind of piece: an entry holds the
// chunk's part of all indices, three fields of 21 bits a word, and whole
// indices are sums of entries. The fields never overflow: 3^13 and 5^9 are below
// 2^21.
const (
	fieldBits   = 21
	fieldMask   = 1<<fieldBits - 1
	wordFields  = 3
	bankWords   = 2 // for White's views, and as many for Black's
	bankViews   = bankWords * wordFields
	bankIndices = 2 * bankViews
	chunkBits   = 11
	chunkMask   = 1<<chunkBits - 1
	// The loops over the first chunks are unrolled.
	shortChunks, longChunks = 4, 5
)

// short and long are what the pieces of one side in a chunk add to the indices
// if they count one: a for White's views and b for Black's. Banks of up to three
// views a side need short ones only.
type (
	short struct{ a, b uint64 }
	long  struct{ a0, a1, b0, b1 uint64 }
)

// bank computes the indices of up to bankViews views of each side.
type bank struct {
	views  int                                // of White, and as many of Black
	shorts *[shortChunks][chunkMask + 1]short // nil for long ones
	longs  *[longChunks][chunkMask + 1]long
	more   [][chunkMask + 1]long // chunks of larger boards
}

// newBank makes the table for White's views and the same number of Black's.
func newBank(v *board.Variant, radix uint32, white, black [][]board.Square) *bank {
	k := &bank{views: len(white)}
	all := make([][chunkMask + 1]long, max((v.Size+chunkBits-1)/chunkBits, longChunks))
	for i := range white {
		word, shift := i/wordFields, uint(i%wordFields*fieldBits)
		for digit := range white[i] {
			weight := uint64(power(radix, digit)) << shift
			each(all, white[i][digit], func(e *long) {
				if word == 0 {
					e.a0 += weight
				} else {
					e.a1 += weight
				}
			})
			each(all, black[i][digit], func(e *long) {
				if word == 0 {
					e.b0 += weight
				} else {
					e.b1 += weight
				}
			})
		}
	}
	if k.views > wordFields || v.Size > shortChunks*chunkBits {
		k.longs, k.more = (*[longChunks][chunkMask + 1]long)(all), all[longChunks:]
		return k
	}
	k.shorts = new([shortChunks][chunkMask + 1]short)
	for i := range k.shorts {
		for state, e := range all[i] {
			k.shorts[i][state] = short{e.a0, e.b0}
		}
	}
	return k
}

// each visits the entries of all states of a square's chunk with a piece on it.
func each(all [][chunkMask + 1]long, s board.Square, visit func(*long)) {
	table := &all[s/chunkBits]
	for state := range table {
		if state>>(s%chunkBits)&1 != 0 {
			visit(&table[state])
		}
	}
}

// sums are a bank's packed indices.
type sums struct{ a0, a1, b0, b1 uint64 }

// indices adds up the indices of two kinds of pieces: own ones count x, the
// other side's y. One side at a time keeps the sums in registers.
func (k *bank) indices(white, black board.Bits, x, y uint64) sums {
	if k.shorts != nil {
		wa, wb := k.short(white.Lo)
		ba, bb := k.short(black.Lo)
		return sums{a0: x*wa + y*ba, b0: x*bb + y*wb}
	}
	w, b := k.long(white), k.long(black)
	return sums{x*w.a0 + y*b.a0, x*w.a1 + y*b.a1, x*b.b0 + y*w.b0, x*b.b1 + y*w.b1}
}

func (k *bank) short(bits uint64) (a, b uint64) {
	t := k.shorts
	e0 := &t[0][bits&chunkMask]
	e1 := &t[1][bits>>chunkBits&chunkMask]
	e2 := &t[2][bits>>(2*chunkBits)&chunkMask]
	e3 := &t[3][bits>>(3*chunkBits)&chunkMask]
	return e0.a + e1.a + e2.a + e3.a, e0.b + e1.b + e2.b + e3.b
}

func (k *bank) long(pieces board.Bits) long {
	t, bits := k.longs, pieces.Lo
	e0 := &t[0][bits&chunkMask]
	e1 := &t[1][bits>>chunkBits&chunkMask]
	e2 := &t[2][bits>>(2*chunkBits)&chunkMask]
	e3 := &t[3][bits>>(3*chunkBits)&chunkMask]
	e4 := &t[4][bits>>(4*chunkBits)&chunkMask]
	s := long{
		e0.a0 + e1.a0 + e2.a0 + e3.a0 + e4.a0,
		e0.a1 + e1.a1 + e2.a1 + e3.a1 + e4.a1,
		e0.b0 + e1.b0 + e2.b0 + e3.b0 + e4.b0,
		e0.b1 + e1.b1 + e2.b1 + e3.b1 + e4.b1,
	}
	if len(k.more) == 0 {
		return s
	}
	bits = bits>>(longChunks*chunkBits) | pieces.Hi<<(64-longChunks*chunkBits)
	for i := range k.more {
		e := &k.more[i][bits&chunkMask]
		s.a0 += e.a0
		s.a1 += e.a1
		s.b0 += e.b0
		s.b1 += e.b1
		bits >>= chunkBits
	}
	return s
}

// men returns the indices of what the men are: an own man counts 1, the other
// side's 2.
func (k *bank) men(p *board.Position) sums {
	return k.indices(p.Men[board.White], p.Men[board.Black], 1, 2)
}

// all returns the indices of men and kings: an own king counts 3, the other
// side's 4.
func (k *bank) all(p *board.Position) sums {
	s := k.men(p)
	t := k.indices(p.Kings[board.White], p.Kings[board.Black], 3, 4)
	return sums{s.a0 + t.a0, s.a1 + t.a1, s.b0 + t.b0, s.b1 + t.b1}
}

// unpack returns the indices of White's views from 0 on and those of Black's
// from bankViews on.
func (t *sums) unpack() [bankIndices]uint32 {
	return [bankIndices]uint32{
		uint32(t.a0 & fieldMask), uint32(t.a0 >> fieldBits & fieldMask), uint32(t.a0 >> (2 * fieldBits)),
		uint32(t.a1 & fieldMask), uint32(t.a1 >> fieldBits & fieldMask), uint32(t.a1 >> (2 * fieldBits)),
		uint32(t.b0 & fieldMask), uint32(t.b0 >> fieldBits & fieldMask), uint32(t.b0 >> (2 * fieldBits)),
		uint32(t.b1 & fieldMask), uint32(t.b1 >> fieldBits & fieldMask), uint32(t.b1 >> (2 * fieldBits)),
	}
}
