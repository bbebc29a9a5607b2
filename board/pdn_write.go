package board

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// WritePDN writes a game as PDN 3.0 and a blank line after it: the seven
// mandatory tags first, with ? for what is not known, then the full GameType, a
// Variant tag for the games that share another's type, SetUp and FEN unless the
// game begins from the start position, and the other tags; the moves in lines of
// at most 80 characters, unambiguous, with their glyphs and comments; and the
// result at the end, as old readers expect it, or * if it is none that they know. Of the game's own tags Result,
// GameType, Variant, SetUp and FEN are not looked at. Moves must be legal.
func WritePDN(w io.Writer, g *PDNGame) error {
	if g.Variant == nil {
		return fmt.Errorf("writing PDN: game %d has no variant", g.Number)
	}
	out := &pdnWriter{Writer: bufio.NewWriter(w)}
	out.tags(g)
	out.WriteByte('\n')
	if err := out.moves(g); err != nil {
		return err
	}
	if result := g.result(); results[result] {
		out.word(result)
	} else {
		out.word("*")
	}
	out.WriteString("\n\n")
	return out.Flush() // bufio remembers earlier errors
}

// result is the Result tag to write: the outcome in the tokens of the game's
// type, or the result as it was read when it is of another kind, such as 4-6.
// Anything else, such as the rest of a line that has no end, is none.
func (p *PDNGame) result() string {
	if o := p.Outcome(); o != Ongoing || strings.Trim(p.Result, "0123456789+-/.,*") != "" || p.Result == "" {
		return p.Variant.ResultText(o)
	}
	return p.Result
}

var mandatoryTags = [...]Tag{
	{"Event", "?"}, {"Site", "?"}, {"Date", "????.??.??"}, {"Round", "?"}, {"White", "?"}, {"Black", "?"},
}

type pdnWriter struct {
	*bufio.Writer
	column int
}

func (w *pdnWriter) tags(g *PDNGame) {
	v := g.Variant
	done := map[string]bool{"result": true, "gametype": true, "variant": true, "setup": true, "fen": true}
	for _, t := range mandatoryTags {
		if value := g.Tag(t.Name); value != "" {
			t.Value = value
		}
		done[strings.ToLower(t.Name)] = true
		w.tag(t.Name, t.Value)
	}
	w.tag("Result", g.result())
	w.tag("GameType", v.PDNGameType())
	ofType, err := Lookup(fmt.Sprint(v.pdnType()))
	if err != nil || ofType != v {
		w.tag("Variant", v.Name)
	}
	if err != nil || ofType.FEN(&ofType.start) != v.FEN(&g.Start) { // what a reader assumes without a FEN
		w.tag("SetUp", "1")
		w.tag("FEN", v.FEN(&g.Start))
	}
	for _, t := range g.Tags {
		if !done[strings.ToLower(t.Name)] {
			done[strings.ToLower(t.Name)] = true
			w.tag(t.Name, t.Value)
		}
	}
}

func (w *pdnWriter) tag(name, value string) {
	name = strings.Map(func(r rune) rune {
		if isTagRune(r) {
			return r
		}
		return -1
	}, name)
	if name == "" {
		return
	}
	value = strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, value)
	fmt.Fprintf(w, "[%s \"%s\"]\n", name, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))
}

func (w *pdnWriter) moves(g *PDNGame) error {
	v, p := g.Variant, g.Start
	w.comment(g.Comment)
	ply := 0
	if g.Ellipsis {
		ply = 1
	}
	for i := range g.Moves {
		m := &g.Moves[i]
		if err := v.CheckMove(&p, &m.Move); err != nil {
			return fmt.Errorf("writing PDN: move %d: %w", i+1, err)
		}
		number := max(1, g.FirstNumber) + ply/2
		switch {
		case ply%2 == 0:
			w.word(fmt.Sprintf("%d.", number))
		case i == 0:
			w.word(fmt.Sprintf("%d...", number))
		}
		w.word(v.MoveText(&p, &m.Move))
		for _, nag := range m.NAGs {
			w.word(fmt.Sprintf("$%d", nag))
		}
		w.comment(m.Comment)
		var q Position
		v.Do(&p, &m.Move, &q)
		p = q
		ply++
	}
	return nil
}

// comment writes a comment, broken where it has blanks. A closing brace within
// it would end it and becomes a parenthesis.
func (w *pdnWriter) comment(text string) {
	words := strings.Fields(strings.ReplaceAll(text, "}", ")"))
	for i, word := range words {
		if i == 0 {
			word = "{" + word
		}
		if i == len(words)-1 {
			word += "}"
		}
		w.word(word)
	}
}

// word writes a word after a blank or on a new line.
func (w *pdnWriter) word(text string) {
	const width = 80
	n := utf8.RuneCountInString(text)
	switch {
	case w.column == 0:
	case w.column+1+n > width:
		w.WriteByte('\n')
		w.column = 0
		if text[0] == '%' || text[0] == '[' { // at the start of a line they would be a remark or a tag
			w.WriteByte(' ')
			w.column = 1
		}
	default:
		w.WriteByte(' ')
		w.column++
	}
	w.WriteString(text)
	w.column += n
}
