package board_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/damiera/damiera/board"
	"github.com/stretchr/testify/require"
)

// chronicle is the draw rules worked out from the moves and the boards of a
// whole game, without the engine's counters or its tables: the two are held
// against each other.
type chronicle struct {
	boards []page // [0] the start
	road   []int  // indexes into a Hub position of the main road
}

// page is one position of the game.
type page struct {
	hub          string
	men          string // the men only
	white, black force
	weakOnRoad   bool // the side that has one piece
	strongOnRoad bool
}

type force struct{ men, kings int }

func (f force) all() int { return f.men + f.kings }

// lone tells a king with nothing else.
func (f force) lone() bool { return f == force{0, 1} }

func (c *chronicle) write(hub string) {
	b := hub[1:]
	p := page{
		hub:   hub,
		men:   strings.NewReplacer("W", "e", "B", "e").Replace(b),
		white: force{strings.Count(b, "w"), strings.Count(b, "W")},
		black: force{strings.Count(b, "b"), strings.Count(b, "B")},
	}
	for _, i := range c.road {
		letter := strings.ToLower(hub[i : i+1])
		p.weakOnRoad = p.weakOnRoad || letter == "w" && p.white.all() == 1 || letter == "b" && p.black.all() == 1
		p.strongOnRoad = p.strongOnRoad || letter == "w" && p.white.all() > 1 || letter == "b" && p.black.all() > 1
	}
	c.boards = append(c.boards, p)
}

// since counts the plies at the end of the game for which ok holds of the
// boards before and after.
func (c *chronicle) since(ok func(before, after *page) bool) int {
	n := 0
	for i := len(c.boards) - 1; i > 0 && ok(&c.boards[i-1], &c.boards[i]); i-- {
		n++
	}
	return n
}

func (c *chronicle) kingPlies() int {
	return c.since(func(before, after *page) bool { return sameForces(before, after) && before.men == after.men })
}

func (c *chronicle) noProgress() int { return c.since(sameForces) }

func sameForces(a, b *page) bool { return a.white == b.white && a.black == b.black }

func (c *chronicle) now() *page { return &c.boards[len(c.boards)-1] }

// lasting counts the plies for which a condition on the forces has held at both
// ends, without a break; with restart a change of forces is a break too.
func (c *chronicle) lasting(restart bool, is func(strong, weak force) bool) (plies int, now bool) {
	holds := func(p *page) bool { return is(p.white, p.black) || is(p.black, p.white) }
	return c.since(func(before, after *page) bool {
		return holds(before) && holds(after) && (!restart || sameForces(before, after))
	}), holds(c.now())
}

// onRoad counts, like lasting, the plies for which one side alone has stood on
// the main road: the weak one or the strong one.
func (c *chronicle) onRoad(weak bool, is func(strong, weak force) bool) (plies int, now bool) {
	holds := func(p *page) bool {
		return (is(p.white, p.black) || is(p.black, p.white)) && p.weakOnRoad == weak && p.strongOnRoad != weak
	}
	return c.since(func(before, after *page) bool { return holds(before) && holds(after) }), holds(c.now())
}

// drawn tells whether the official counters end the game, game by game.
func (c *chronicle) drawn(v *board.Variant, p *board.Position) bool {
	is := func(limit int, restart bool, f func(s, w force) bool) bool {
		n, now := c.lasting(restart, f)
		return now && n >= limit
	}
	road := func(limit int, weak bool, f func(s, w force) bool) bool {
		n, now := c.onRoad(weak, f)
		return now && n >= limit
	}
	upToTwo := func(s, w force) bool { return w.lone() && s.kings > 0 && s.all() <= 2 }
	three := func(s, w force) bool { return w.lone() && s.kings > 0 && s.all() == 3 }
	threeKings := func(s, w force) bool { return w.lone() && s == force{0, 3} }
	switch strings.TrimSuffix(v.Name, "+free") {
	case "international", "canadian":
		return c.kingPlies() >= 50 || is(10, false, upToTwo) || is(32, false, three)
	case "killer":
		return c.kingPlies() >= 50 || is(32, false, three) ||
			is(10, false, func(s, w force) bool { return w.lone() && s.kings == 1 && s.men <= 1 })
	case "english", "italian":
		return c.kingPlies() >= 80
	case "pool":
		return c.kingPlies() >= 60 || is(26, false, threeKings)
	case "spanish", "czech", "thai":
		return c.noProgress() >= 80
	case "portuguese":
		return c.noProgress() >= 40 || road(24, false, threeKings)
	case "turkish":
		return c.noProgress() >= 80 || c.now().white.all() == 1 && c.now().black.all() == 1 && !v.CanCapture(p, p.Side)
	case "frisian", "frysk":
		return is(14, true, func(s, w force) bool { return w.lone() && s == force{0, 2} }) ||
			is(4, true, func(s, w force) bool { return w.lone() && s.lone() })
	case "brazilian":
		return c.kingPlies() >= 40 || is(10, false, upToTwo) || road(10, true, three) ||
			is(10, false, func(s, w force) bool { return s == force{0, 2} && (w == force{0, 2} || w == force{1, 1}) })
	case "russian", "spantsiretti":
		within := func(low, high int) func(s, w force) bool {
			return func(s, w force) bool {
				return s.kings > 0 && w.kings > 0 && s.all()+w.all() >= low && s.all()+w.all() <= high
			}
		}
		return c.kingPlies() >= 30 || is(10, false, upToTwo) || road(10, true, three) ||
			is(30, true, func(s, w force) bool { return w.lone() && s.kings >= 3 && s.men == 0 }) ||
			is(60, true, within(4, 5)) || is(120, true, within(6, 7))
	}
	return false // losing, bt
}

func (c *chronicle) repetitions() (n int) {
	for i := range c.boards {
		if c.boards[i].hub == c.now().hub {
			n++
		}
	}
	return n
}

// randomPosition puts a few pieces, many of them kings, on empty squares.
func randomPosition(v *board.Variant, r *rand.Rand) board.Position {
	for {
		var fen [2][]string
		taken := map[board.Square]bool{}
		for c := range board.Color(2) {
			for range 1 + r.IntN(3) {
				s, _ := v.SquareOf(1 + r.IntN(v.Squares))
				king := "K"
				if r.IntN(3) == 0 {
					king = ""
				}
				if !taken[s] {
					fen[c] = append(fen[c], king+v.SquareName(s))
				}
				taken[s] = true
			}
		}
		side := "WB"[r.IntN(2)]
		p, err := v.ParseFEN(fmt.Sprintf("%c:W%s:B%s", side, strings.Join(fen[0], ","), strings.Join(fen[1], ",")))
		if err == nil { // not so when a man is on its last row
			return p
		}
	}
}

// The counters of random games, from the start and from endings, agree with the
// chronicle after every move, in every game.
func TestCountersAgainstChronicle(t *testing.T) {
	games, plies := 100, 220
	if testing.Short() {
		games = 8
	}
	for _, v := range board.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(7, uint64(len(v.Name))))
			var road []int
			for n := 1; n <= v.Squares && v.Width == v.Height; n++ {
				s, _ := v.SquareOf(n)
				if row, col := v.RowCol(s); row == col && v.Mirrored || row+col == v.Height-1 && !v.Mirrored {
					road = append(road, n)
				}
			}
			seen := map[bool]int{}
			for i := range games {
				p := v.Start()
				if i%8 != 0 {
					p = randomPosition(v, r)
				}
				g := board.NewGame(v, p)
				c := &chronicle{road: road}
				c.write(v.Hub(&p))
				for range plies {
					now := g.Position()
					require.Equal(t, c.kingPlies(), int(now.KingPlies))
					require.Equal(t, c.noProgress(), int(now.NoProgress))
					drawn := c.drawn(v, now)
					require.Equal(t, drawn, v.DrawnByRule(now, &v.Draws), "%s after %d plies", v.FEN(now), len(c.boards)-1)
					require.Equal(t, drawn, v.PliesToDraw(now, &v.Draws) == 0)
					require.Equal(t, c.noProgress() >= 80, v.DrawnByRule(now, &board.SiteDraws))
					if v.KingLimit == 0 { // a king's run makes another position of it
						require.Equal(t, c.repetitions(), g.Repetitions())
					}
					seen[drawn]++
					m, ok := carefulMove(g, r)
					if !ok {
						break
					}
					require.NoError(t, g.Play(m))
					c.write(v.Hub(g.Position()))
				}
			}
			if v.Draws.KingPlies|v.Draws.NoProgress != 0 || v.Draws.Endings != nil {
				require.NotZero(t, seen[true], "no game came to a draw: the test is too weak")
			}
		})
	}
}

// carefulMove picks a random move, mostly one that leaves nothing to take, so
// that games are long.
func carefulMove(g *board.Game, r *rand.Rand) (board.Move, bool) {
	v, moves := g.Variant(), g.LegalMoves()
	if len(moves) == 0 {
		return board.Move{}, false
	}
	for range 8 {
		m := moves[r.IntN(len(moves))]
		var q board.Position
		v.Do(g.Position(), &m, &q)
		if !v.CanCapture(&q, q.Side) {
			return m, true
		}
	}
	return moves[r.IntN(len(moves))], true
}
