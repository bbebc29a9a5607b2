package board_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

const (
	fuzzPlies  = 12     // plies compared from a placed position
	fuzzEffort = 60_000 // jumps that the mailbox may try for one position
)

// FuzzGenerate holds the fast generator against the mailbox in positions made
// from the bytes: the first picks the game, the second how the pieces come to
// stand there (placed freely, or played from the start), the rest says where,
// and which moves follow.
func FuzzGenerate(f *testing.F) {
	r := rand.New(rand.NewPCG(1, 2))
	seeds := 16
	if testing.Short() {
		seeds = 4
	}
	for i := range seeds * len(board.Variants()) {
		data := make([]byte, 128)
		for j := range data {
			data[j] = byte(r.Uint32())
		}
		data[0] = byte(i)
		f.Add(data)
	}
	g, err := readGolden()
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 4 {
			return
		}
		games := board.Variants()
		v := games[int(data[0])%len(games)]
		rules := &g.Variants[v.Name].Rules
		check := checker{t: t, v: v, keys: map[uint64]identity{}}
		p := v.Start()
		plies := min(len(data)-2, 80)
		if data[1]&1 == 0 {
			p = placed(v, data[1:])
			plies = min(len(data)-2, fuzzPlies)
		}
		m := newMailbox(rules, toHub(v, &p))
		for ply := range plies {
			next := check.position(&p, m, data[2+ply])
			if next == nil {
				return
			}
			m = next.mailbox
			p = next.position
		}
	})
}

// placed puts pieces on the board: data[0] tells the side to move, how many
// pieces and how many of them kings; then one byte a square.
func placed(v *board.Variant, data []byte) board.Position {
	p := board.Position{Side: board.Color(data[0] >> 1 & 1), RunSquare: [2]board.Square{board.NoSquare, board.NoSquare}}
	density, kings := data[0]>>2&7+1, data[0]>>5
	for n := 1; n <= v.Squares && n < len(data); n++ {
		c := data[n]
		if c&15 >= density {
			continue
		}
		s, _ := v.SquareOf(n)
		side := board.Color(c >> 4 & 1)
		if c>>5 < kings || v.Crown(side).Has(s) {
			p.Kings[side] = p.Kings[side].With(s)
		} else {
			p.Men[side] = p.Men[side].With(s)
		}
	}
	return p
}

// identity is all that tells two positions apart for the rest of the game,
// draw counters left out.
type identity struct {
	hub       string
	runs      [2]uint8
	runSquare [2]board.Square
}

func identify(v *board.Variant, p *board.Position) identity {
	id := identity{hub: toHub(v, p)}
	for c := range p.RunLength {
		// the run binds only a side that has a man (art. 17)
		if v.KingLimit != 0 && p.RunLength[c] != 0 && !p.Men[c].Empty() {
			id.runs[c], id.runSquare[c] = p.RunLength[c], p.RunSquare[c]
		}
	}
	return id
}

type checker struct {
	t    *testing.T
	v    *board.Variant
	keys map[uint64]identity
	list board.List
	flip board.List
}

// successor is the same position in both programs.
type successor struct {
	position board.Position
	mailbox  *mailbox
}

// position compares everything about one position and returns the one after
// the move that choice picks, or nil at the end of the game or when there are
// too many routes for the mailbox.
func (c *checker) position(p *board.Position, m *mailbox, choice byte) *successor {
	t, v, l := c.t, c.v, &c.list
	hub := toHub(v, p)
	require.Equal(t, m.hub(), hub)
	effort := fuzzEffort
	m.effort = &effort
	legal, captures := m.legal(), m.legalCaptures()
	can := [2]bool{!m.over() && m.canCapture(true), !m.over() && m.canCapture(false)}
	if effort < 0 {
		return nil
	}
	v.GenerateCaptures(p, l)
	require.Equal(t, names(captures), hubMoves(v, l), "captures of %s in %s", hub, v.Name)
	before := *p
	v.Generate(p, l)
	require.Equal(t, before, *p)
	require.Equal(t, names(legal), hubMoves(v, l), "%s in %s", hub, v.Name)
	for side := range can {
		require.Equal(t, can[side], v.CanCapture(p, board.Color(side)), "CanCapture %s of %s in %s", board.Color(side), hub, v.Name)
	}
	require.Equal(t, len(legal) != 0, v.HasMove(p), "HasMove in %s in %s", hub, v.Name)
	c.key(p)
	c.flipped(p)
	var next *successor
	for i, move := range l.Moves() {
		name := hubMove(v, &move)
		at, ok := slices.BinarySearchFunc(legal, name, func(r route, name string) int {
			if r.name < name {
				return -1
			} else if r.name > name {
				return 1
			}
			return 0
		})
		require.True(t, ok)
		r := legal[at]
		require.Equal(t, len(r.taken), int(move.Count))
		require.Equal(t, r.king, move.Kind&board.KingMoves != 0, name)
		require.Equal(t, r.crowned, move.Kind&board.Crowns != 0, name)
		var q board.Position
		v.Do(p, &move, &q)
		require.Equal(t, before, *p)
		after := m.play(r)
		require.Equal(t, after.hub(), toHub(v, &q), "%s after %s in %s", hub, name, v.Name)
		c.sound(&q)
		c.key(&q)
		if i == int(choice)%l.Len() {
			next = &successor{q, after}
		}
	}
	require.Equal(t, len(legal), v.CountMoves(p, l), "%s in %s", hub, v.Name)
	return next
}

// key holds the key to its promise: equal for equal positions, and different
// for different ones as far as a sample can tell.
func (c *checker) key(p *board.Position) {
	id := identify(c.v, p)
	key := c.v.Key(p)
	if known, ok := c.keys[key]; ok {
		require.Equal(c.t, known, id, "one key for two positions")
	}
	c.keys[key] = id
	twin := c.v.Start() // the same position with another history
	twin.Men, twin.Kings, twin.Side = p.Men, p.Kings, p.Side
	twin.RunLength, twin.RunSquare = id.runs, id.runSquare
	twin.Reversible, twin.KingPlies, twin.NoProgress = 9, 9, 9
	require.Equal(c.t, key, c.v.Key(&twin), "two keys for one position: %s", id.hub)
}

// sound checks what holds in every position after a move.
func (c *checker) sound(p *board.Position) {
	seen := board.Bits{}
	for side := range p.Men {
		require.True(c.t, p.Men[side].And(c.v.Crown(board.Color(side))).Empty(), "a man stands on its last row")
		for _, b := range []board.Bits{p.Men[side], p.Kings[side]} {
			require.True(c.t, b.And(seen).Empty(), "two pieces on one square")
			seen = seen.Or(b)
		}
	}
	require.True(c.t, seen.AndNot(c.v.Playable).Empty(), "a piece beside the board")
}

// flipped checks that the board turned round, colours exchanged, has the
// turned moves, and that these lead to the turned positions.
func (c *checker) flipped(p *board.Position) {
	v := c.v
	f := v.Flip(p)
	require.Equal(c.t, *p, v.Flip(&f))
	v.Generate(&f, &c.flip)
	require.Equal(c.t, c.list.Len(), c.flip.Len())
	turned := make(map[board.Move]bool, c.flip.Len())
	for _, m := range c.flip.Moves() {
		turned[m] = true
	}
	for _, m := range c.list.Moves() {
		t := m
		t.From, t.To, t.Captured = v.Rotate(m.From), v.Rotate(m.To), board.Bits{}
		for b := m.Captured; !b.Empty(); {
			t.Captured = t.Captured.With(v.Rotate(b.Pop()))
		}
		require.True(c.t, turned[t], "%s in %s: %s", toHub(v, p), v.Name, hubMove(v, &m))
		var q, tq board.Position
		v.Do(p, &m, &q)
		v.Do(&f, &t, &tq)
		require.Equal(c.t, v.Flip(&q), tq)
	}
}
