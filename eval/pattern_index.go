package eval

import (
	"math/bits"

	"github.com/damiera/damiera/board"
)

// The indices of all patterns of a bank come from one table lookup for every
// chunk of the board and side: an entry holds the chunk's part of all indices,
// and whole indices are sums of entries. A field never overflows: 3^12 and 5^8
// are below 2^20. Chunks are small, because the tables have to stay in the
// caches next to the processor.
const (
	fieldBits   = 20
	fieldMask   = 1<<fieldBits - 1
	wordFields  = 3
	bankViews   = wordFields + 1 // of White, and as many of Black
	countBits   = 6
	countMask   = 1<<countBits - 1
	countsAt    = 2 * fieldBits // in sums.last
	chunkBits   = 10
	chunkMask   = 1<<chunkBits - 1
	firstChunks = 4  // that every board has: their sum is unrolled
	nextChunks  = 2  // that boards of ten columns have as well
	parityAt    = 63 // in sums.white and sums.black
	maxSquares  = 128
)

// sums are a bank's indices, three a word: White's first views, Black's first
// views, and in the last word White's fourth, Black's fourth and four numbers:
// the men on the left and on the right half of White, then those of Black. The
// highest bits of the first two tell whether the men of both sides on even and
// on odd columns are odd in number.
type sums struct{ white, black, last uint64 }

func (s *sums) add(t *sums) {
	s.white += t.white
	s.black += t.black
	s.last += t.last
}

// addDigit adds to the index of one of a side's views.
func (s *sums) addDigit(side board.Color, view int, n uint64) {
	switch {
	case view == wordFields:
		s.last += n << (uint(side) * fieldBits)
	case side == board.White:
		s.white += n << (uint(view) * fieldBits)
	default:
		s.black += n << (uint(view) * fieldBits)
	}
}

// unpack returns the indices of White's views from 0 on and those of Black's
// from bankViews on.
func (s *sums) unpack() (all [2 * bankViews]uint32) {
	for i := range wordFields {
		all[i] = uint32(s.white >> (i * fieldBits) & fieldMask)
		all[bankViews+i] = uint32(s.black >> (i * fieldBits) & fieldMask)
	}
	all[wordFields] = uint32(s.last & fieldMask)
	all[bankViews+wordFields] = uint32(s.last >> fieldBits & fieldMask)
	return all
}

// chunk holds what the men of one side in some squares add, for each set of them.
// The entries beyond are not used: without them equal sets of all chunks would
// share, and fight for, the same lines of the first cache.
type chunk [chunkMask + 1 + 11]sums

// bank computes the indices of up to bankViews views of each side.
type bank struct {
	views int // of White, and as many of Black
	// what men add, by Color and chunk; next is nil and more empty on small boards
	first [2]*[firstChunks]chunk
	next  [2]*[nextChunks]chunk
	more  [2][]chunk
	// kings is what a king on a square adds; nil where patterns see men only.
	kings *[2][maxSquares]sums
}

// newBank makes the tables for White's views and the same number of Black's. In
// either side's eyes an own man counts 1, the other side's 2, an own king 3 and
// the other side's 4.
func newBank(v *board.Variant, radix uint32, white, black [][]board.Square) *bank {
	k := &bank{views: len(white)}
	var men, kings [2][maxSquares]sums
	for side, views := range [2][][]board.Square{white, black} {
		own, other := board.Color(side), board.Color(side).Opponent()
		for i, view := range views {
			for digit, s := range view {
				n := uint64(power(radix, digit))
				men[own][s].addDigit(own, i, n)
				men[other][s].addDigit(own, i, 2*n)
				kings[own][s].addDigit(own, i, 3*n)
				kings[other][s].addDigit(own, i, 4*n)
			}
		}
	}
	for number := 1; number <= v.Squares; number++ {
		s, _ := v.SquareOf(number)
		field := uint(countsAt)
		_, col := v.RowCol(s)
		if col >= v.Width/2 {
			field += countBits
		}
		men[board.White][s].last += 1 << field
		men[board.Black][s].last += 1 << (field + 2*countBits)
		for c := range men {
			if col%2 == 0 {
				men[c][s].white += 1 << parityAt
			} else {
				men[c][s].black += 1 << parityAt
			}
		}
	}
	for c := range men {
		chunks := (v.Size + chunkBits - 1) / chunkBits
		if chunks > firstChunks {
			chunks = max(chunks, firstChunks+nextChunks)
		}
		all := make([]chunk, chunks)
		for i := range all {
			for set := 1; set <= chunkMask; set++ {
				all[i][set] = all[i][set&(set-1)]
				all[i][set].add(&men[c][i*chunkBits+bits.TrailingZeros(uint(set))])
			}
		}
		k.first[c] = (*[firstChunks]chunk)(all)
		if len(all) > firstChunks {
			k.next[c], k.more[c] = (*[nextChunks]chunk)(all[firstChunks:]), all[firstChunks+nextChunks:]
		}
	}
	if radix > 3 {
		k.kings = &kings
	}
	return k
}

// menSums returns the indices of what the men are, and their numbers.
func (k *bank) menSums(p *board.Position) (white, black, last uint64) {
	w, b := p.Men[board.White].Lo, p.Men[board.Black].Lo
	t, u := k.first[board.White], k.first[board.Black]
	t0, u0 := &t[0][w&chunkMask], &u[0][b&chunkMask]
	t1, u1 := &t[1][w>>chunkBits&chunkMask], &u[1][b>>chunkBits&chunkMask]
	t2, u2 := &t[2][w>>(2*chunkBits)&chunkMask], &u[2][b>>(2*chunkBits)&chunkMask]
	t3, u3 := &t[3][w>>(3*chunkBits)&chunkMask], &u[3][b>>(3*chunkBits)&chunkMask]
	white = t0.white + u0.white + t1.white + u1.white + t2.white + u2.white + t3.white + u3.white
	black = t0.black + u0.black + t1.black + u1.black + t2.black + u2.black + t3.black + u3.black
	last = t0.last + u0.last + t1.last + u1.last + t2.last + u2.last + t3.last + u3.last
	t4, u4 := k.next[board.White], k.next[board.Black]
	if t4 == nil || u4 == nil {
		return white, black, last
	}
	t0, u0 = &t4[0][w>>(4*chunkBits)&chunkMask], &u4[0][b>>(4*chunkBits)&chunkMask]
	t1, u1 = &t4[1][w>>(5*chunkBits)&chunkMask], &u4[1][b>>(5*chunkBits)&chunkMask]
	white += t0.white + u0.white + t1.white + u1.white
	black += t0.black + u0.black + t1.black + u1.black
	last += t0.last + u0.last + t1.last + u1.last
	if len(k.more[board.White]) == 0 {
		return white, black, last
	}
	const done = (firstChunks + nextChunks) * chunkBits
	w = w>>done | p.Men[board.White].Hi<<(64-done)
	b = b>>done | p.Men[board.Black].Hi<<(64-done)
	whites, blacks := k.more[board.White], k.more[board.Black]
	for i := range min(len(whites), len(blacks)) {
		t0, u0 = &whites[i][w&chunkMask], &blacks[i][b&chunkMask]
		white += t0.white + u0.white
		black += t0.black + u0.black
		last += t0.last + u0.last
		w >>= chunkBits
		b >>= chunkBits
	}
	return white, black, last
}

// sideSums returns what the men of one side add to the sums of two banks.
func (k *bank) sideSums(l *bank, c board.Color, men board.Bits) (s0, s1, s2, t0, t1, t2 uint64) {
	x := men.Lo
	first, other := k.first[c&1], l.first[c&1]
	i := x & chunkMask
	e, f := &first[0][i], &other[0][i]
	s0, s1, s2, t0, t1, t2 = e.white, e.black, e.last, f.white, f.black, f.last
	i = x >> chunkBits & chunkMask
	e, f = &first[1][i], &other[1][i]
	s0, s1, s2, t0, t1, t2 = s0+e.white, s1+e.black, s2+e.last, t0+f.white, t1+f.black, t2+f.last
	i = x >> (2 * chunkBits) & chunkMask
	e, f = &first[2][i], &other[2][i]
	s0, s1, s2, t0, t1, t2 = s0+e.white, s1+e.black, s2+e.last, t0+f.white, t1+f.black, t2+f.last
	i = x >> (3 * chunkBits) & chunkMask
	e, f = &first[3][i], &other[3][i]
	s0, s1, s2, t0, t1, t2 = s0+e.white, s1+e.black, s2+e.last, t0+f.white, t1+f.black, t2+f.last
	next, others := k.next[c&1], l.next[c&1]
	if next == nil || others == nil {
		return s0, s1, s2, t0, t1, t2
	}
	i = x >> (4 * chunkBits) & chunkMask
	e, f = &next[0][i], &others[0][i]
	s0, s1, s2, t0, t1, t2 = s0+e.white, s1+e.black, s2+e.last, t0+f.white, t1+f.black, t2+f.last
	i = x >> (5 * chunkBits) & chunkMask
	e, f = &next[1][i], &others[1][i]
	s0, s1, s2, t0, t1, t2 = s0+e.white, s1+e.black, s2+e.last, t0+f.white, t1+f.black, t2+f.last
	const done = (firstChunks + nextChunks) * chunkBits
	x = x>>done | men.Hi<<(64-done)
	more, rest := k.more[c&1], l.more[c&1]
	for j := range min(len(more), len(rest)) {
		e, f = &more[j][x&chunkMask], &rest[j][x&chunkMask]
		s0, s1, s2, t0, t1, t2 = s0+e.white, s1+e.black, s2+e.last, t0+f.white, t1+f.black, t2+f.last
		x >>= chunkBits
	}
	return s0, s1, s2, t0, t1, t2
}

// pairSums returns the indices of what the men are in two banks of one board.
func pairSums(k, l *bank, p *board.Position) (s, t sums) {
	w0, w1, w2, v0, v1, v2 := k.sideSums(l, board.White, p.Men[board.White])
	b0, b1, b2, c0, c1, c2 := k.sideSums(l, board.Black, p.Men[board.Black])
	return sums{w0 + b0, w1 + b1, w2 + b2}, sums{v0 + c0, v1 + c1, v2 + c2}
}

// addKings adds the kings of both sides.
func (k *bank) addKings(s *sums, p *board.Position) {
	for c := range k.kings {
		for b := p.Kings[c]; !b.Empty(); {
			s.add(&k.kings[c][b.Pop()&(maxSquares-1)])
		}
	}
}

// allSums returns the indices of men and kings.
func (k *bank) allSums(p *board.Position) (white, black, last uint64) {
	var s sums
	s.white, s.black, s.last = k.menSums(p)
	k.addKings(&s, p)
	return s.white, s.black, s.last
}
