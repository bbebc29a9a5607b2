package board

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// maxPositionText is the longest position text that is read, in bytes. The
// largest board fills less than 600.
const maxPositionText = 4096

// ParsePosition reads a position in any form: FEN, Hub's letters, or the word
// "start".
func (v *Variant) ParsePosition(text string) (Position, error) {
	trimmed := strings.TrimSpace(text)
	if strings.EqualFold(trimmed, "start") || strings.EqualFold(trimmed, "startpos") {
		return v.Start(), nil
	}
	if trimmed == "" {
		return Position{}, errors.New(`the position is empty: want a FEN such as W:W31-50:B1-20, or "start"`)
	}
	if len(trimmed) > 1 && strings.Trim(trimmed, "wWbBe") == "" {
		return v.ParseHub(trimmed)
	}
	return v.ParseFEN(trimmed)
}

// ParseFEN reads a PDN FEN, such as "W:W31-50:BK3,10", in the game's own
// numbering; algebraic games take board numbers too. It is lenient about form:
// ranges (a K before one binds all of it), either order of the sides, one side
// without pieces or left out, side letters written twice, blanks, lower case, a
// final dot and the move counters of some sites (":H0:F1"), which are ignored.
// It is strict about nonsense: the error names the token. A position in which
// the side to move has no piece is legal input.
func (v *Variant) ParseFEN(text string) (Position, error) {
	p, err := v.parseFEN(text)
	if err != nil {
		return Position{}, fmt.Errorf("bad FEN: %w", err)
	}
	v.ClearCounters(&p)
	return p, nil
}

func (v *Variant) parseFEN(text string) (Position, error) {
	if len(text) > maxPositionText {
		return Position{}, fmt.Errorf("the text of %d bytes is too long", len(text))
	}
	text = strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) {
			return -1
		}
		return r
	}, text)
	text = strings.TrimSuffix(strings.Trim(text, "\"'“”"), ".")
	sections := strings.Split(text, ":")
	p := Position{RunSquare: [2]Square{NoSquare, NoSquare}}
	switch sections[0] {
	case "W", "w":
		p.Side = White
	case "B", "b":
		p.Side = Black
	default:
		return p, fmt.Errorf("it must begin with the side to move, W: or B:, not %s", quote(sections[0]))
	}
	named := false
	for _, section := range sections[1:] {
		if section == "" || named && isCounter(section) {
			continue
		}
		side := White
		switch section[0] {
		case 'W', 'w':
		case 'B', 'b':
			side = Black
		default:
			return p, fmt.Errorf("%s must begin with the side that the pieces belong to, W or B", quote(section))
		}
		named = true
		for i, token := range strings.Split(section[1:], ",") {
			if i == 0 {
				token = v.trimSide(side, token)
			}
			if err := v.putToken(&p, side, token); err != nil {
				return p, err
			}
		}
	}
	if p.Occupied().Empty() {
		return p, errors.New("there is no piece on the board")
	}
	if side, s, stuck := v.stuckMan(&p); stuck {
		return p, fmt.Errorf("the %s man on %s stands on its own crowning row; a king there is K%[2]s", side, v.SquareName(s))
	}
	return p, nil
}

// isCounter recognises the half-move and full-move counters ":H0:F1" and the
// frisian king moves ":+0+0" that some sites add.
func isCounter(section string) bool {
	return len(section) > 1 && strings.ContainsRune("HhFf+", rune(section[0])) &&
		strings.Trim(section[1:], "0123456789+") == ""
}

// putToken puts the pieces of one comma-separated token of a FEN on the board.
func (v *Variant) putToken(p *Position, side Color, token string) error {
	squares, king, err := v.parseToken(token)
	if err != nil {
		return err
	}
	for _, s := range squares {
		if p.Occupied().Has(s) {
			return fmt.Errorf("%s puts a second piece on square %s", quote(token), v.SquareName(s))
		}
		if king {
			p.Kings[side] = p.Kings[side].With(s)
		} else {
			p.Men[side] = p.Men[side].With(s)
		}
	}
	return nil
}

// trimSide takes a doubled side letter off the first token of a side, as in
// "WW31". In an algebraic game b8 is a square.
func (v *Variant) trimSide(side Color, token string) string {
	if token != "" && token[0]&^0x20 == side.Letter() && (v.Notation == Numeric || len(token) != 2) {
		return token[1:]
	}
	return token
}

// parseToken reads a square or a range, with or without a K.
func (v *Variant) parseToken(token string) (squares []Square, king bool, err error) {
	body := token
	if len(body) > 0 && (body[0] == 'K' || body[0] == 'k') {
		king, body = true, body[1:]
	}
	if body == "" {
		if token != "" && king {
			return nil, false, fmt.Errorf("%s names no square", quote(token))
		}
		return nil, false, nil
	}
	first, last, ranged := strings.Cut(body, "-")
	if !ranged {
		s, err := v.ParseSquare(body)
		if err != nil {
			return nil, false, inToken(token, body, err)
		}
		return []Square{s}, king, nil
	}
	if king {
		last = strings.TrimLeft(last, "Kk")
	}
	if v.Notation == Algebraic && !isNumber(first+last) {
		return nil, false, fmt.Errorf("the range %s must be of board numbers", quote(token))
	}
	from, err := v.parseNumber(first)
	if err != nil {
		return nil, false, inToken(token, "", err)
	}
	to, err := v.parseNumber(last)
	if err != nil {
		return nil, false, inToken(token, "", err)
	}
	if from > to {
		return nil, false, fmt.Errorf("the range %s runs backwards", quote(token))
	}
	for n := from; n <= to; n++ {
		s, err := v.ParseSquare(strconv.Itoa(n))
		if err != nil {
			return nil, false, inToken(token, "", err)
		}
		squares = append(squares, s)
	}
	return squares, king, nil
}

// inToken names the token in which an error was found, unless the error does.
func inToken(token, body string, err error) error {
	if token == body {
		return err
	}
	return fmt.Errorf("in %s: %w", quote(token), err)
}

// stuckMan finds a man that stands where it would have been crowned.
func (v *Variant) stuckMan(p *Position) (side Color, s Square, found bool) {
	for _, side := range []Color{White, Black} {
		if stuck := p.Men[side].And(v.Crown(side)); !stuck.Empty() {
			return side, stuck.First(), true
		}
	}
	return White, NoSquare, false
}

// FEN writes a position as PDN FEN in the game's own numbering: white first,
// men before kings, each in ascending order, without ranges.
func (v *Variant) FEN(p *Position) string {
	if v.Notation == Numeric {
		return writeFEN(p, v.pdnNumber, strconv.Itoa)
	}
	return writeFEN(p, v.SquareName, func(name string) string { return name })
}

// FENBoardNumbers writes a position as FEN with the board numbers of Hub.
func (v *Variant) FENBoardNumbers(p *Position) string {
	return writeFEN(p, v.Number, strconv.Itoa)
}

func writeFEN[N int | string](p *Position, name func(Square) N, text func(N) string) string {
	out := []byte{p.Side.Letter()}
	for _, side := range []Color{White, Black} {
		out = append(out, ':', side.Letter())
		first := true
		for i, set := range []Bits{p.Men[side], p.Kings[side]} {
			var names []N
			for !set.Empty() {
				names = append(names, name(set.Pop()))
			}
			slices.Sort(names)
			for _, n := range names {
				if !first {
					out = append(out, ',')
				}
				first = false
				if i == 1 {
					out = append(out, 'K')
				}
				out = append(out, text(n)...)
			}
		}
	}
	return string(out)
}
