package openings

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/damiera/damiera/board"
)

// isPDN guesses the form of a file from its beginning: PDN begins with a tag, a
// remark or a comment. A byte order mark must be gone.
func isPDN(in *bufio.Reader) bool {
	head, _ := in.Peek(4096)
	for _, line := range bytes.Split(head, []byte("\n")) {
		if line = bytes.TrimSpace(line); len(line) > 0 {
			return bytes.IndexByte([]byte("[%{;"), line[0]) >= 0
		}
	}
	return false
}

// ReadPDN reads the games of a PDN file as openings: the first moves of each,
// as many as plies tells, or all if it is 0. Games of other variants are
// refused, and so are openings after which the game is over.
func ReadPDN(v *board.Variant, in io.Reader, plies int) ([]Opening, error) {
	games := board.NewPDNReader(in, v)
	var list []Opening
	for {
		p, err := games.Next()
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		o, err := fromPDN(v, p, plies)
		if err != nil {
			return nil, fmt.Errorf("game %d: %w", p.Number, err)
		}
		if list = append(list, *o); len(list) > maxOpenings {
			return nil, fmt.Errorf("there are more than %d openings", maxOpenings)
		}
	}
}

// ReadGames reads the games of a PDN file, or the openings of a list, like
// ReadFile, but leaves out the games that cannot be used and tells why.
func ReadGames(v *board.Variant, name string, plies int) (list []Opening, skipped []error, err error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, nil, err
	}
	defer f.Close()
	in := bufio.NewReader(board.NewTextReader(f))
	if !isPDN(in) {
		list, err = ReadList(v, in)
		return list, nil, err
	}
	games := board.NewPDNReader(in, v)
	for len(list) < maxOpenings {
		p, err := games.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, nil, err
		}
		// games that end within the opening are of use as far as they go
		p.Moves = p.Moves[:min(len(p.Moves), plies)]
		o, err := fromPDN(v, p, len(p.Moves))
		if err != nil {
			skipped = append(skipped, fmt.Errorf("game %d: %w", p.Number, err))
			continue
		}
		list = append(list, *o)
	}
	return list, skipped, nil
}

func fromPDN(v *board.Variant, p *board.PDNGame, plies int) (*Opening, error) {
	needed := len(p.Moves)
	if plies > 0 {
		needed = min(needed, plies)
	}
	if p.Err != nil && (plies == 0 || len(p.Moves) < plies) {
		return nil, p.Err
	}
	if !sameGame(p.Variant, v) {
		return nil, fmt.Errorf("it is a game of %s, not of %s", p.Variant.Name, v.Name)
	}
	o := &Opening{Start: p.Start}
	for _, m := range p.Moves[:needed] {
		o.Moves = append(o.Moves, m.Move)
	}
	g, err := o.Game(v)
	if err != nil {
		return nil, err
	}
	if outcome, reason := g.Outcome(); outcome != board.Ongoing {
		return nil, fmt.Errorf("it is over after the opening (%s): take fewer plies of each game", reason)
	}
	o.Name = o.Text(v)
	if title := p.Tag("Opening"); title != "" {
		o.Name = title
	}
	return o, nil
}

// sameGame reports whether a game's moves can be played in another: the games
// on the same board with the same numbers, such as international and killer,
// share their files.
func sameGame(a, b *board.Variant) bool {
	return a == b || a != nil && a.Geometry == b.Geometry && a.Notation == b.Notation &&
		a.FirstSquare == b.FirstSquare && a.Starts == b.Starts
}
