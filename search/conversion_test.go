package search

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
)

// TestCountersAgainstBruteForce: what the proof search says of wins with
// counters that run already is what brute force says.
func TestCountersAgainstBruteForce(t *testing.T) {
	v := variant(t, "english")
	d := database(t, v, 3)
	defer d.Close()
	e := New(v, Options{Threads: 1, HashBytes: 1 << 20, Endgame: d})
	random := rand.New(rand.NewPCG(5, 6))
	won, drawn := 0, 0
	for range 3000 {
		p := randomEnding(v, random, 3)
		value, distance, _ := d.Distance(&p)
		if value == endgame.Draw || distance == 0 {
			continue
		}
		p.KingPlies, p.NoProgress = uint16(60+random.IntN(20)), uint16(60+random.IntN(20))
		w := e.workers[0]
		w.prepare(board.NewGame(v, p), &Limits{})
		w.clock = &clock{limits: w.limits, start: time.Now()}
		w.proofs = nil
		c := w.conversion()
		n := c.node(&p)
		c.prove(n, proofNever, proofNever)
		require.False(t, c.gaveUp)
		require.True(t, n.effort == 0 || n.reply == 0)
		comesTrue := n.effort == 0 == (value == endgame.Win)
		if assert.Equal(t, winnable(v, d, p), comesTrue, v.FEN(&p)); comesTrue {
			won++
		} else {
			drawn++
		}
	}
	assert.Greater(t, won, 200)
	assert.Greater(t, drawn, 50)
}

// TestConversionEnds: a search for proofs ends when its time is over and when
// the engine is stopped, and a win that is not settled remains one.
func TestConversionEnds(t *testing.T) {
	v := variant(t, "english")
	d := database(t, v, 3)
	defer d.Close()
	e := New(v, Options{Threads: 1, HashBytes: 1 << 20, Endgame: d})
	g := gameFrom(t, "english", "W:WK1,K2:BK32")
	w := e.workers[0]
	w.prepare(g, &Limits{})
	w.clock = &clock{limits: w.limits, start: time.Now()}
	settle := func(c *conversion) {
		c.soon = 0 // as if a counter could end any time
		moves := []perfectMove{{value: endgame.Win}}
		w.variant.Do(g.Position(), &w.moves[0].move, &moves[0].next)
		assert.Equal(t, 1, c.settle(moves))
		assert.Equal(t, endgame.Win, moves[0].value)
		assert.True(t, c.gaveUp)
	}
	c := w.conversion()
	c.left = 2
	settle(c)
	assert.Same(t, c, w.conversion(), "what was found out is kept")
	assert.False(t, c.gaveUp)
	c.left = conversionMost - conversionLeast
	c.deadline = time.Now()
	settle(c)
	e.Stop()
	settle(w.conversion())
	e.Clear()
	assert.NotSame(t, c, w.conversion())
}
