package protocol

import (
	"slices"
	"strconv"
	"strings"

	"github.com/damiera/damiera/board"
)

// numbering tells how moves number the squares. One client (pydraughts) keeps
// positions in board numbers and writes moves in the numbers of the game's PDN
// GameType: counted from a1 in the algebraic games and from the bottom right
// corner in some others. Each is its own inverse.
type numbering struct {
	variant *board.Variant
	// pdn selects the game's own numbers in place of board numbers.
	pdn bool
	// turned positions of English draughts have the side that begins at the
	// bottom, as White, and the numbers count from the other end.
	turned bool
}

// number turns a board number into the one to write, and back.
func (n numbering) number(square int) int {
	v := n.variant
	if !n.pdn || square < 1 || square > v.Squares {
		return square
	}
	switch {
	case v.Notation == board.Algebraic: // a1 is 1
		row := v.Squares / v.Height
		return v.Squares - (square-1)/row*row - row + (square-1)%row + 1
	case n.turned || v.FirstSquare == board.BottomRight:
		return v.Squares + 1 - square
	}
	return square
}

// write returns a move as Hub writes it, captured squares in ascending order.
func (n numbering) write(m *board.Move) string {
	text := n.variant.HubMove(m)
	if !n.pdn {
		return text
	}
	sign := "-"
	if m.IsCapture() {
		sign = "x"
	}
	var squares []int
	for field := range strings.SplitSeq(text, sign) {
		square, _ := strconv.Atoi(field)
		squares = append(squares, n.number(square))
	}
	slices.Sort(squares[2:])
	fields := make([]string, len(squares))
	for i, square := range squares {
		fields[i] = strconv.Itoa(square)
	}
	return strings.Join(fields, sign)
}

// read turns a move's text into one with board numbers.
func (n numbering) read(text string) string {
	if !n.pdn {
		return text
	}
	var b strings.Builder
	for rest := text; rest != ""; {
		digits := 0
		for digits < len(rest) && rest[digits] >= '0' && rest[digits] <= '9' {
			digits++
		}
		if square, err := strconv.Atoi(rest[:digits]); err == nil {
			b.WriteString(strconv.Itoa(n.number(square)))
			rest = rest[digits:]
			continue
		}
		digits = max(digits, 1)
		b.WriteString(rest[:digits])
		rest = rest[digits:]
	}
	return b.String()
}
