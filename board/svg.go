package board

import (
	"bytes"
	"fmt"
)

// Measures of the picture in pixels.
const (
	svgCell   = 60
	svgFrame  = 28
	svgNumber = 11 // size of the numbers
)

// svgPieces defines the four pieces, each around the middle of a square. A king
// is a double disc with a crown on it.
const svgPieces = `<defs>
<radialGradient id="white" cx=".38" cy=".34" r=".75"><stop offset="0" stop-color="#fffdf6"/><stop offset="1" stop-color="#dccfb4"/></radialGradient>
<radialGradient id="black" cx=".38" cy=".34" r=".75"><stop offset="0" stop-color="#5d5750"/><stop offset="1" stop-color="#1d1a18"/></radialGradient>
<path id="crown" d="M-12 8 L-14 -6 L-6.5 0 L0 -10 L6.5 0 L14 -6 L12 8 Z" stroke-width="1.4" stroke-linejoin="round"/>
<g id="wm"><ellipse cy="3" rx="23" ry="22" fill="#000" opacity=".28"/><circle r="22" fill="url(#white)" stroke="#6d6047" stroke-width="1.4"/><circle r="15.5" fill="none" stroke="#b5a684" stroke-width="1.4"/></g>
<g id="bm"><ellipse cy="3" rx="23" ry="22" fill="#000" opacity=".28"/><circle r="22" fill="url(#black)" stroke="#000" stroke-width="1.4"/><circle r="15.5" fill="none" stroke="#7d756b" stroke-width="1.4"/></g>
<g id="wk"><ellipse cy="6" rx="23" ry="22" fill="#000" opacity=".28"/><circle cy="4" r="22" fill="#b9a987" stroke="#6d6047" stroke-width="1.4"/><circle cy="-2" r="22" fill="url(#white)" stroke="#6d6047" stroke-width="1.4"/><use href="#crown" y="-1" fill="#d59a1c" stroke="#7a5200"/></g>
<g id="bk"><ellipse cy="6" rx="23" ry="22" fill="#000" opacity=".28"/><circle cy="4" r="22" fill="#000" stroke="#000" stroke-width="1.4"/><circle cy="-2" r="22" fill="url(#black)" stroke="#000" stroke-width="1.4"/><use href="#crown" y="-1" fill="#f3c04a" stroke="#5b3d00"/></g>
<path id="cross" d="M-11 -11 L11 11 M11 -11 L-11 11" stroke="#c8201e" stroke-width="5" stroke-linecap="round"/>
</defs>
`

// SVG draws a position as a picture of its own, White at the bottom: the number
// of every playing square in its corner, letters and digits at the edges in the
// algebraic games (whose numbers are board numbers), kings with a crown. With a
// last move its squares are tinted and the captured ones crossed out.
func (v *Variant) SVG(p *Position, last *Move) []byte {
	var out bytes.Buffer
	width, height := v.Width*svgCell+2*svgFrame, v.Height*svgCell+2*svgFrame
	fmt.Fprintf(&out, `<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %[1]d %[2]d" role="img" font-family="Helvetica, Arial, sans-serif">`+"\n",
		width, height)
	fmt.Fprintf(&out, "<title>%s, %s to move: %s</title>\n", v.Title, p.Side, v.FEN(p))
	out.WriteString(svgPieces)
	fmt.Fprintf(&out, `<rect width="%d" height="%d" rx="6" fill="#4a2f1b"/>`+"\n", width, height)
	fmt.Fprintf(&out, `<g transform="translate(%d %[1]d)">`+"\n", svgFrame)
	fmt.Fprintf(&out, `<rect width="%d" height="%d" fill="#f1e0bf"/>`+"\n", v.Width*svgCell, v.Height*svgCell)
	v.svgSquares(&out, last)
	v.svgPieces(&out, p)
	if last != nil {
		for set := last.Captured; !set.Empty(); {
			x, y := v.svgMiddle(set.Pop())
			fmt.Fprintf(&out, `<use href="#cross" x="%d" y="%d"/>`+"\n", x, y)
		}
	}
	if v.Notation == Algebraic {
		v.svgCoordinates(&out)
	}
	v.svgTurn(&out, p)
	out.WriteString("</g>\n</svg>\n")
	return out.Bytes()
}

// svgMiddle returns the middle of a square.
func (v *Variant) svgMiddle(s Square) (x, y int) {
	row, col := v.RowCol(s)
	return col*svgCell + svgCell/2, row*svgCell + svgCell/2
}

// svgSquares draws the playing squares with their numbers.
func (v *Variant) svgSquares(out *bytes.Buffer, last *Move) {
	for _, s := range v.squares {
		row, col := v.RowCol(s)
		fill, ink := "#a8713f", "#f1e0bf"
		if v.AllSquares && (row+col)%2 == 0 { // chequered only to guide the eye
			fill, ink = "#dcb98a", "#6b4423"
		}
		if last != nil && (s == last.From || s == last.To) {
			fill, ink = "#b5a72f", "#fff8d8"
			if s == last.To {
				fill = "#8fa12a"
			}
		}
		number := v.pdnNumber(s)
		if v.Notation == Algebraic {
			number = v.Number(s)
		}
		fmt.Fprintf(out, `<rect x="%d" y="%d" width="%d" height="%[3]d" fill="%s"/>`, col*svgCell, row*svgCell, svgCell, fill)
		fmt.Fprintf(out, `<text x="%d" y="%d" font-size="%d" fill="%s">%d</text>`+"\n",
			col*svgCell+2, row*svgCell+svgNumber, svgNumber, ink, number)
	}
}

func (v *Variant) svgPieces(out *bytes.Buffer, p *Position) {
	for side := range p.Men {
		for i, set := range []Bits{p.Men[side], p.Kings[side]} {
			for !set.Empty() {
				x, y := v.svgMiddle(set.Pop())
				fmt.Fprintf(out, `<use href="#%c%c" x="%d" y="%d"/>`+"\n", "wb"[side], "mk"[i], x, y)
			}
		}
	}
}

// svgCoordinates writes files below and ranks at the left.
func (v *Variant) svgCoordinates(out *bytes.Buffer) {
	const style = `font-size="16" fill="#f1e0bf" text-anchor="middle"`
	for col := range v.Width {
		fmt.Fprintf(out, `<text x="%d" y="%d" %s>%c</text>`+"\n", col*svgCell+svgCell/2, v.Height*svgCell+19, style, 'a'+col)
	}
	for row := range v.Height {
		fmt.Fprintf(out, `<text x="%d" y="%d" %s>%d</text>`+"\n", -svgFrame/2, row*svgCell+svgCell/2+6, style, v.Height-row)
	}
}

// svgTurn marks the side to move by a disc beside its edge of the board.
func (v *Variant) svgTurn(out *bytes.Buffer, p *Position) {
	y, fill := v.Height*svgCell-svgCell/2, "#fffdf6"
	if p.Side == Black {
		y, fill = svgCell/2, "#000"
	}
	fmt.Fprintf(out, `<circle cx="%d" cy="%d" r="7" fill="%s" stroke="#f3c04a" stroke-width="2"/>`+"\n",
		v.Width*svgCell+svgFrame/2, y, fill)
}
