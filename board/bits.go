package board

import "math/bits"

// Bits is a set of squares of any board the package knows: bit n is Square n
// of the board's Geometry. Boards of up to 64 bits leave Hi zero.
type Bits struct{ Lo, Hi uint64 }

// Bit returns the set that holds only s.
func Bit(s Square) Bits {
	if s < 64 {
		return Bits{Lo: 1 << (s & 63)}
	}
	return Bits{Hi: 1 << (s & 63)}
}

// Has reports whether s is in the set.
func (b Bits) Has(s Square) bool {
	if s < 64 {
		return b.Lo>>(s&63)&1 != 0
	}
	return b.Hi>>(s&63)&1 != 0
}

// With returns the set with s added.
func (b Bits) With(s Square) Bits { return b.Or(Bit(s)) }

// Without returns the set with s taken out.
func (b Bits) Without(s Square) Bits { return b.AndNot(Bit(s)) }

// Or returns the union of both sets.
func (b Bits) Or(o Bits) Bits { return Bits{b.Lo | o.Lo, b.Hi | o.Hi} }

// And returns the squares in both sets.
func (b Bits) And(o Bits) Bits { return Bits{b.Lo & o.Lo, b.Hi & o.Hi} }

// AndNot returns the squares of b that are not in o.
func (b Bits) AndNot(o Bits) Bits { return Bits{b.Lo &^ o.Lo, b.Hi &^ o.Hi} }

// Empty reports whether the set has no square.
func (b Bits) Empty() bool { return b.Lo|b.Hi == 0 }

// Count returns the number of squares in the set.
func (b Bits) Count() int { return bits.OnesCount64(b.Lo) + bits.OnesCount64(b.Hi) }

// First returns the lowest square of a set that is not empty.
func (b Bits) First() Square {
	if b.Lo != 0 {
		return Square(bits.TrailingZeros64(b.Lo))
	}
	return Square(64 + bits.TrailingZeros64(b.Hi))
}

// Last returns the highest square of a set that is not empty.
func (b Bits) Last() Square {
	if b.Hi != 0 {
		return Square(127 - bits.LeadingZeros64(b.Hi))
	}
	return Square(63 - bits.LeadingZeros64(b.Lo))
}

// Pop takes the lowest square out of a set that is not empty and returns it:
//
//	for b := set; !b.Empty(); {
//		s := b.Pop()
//	}
func (b *Bits) Pop() Square {
	if b.Lo != 0 {
		s := Square(bits.TrailingZeros64(b.Lo))
		b.Lo &= b.Lo - 1
		return s
	}
	s := Square(64 + bits.TrailingZeros64(b.Hi))
	b.Hi &= b.Hi - 1
	return s
}
