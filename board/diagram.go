package board

import (
	"fmt"
	"strings"
)

// glyphs are the characters of the pieces in a Diagram, by side.
var glyphs = [2]struct{ man, king string }{{"⛀", "⛁"}, {"⛂", "⛃"}}

// Diagram draws a position in Unicode text with White at the bottom. Numeric
// games have its number beside each square; algebraic games have letters and
// digits at the edges. The text has several lines and ends with a new line.
func (v *Variant) Diagram(p *Position) string {
	const digits = 2 // of the largest number
	var out strings.Builder
	cell := 2
	if v.Notation == Numeric {
		cell += digits
	}
	edge := strings.Repeat("─", cell*v.Width+1)
	fmt.Fprintf(&out, "   ┌%s┐\n", edge)
	for row := range v.Height {
		margin := ""
		if v.Notation == Algebraic {
			margin = fmt.Sprint(v.Height - row)
		}
		fmt.Fprintf(&out, "%2s │", margin)
		for col := range v.Width {
			s, ok := v.At(row, col)
			switch {
			case !ok:
				fmt.Fprintf(&out, "%*s", cell, "")
			case v.Notation == Numeric:
				fmt.Fprintf(&out, " %*d%s", digits, v.pdnNumber(s), glyph(p, s))
			default:
				fmt.Fprintf(&out, " %s", glyph(p, s))
			}
		}
		out.WriteString(" │\n")
	}
	fmt.Fprintf(&out, "   └%s┘\n", edge)
	if v.Notation == Algebraic {
		out.WriteString("    ")
		for col := range v.Width {
			fmt.Fprintf(&out, " %c", 'a'+col)
		}
		out.WriteByte('\n')
	}
	fmt.Fprintf(&out, "   %s to move; %s %s man and king of white, %s %s of black\n",
		p.Side, glyphs[White].man, glyphs[White].king, glyphs[Black].man, glyphs[Black].king)
	return out.String()
}

// glyph returns the character for what stands on a playing square.
func glyph(p *Position, s Square) string {
	for side, g := range glyphs {
		if p.Men[side].Has(s) {
			return g.man
		}
		if p.Kings[side].Has(s) {
			return g.king
		}
	}
	return "·"
}
