package board

import (
	"fmt"
	"strings"
)

// Tag is one [Name "Value"] line of a PDN game.
type Tag struct{ Name, Value string }

// PDNMove is one move of the main line.
type PDNMove struct {
	Move Move
	// Text is the move as it was written, without its number and marks.
	Text string
	// Comment is what stands in braces behind the move, such as
	// "[%clock w0:01:00]"; several comments are joined by a blank.
	Comment string
	// NAGs are the numeric annotation glyphs; ! ? !! ?? !? ?! are 1 to 6 and a
	// forced move, * in old files, is 7.
	NAGs []int
}

// PDNGame is one game of a PDN file.
type PDNGame struct {
	// Number is the place of the game in its file, from 1, and Line the line
	// on which it starts.
	Number, Line int
	Tags         []Tag
	Variant      *Variant
	// Start is the position of the FEN tag, or the start position.
	Start Position
	// Comment stands before the first move.
	Comment string
	// Moves are the moves up to Err.
	Moves []PDNMove
	// FirstNumber is the number of the first move, 1 if it has none. Ellipsis
	// tells that the first move stands in the second column, as in "1... 12-16".
	FirstNumber int
	Ellipsis    bool
	// Result is the token that ended the game; if that is only "*", or there is
	// none, the Result tag; else "*".
	Result string
	// Err is the first thing that is wrong with the game, as a *PDNError. It
	// does not concern the other games of the file.
	Err error
}

// PDNError tells what is wrong with a game and where.
type PDNError struct {
	// Line and Column count from 1; columns are characters.
	Line, Column int
	// Number and Side are the move concerned; Number is 0 for another fault.
	Number int
	Side   Color
	// Token is the text concerned and FEN the position before it, if any.
	Token, FEN string
	Err        error
}

func (e *PDNError) Error() string {
	if e.Number == 0 {
		return fmt.Sprintf("line %d, column %d: %v", e.Line, e.Column, e.Err)
	}
	return fmt.Sprintf("line %d, column %d, move %d of %s: %v", e.Line, e.Column, e.Number, e.Side, e.Err)
}

// Unwrap returns the cause.
func (e *PDNError) Unwrap() error { return e.Err }

// NewPDNGame returns a game for WritePDN, with every move so far and the result
// as it stands. Tags, comments and a result by other means are the caller's to
// set.
func NewPDNGame(g *Game) *PDNGame {
	v := g.Variant()
	p := &PDNGame{Variant: v, Start: g.positions[0], FirstNumber: 1}
	p.Ellipsis = p.Start.Side != v.Starts
	for i := range g.moves {
		p.Moves = append(p.Moves, PDNMove{Move: g.moves[i], Text: v.MoveText(&g.positions[i], &g.moves[i])})
	}
	outcome, _ := g.Outcome()
	p.Result = v.ResultText(outcome)
	return p
}

// Game replays the moves.
func (p *PDNGame) Game() *Game {
	g := NewGame(p.Variant, p.Start)
	for _, m := range p.Moves {
		g.push(m.Move)
	}
	return g
}

// Tag returns the value of a tag, "" if there is none. Case does not matter.
func (p *PDNGame) Tag(name string) string {
	for _, t := range p.Tags {
		if strings.EqualFold(t.Name, name) {
			return t.Value
		}
	}
	return ""
}

// SetTag adds a tag or changes its value.
func (p *PDNGame) SetTag(name, value string) {
	for i := range p.Tags {
		if strings.EqualFold(p.Tags[i].Name, name) {
			p.Tags[i].Value = value
			return
		}
	}
	p.Tags = append(p.Tags, Tag{name, value})
}

// Outcome returns what Result means. An unfinished game, a double forfeit and
// a result that is not known are Ongoing.
func (p *PDNGame) Outcome() Outcome {
	first, second := WhiteWins, BlackWins
	if p.Variant != nil && p.Variant.Starts == Black {
		first, second = second, first
	}
	switch foldResult(p.Result) {
	case "1-0", "2-0":
		return first
	case "0-1", "0-2":
		return second
	case "1/2-1/2", "1-1":
		return Drawn
	}
	return Ongoing
}

// ResultText writes an outcome as PDN 3.0's GameType table wants it: 2-0, 1-1
// and 0-2 for the games on 10x10 and 12x12 boards with international rules
// (types 20 and 27), else 1-0, 1/2-1/2 and 0-1; * when there is none. The first
// number is that of the side that starts: in english and pool draughts, Black
// (PDN 2.0 draft 6.1.1.1.1.5, and CheckerBoard).
func (v *Variant) ResultText(o Outcome) string {
	win, draw, loss := "1-0", "1/2-1/2", "0-1"
	if v.pdnType() == 20 || v.pdnType() == 27 {
		win, draw, loss = "2-0", "1-1", "0-2"
	}
	switch o {
	case Drawn:
		return draw
	case Won(v.Starts):
		return win
	case Won(v.Starts.Opponent()):
		return loss
	}
	return "*"
}

// pdnType is the GameType number to write. Killer, breakthrough and losing
// draughts have none of their own and are written as what their moves look
// like, international, with a Variant tag.
func (v *Variant) pdnType() int {
	if v.GameType == 0 {
		return 20
	}
	return v.GameType
}

// PDNGameType returns the full value of the GameType tag, such as
// "25,W,8,8,A0,0": number, side that starts, width, height, notation with the
// corner of the first square seen from the side that starts, and whether the
// bottom left corner is not a playing square.
func (v *Variant) PDNGameType() string {
	notation, corner, inverted := 'N', 2, 0
	if v.Notation == Algebraic {
		notation, corner = 'A', 0
	} else if v.FirstSquare == BottomRight {
		corner = 1
	}
	if v.Notation == Numeric && v.Starts == Black { // seen from the other side: the opposite corner
		corner = 3 - corner
	}
	if v.Mirrored {
		inverted = 1
	}
	return fmt.Sprintf("%d,%c,%d,%d,%c%d,%d", v.pdnType(), v.Starts.Letter(), v.Width, v.Height, notation, corner, inverted)
}

// results are the tokens that end a game, by their folded form.
var results = map[string]bool{
	"*": true, "1-0": true, "0-1": true, "1/2-1/2": true, "2-0": true, "1-1": true, "0-2": true, "0-0": true,
}

var plainResult = strings.NewReplacer("½", "1/2", "–", "-", "—", "-", "−", "-", " ", "")

// foldResult brings the ways to write a result together.
func foldResult(s string) string {
	s = plainResult.Replace(s)
	switch s {
	case "1/2", "=", "0.5-0.5", "0,5-0,5":
		return "1/2-1/2"
	}
	return s
}
