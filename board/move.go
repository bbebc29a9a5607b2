package board

// MoveKind tells what kind of piece moves and whether it is crowned.
type MoveKind uint8

const (
	// KingMoves is set when the piece that moves is a king before the move.
	KingMoves MoveKind = 1 << iota
	// Crowns is set when the piece is a man before the move and a king after it.
	Crowns
)

// Move is one legal move of one position: origin, destination and the set of
// captured squares. Two routes that agree in these three are one move. Moves
// are made by Variant.Generate and may be compared with ==.
type Move struct {
	Captured Bits
	From, To Square
	Kind     MoveKind
	// Count is the number of captured pieces, 0 for a quiet move.
	Count uint8
}

// kindBits is where Kind is in the word that pack takes.
const kindBits = 0xff << 16

// pack sets the small fields from one word, Count on top, in a single store.
func (m *Move) pack(w uint32) {
	m.From, m.To, m.Kind, m.Count = Square(w), Square(w>>8), MoveKind(w>>16), uint8(w>>24)
}

// packed is the word that pack was given; it takes one load.
func (m *Move) packed() uint32 {
	return uint32(m.From) | uint32(m.To)<<8 | uint32(m.Kind)<<16 | uint32(m.Count)<<24
}

// IsCapture reports whether the move takes a piece.
func (m *Move) IsCapture() bool { return m.Count != 0 }

// Reversible reports whether the move may be taken back by a later one: a
// king's quiet move. (A Turkish man's sideways step is not counted here.)
func (m *Move) Reversible() bool { return m.Kind&KingMoves != 0 && m.Count == 0 }

// MaxMoves is the most moves a List holds; moves beyond it are dropped. With
// no more men a side than at the start no position is known that has 500, but
// one can be drawn up, with dozens of loose pieces round a king, that has over
// a thousand.
const MaxMoves = 1024

// List is a reusable list of moves. Keep it outside of loops: it is large.
type List struct {
	n      int
	effort int
	moves  [MaxMoves]Move
}

// Effort returns how many jumps were tried to make the list: below a hundred in
// nearly all positions that occur in games, up to MaxEffort in those drawn up
// to have millions of routes. A program that must answer within a time looks at
// the clock after a list of a hundred thousand, which takes some milliseconds.
func (l *List) Effort() int { return l.effort }

// Len returns the number of moves.
func (l *List) Len() int { return l.n }

// At returns the move at index i, which must be below Len. The order is a
// function of the position alone, so an index identifies a move.
func (l *List) At(i int) *Move { return &l.moves[i] }

// Moves returns the moves as a slice that is valid until the list is used again.
func (l *List) Moves() []Move { return l.moves[:l.n] }
