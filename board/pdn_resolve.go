package board

import (
	"errors"
	"fmt"
	"strings"
)

// finish makes a game of what was collected.
func (d *pdnDraft) finish(fallback *Variant) {
	g := d.game
	d.endRemark()
	if d.depth > 0 {
		d.wrong(d.opened, "the variation that begins here has no closing parenthesis")
	}
	g.Result = d.result
	if g.Result == "" || g.Result == "*" { // a separator only, in PDN 3.0
		if g.Result = g.Tag("Result"); g.Result == "" {
			g.Result = "*"
		}
	}
	if g.Variant = d.variant(fallback); g.Variant != nil && d.start() {
		d.resolve()
	}
	if d.problem != nil {
		g.Err = d.problem
	}
}

// tag returns the token of a tag with a value.
func (d *pdnDraft) tag(name string) (pdnToken, bool) {
	for _, t := range d.tags {
		if strings.EqualFold(t.name, name) && t.text != "" {
			return t, true
		}
	}
	return pdnToken{}, false
}

// variant finds out what is played: from the GameType tag and, for the games
// without a number of their own, a Variant tag that agrees with it.
func (d *pdnDraft) variant(fallback *Variant) *Variant {
	gameType, typed := d.tag("GameType")
	var byType *Variant
	if typed {
		var err error
		if byType, err = Lookup(gameType.text); err != nil {
			d.wrong(gameType, "GameType: %w", err)
			return nil
		}
	}
	if name, ok := d.tag("Variant"); ok {
		if v, err := Lookup(name.text); err == nil && (byType == nil || byType.pdnType() == v.pdnType()) {
			return v
		}
	}
	switch {
	case byType != nil:
		return byType
	case fallback == nil:
		d.wrong(pdnToken{line: d.game.Line, column: 1}, "no GameType tag tells which game this is; name it, as in --variant russian")
	}
	return fallback
}

// start sets the start position; false if there is none.
func (d *pdnDraft) start() bool {
	v, g := d.game.Variant, d.game
	g.Start = v.Start()
	fen, ok := d.tag("FEN")
	if d.setup != nil {
		fen, ok = *d.setup, true
	}
	if !ok {
		return true
	}
	text := fen.text
	if strings.HasPrefix(text, "?") { // PDN 3.0: the side to move is not known
		text = string(v.Starts.Letter()) + text[1:]
	}
	p, err := v.ParseFEN(text)
	if err != nil {
		d.wrong(fen, "%w", err)
		return false
	}
	g.Start = p
	return true
}

// pdnReading is a way to understand a game's moves.
type pdnReading struct {
	start Position
	parse func(p *Position, text string) (Move, error)
}

// resolve turns the texts into moves. A file may number the squares as Hub
// does, use letters where the game has numbers, or have the other side begin,
// without a word about it: when the proper reading fails, the others are tried,
// and the one that goes furthest is taken.
func (d *pdnDraft) resolve() {
	v, g := d.game.Variant, d.game
	starts := []Position{g.Start}
	if _, ok := d.tag("FEN"); !ok && d.setup == nil {
		other := g.Start
		other.Side = other.Side.Opponent()
		starts = append(starts, other)
	}
	var readings []pdnReading
	for _, start := range starts {
		readings = append(readings, pdnReading{start, v.ParseMove})
		if v.FirstSquare != TopLeft {
			readings = append(readings, pdnReading{start, v.ParseHubMove})
		}
		if v.Notation == Numeric {
			readings = append(readings, pdnReading{start, v.parseLettered})
		}
	}
	best, bestErr := -1, error(nil)
	for _, r := range readings {
		n, err := d.follow(r, best)
		if n > best {
			best, bestErr = n, err
			g.Start = r.start
		}
		if err == nil {
			break
		}
	}
	if !d.numbered {
		g.Ellipsis = g.Start.Side != v.Starts
	}
	g.Moves = d.moves[:best]
	if bestErr != nil {
		d.illegal(best, bestErr)
	}
}

// pdnBranches bounds how many moves of a game may be tried for ambiguous ones.
const pdnBranches = 32

// follow reads the moves by one reading and returns how many of them are legal
// and what is wrong with the next one. It keeps them if they are more than
// least.
func (d *pdnDraft) follow(r pdnReading, least int) (int, error) {
	branches := pdnBranches
	moves, err := d.line(r, r.start, 0, &branches)
	if len(moves) > least {
		for i := range moves {
			d.moves[i].Move = moves[i]
		}
	}
	return len(moves), err
}

// line reads the moves from the one at index i on. Old files write a capture
// that fits two moves as short as any other: the rest of the game tells which
// one was meant. When it does not, the move is refused.
func (d *pdnDraft) line(r pdnReading, p Position, i int, branches *int) ([]Move, error) {
	var moves []Move
	for ; i < len(d.moves); i++ {
		m, err := r.parse(&p, d.moves[i].Text)
		var ambiguous *AmbiguousMoveError
		if errors.As(err, &ambiguous) {
			rest, ok, restErr := d.disambiguate(r, p, i, ambiguous.Fits, branches)
			if !ok {
				return moves, err
			}
			return append(moves, rest...), restErr
		}
		if err != nil {
			if i == len(d.moves)-1 && foldResult(d.moves[i].Text) == foldResult(d.game.Tag("Result")) {
				err = nil // a result of a kind of its own, such as 4-6
			}
			return moves, err
		}
		moves = append(moves, m)
		var q Position
		d.game.Variant.Do(&p, &m, &q)
		p = q
	}
	return moves, nil
}

// disambiguate picks the one of several moves with which the game goes on
// further than with the others; false if there is none.
func (d *pdnDraft) disambiguate(r pdnReading, p Position, i int, fits []Move, branches *int) (line []Move, ok bool, err error) {
	for _, m := range fits {
		if *branches == 0 {
			return nil, false, nil
		}
		*branches--
		var q Position
		d.game.Variant.Do(&p, &m, &q)
		rest, restErr := d.line(r, q, i+1, branches)
		switch n := len(rest) + 1; {
		case n > len(line) || n == len(line) && err != nil && restErr == nil:
			line, err, ok = append([]Move{m}, rest...), restErr, true
		case n == len(line) && (err == nil) == (restErr == nil):
			ok = false
		}
	}
	return line, ok, err
}

// illegal notes the move at which a game fails, unless something else was
// wrong with it before.
func (d *pdnDraft) illegal(i int, err error) {
	g := d.game
	at := d.at[i]
	if d.problem != nil && (d.problem.Line < at.line || d.problem.Line == at.line && d.problem.Column < at.column) {
		return
	}
	p := g.Start
	for _, m := range g.Moves {
		var q Position
		g.Variant.Do(&p, &m.Move, &q)
		p = q
	}
	ply := i
	if g.Ellipsis {
		ply++
	}
	d.problem = &PDNError{Line: at.line, Column: at.column, Number: g.FirstNumber + ply/2, Side: p.Side,
		Token: d.moves[i].Text, FEN: g.Variant.FEN(&p), Err: err}
}

// parseLettered reads a move with letters on a board of numbers, where a1 is
// the bottom left corner as everywhere.
func (v *Variant) parseLettered(p *Position, text string) (Move, error) {
	var b strings.Builder
	rest := text
	for rest != "" {
		if !isLetter(rest[0]) || rest[0] == 'x' || rest[0] == 'X' {
			b.WriteByte(rest[0])
			rest = rest[1:]
			continue
		}
		end := 1
		for end < len(rest) && isDigit(rest[end]) {
			end++
		}
		rank := 0
		if _, err := fmt.Sscan(rest[1:end], &rank); err != nil {
			return Move{}, errors.New("letters without a rank")
		}
		s, ok := v.At(v.Height-rank, int(rest[0]|0x20)-'a')
		if !ok {
			return Move{}, fmt.Errorf("%s is not a square of this board", quote(rest[:end]))
		}
		if n := b.Len(); n > 0 && isDigit(b.String()[n-1]) { // a3b4
			b.WriteByte('-')
		}
		b.WriteString(v.SquareName(s))
		rest = rest[end:]
	}
	return v.ParseMove(p, b.String())
}
