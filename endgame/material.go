package endgame

import (
	"fmt"

	"github.com/damiera/damiera/board"
)

// Material is what both sides have, seen from the side to move: index 0 is the
// mover, index 1 the other side. It names a slice.
type Material struct{ Men, Kings [2]uint8 }

// MaterialOf returns the material of a position.
func MaterialOf(p *board.Position) Material {
	us, them := p.Side, p.Side.Opponent()
	return Material{
		Men:   [2]uint8{uint8(p.Men[us].Count()), uint8(p.Men[them].Count())},
		Kings: [2]uint8{uint8(p.Kings[us].Count()), uint8(p.Kings[them].Count())},
	}
}

// Swap returns the same material with the other side to move.
func (m Material) Swap() Material {
	return Material{Men: [2]uint8{m.Men[1], m.Men[0]}, Kings: [2]uint8{m.Kings[1], m.Kings[0]}}
}

// Pieces returns the number of pieces on the board.
func (m Material) Pieces() int {
	return int(m.Men[0]) + int(m.Men[1]) + int(m.Kings[0]) + int(m.Kings[1])
}

// String returns for instance "2k1m-1k", the mover first.
func (m Material) String() string {
	side := func(i int) string {
		s := ""
		if m.Kings[i] > 0 {
			s += fmt.Sprintf("%dk", m.Kings[i])
		}
		if m.Men[i] > 0 {
			s += fmt.Sprintf("%dm", m.Men[i])
		}
		return s
	}
	return side(0) + "-" + side(1)
}

// key orders the two twins of a slice: the one with the smaller key is first.
func (m Material) key() uint32 {
	return uint32(m.Men[0])<<24 | uint32(m.Kings[0])<<16 | uint32(m.Men[1])<<8 | uint32(m.Kings[1])
}

// Slices returns the materials of exactly n pieces with both sides present, one
// of each pair of twins, in an order in which promotions only lead to earlier
// ones. A game that a king ends (breakthrough) has no kings in it.
func Slices(v *board.Variant, n int) []Material {
	var out []Material
	for men := 0; men <= n; men++ {
		if v.Goal == board.GoalBreakthrough && men != n {
			continue
		}
		for ours := n - 1; ours >= 1; ours-- {
			for a := 0; a <= men; a++ {
				m := Material{Men: [2]uint8{uint8(a), uint8(men - a)}}
				if a > ours || men-a > n-ours {
					continue
				}
				m.Kings = [2]uint8{uint8(ours - a), uint8(n - ours - (men - a))}
				if m.key() >= m.Swap().key() {
					out = append(out, m)
				}
			}
		}
	}
	return out
}
