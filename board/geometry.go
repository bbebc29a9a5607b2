package board

// Square is the index of a bit in a board's layout, top left first as seen
// with White at the bottom. It is not the number players use: see
// Variant.SquareName and Geometry.Number.
type Square uint8

// NoSquare stands where no square is meant.
const NoSquare Square = 255

// Direction is one of the eight ways a piece may go. On boards that use the
// dark squares only, a step along a rank or a file reaches the next dark
// square, two columns or rows away (frisian).
type Direction uint8

const (
	NorthWest Direction = iota
	NorthEast
	SouthWest
	SouthEast
	North
	West
	East
	South

	directions = 8
)

// Opposite returns the direction that leads back.
func (d Direction) Opposite() Direction {
	if d < North {
		return 3 - d
	}
	return 11 - d
}

// Geometry is the shape of a board and how its squares lie in Bits. A board
// of dark squares keeps one unused (ghost) bit after every two rows, so that
// a diagonal step is the same shift from everywhere and a step over the edge
// falls on a bit that is never set.
type Geometry struct {
	Width, Height int
	// AllSquares tells that pieces use every square (turkish), not only the
	// dark ones.
	AllSquares bool
	// Mirrored boards have a dark bottom right corner instead of a dark bottom
	// left one (italian, spanish). They share the layout of the others with
	// left and right exchanged.
	Mirrored bool
	// Squares is the number of playing squares.
	Squares int
	// Size is the number of bits in use, ghosts included.
	Size int
	// Playable holds every playing square.
	Playable Bits

	squares   []Square // by number-1
	numbers   [128]uint8
	step      [directions]int
	neighbour [directions][128]Square
	ray       [directions][128]Bits
}

// boardKind tells which squares of a board are in use.
type boardKind uint8

const (
	darkSquares     boardKind = iota // the bottom left corner is dark
	mirroredSquares                  // the bottom right corner is dark
	allSquares
)

// newGeometry lays out a board of width x height, both even.
func newGeometry(width, height int, kind boardKind) *Geometry {
	g := &Geometry{Width: width, Height: height, AllSquares: kind == allSquares, Mirrored: kind == mirroredSquares}
	all := g.AllSquares
	for row := range height {
		for col := range width {
			if s, ok := g.at(row, col); ok {
				g.squares = append(g.squares, s)
				g.numbers[s] = uint8(len(g.squares))
				g.Playable = g.Playable.With(s)
			}
		}
	}
	g.Squares = len(g.squares)
	for _, s := range g.squares { // a mirrored board's last number is not its highest bit
		g.Size = max(g.Size, int(s)+1)
	}
	unit := 2 // columns or rows of one orthogonal step
	if all {
		unit = 1
	}
	rows := [directions]int{-1, -1, 1, 1, -unit, 0, 0, unit}
	cols := [directions]int{-1, 1, -1, 1, 0, -unit, unit, 0}
	for d := range Direction(directions) {
		for s := range g.neighbour[d] {
			g.neighbour[d][s] = NoSquare
		}
		for _, s := range g.squares {
			row, col := g.RowCol(s)
			for n := 1; ; n++ {
				t, ok := g.at(row+n*rows[d], col+n*cols[d])
				if !ok {
					break
				}
				if n == 1 {
					g.neighbour[d][s] = t
					g.step[d] = int(t) - int(s) // the same from every square
				}
				g.ray[d][s] = g.ray[d][s].With(t)
			}
		}
	}
	return g
}

func (g *Geometry) at(row, col int) (Square, bool) {
	if row < 0 || col < 0 || row >= g.Height || col >= g.Width {
		return NoSquare, false
	}
	if g.AllSquares {
		return Square(row*g.Width + col), true
	}
	if g.Mirrored {
		col = g.Width - 1 - col
	}
	if (row+col)%2 == 0 {
		return NoSquare, false
	}
	return Square(row/2*(g.Width+1) + row%2*g.Width/2 + col/2), true
}

// At returns the playing square at a row (0 = top, Black's side) and a column
// (0 = left), and whether there is one.
func (g *Geometry) At(row, col int) (Square, bool) { return g.at(row, col) }

// RowCol returns the row (0 = top) and column (0 = left) of a playing square.
func (g *Geometry) RowCol(s Square) (row, col int) {
	if g.AllSquares {
		return int(s) / g.Width, int(s) % g.Width
	}
	pair, in := int(s)/(g.Width+1), int(s)%(g.Width+1)
	row = 2*pair + in/(g.Width/2)
	col = in%(g.Width/2)*2 + 1 - row%2
	if g.Mirrored {
		col = g.Width - 1 - col
	}
	return row, col
}

// Number returns the board number of a playing square: 1 is the first one of
// the top row, counted as one reads. Hub counts so on every board.
func (g *Geometry) Number(s Square) int { return int(g.numbers[s]) }

// SquareOf returns the square with a board number from 1 to Squares.
func (g *Geometry) SquareOf(number int) (Square, bool) {
	if number < 1 || number > g.Squares {
		return NoSquare, false
	}
	return g.squares[number-1], true
}

// Rotate returns the square that s becomes when the board is turned by 180
// degrees.
func (g *Geometry) Rotate(s Square) Square { return Square(g.Size-1) - s }

// Neighbour returns the next playing square from s in a direction, or NoSquare.
func (g *Geometry) Neighbour(s Square, d Direction) Square { return g.neighbour[d][s] }

// Ray returns all squares from s to the edge in a direction, s left out.
func (g *Geometry) Ray(s Square, d Direction) Bits { return g.ray[d][s] }
