package protocol

import (
	"fmt"
	"slices"
	"strings"

	"github.com/damiera/damiera/board"
)

// DXP is laid down for 10x10 only. For the other boards the position has one
// letter for each playing square and squares are board numbers, as in Hub.

// DXPLetters returns the position as GAMEREQ carries it.
func DXPLetters(v *board.Variant, p *board.Position) string {
	return strings.NewReplacer("b", "z", "B", "Z").Replace(v.Hub(p)[1:])
}

// parseDXPLetters reads the position of a GAMEREQ.
func parseDXPLetters(v *board.Variant, letters string, mover board.Color) (board.Position, error) {
	if len(letters) != v.Squares {
		return board.Position{}, fmt.Errorf("the position has %d letters, but the board of %s has %d squares",
			len(letters), v.Name, v.Squares)
	}
	return v.ParseHub(string(mover.Letter()) + strings.NewReplacer("z", "b", "Z", "B").Replace(letters))
}

// NewDXPMove returns a move as MOVE carries it; seconds are the time it took.
func NewDXPMove(v *board.Variant, m *board.Move, seconds int) *DXPMove {
	d := &DXPMove{Seconds: min(max(seconds, 0), 9999), From: v.Number(m.From), To: v.Number(m.To)}
	for b := m.Captured; !b.Empty(); {
		d.Captured = append(d.Captured, v.Number(b.Pop()))
	}
	return d
}

// renumbered returns the move with other square numbers.
func (m *DXPMove) renumbered(n numbering) *DXPMove {
	d := &DXPMove{Seconds: m.Seconds, From: n.number(m.From), To: n.number(m.To)}
	for _, square := range m.Captured {
		d.Captured = append(d.Captured, n.number(square))
	}
	return d
}

// Find returns the move of the list that a MOVE means, and whether there is
// one: origin, destination and the set of captured squares must agree.
func (m *DXPMove) Find(v *board.Variant, l *board.List) (board.Move, bool) {
	for i := range l.Len() {
		if o := l.At(i); m.means(v, o) {
			return *o, true
		}
	}
	return board.Move{}, false
}

func (m *DXPMove) means(v *board.Variant, o *board.Move) bool {
	if m.From != v.Number(o.From) || m.To != v.Number(o.To) || len(m.Captured) != int(o.Count) {
		return false
	}
	for i, n := range m.Captured {
		s, ok := v.SquareOf(n)
		if !ok || !o.Captured.Has(s) || slices.Contains(m.Captured[:i], n) {
			return false
		}
	}
	return true
}

// String returns the move as Hub writes it.
func (m *DXPMove) String() string {
	sign := "-"
	if len(m.Captured) > 0 {
		sign = "x"
	}
	s := fmt.Sprintf("%d%s%d", m.From, sign, m.To)
	for _, n := range m.Captured {
		s += fmt.Sprintf("x%d", n)
	}
	return s
}
