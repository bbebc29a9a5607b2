package board

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What a PDN file may use of memory. Longer texts are cut, not refused; of a tag's
// value the reader says so, since its closing quote was forgotten then.
const (
	maxPDNTagName = 100
	maxPDNValue   = 4096 // bytes of a tag's value
	maxPDNWord    = 400  // bytes of a move
	maxPDNComment = 1 << 16
	// maxPDNGame is the most bytes of one game with all that stands before it;
	// what has more is no PDN.
	maxPDNGame = 16 << 20
)

type pdnKind uint8

const (
	pdnEnd     pdnKind = iota // of the file
	pdnTag                    // name and text
	pdnComment                // text
	pdnWord                   // text: a move, a number, a mark or a result
	pdnOpen                   // ( of a variation
	pdnClose                  // )
	pdnSetup                  // text: a FEN between slashes
)

type pdnToken struct {
	kind         pdnKind
	name, text   string
	line, column int
	// open tells that the brace of a comment was never closed, cut that a tag's
	// value was too long.
	open, cut bool
}

// pdnScanner cuts a file into tokens. It takes what NewTextReader does and reads
// what is not UTF-8 as Windows-1252, of which Latin-1 is a part.
type pdnScanner struct {
	in     *bufio.Reader
	line   int
	column int // of the rune read last
	used   int // bytes since the game began
	err    error
	back   []pdnToken // tokens given back
}

func newPDNScanner(r io.Reader) *pdnScanner {
	return &pdnScanner{in: bufio.NewReaderSize(NewTextReader(r), 1<<14), line: 1}
}

const endOfPDN = rune(-1)

// windows1252 are the characters 0x80 to 0x9f, where Latin-1 has none.
var windows1252 = [32]rune{
	'€', 0x81, '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', 0x8d, 'Ž', 0x8f,
	0x90, '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', 0x9d, 'ž', 'Ÿ',
}

// peek returns the next rune and its bytes without reading it.
func (s *pdnScanner) peek() (rune, int) {
	if s.err != nil {
		return endOfPDN, 0
	}
	b, err := s.in.Peek(utf8.UTFMax)
	if len(b) == 0 {
		if err != nil && err != io.EOF {
			s.err = err
		}
		return endOfPDN, 0
	}
	r, n := utf8.DecodeRune(b)
	if r == utf8.RuneError && n <= 1 {
		r, n = rune(b[0]), 1
		if r >= 0x80 && r < 0xa0 {
			r = windows1252[r-0x80]
		}
	}
	return r, n
}

func (s *pdnScanner) read() rune {
	r, n := s.peek()
	if n == 0 {
		return endOfPDN
	}
	s.in.Discard(n) // cannot fail: the bytes are there
	if s.used += n; s.used > maxPDNGame {
		s.err = fmt.Errorf("there is no end of a game in %d MiB: this is no PDN", maxPDNGame>>20)
	}
	s.column++
	if r == '\n' {
		s.line++
		s.column = 0
	}
	return r
}

// plain reduces the quotes, dashes and crosses of typesetters to ASCII.
func plain(r rune) rune {
	switch r {
	case '“', '”', '„', '‟', '«', '»', '″':
		return '"'
	case '‐', '‑', '‒', '–', '—', '−':
		return '-'
	case '×', '✕', '⨯', 'Х', 'х': // the last two are Cyrillic
		return 'x'
	}
	return r
}

func isPDNSpace(r rune) bool { return unicode.IsSpace(r) || r == 0 || r == '\u200b' || r == '\ufeff' }

// unread gives a token back, to be read again.
func (s *pdnScanner) unread(t pdnToken) { s.back = append(s.back, t) }

func (s *pdnScanner) next() pdnToken {
	if n := len(s.back); n > 0 {
		t := s.back[n-1]
		s.back = s.back[:n-1]
		return t
	}
	for {
		r, _ := s.peek()
		t := pdnToken{line: s.line, column: s.column + 1}
		switch {
		case r == endOfPDN:
			return t
		case r == '%' && s.column == 0, r == ';':
			s.skipLine()
		case isPDNSpace(r), r == '}', r == ']':
			s.read()
		case r == '[':
			s.read()
			if s.readTag(&t) {
				return t
			}
		case r == '{':
			s.read()
			s.readComment(&t)
			return t
		case r == '(':
			s.read()
			if mark, ok := s.markInParentheses(); ok {
				t.kind, t.text = pdnWord, mark
				return t
			}
			t.kind = pdnOpen
			return t
		case r == ')':
			s.read()
			t.kind = pdnClose
			return t
		case r == '/':
			s.read()
			s.readSetup(&t)
			return t
		default:
			s.readWord(&t)
			return t
		}
	}
}

func (s *pdnScanner) skipLine() {
	for r, _ := s.peek(); r != '\n' && r != endOfPDN; r, _ = s.peek() {
		s.read()
	}
}

// readWord reads up to a blank or a sign that begins something else.
func (s *pdnScanner) readWord(t *pdnToken) {
	var b strings.Builder
	t.kind = pdnWord
	for {
		r, _ := s.peek()
		if r == endOfPDN || isPDNSpace(r) || strings.ContainsRune("{}()[];", r) || r == '$' && b.Len() > 0 {
			break
		}
		s.read()
		if b.Len() < maxPDNWord {
			b.WriteRune(plain(r))
		}
	}
	t.text = b.String()
}

// markInParentheses reads the rest of a mark such as (?) after its first sign.
func (s *pdnScanner) markInParentheses() (string, bool) {
	const longest = 8
	ahead, _ := s.in.Peek(longest)
	for i, c := range ahead {
		if c == ')' && i > 0 {
			for range i + 1 {
				s.read()
			}
			return string(ahead[:i]), true
		}
		if c != '!' && c != '?' {
			break
		}
	}
	return "", false
}

// readSetup reads a FEN between slashes, after the first one.
func (s *pdnScanner) readSetup(t *pdnToken) {
	var b strings.Builder
	t.kind = pdnSetup
	for r := s.read(); r != '/' && r != endOfPDN && r != '\n'; r = s.read() {
		if b.Len() < maxPDNValue {
			b.WriteRune(plain(r))
		}
	}
	t.text = strings.Trim(strings.TrimPrefix(strings.TrimSpace(b.String()), "FEN"), " \"")
}

// readComment reads to the closing brace. When a line that can only be the tag
// of another game comes first, the brace was forgotten, and the file goes on
// there.
func (s *pdnScanner) readComment(t *pdnToken) {
	var b strings.Builder
	t.kind, t.open = pdnComment, true
	blank := false
	for {
		r, _ := s.peek()
		if r == endOfPDN || r == '[' && s.column == 0 && s.tagAhead() {
			break
		}
		s.read()
		if r == '}' {
			t.open = false
			break
		}
		if isPDNSpace(r) {
			blank = b.Len() > 0
			continue
		}
		if b.Len() < maxPDNComment {
			if blank {
				b.WriteByte(' ')
			}
			b.WriteRune(r)
		}
		blank = false
	}
	t.text = b.String()
}

// tagAhead tells whether a tag such as [Event "x"] follows.
func (s *pdnScanner) tagAhead() bool {
	ahead, _ := s.in.Peek(maxPDNTagName)
	text := strings.TrimLeft(string(ahead[1:]), " \t")
	name := strings.TrimLeftFunc(text, isTagRune)
	return len(name) < len(text) && strings.HasPrefix(strings.TrimLeft(name, " \t"), "\"")
}

func isTagRune(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) }

// readTag reads a tag after its bracket; false if it is none.
func (s *pdnScanner) readTag(t *pdnToken) bool {
	var name strings.Builder
	s.skipBlanks()
	for r, _ := s.peek(); isTagRune(r); r, _ = s.peek() {
		s.read()
		if name.Len() < maxPDNTagName {
			name.WriteRune(r)
		}
	}
	s.skipBlanks()
	if name.Len() == 0 {
		return false
	}
	t.kind, t.name = pdnTag, name.String()
	var value strings.Builder
	put := func(r rune) {
		if t.cut = value.Len() >= maxPDNValue; !t.cut {
			value.WriteRune(r)
		}
	}
	r, _ := s.peek()
	quoted := r != endOfPDN && plain(r) == '"'
	if quoted {
		s.read()
	}
	for {
		r, _ = s.peek()
		if r == endOfPDN || r == '\n' || !quoted && r == ']' {
			break
		}
		s.read()
		if r == '\\' && quoted {
			if next, _ := s.peek(); next == '"' || next == '\\' {
				put(s.read())
				continue
			}
		}
		if quoted && plain(r) == '"' && s.tagCloses() {
			break
		}
		put(r)
	}
	t.text = strings.TrimSpace(value.String())
	s.skipBlanks()
	if r, _ = s.peek(); r == ']' {
		s.read()
	}
	return true
}

// tagCloses tells whether the quote just read ends its tag: quotes within a
// value are not always escaped.
func (s *pdnScanner) tagCloses() bool {
	const window = 16
	ahead, _ := s.in.Peek(window)
	rest := strings.TrimLeft(string(ahead), " \t")
	return rest == "" || rest[0] == ']' || rest[0] == '\n' || rest[0] == '\r'
}

func (s *pdnScanner) skipBlanks() {
	for r, _ := s.peek(); r != '\n' && r != endOfPDN && isPDNSpace(r); r, _ = s.peek() {
		s.read()
	}
}
