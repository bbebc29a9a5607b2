package board

import "math/bits"

// width marks whether a set needs a second word. The compiler makes one
// instance of each function a width, in which len(hi) is a constant, so
// boards of up to 64 bits pay nothing for the larger ones.
type width interface{ [0]uint64 | [1]uint64 }

// set is Bits in one or two words. The methods must stay within the
// inliner's budget: the test in set_test.go watches it.
type set[W width] struct {
	lo uint64
	hi W
}

func (s set[W]) or(t set[W]) set[W] {
	s.lo |= t.lo
	if len(s.hi) != 0 {
		i := 0
		s.hi[i] |= t.hi[i]
	}
	return s
}

func (s set[W]) and(t set[W]) set[W] {
	s.lo &= t.lo
	if len(s.hi) != 0 {
		i := 0
		s.hi[i] &= t.hi[i]
	}
	return s
}

func (s set[W]) andNot(t set[W]) set[W] {
	s.lo &^= t.lo
	if len(s.hi) != 0 {
		i := 0
		s.hi[i] &^= t.hi[i]
	}
	return s
}

func (s set[W]) empty() bool {
	if len(s.hi) != 0 {
		i := 0
		return s.lo|s.hi[i] == 0
	}
	return s.lo == 0
}

func (s set[W]) count() int {
	n := bits.OnesCount64(s.lo)
	if len(s.hi) != 0 {
		i := 0
		n += bits.OnesCount64(s.hi[i])
	}
	return n
}

func (s set[W]) shl(n uint) set[W] {
	if len(s.hi) != 0 {
		i := 0
		s.hi[i] = s.hi[i]<<(n&63) | s.lo>>(-n&63)
	}
	s.lo <<= n & 63
	return s
}

func (s set[W]) shr(n uint) set[W] {
	s.lo >>= n & 63
	if len(s.hi) != 0 {
		i := 0
		s.lo |= s.hi[i] << (-n & 63)
		s.hi[i] >>= n & 63
	}
	return s
}

// rotate moves the bits by n, from -63 to 63 but not 0, upwards or downwards; those that
// leave the words come in again at the other end.
func (s set[W]) rotate(n int) set[W] {
	if len(s.hi) == 0 {
		s.lo = bits.RotateLeft64(s.lo, n)
		return s
	}
	i := 0
	a, b := s.lo, s.hi[i]
	if n < 0 {
		a, b = b, a
	}
	s.lo = a<<(n&63) | b>>(-n&63)
	s.hi[i] = b<<(n&63) | a>>(-n&63)
	return s
}

// first returns the lowest square of a set that is not empty.
func (s set[W]) first() Square {
	if len(s.hi) != 0 && s.lo == 0 {
		i := 0
		return Square(64 + bits.TrailingZeros64(s.hi[i]))
	}
	return Square(bits.TrailingZeros64(s.lo))
}

// last returns the highest square of a set that is not empty.
func (s set[W]) last() Square {
	if len(s.hi) != 0 {
		i := 0
		if s.hi[i] != 0 {
			return Square(127 - bits.LeadingZeros64(s.hi[i]))
		}
	}
	return Square(63 - bits.LeadingZeros64(s.lo))
}

// dropFirst returns the set without its lowest square.
func (s set[W]) dropFirst() set[W] {
	if len(s.hi) != 0 && s.lo == 0 {
		i := 0
		s.hi[i] &= s.hi[i] - 1
		return s
	}
	s.lo &= s.lo - 1
	return s
}

func (s set[W]) has(q Square) bool {
	if len(s.hi) != 0 && q >= 64 {
		i := 0
		return s.hi[i]>>(q&63)&1 != 0
	}
	return s.lo>>(q&63)&1 != 0
}

func bitOf[W width](q Square) set[W] {
	var s set[W]
	if len(s.hi) != 0 && q >= 64 {
		i := 0
		s.hi[i] = 1 << (q & 63)
		return s
	}
	s.lo = 1 << (q & 63)
	return s
}

func load[W width](b Bits) set[W] {
	s := set[W]{lo: b.Lo}
	if len(s.hi) != 0 {
		i := 0
		s.hi[i] = b.Hi
	}
	return s
}

func (s set[W]) bits() Bits {
	if len(s.hi) != 0 {
		i := 0
		return Bits{s.lo, s.hi[i]}
	}
	return Bits{Lo: s.lo}
}

// store writes the words in use; the second word of b must be zero already on
// boards of one word.
func (s set[W]) store(b *Bits) {
	b.Lo = s.lo
	if len(s.hi) != 0 {
		i := 0
		b.Hi = s.hi[i]
	}
}
