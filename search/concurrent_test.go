package search

import (
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// TestRandomStops runs searches of several threads that are stopped and hit at
// random times while positions change. It is meant for the race detector.
func TestRandomStops(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	for _, name := range []string{"international", "english", "frisian"} {
		v := variant(t, name)
		e := New(v, Options{Threads: 2, HashBytes: 1 << 20})
		g := board.NewGame(v, v.Start())
		for range 40 {
			var others sync.WaitGroup
			l := Limits{Ponder: random.IntN(2) == 0, Clock: true, Time: time.Second}
			if random.IntN(3) == 0 {
				l = Limits{Analyze: true}
			}
			wait := time.Duration(random.IntN(3000)) * time.Microsecond
			hit := time.Duration(random.IntN(3000)) * time.Microsecond
			others.Go(func() {
				time.Sleep(hit)
				e.PonderHit()
			})
			others.Go(func() {
				time.Sleep(wait)
				e.Stop()
			})
			r := e.Search(g, l, func(i Info) { checkLine(t, g, i.PV) })
			require.True(t, r.HasMove)
			others.Wait()
			e.ForgetStop()
			require.NoError(t, g.Play(r.Move))
			if !ongoing(g) {
				g = board.NewGame(v, v.Start())
			}
		}
	}
}

// TestSelfPlay plays one fast game of every rule set to its end.
func TestSelfPlay(t *testing.T) {
	for _, v := range board.Variants()[:18] {
		e := New(v, Options{Threads: 1, HashBytes: 1 << 20})
		g := board.NewGame(v, v.Start())
		for n := 0; n < 300 && ongoing(g); n++ {
			r := e.Search(g, Limits{MoveTime: time.Millisecond}, nil)
			require.True(t, r.HasMove)
			require.NoError(t, g.Play(r.Move), v.Name)
		}
		assert.Greater(t, len(g.Moves()), 10, v.Name)
	}
}
