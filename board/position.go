package board

// Color is a side. White plays from the bottom of the board upwards.
type Color uint8

const (
	White Color = iota
	Black
)

// Opponent returns the other side.
func (c Color) Opponent() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Letter returns 'W' or 'B', as FEN and Hub write it.
func (c Color) Letter() byte { return "WB"[c] }

// Position is a board with the side to move and what the draw rules count.
// It is a plain value: copy it freely.
type Position struct {
	Men, Kings [2]Bits // by Color
	Side       Color

	// RunLength counts the last quiet moves in a row by one king of each side
	// and RunSquare is where that king stands (frisian, art. 17).
	RunLength [2]uint8
	RunSquare [2]Square

	// EndingClass is the draw ending the material belongs to: its index plus
	// one in the variant's Draws.Endings, 0 for none. EndingPlies counts the
	// plies since it arose. RoadPlies is one more than the plies played while
	// the main road has been held as that ending asks for, 0 when it is not.
	EndingClass uint8
	EndingPlies uint8
	RoadPlies   uint8

	// Reversible counts the plies since the last capture or irreversible man
	// move: no earlier position can come again.
	Reversible uint16
	// KingPlies counts the plies since the last capture or move of a man.
	KingPlies uint16
	// NoProgress counts the plies since the last capture or promotion.
	NoProgress uint16
}

// Pieces returns all pieces of a side.
func (p *Position) Pieces(c Color) Bits { return p.Men[c].Or(p.Kings[c]) }

// Occupied returns all pieces of both sides.
func (p *Position) Occupied() Bits { return p.Pieces(White).Or(p.Pieces(Black)) }

// Count returns the number of pieces on the board.
func (p *Position) Count() int { return p.Occupied().Count() }
