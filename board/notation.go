package board

import (
	"errors"
	"fmt"
	"strings"
	"sync"
)

// lists keeps move lists, which are too large for the stack.
var lists = sync.Pool{New: func() any { return new(List) }}

// ParseMove reads a legal move of p in the game's own numbering: the short form
// 32x23, the full form with every square landed on 47x33x24x20, or Hub's form
// with the captured squares in any order 28x19x23; with -, x or : between the
// squares. A short form that fits two different moves is refused with both
// named.
func (v *Variant) ParseMove(p *Position, text string) (Move, error) {
	return v.parseMove(p, text, numbering{v.ParseSquare, v.MoveText})
}

// ParseHubMove reads a legal move of p in board numbers: Hub's form with the
// captured squares in any order, else the squares landed on, else a from-to that
// is unique.
func (v *Variant) ParseHubMove(p *Position, text string) (Move, error) {
	read := func(token string) (Square, error) {
		if v.Notation == Algebraic {
			return v.ParseSquare(token)
		}
		number, err := v.parseNumber(token)
		if err != nil {
			return NoSquare, err
		}
		s, _ := v.SquareOf(number)
		return s, nil
	}
	write := func(_ *Position, m *Move) string { return v.HubMove(m) }
	return v.parseMove(p, text, numbering{read, write})
}

// numbering is how squares are read and moves are written in messages.
type numbering struct {
	read  func(string) (Square, error)
	write func(*Position, *Move) string
}

// CheckMove reports why a move is not a legal one of p, nil if it is: for moves
// that may come from another position.
func (v *Variant) CheckMove(p *Position, m *Move) error {
	l := lists.Get().(*List)
	defer lists.Put(l)
	v.Generate(p, l)
	for i := range l.Len() {
		if *l.At(i) == *m {
			return nil
		}
	}
	if p.Pieces(p.Side).Has(m.From) {
		return fmt.Errorf("illegal move %s in %s", v.HubMove(m), v.FEN(p))
	}
	return fmt.Errorf("illegal move %s in %s: %s has no piece on %s", v.HubMove(m), v.FEN(p), p.Side, v.SquareName(m.From))
}

// MoveText writes a legal move of p as PDN does in the game's own numbering: the
// short form where it fits one move only, else every square landed on, or the
// captured square after a single jump. What it writes always names this one
// move.
func (v *Variant) MoveText(p *Position, m *Move) string {
	sign := byte('-')
	if m.IsCapture() {
		sign = v.CaptureSign
	}
	squares := []Square{m.From, m.To}
	if v.isAmbiguous(p, m) {
		if route := v.Route(p, m); len(route) > 1 {
			squares = append(squares[:1], route...)
		} else { // one jump, whose only landing square tells nothing more
			squares = append(squares, sortedSquares(m.Captured)...)
		}
	}
	var out strings.Builder
	for i, s := range squares {
		if i > 0 {
			out.WriteByte(sign)
		}
		out.WriteString(v.SquareName(s))
	}
	return out.String()
}

// LineText writes a line of play from p, its moves as MoveText does with a blank
// between.
func (v *Variant) LineText(p Position, line []Move) string {
	texts := make([]string, len(line))
	for i := range line {
		texts[i] = v.MoveText(&p, &line[i])
		var next Position
		v.Do(&p, &line[i], &next)
		p = next
	}
	return strings.Join(texts, " ")
}

func sortedSquares(set Bits) (squares []Square) {
	for !set.Empty() {
		squares = append(squares, set.Pop())
	}
	return squares
}

// isAmbiguous reports whether the short form of a capture fits another legal
// move. A quiet move never is: with -, it is meant before a capture.
func (v *Variant) isAmbiguous(p *Position, m *Move) bool {
	if !m.IsCapture() {
		return false
	}
	l := lists.Get().(*List)
	defer lists.Put(l)
	v.Generate(p, l)
	for i := range l.Len() {
		o := l.At(i)
		if o.From == m.From && o.To == m.To && *o != *m && (o.IsCapture() || v.CaptureSign == '-') {
			return true
		}
	}
	return false
}

// written is a move as it stands in the text.
type written struct {
	squares []Square
	capture bool // with x or :, so not a quiet move
}

func (v *Variant) parseMove(p *Position, text string, n numbering) (Move, error) {
	w, err := scanMove(text, n.read)
	if err != nil {
		return Move{}, fmt.Errorf("bad move %s: %w", quote(text), err)
	}
	l := lists.Get().(*List)
	defer lists.Put(l)
	v.Generate(p, l)
	fits := v.matching(p, w, l)
	switch len(fits) {
	case 0:
		return Move{}, fmt.Errorf("illegal move %s: %w", quote(text), v.whyIllegal(p, w, l, n))
	case 1:
		return *fits[0], nil
	}
	e := &AmbiguousMoveError{text: fmt.Sprintf("ambiguous move %s: it may be %s", quote(text), v.someMoves(p, fits, n, " or "))}
	for _, m := range fits {
		e.Fits = append(e.Fits, *m)
	}
	return Move{}, e
}

// AmbiguousMoveError tells that a text fits several legal moves.
type AmbiguousMoveError struct {
	// Fits are the moves, in the order of Variant.Generate.
	Fits []Move
	text string
}

func (e *AmbiguousMoveError) Error() string { return e.text }

// scanMove splits a move into its squares.
func scanMove(text string, read func(string) (Square, error)) (w written, err error) {
	const mostSquares = 128
	rest := strings.TrimRight(strings.TrimSpace(text), "!?")
	if rest == "" {
		return w, errors.New("it is empty")
	}
	for {
		end := 0
		if isLetter(rest[0]) && len(rest) > 1 && isDigit(rest[1]) { // c3, where c3d4 needs no sign
			end = 2
		} else {
			for end < len(rest) && isDigit(rest[end]) {
				end++
			}
		}
		if end == 0 {
			return w, fmt.Errorf("a square is missing before %s", quote(rest))
		}
		s, err := read(rest[:end])
		if err != nil {
			return w, err
		}
		if w.squares = append(w.squares, s); len(w.squares) > mostSquares {
			return w, errors.New("it has too many squares")
		}
		if rest = rest[end:]; rest == "" {
			break
		}
		sign, length := moveSign(rest)
		if sign != 0 {
			w.capture = w.capture || sign == 'x'
			if rest = rest[length:]; rest == "" {
				return w, errors.New("a square is missing at the end")
			}
		} else if !isLetter(rest[0]) || !isLetter(text[0]) {
			return w, fmt.Errorf("%s is not a square, and not a sign such as - or x", quote(rest))
		}
	}
	if len(w.squares) < 2 {
		return w, errors.New("it names one square only; a move is written as 32-28 or 32x23")
	}
	return w, nil
}

// moveSign returns '-' or 'x' for the sign between two squares, with blanks
// around it, and its length; 0 if there is none.
func moveSign(text string) (sign byte, length int) {
	body := strings.TrimLeft(text, " ")
	for _, form := range []struct {
		text string
		sign byte
	}{{"-", '-'}, {"–", '-'}, {"x", 'x'}, {"X", 'x'}, {":", 'x'}, {"*", 'x'}, {"×", 'x'}} {
		if after, ok := strings.CutPrefix(body, form.text); ok {
			return form.sign, len(text) - len(strings.TrimLeft(after, " "))
		}
	}
	return 0, 0
}

// matching returns the legal moves that a text may mean.
func (v *Variant) matching(p *Position, w written, l *List) []*Move {
	if len(w.squares) == 2 {
		return shortForm(w, l)
	}
	if m := hubForm(w, l); m != nil {
		return []*Move{m}
	}
	if m := v.landingForm(p, w, l); m != nil {
		return []*Move{m}
	}
	return v.partialForm(p, w, l)
}

// shortForm finds the moves with the right ends. Where a quiet move and captures
// have the same, the sign decides.
func shortForm(w written, l *List) []*Move {
	var quiet, captures []*Move
	for i := range l.Len() {
		if m := l.At(i); m.From == w.squares[0] && m.To == w.squares[1] {
			if m.IsCapture() {
				captures = append(captures, m)
			} else {
				quiet = append(quiet, m)
			}
		}
	}
	if len(quiet) != 0 && (len(captures) == 0 || !w.capture) {
		return quiet
	}
	return captures
}

// hubForm finds the move that takes exactly the squares after the first two.
func hubForm(w written, l *List) *Move {
	var victims Bits
	for _, s := range w.squares[2:] {
		if victims.Has(s) {
			return nil
		}
		victims = victims.With(s)
	}
	for i := range l.Len() {
		if m := l.At(i); m.From == w.squares[0] && m.To == w.squares[1] && m.Captured == victims {
			return m
		}
	}
	return nil
}

// landingForm finds the move whose piece lands on exactly the written squares.
// Each jump of the path has one victim, so the path tells the captured set.
func (v *Variant) landingForm(p *Position, w written, l *List) *Move {
	last := w.squares[len(w.squares)-1]
	enemies := p.Pieces(p.Side.Opponent())
	walk := newWalker(v, p, &Move{From: w.squares[0], To: last, Captured: enemies})
	s := walk.begin()
	for _, to := range w.squares[1:] {
		var ok bool
		if s, ok = walk.follow(s, to); !ok {
			return nil
		}
	}
	victims := enemies.AndNot(s.left)
	for i := range l.Len() {
		if m := l.At(i); m.From == w.squares[0] && m.To == last && m.Captured == victims {
			return m
		}
	}
	return nil
}

// partialForm finds the moves that end on the last written square and land on
// the others in this order, among more.
func (v *Variant) partialForm(p *Position, w written, l *List) (fits []*Move) {
	last := len(w.squares) - 1
	steps := routeSteps // for all moves together
	for i := range l.Len() {
		m := l.At(i)
		if m.From != w.squares[0] || m.To != w.squares[last] || int(m.Count) <= last {
			continue
		}
		v.routes(p, m, &steps, func(r Route) bool {
			next := 1
			for _, s := range r {
				if next <= last && s == w.squares[next] {
					next++
				}
			}
			if next > last {
				fits = append(fits, m)
			}
			return next <= last
		})
	}
	return fits
}

// whyIllegal finds the reason to tell.
func (v *Variant) whyIllegal(p *Position, w written, l *List, n numbering) error {
	from := w.squares[0]
	name := v.squareIn(n, from)
	switch {
	case l.Len() == 0 && v.Goal == GoalBreakthrough && !p.Kings[White].Or(p.Kings[Black]).Empty():
		return errors.New("the game is over, there is a king")
	case l.Len() == 0:
		return fmt.Errorf("the game is over, %s has no legal move", p.Side)
	case p.Pieces(p.Side.Opponent()).Has(from):
		return fmt.Errorf("the piece on %s is %s's, but it is %s's turn", name, p.Side.Opponent(), p.Side)
	case !p.Pieces(p.Side).Has(from):
		return fmt.Errorf("there is no piece on %s", name)
	}
	var own, all []*Move
	for i := range l.Len() {
		m := l.At(i)
		all = append(all, m)
		if m.From == from {
			own = append(own, m)
		}
	}
	forced := l.At(0).IsCapture() && !v.OptionalCaptures
	tired := v.KingLimit != 0 && p.RunSquare[p.Side] == from && p.RunLength[p.Side] >= v.KingLimit &&
		!p.Men[p.Side].Empty()
	switch {
	case forced && len(own) == 0:
		return fmt.Errorf("a capture is compulsory: %s", v.someMoves(p, all, n, ", "))
	case forced:
		return fmt.Errorf("a capture is compulsory, and the rules leave the piece on %s only %s", name, v.someMoves(p, own, n, ", "))
	case tired:
		return fmt.Errorf("the king on %s has moved %d times in a row; legal are %s", name, v.KingLimit, v.someMoves(p, all, n, ", "))
	case len(own) == 0:
		return fmt.Errorf("the piece on %s cannot move; legal are %s", name, v.someMoves(p, all, n, ", "))
	}
	return fmt.Errorf("the piece on %s can only play %s", name, v.someMoves(p, own, n, ", "))
}

// squareIn names a square in the numbering in use.
func (v *Variant) squareIn(n numbering, s Square) string {
	name := v.SquareName(s)
	if t, err := n.read(name); err != nil || t != s {
		return fmt.Sprint(v.Number(s))
	}
	return name
}

// someMoves lists the first few of several moves for a message.
func (v *Variant) someMoves(p *Position, moves []*Move, n numbering, between string) string {
	const most = 8
	var texts []string
	for i, m := range moves {
		if i == most {
			texts = append(texts, fmt.Sprintf("%d more", len(moves)-most))
			break
		}
		texts = append(texts, n.write(p, m))
	}
	return strings.Join(texts, between)
}
