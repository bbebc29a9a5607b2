package board

import (
	"fmt"
	"io"
	"strconv"
	"strings"
)

// What one game may hold; the rest of a longer one is skipped and its Err says
// so.
const (
	maxPDNTags     = 200
	maxPDNMoves    = 10000
	maxPDNComments = 1 << 20 // bytes of all comments together, further ones are dropped
)

// PDNReader reads the games of a file one by one, in bounded memory. It is
// made for files as they are found: see docs/rules.md.
type PDNReader struct {
	scan     *pdnScanner
	fallback *Variant
	games    int
}

// NewPDNReader returns a reader of a PDN file. Games whose tags do not tell
// what is played are read as games of fallback; when it is nil such a game has
// an Err.
func NewPDNReader(r io.Reader, fallback *Variant) *PDNReader {
	return &PDNReader{scan: newPDNScanner(r), fallback: fallback}
}

// Next returns the next game, or io.EOF when there is none left. What is wrong
// with a game is its Err and does not keep the next one from being read; an
// error is returned when the file cannot be read, or when what follows is so long
// without the end of a game that it is no PDN.
func (r *PDNReader) Next() (*PDNGame, error) {
	d := &pdnDraft{game: &PDNGame{FirstNumber: 1}}
	r.scan.used = 0
	for {
		t := r.scan.next()
		if t.kind == pdnEnd {
			if r.scan.err != nil {
				return nil, fmt.Errorf("reading PDN, line %d: %w", t.line, r.scan.err)
			}
			if d.empty() {
				return nil, io.EOF
			}
			break
		}
		if t.kind == pdnTag && d.endsBefore(t) {
			r.scan.unread(t)
			break
		}
		if d.game.Line == 0 {
			d.game.Line = t.line
		}
		if t.kind == pdnWord && d.depth == 0 {
			t = r.join(t)
		}
		if d.add(t); d.over {
			if !d.empty() {
				r.comments(d)
				break
			}
			d = &pdnDraft{game: &PDNGame{FirstNumber: 1}} // a second result after the first
		}
	}
	r.games++
	d.game.Number = r.games
	d.finish(r.fallback)
	return d.game, nil
}

// comments adds what is said after the result.
func (r *PDNReader) comments(d *pdnDraft) {
	for {
		t := r.scan.next()
		if t.kind != pdnComment {
			r.scan.unread(t)
			return
		}
		d.comment(t)
	}
}

// join puts together a move that is written with blanks in it: 32 - 28.
func (r *PDNReader) join(t pdnToken) pdnToken {
	for len(t.text) < maxPDNWord {
		if _, _, body := cutMoveNumber(t.text); !beginsSquare(body) {
			return t
		}
		first := r.scan.next()
		if first.kind != pdnWord {
			r.scan.unread(first)
			return t
		}
		last := t.text[len(t.text)-1]
		switch {
		case isPDNSign(last) && beginsSquare(first.text), // 32- 28
			isDigit(last) && isPDNSign(first.text[0]) && beginsSquare(first.text[1:]): // 32 -28
			t.text += first.text
			continue
		case isDigit(last) && len(first.text) == 1 && isPDNSign(first.text[0]): // 32 - 28
			second := r.scan.next()
			if second.kind == pdnWord && beginsSquare(second.text) && !strings.Contains(second.text, ".") {
				t.text += first.text + second.text
				continue
			}
			r.scan.unread(second)
		}
		r.scan.unread(first)
		return t
	}
	return t
}

func isPDNSign(c byte) bool { return c == '-' || c == 'x' || c == 'X' || c == ':' }

// beginsSquare tells whether a text begins with 28 or with c3.
func beginsSquare(s string) bool {
	return s != "" && (isDigit(s[0]) || len(s) > 1 && isLetter(s[0]) && isDigit(s[1]))
}

// pdnDraft is a game while its tokens are collected.
type pdnDraft struct {
	game     *PDNGame
	moves    []PDNMove  // Text, Comment and NAGs
	at       []pdnToken // where each of moves stands
	tags     []pdnToken // where each of game.Tags stands
	setup    *pdnToken  // a FEN between slashes
	numbered bool       // a move number was read
	result   string
	over     bool
	depth    int      // of variations
	opened   pdnToken // where the outermost of them began
	problem  *PDNError
	remark   []byte // comments since the last move
	comments int    // bytes of all of them
}

func (d *pdnDraft) empty() bool { return len(d.game.Tags) == 0 && len(d.moves) == 0 && d.setup == nil }

// endsBefore tells whether a tag belongs to the next game: after moves, and
// when it is the first tag of this game once more.
func (d *pdnDraft) endsBefore(t pdnToken) bool {
	return len(d.moves) > 0 || d.numbered || len(d.game.Tags) > 0 && d.game.Tags[0].Name == t.name
}

// wrong notes the first thing that is wrong.
func (d *pdnDraft) wrong(t pdnToken, format string, args ...any) {
	if d.problem == nil {
		d.problem = &PDNError{Line: t.line, Column: t.column, Token: t.text, Err: fmt.Errorf(format, args...)}
	}
}

func (d *pdnDraft) add(t pdnToken) {
	switch t.kind {
	case pdnTag:
		if len(d.tags) == maxPDNTags {
			d.wrong(t, "the game has more than %d tags", maxPDNTags)
			return
		}
		if t.cut {
			d.wrong(t, "the value of the tag %s has more than %d bytes: is its closing quote missing?", t.name, maxPDNValue)
		}
		d.game.Tags = append(d.game.Tags, Tag{t.name, t.text})
		d.tags = append(d.tags, t)
	case pdnOpen:
		if d.depth++; d.depth == 1 {
			d.opened = t
		}
	case pdnClose:
		d.depth = max(0, d.depth-1)
	case pdnComment:
		if t.open {
			d.wrong(t, "the comment that begins here has no closing brace")
		}
		if d.depth == 0 {
			d.comment(t)
		}
	case pdnSetup:
		if d.depth == 0 {
			if len(d.moves) > 0 {
				d.wrong(t, "a position set up in the middle of a game is not supported")
				return
			}
			d.setup = &t
		}
	case pdnWord:
		if d.depth == 0 {
			d.word(t)
		}
	}
}

func (d *pdnDraft) comment(t pdnToken) {
	if d.comments += len(t.text) + 1; d.comments > maxPDNComments {
		return
	}
	if len(d.remark) > 0 && t.text != "" {
		d.remark = append(d.remark, ' ')
	}
	d.remark = append(d.remark, t.text...)
}

// endRemark gives what was said to the move before it.
func (d *pdnDraft) endRemark() {
	if n := len(d.moves); n > 0 {
		d.moves[n-1].Comment = string(d.remark)
	} else {
		d.game.Comment = string(d.remark)
	}
	d.remark = d.remark[:0]
}

func (d *pdnDraft) word(t pdnToken) {
	text := strings.ReplaceAll(t.text, "…", "...")
	number, dots, text := cutMoveNumber(text)
	d.numbered = d.numbered || number > 0
	if len(d.moves) == 0 {
		if number > 0 {
			d.game.FirstNumber = number
		}
		d.game.Ellipsis = d.game.Ellipsis || dots > 1
	}
	text, marks := cutMarks(text)
	switch {
	case text == "" && marks == "*" && number == 0, results[foldResult(text)]:
		d.result, d.over = text+marks, true
		if text != "" {
			d.result = text
		}
	case text == "" || text[0] == '$':
		if nag, err := strconv.Atoi(strings.TrimPrefix(text, "$")); err == nil && nag >= 0 && nag < 256 {
			d.mark(nag)
		}
		d.mark(nagOf(marks))
	case !looksLikeMove(text):
		// a number without its dot, an unknown move (-), or words out of braces
	case len(d.moves) == maxPDNMoves:
		d.wrong(t, "the game has more than %d moves", maxPDNMoves)
	default:
		if isNumber(text) {
			text = text[:2] + "-" + text[2:]
		}
		d.endRemark()
		d.moves = append(d.moves, PDNMove{Text: text})
		d.at = append(d.at, t)
		d.mark(nagOf(marks))
	}
}

// looksLikeMove tells 32-28, c3:e5, c3d4 and 3228 from other words.
func looksLikeMove(text string) bool {
	switch {
	case isNumber(text):
		return len(text) == 4
	case !beginsSquare(text):
		return false
	}
	return strings.ContainsAny(text, "-x:X") || len(text) >= 4 && isLetter(text[0]) && beginsSquare(text[2:])
}

func (d *pdnDraft) mark(nag int) {
	const most = 16
	if n := len(d.moves); n > 0 && nag > 0 && len(d.moves[n-1].NAGs) < most {
		d.moves[n-1].NAGs = append(d.moves[n-1].NAGs, nag)
	}
}

// cutMoveNumber cuts 12. or 12... or ... from the front of a word.
func cutMoveNumber(word string) (number, dots int, rest string) {
	digits := 0
	for digits < len(word) && isDigit(word[digits]) {
		digits++
	}
	rest = strings.TrimLeft(word[digits:], ".")
	dots = len(word) - digits - len(rest)
	if dots == 0 {
		return 0, 0, word
	}
	number, err := strconv.Atoi(word[:digits])
	if err != nil || number > maxPDNMoves {
		number = 0
	}
	return number, dots, rest
}

// cutMarks cuts the marks of a move's strength from its end.
func cutMarks(word string) (text, marks string) {
	text = strings.TrimRight(word, "!?*+#.,")
	return text, strings.TrimRight(strings.Trim(word[len(text):], "+#.,"), "+#.,")
}

// nagOf returns the numeric glyph of a mark, 0 if it has none.
func nagOf(mark string) int {
	for i, m := range nagMarks {
		if m == mark {
			return i + 1
		}
	}
	return 0
}

var nagMarks = [...]string{"!", "?", "!!", "??", "!?", "?!", "*"}
