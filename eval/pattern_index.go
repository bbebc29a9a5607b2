package eval

import "github.com/damiera/damiera/board"

// The indices of all patterns of a bank come from one table lookup for every
// eight squares and kind of piece: an entry holds that byte's part of up to
// bankViews indices, three fields of 21 bits a word, and whole indices are sums
// of entries. The fields never overflow: 3^13 and 5^9 are below 2^21.
const (
	fieldBits   = 21
	fieldMask   = 1<<fieldBits - 1
	wordFields  = 3
	bankWords   = 2 // for White's views, and as many for Black's
	bankViews   = bankWords * wordFields
	bankIndices = 2 * bankViews
)

// entry is what one byte of a bitboard adds to the indices if its pieces count
// one: a for White's views and b for Black's.
type entry struct{ a, b [bankWords]uint64 }

// bank computes the indices of up to bankViews views of each side.
type bank struct {
	bytes [][256]entry
	// white views come first in the indices, black ones from bankViews on.
	views int
}

// newBank makes the table for White's views and the same number of Black's.
func newBank(size int, radix uint32, white, black [][]board.Square) *bank {
	k := &bank{bytes: make([][256]entry, (size+7)/8), views: len(white)}
	for i := range white {
		word, shift := i/wordFields, uint(i%wordFields*fieldBits)
		for digit, s := range white[i] {
			weight := uint64(power(radix, digit)) << shift
			k.each(s, func(e *entry) { e.a[word] += weight })
		}
		for digit, s := range black[i] {
			weight := uint64(power(radix, digit)) << shift
			k.each(s, func(e *entry) { e.b[word] += weight })
		}
	}
	return k
}

func (k *bank) each(s board.Square, add func(*entry)) {
	table := &k.bytes[s/8]
	for value := range table {
		if value>>(s%8)&1 != 0 {
			add(&table[value])
		}
	}
}

// sums are a bank's packed indices.
type sums struct{ a0, a1, b0, b1 uint64 }

// men adds up the indices of men patterns: an own man counts 1, the other
// side's 2.
func (k *bank) men(white, black board.Bits) sums {
	var t sums
	w, b := white.Lo, black.Lo
	for i := range k.bytes {
		if i == 8 {
			w, b = white.Hi, black.Hi
		}
		table := &k.bytes[i]
		x, y := &table[uint8(w)], &table[uint8(b)]
		t.a0 += x.a[0] + 2*y.a[0]
		t.a1 += x.a[1] + 2*y.a[1]
		t.b0 += y.b[0] + 2*x.b[0]
		t.b1 += y.b[1] + 2*x.b[1]
		w >>= 8
		b >>= 8
	}
	return t
}

// addKings adds kings to the sums of a bank of five states: an own king counts
// 3, the other side's 4.
func (k *bank) addKings(t *sums, white, black board.Bits) {
	w, b := white.Lo, black.Lo
	for i := range k.bytes {
		if i == 8 {
			w, b = white.Hi, black.Hi
		}
		table := &k.bytes[i]
		x, y := &table[uint8(w)], &table[uint8(b)]
		t.a0 += 3*x.a[0] + 4*y.a[0]
		t.a1 += 3*x.a[1] + 4*y.a[1]
		t.b0 += 3*y.b[0] + 4*x.b[0]
		t.b1 += 3*y.b[1] + 4*x.b[1]
		w >>= 8
		b >>= 8
	}
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
