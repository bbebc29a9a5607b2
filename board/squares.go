package board

import (
	"fmt"
	"strconv"
	"strings"
)

// pdnNumber returns the number by which the game's PDN GameType calls a square.
func (v *Variant) pdnNumber(s Square) int {
	n := v.Number(s)
	if v.FirstSquare == BottomRight {
		n = v.Squares + 1 - n
	}
	return n
}

// SquareName returns a square as the game's PDN GameType writes it: "32", or
// "c3" in the algebraic games.
func (v *Variant) SquareName(s Square) string {
	if v.Notation == Algebraic {
		row, col := v.RowCol(s)
		return string([]byte{byte('a' + col), byte('0' + v.Height - row)})
	}
	return strconv.Itoa(v.pdnNumber(s))
}

// ParseSquare reads a square in the game's own numbering. Algebraic games take
// letters of either case, and board numbers (1 = b8) too. Leading zeros are
// allowed.
func (v *Variant) ParseSquare(text string) (Square, error) {
	if v.Notation == Algebraic && text != "" && isLetter(text[0]) {
		return v.parseAlgebraic(text)
	}
	number, err := v.parseNumber(text)
	if err != nil {
		return NoSquare, err
	}
	if v.FirstSquare == BottomRight {
		number = v.Squares + 1 - number
	}
	s, _ := v.SquareOf(number)
	return s, nil
}

// parseNumber reads a number of a square that exists.
func (v *Variant) parseNumber(text string) (int, error) {
	if text == "" || strings.Trim(text, "0123456789") != "" {
		if v.Notation == Algebraic {
			return 0, fmt.Errorf("%s is not a square: want a letter and a digit such as c3", quote(text))
		}
		return 0, fmt.Errorf("%s is not a square: want a number from 1 to %d", quote(text), v.Squares)
	}
	number, err := strconv.Atoi(text)
	if err != nil || number < 1 || number > v.Squares {
		return 0, fmt.Errorf("square %s is off the board, which has 1 to %d", quote(text), v.Squares)
	}
	return number, nil
}

func (v *Variant) parseAlgebraic(text string) (Square, error) {
	if len(text) != 2 || text[1] < '0' || text[1] > '9' {
		return NoSquare, fmt.Errorf("%s is not a square: want a letter and a digit such as c3", quote(text))
	}
	col, row := int(text[0]|0x20)-'a', v.Height-int(text[1]-'0')
	s, ok := v.At(row, col)
	if !ok && row >= 0 && row < v.Height && col < v.Width {
		return NoSquare, fmt.Errorf("%s is a light square: pieces stand on dark ones", quote(text))
	}
	if !ok {
		return NoSquare, fmt.Errorf("square %s is off the board, which has a1 to %c%d", quote(text), 'a'+v.Width-1, v.Height)
	}
	return s, nil
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }

// quote quotes a piece of input for a message, cut to a readable length.
func quote(text string) string {
	const most = 40
	if len(text) > most {
		return strconv.QuoteToASCII(text[:most]) + "..."
	}
	return strconv.QuoteToASCII(text)
}
