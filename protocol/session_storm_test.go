package protocol

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/search"
)

// A stop or ponder-hit that crosses with the end of its search is not for the
// next one.
func TestLateStopIsForgotten(t *testing.T) {
	var now *Search
	begun := make(chan struct{}, 1)
	s := NewSession(SessionOptions{MaxHashBytes: 1 << 20, Searching: func(n int64) {
		if n < 0 { // its engine has ended, but the search does not say so yet
			<-begun
			now.Stop()
			now.PonderHit()
		}
	}})
	require.NoError(t, s.SetParam(ParamBook, "false"))
	for range 3 {
		now = s.Search(search.Limits{Depth: 4}, nil)
		begun <- struct{}{}
		assert.Equal(t, 4, (<-now.Done).Depth)
	}
	now = s.Search(search.Limits{Ponder: true, Depth: 1}, nil)
	begun <- struct{}{}
	select {
	case <-now.Done:
		require.Fail(t, "it ponders without a hit")
	case <-time.After(20 * time.Millisecond):
	}
	now.PonderHit()
	<-now.Done
}

// TestPonderHitStorm tells searches that ponder to go on or to stop, around the
// moment at which they have nothing to do any more. Every one ends.
func TestPonderHitStorm(t *testing.T) {
	length := 2 * time.Second
	if testing.Short() {
		length = time.Second / 2
	}
	seed := uint64(time.Now().UnixNano())
	t.Log("seed", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	s := NewSession(SessionOptions{MaxThreads: 2, MaxHashBytes: 1 << 20})
	for name, value := range map[string]string{ParamBook: "false", ParamTableSize: "10", ParamThreads: "2"} {
		require.NoError(t, s.SetParam(name, value))
	}
	limits := []search.Limits{
		{Depth: 1}, {Depth: 3}, {Nodes: 1}, {Nodes: 500}, {MoveTime: 100 * time.Microsecond}, {Clock: true}, {Clock: true, Time: 20 * time.Millisecond},
	}
	searches := 0
	for start := time.Now(); time.Since(start) < length; searches++ {
		l := limits[random.IntN(len(limits))]
		l.Ponder = random.IntN(5) > 0
		r := s.Search(l, nil)
		for wait := time.Now().Add(time.Duration(random.IntN(300)) * time.Microsecond); time.Now().Before(wait); {
		}
		act := r.PonderHit
		if random.IntN(4) == 0 {
			act = r.Stop
		}
		act()
		select {
		case result := <-r.Done:
			require.True(t, result.HasMove)
		case <-time.After(patience):
			require.Fail(t, "the search does not end", "%+v", l)
		}
		if random.IntN(4) == 0 {
			act() // too late
		}
	}
	t.Log(searches, "searches")
}
