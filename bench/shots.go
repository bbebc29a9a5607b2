package bench

import (
	"bufio"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"github.com/damiera/damiera/board"
)

// Shot is a position of a tactics suite. On a line of text it is
//
//	FEN bm MOVE...; id "NAME"; ce CENTIMEN; acd PLIES;
//
// with the operations of EPD, the notation of chess test suites, and the moves in
// the game's own notation. Only bm is needed.
type Shot struct {
	ID       string
	Position board.Position
	Best     []board.Move // any of them solves it
	Score    int          // centimen from the side to move, found when the suite was made
	Depth    int          // plies at which it was found
}

//go:embed tactics
var tactics embed.FS

// Shots returns the suite of a game, none if there is no suite.
func Shots(v *board.Variant) ([]Shot, error) {
	name := "tactics/" + v.Name + ".epd"
	f, err := tactics.Open(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	shots, err := ReadShots(f, v)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return shots, nil
}

// ReadShots reads a suite. Blank lines and those that begin with # are left out;
// an error names the line.
func ReadShots(r io.Reader, v *board.Variant) ([]Shot, error) {
	var shots []Shot
	const longest = 64 << 10
	lines := bufio.NewScanner(board.NewTextReader(r))
	lines.Buffer(nil, longest)
	n := 1
	for ; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		s, err := parseShot(v, line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		if s.ID == "" {
			s.ID = fmt.Sprintf("line %d", n)
		}
		shots = append(shots, s)
	}
	if err := lines.Err(); errors.Is(err, bufio.ErrTooLong) {
		return nil, fmt.Errorf("line %d has more than %d bytes: this is no suite", n, longest)
	} else if err != nil {
		return nil, fmt.Errorf("line %d: %w", n, err)
	}
	return shots, nil
}

func parseShot(v *board.Variant, line string) (Shot, error) {
	var s Shot
	fen, operations, _ := strings.Cut(line, " ")
	p, err := v.ParseFEN(strings.TrimSuffix(fen, ";"))
	if err != nil {
		return s, err
	}
	s.Position = p
	for operation := range strings.SplitSeq(operations, ";") {
		words := strings.Fields(operation)
		if len(words) == 0 {
			continue
		}
		value := strings.Join(words[1:], " ")
		switch words[0] {
		case "bm":
			for _, text := range words[1:] {
				m, err := v.ParseMove(&p, text)
				if err != nil {
					return s, err
				}
				s.Best = append(s.Best, m)
			}
		case "id":
			s.ID = strings.Trim(value, `"`)
		case "ce":
			s.Score, err = strconv.Atoi(value)
		case "acd":
			s.Depth, err = strconv.Atoi(value)
		}
		if err != nil {
			return s, fmt.Errorf("%q: %s wants a whole number", value, words[0])
		}
	}
	if len(s.Best) == 0 {
		return s, fmt.Errorf("%s has no best move: write 'FEN bm MOVE;'", fen)
	}
	return s, nil
}

// Line writes the shot as ReadShots reads it.
func (s *Shot) Line(v *board.Variant) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s bm", v.FEN(&s.Position))
	for i := range s.Best {
		fmt.Fprintf(&b, " %s", v.MoveText(&s.Position, &s.Best[i]))
	}
	fmt.Fprintf(&b, "; id %q; ce %d; acd %d;", s.ID, s.Score, s.Depth)
	return b.String()
}

// solvedBy reports whether a move is one of the best.
func (s *Shot) solvedBy(m board.Move) bool { return slices.Contains(s.Best, m) }
