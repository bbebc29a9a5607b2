package board_test

import (
	"slices"
	"strconv"
	"strings"
)

// mailbox is a second move generator: a plain array of characters and a
// recursion that tries every jump. It shares nothing with package board, not
// even the table of games, so that the two can be held against each other.
// Slow and short is the point: every rule is one visible line.
type mailbox struct {
	rules *goldenRules
	grid  [12][12]byte // 'w' 'b' men, 'W' 'B' kings, 'e' empty, 0 no square
	white bool         // White is to move
	// run is how many quiet moves in a row each side, [0] White, has made with
	// the king on runAt.
	run   [2]int
	runAt [2]cell
	// effort, if set, is how many jumps may still be tried: positions with
	// dozens of loose pieces have more routes than a test can wait for. Once it
	// is below zero the moves found are not complete.
	effort *int
}

// cell is a place on the board, row 0 at the top with White at the bottom.
type cell struct{ row, col int }

func (c cell) step(d cell, n int) cell { return cell{c.row + n*d.row, c.col + n*d.col} }

// route is one way to make a move. Two routes that agree in from, to and the
// set of captured cells are one move.
type route struct {
	from, to cell
	taken    []cell
	kinds    string // of the taken pieces in order, 'K' or 'm'
	king     bool   // the piece was a king before the move
	crowned  bool
	name     string // as a Hub move, once it is known to be legal
}

// newMailbox reads a Hub position.
func newMailbox(r *goldenRules, hub string) *mailbox {
	m := &mailbox{rules: r, white: hub[0] == 'W'}
	n := 1
	for row := range r.Height {
		for col := range r.Width {
			if r.AllSquares || (row+col+r.Mirrored)%2 == 1 {
				m.grid[row][col] = hub[n]
				n++
			}
		}
	}
	if n != len(hub) {
		panic("wrong length: " + hub)
	}
	return m
}

// hub writes the position as Hub does.
func (m *mailbox) hub() string {
	var s strings.Builder
	s.WriteByte(sideLetter(m.white))
	for row := range m.rules.Height {
		for col := range m.rules.Width {
			if m.grid[row][col] != 0 {
				s.WriteByte(m.grid[row][col])
			}
		}
	}
	return s.String()
}

func sideLetter(white bool) byte {
	if white {
		return 'W'
	}
	return 'B'
}

// number is the Hub number of a cell.
func (m *mailbox) number(c cell) int {
	if m.rules.AllSquares {
		return c.row*m.rules.Width + c.col + 1
	}
	return c.row*m.rules.Width/2 + c.col/2 + 1
}

// name writes a route as a Hub move, captured squares in ascending order.
func (m *mailbox) name(r route) string {
	if len(r.taken) == 0 {
		return strconv.Itoa(m.number(r.from)) + "-" + strconv.Itoa(m.number(r.to))
	}
	var taken []int
	for _, c := range r.taken {
		taken = append(taken, m.number(c))
	}
	slices.Sort(taken)
	s := strconv.Itoa(m.number(r.from)) + "x" + strconv.Itoa(m.number(r.to))
	for _, n := range taken {
		s += "x" + strconv.Itoa(n)
	}
	return s
}

// at returns the character of a cell, 0 beyond the edge.
func (m *mailbox) at(c cell) byte {
	if c.row < 0 || c.col < 0 || c.row >= m.rules.Height || c.col >= m.rules.Width {
		return 0
	}
	return m.grid[c.row][c.col]
}

func (m *mailbox) set(c cell, piece byte) { m.grid[c.row][c.col] = piece }

func isKing(piece byte) bool { return piece == 'W' || piece == 'B' }

func (m *mailbox) isOwn(piece byte) bool {
	return m.white && (piece == 'w' || piece == 'W') || !m.white && (piece == 'b' || piece == 'B')
}

func (m *mailbox) isEnemy(piece byte) bool {
	return piece != 0 && piece != 'e' && !m.isOwn(piece)
}

// side is the index of the side to move, 0 for White.
func (m *mailbox) side() int {
	if m.white {
		return 0
	}
	return 1
}

// forward is the row step towards the side's last row.
func (m *mailbox) forward() int {
	if m.white {
		return -1
	}
	return 1
}

func (m *mailbox) onLastRow(c cell) bool {
	return m.white && c.row == 0 || !m.white && c.row == m.rules.Height-1
}

var (
	diagonal   = []cell{{-1, -1}, {-1, 1}, {1, -1}, {1, 1}}
	orthogonal = []cell{{-1, 0}, {0, -1}, {0, 1}, {1, 0}}
	// twoApart are the frisian lines along ranks and files: the next dark
	// square is two rows or columns away.
	twoApart = []cell{{-2, 0}, {0, -2}, {0, 2}, {2, 0}}
)

// over tells whether the game has been won by its goal.
func (m *mailbox) over() bool {
	return m.rules.Goal == "bt" && strings.ContainsAny(m.hub()[1:], "WB")
}

// legal returns the legal moves, one route each, sorted by name.
func (m *mailbox) legal() []route {
	if m.over() {
		return nil
	}
	routes := m.captures()
	if len(routes) == 0 || !m.rules.Mandatory {
		routes = append(routes, m.quiet()...)
	}
	return m.distinct(routes)
}

// distinct names the routes, merges those that are one move and sorts them.
func (m *mailbox) distinct(routes []route) []route {
	for i := range routes {
		routes[i].name = m.name(routes[i])
	}
	slices.SortFunc(routes, func(a, b route) int { return strings.Compare(a.name, b.name) })
	return slices.CompactFunc(routes, func(a, b route) bool { return a.name == b.name })
}

func names(routes []route) []string {
	names := []string{}
	for _, r := range routes {
		names = append(names, r.name)
	}
	return names
}

// each calls f for every piece of the side to move.
func (m *mailbox) each(f func(c cell, king bool)) {
	for row := range m.rules.Height {
		for col := range m.rules.Width {
			if c := (cell{row, col}); m.isOwn(m.at(c)) {
				f(c, isKing(m.at(c)))
			}
		}
	}
}

// quiet returns the moves that take nothing.
func (m *mailbox) quiet() (routes []route) {
	m.each(func(from cell, king bool) {
		if king && m.limited(from) {
			return
		}
		lines := diagonal
		if m.rules.AllSquares {
			lines = orthogonal
		}
		for _, d := range lines {
			if !king && d.row == -m.forward() {
				continue
			}
			for n := 1; m.at(from.step(d, n)) == 'e'; n++ {
				to := from.step(d, n)
				routes = append(routes, route{from: from, to: to, king: king, crowned: !king && m.onLastRow(to)})
				if !king || !m.rules.Flying {
					break
				}
			}
		}
	})
	return routes
}

// limited tells whether a king may not make a quiet move because it has made
// the most in a row that a side with a man is allowed (Frisian art. 17).
func (m *mailbox) limited(from cell) bool {
	hasMan := false
	m.each(func(_ cell, king bool) { hasMan = hasMan || !king })
	return m.rules.KingLimit > 0 && hasMan && m.run[m.side()] >= m.rules.KingLimit && m.runAt[m.side()] == from
}

// play returns the position after a move.
func (m *mailbox) play(r route) *mailbox {
	q := *m
	side := m.side()
	piece := m.at(r.from)
	if r.crowned {
		piece = piece - 'a' + 'A'
	}
	q.set(r.from, 'e')
	for _, c := range r.taken {
		q.set(c, 'e')
	}
	q.set(r.to, piece)
	if r.king && len(r.taken) == 0 {
		if m.run[side] > 0 && m.runAt[side] == r.from {
			q.run[side]++
		} else {
			q.run[side] = 1
		}
		q.runAt[side] = r.to
	} else {
		q.run[side] = 0
	}
	q.white = !m.white
	return &q
}

// perft counts the leaves at a depth.
func (m *mailbox) perft(depth int) (n uint64) {
	routes := m.legal()
	if depth == 1 {
		return uint64(len(routes))
	}
	for _, r := range routes {
		n += m.play(r).perft(depth - 1)
	}
	return n
}
