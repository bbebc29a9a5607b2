package openings

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/damiera/damiera/board"
)

// maxOpenings bounds the openings that are read from a file.
const maxOpenings = 1_000_000

// ReadList reads a list with one opening a line: moves from the start position
// ("32-28 19-23", move numbers may stand between them), a FEN, or a FEN and
// moves from it. Empty lines and lines that begin with # are left out, and so
// is what follows a # in a line. The error names the line.
func ReadList(v *board.Variant, in io.Reader) ([]Opening, error) {
	const longest = 64 << 10
	lines := bufio.NewScanner(board.NewTextReader(in))
	lines.Buffer(nil, longest)
	var list []Opening
	number := 0
	for lines.Scan() {
		number++
		text, _, _ := strings.Cut(lines.Text(), "#")
		if text = strings.TrimSpace(text); text == "" {
			continue
		}
		o, err := parseOpening(v, text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", number, err)
		}
		if list = append(list, *o); len(list) > maxOpenings {
			return nil, fmt.Errorf("there are more than %d openings", maxOpenings)
		}
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d has more than %d bytes: this is no list of openings", number+1, longest)
	} else if err != nil {
		return nil, fmt.Errorf("line %d: %w", number+1, err)
	}
	return list, nil
}

// parseOpening reads one line of a list.
func parseOpening(v *board.Variant, text string) (*Opening, error) {
	o := &Opening{Start: v.Start(), Name: strings.Join(strings.Fields(text), " ")}
	if fen, moves, ok := cutFEN(text); ok {
		p, err := v.ParsePosition(fen)
		if err != nil {
			return nil, err
		}
		o.Start, text = p, moves
	}
	g := board.NewGame(v, o.Start)
	for _, word := range strings.Fields(text) {
		if word = trimMoveNumber(word); word == "" {
			continue
		}
		m, err := g.PlayText(word)
		if err != nil {
			return nil, err
		}
		o.Moves = append(o.Moves, m)
	}
	return o, nil
}

// cutFEN splits a line that begins with a position. A FEN ends at the first
// blank that no ',' or ':' stands beside.
func cutFEN(text string) (fen, rest string, ok bool) {
	head, _, _ := strings.Cut(text, ":")
	switch strings.ToUpper(strings.TrimSpace(head)) {
	case "W", "B":
	default:
		return "", text, false
	}
	for i := 1; i < len(text); i++ {
		if text[i] != ' ' && text[i] != '\t' {
			continue
		}
		before := strings.TrimSpace(text[:i])
		after := strings.TrimSpace(text[i:])
		if after != "" && !strings.ContainsRune(",:", rune(before[len(before)-1])) && !strings.ContainsRune(",:", rune(after[0])) {
			return before, after, true
		}
	}
	return text, "", true
}

// trimMoveNumber takes the number off "1.", "1...", "1.32-28".
func trimMoveNumber(word string) string {
	digits := 0
	for digits < len(word) && word[digits] >= '0' && word[digits] <= '9' {
		digits++
	}
	if digits > 0 && digits < len(word) && word[digits] == '.' {
		return strings.TrimLeft(word[digits:], ".")
	}
	return word
}

// WriteList writes ballots so that ReadList reads them.
func WriteList(out io.Writer, v *board.Variant, ballots []Ballot) error {
	w := bufio.NewWriter(out)
	for i := range ballots {
		fmt.Fprintln(w, ballots[i].Text(v))
	}
	return w.Flush()
}

// Text writes the moves in the game's own notation, with blanks between them.
func (o *Opening) Text(v *board.Variant) string {
	g := board.NewGame(v, o.Start)
	words := make([]string, 0, len(o.Moves))
	for _, m := range o.Moves {
		words = append(words, v.MoveText(g.Position(), &m))
		if g.Play(m) != nil {
			break
		}
	}
	return strings.Join(words, " ")
}
