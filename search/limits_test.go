package search

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// soon fails if none of several tries of an action ends within the time: on a
// busy machine a single one may have to wait for its turn.
func soon(t *testing.T, within time.Duration, action func() time.Duration, about ...any) {
	t.Helper()
	best := time.Hour
	for range 8 {
		if best = min(best, action()); best < within {
			return
		}
	}
	assert.Less(t, best, within, about...)
}

func TestNodeLimitIsExact(t *testing.T) {
	v := variant(t, "international")
	g := board.NewGame(v, v.Start())
	for _, threads := range []int{1, 3} {
		e := New(v, Options{Threads: threads, HashBytes: 1 << 20})
		for _, n := range []uint64{1, 2, 100, 257, 12345} {
			r := e.Search(g, Limits{Nodes: n}, nil)
			assert.True(t, r.HasMove)
			if threads == 1 {
				assert.Equal(t, n, r.Nodes)
			} else {
				assert.LessOrEqual(t, r.Nodes, n)
			}
		}
	}
}

func TestDepthLimitIsExact(t *testing.T) {
	v := variant(t, "russian")
	g := board.NewGame(v, v.Start())
	for depth := 1; depth < 9; depth++ {
		assert.Equal(t, depth, newEngine(v, 0).Search(g, Limits{Depth: depth}, nil).Depth)
	}
}

func TestRootMovesAndLines(t *testing.T) {
	v := variant(t, "international")
	g := board.NewGame(v, v.Start())
	l := new(board.List)
	v.Generate(g.Position(), l)
	only := []board.Move{*l.At(2), *l.At(5)}
	r := newEngine(v, 0).Search(g, Limits{Depth: 5, Moves: only}, nil)
	assert.Contains(t, only, r.Move)

	lines := map[int]Info{}
	r = newEngine(v, 0).Search(g, Limits{Depth: 6, MultiPV: 50}, func(i Info) {
		if i.Depth == 6 {
			lines[i.MultiPV] = i
		}
		checkLine(t, g, i.PV)
	})
	require.Len(t, lines, l.Len(), "one line a legal move")
	seen := map[board.Move]bool{}
	for n := 1; n <= len(lines); n++ {
		assert.False(t, seen[lines[n].PV[0]], "every line begins with another move")
		seen[lines[n].PV[0]] = true
		if n > 1 {
			assert.LessOrEqual(t, lines[n].Score, lines[n-1].Score)
		}
	}
	assert.Equal(t, lines[1].PV[0], r.Move)
	single := newEngine(v, 0).Search(g, Limits{Depth: 6}, nil)
	assert.InDelta(t, single.Score, r.Score, 15)
}

func TestSingleMoveIsAnsweredAtOnce(t *testing.T) {
	g := gameFrom(t, "international", "W:W35,50:B30,6")
	e := newEngine(g.Variant(), 0)
	soon(t, 50*time.Millisecond, func() time.Duration {
		start := time.Now()
		reports := 0
		r := e.Search(g, Limits{MoveTime: time.Minute}, func(Info) { reports++ })
		assert.True(t, r.HasMove)
		assert.Positive(t, reports)
		return time.Since(start)
	})
	r := e.Search(g, Limits{Depth: 7, Analyze: true}, nil)
	assert.Equal(t, 7, r.Depth, "an analysis goes on")
}

func TestMoveTimeIsKept(t *testing.T) {
	v := variant(t, "international")
	g := board.NewGame(v, v.Start())
	e := newEngine(v, 0)
	for _, d := range []time.Duration{5 * time.Millisecond, 120 * time.Millisecond} {
		soon(t, d+50*time.Millisecond, func() time.Duration {
			start := time.Now()
			e.Search(g, Limits{MoveTime: d}, nil)
			took := time.Since(start)
			assert.GreaterOrEqual(t, took, d)
			return took
		})
	}
}

func TestHopelessClocks(t *testing.T) {
	for _, v := range []*board.Variant{variant(t, "international"), variant(t, "canadian")} {
		g := board.NewGame(v, v.Start())
		for _, threads := range []int{1, 4} {
			e := New(v, Options{Threads: threads, HashBytes: 1 << 20})
			for _, left := range []time.Duration{0, -5 * time.Second, time.Millisecond} {
				for _, togo := range []int{0, 1} {
					soon(t, 50*time.Millisecond, func() time.Duration {
						start := time.Now()
						r := e.Search(g, Limits{Clock: true, Time: left, MovesToGo: togo}, nil)
						assert.True(t, r.HasMove)
						return time.Since(start)
					})
				}
			}
		}
	}
}

func TestAllot(t *testing.T) {
	overhead := 10 * time.Millisecond
	for _, left := range []time.Duration{1, time.Millisecond, 11 * time.Millisecond, 100 * time.Millisecond, time.Second, time.Minute, 5 * time.Hour} {
		for _, increment := range []time.Duration{0, 10 * time.Millisecond, time.Second, time.Minute} {
			for _, togo := range []int{0, 1, 2, 40, 1000} {
				soft, hard := allot(&Limits{Clock: true, Time: left, Increment: increment, MovesToGo: togo}, overhead)
				assert.LessOrEqual(t, soft, hard)
				assert.LessOrEqual(t, hard, max(left+increment-overhead, atOnce), "%v+%v/%d", left, increment, togo)
				assert.LessOrEqual(t, hard, capFactor*soft)
				if togo != 1 {
					assert.LessOrEqual(t, hard, max(left+increment-(1+reserve)*overhead, (left+increment)/50, atOnce), "%v+%v/%d", left, increment, togo)
				}
				assert.Positive(t, soft)
				if togo == 1 && left >= time.Second {
					assert.Greater(t, soft, (left+increment)*8/10, "the last move before the control may use it all")
				}
			}
		}
	}
	soft, hard := allot(&Limits{MoveTime: time.Second}, overhead)
	assert.Zero(t, soft)
	assert.Equal(t, time.Second, hard)
}

func TestStopLatency(t *testing.T) {
	for _, c := range []struct{ variant, fen string }{
		{"international", "W:W31-50:B1-20"},
		{"international", "W:WK31-50:BK1-20"},
		{"canadian", "W:WK43-72:BK1-30"},
	} {
		g := gameFrom(t, c.variant, c.fen)
		for _, threads := range []int{1, 4} {
			e := New(g.Variant(), Options{Threads: threads, HashBytes: 1 << 20})
			soon(t, 50*time.Millisecond, func() time.Duration {
				done := make(chan time.Time)
				go func() {
					r := e.Search(g, Limits{}, nil)
					assert.True(t, r.HasMove)
					done <- time.Now()
				}()
				time.Sleep(30 * time.Millisecond)
				stop := time.Now()
				e.Stop()
				return (<-done).Sub(stop)
			}, "%s %d threads", c.variant, threads)
		}
	}
}

func TestStopBeforeSearch(t *testing.T) {
	v := variant(t, "russian")
	g := board.NewGame(v, v.Start())
	e := newEngine(v, 0)
	soon(t, 50*time.Millisecond, func() time.Duration {
		e.Stop()
		start, reports := time.Now(), 0
		r := e.Search(g, Limits{}, func(Info) { reports++ })
		assert.True(t, r.HasMove)
		assert.Equal(t, 1, reports)
		return time.Since(start)
	})
	assert.Equal(t, 4, e.Search(g, Limits{Depth: 4}, nil).Depth, "the stop is used up")
	e.Stop()
	e.ForgetStop()
	assert.Equal(t, 4, e.Search(g, Limits{Depth: 4}, nil).Depth)
}

func TestPondering(t *testing.T) {
	v := variant(t, "russian")
	g := board.NewGame(v, v.Start())
	e := newEngine(v, 0)
	ended := make(chan Result, 1)
	begin := func(l Limits) {
		go func() { ended <- e.Search(g, l, nil) }()
	}
	soon(t, 70*time.Millisecond, func() time.Duration {
		begin(Limits{Ponder: true, MoveTime: 20 * time.Millisecond})
		select {
		case <-ended:
			t.Fatal("a ponder search must wait for the hit")
		case <-time.After(80 * time.Millisecond):
		}
		hit := time.Now()
		e.PonderHit()
		r := <-ended
		took := time.Since(hit)
		assert.GreaterOrEqual(t, took, 20*time.Millisecond)
		assert.True(t, r.HasMove)
		return took
	})

	begin(Limits{Ponder: true, Depth: 2})
	select {
	case <-ended:
		t.Fatal("a finished ponder search must wait too")
	case <-time.After(50 * time.Millisecond):
	}
	e.PonderHit()
	assert.Equal(t, 2, (<-ended).Depth)

	soon(t, 50*time.Millisecond, func() time.Duration { // the aim is a tenth of a second
		begin(Limits{Ponder: true, Clock: true, Time: 2600 * time.Millisecond})
		time.Sleep(400 * time.Millisecond)
		hit := time.Now()
		e.PonderHit()
		<-ended
		return time.Since(hit)
	}, "who has thought enough on the opponent's time does not use its own")

	begin(Limits{Ponder: true, Clock: true, Time: time.Minute})
	time.Sleep(20 * time.Millisecond)
	e.Stop()
	assert.True(t, (<-ended).HasMove)
}
