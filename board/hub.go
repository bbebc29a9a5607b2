package board

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
)

// The letters of Hub for an empty square and the pieces of each side.
const hubEmpty = 'e'

var (
	hubMan  = [2]byte{'w', 'b'}
	hubKing = [2]byte{'W', 'B'}
)

// ParseHub reads a position as Hub writes it: W or B for the side to move,
// then one letter for each playing square in the order of the board numbers:
// w b men, W B kings, e empty.
func (v *Variant) ParseHub(text string) (Position, error) {
	p, err := v.parseHub(text)
	if err != nil {
		return Position{}, fmt.Errorf("bad position: %w", err)
	}
	v.ClearCounters(&p)
	return p, nil
}

func (v *Variant) parseHub(text string) (Position, error) {
	p := Position{RunSquare: [2]Square{NoSquare, NoSquare}}
	if text == "" {
		return p, errors.New("it is empty")
	}
	switch text[0] {
	case 'W', 'w':
		p.Side = White
	case 'B', 'b':
		p.Side = Black
	default:
		return p, fmt.Errorf("it must begin with the side to move, W or B, not %s", quote(text[:1]))
	}
	letters := text[1:]
	for i := 0; i < len(letters) && i < v.Squares; i++ {
		s, _ := v.SquareOf(i + 1)
		switch letters[i] {
		case hubMan[White]:
			p.Men[White] = p.Men[White].With(s)
		case hubMan[Black]:
			p.Men[Black] = p.Men[Black].With(s)
		case hubKing[White]:
			p.Kings[White] = p.Kings[White].With(s)
		case hubKing[Black]:
			p.Kings[Black] = p.Kings[Black].With(s)
		case hubEmpty:
		default:
			return p, fmt.Errorf("the letter %s of square %d is none of w b W B e", quote(letters[i:i+1]), i+1)
		}
	}
	if len(letters) != v.Squares {
		return p, fmt.Errorf("it has %d letters for the squares, but the board of %s has %d squares",
			len(letters), v.Name, v.Squares)
	}
	if p.Occupied().Empty() {
		return p, errors.New("there is no piece on the board")
	}
	if side, s, stuck := v.stuckMan(&p); stuck {
		return p, fmt.Errorf("the %s man on square %d stands on its own crowning row", side, v.Number(s))
	}
	return p, nil
}

// Hub writes a position as Hub does; see ParseHub.
func (v *Variant) Hub(p *Position) string {
	out := make([]byte, 0, v.Squares+1)
	out = append(out, p.Side.Letter())
	for n := 1; n <= v.Squares; n++ {
		s, _ := v.SquareOf(n)
		letter := byte(hubEmpty)
		for side := range hubMan {
			if p.Men[side].Has(s) {
				letter = hubMan[side]
			} else if p.Kings[side].Has(s) {
				letter = hubKing[side]
			}
		}
		out = append(out, letter)
	}
	return string(out)
}

// HubMove writes a move as Hub does, in board numbers: "32-28" or, with the
// captured squares in ascending order, "28x19x23".
func (v *Variant) HubMove(m *Move) string { return hubText(m, v.Number) }

// hubText writes a move with its captured squares, in any numbering.
func hubText(m *Move, number func(Square) int) string {
	sign := byte('-')
	if m.IsCapture() {
		sign = 'x'
	}
	out := strconv.AppendInt(nil, int64(number(m.From)), 10)
	out = append(out, sign)
	out = strconv.AppendInt(out, int64(number(m.To)), 10)
	numbers := make([]int, 0, 16)
	for set := m.Captured; !set.Empty(); {
		numbers = append(numbers, number(set.Pop()))
	}
	slices.Sort(numbers)
	for _, n := range numbers {
		out = append(out, sign)
		out = strconv.AppendInt(out, int64(n), 10)
	}
	return string(out)
}
