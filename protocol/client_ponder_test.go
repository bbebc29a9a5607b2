package protocol

import (
	"context"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// pipeClient drives what is at the other end of a pipe.
func pipeClient(t *testing.T, v *board.Variant) (*HubClient, net.Conn) {
	ours, theirs := net.Pipe()
	l := &link{in: ours, out: ours, done: make(chan struct{})}
	l.listen(ours)
	t.Cleanup(l.kill)
	return &HubClient{options: EngineOptions{Variant: v}, link: l}, theirs
}

// An engine that does not end its pondering does not hold up a caller that does
// not want to wait.
func TestStopPonderingEndsWithItsContext(t *testing.T) {
	v := variant(t, "international")
	c, engine := pipeClient(t, v)
	go func() { _, _ = io.Copy(io.Discard, engine) }()
	g := board.NewGame(v, v.Start())
	require.NoError(t, c.Ponder(g, g.LegalMoves()[0], search.Limits{Depth: 1}))
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	begun := time.Now()
	assert.ErrorIs(t, c.StopPondering(ctx), context.DeadlineExceeded)
	assert.Less(t, time.Since(begun), ponderStopTime)
}

// TestPonderStorm plays with short clocks and ponders: replies come at random
// times, those expected and others, and the searches end by themselves meanwhile
// or not. No move may need more than its time: an engine that waited for a stop
// has missed something.
func TestPonderStorm(t *testing.T) {
	const clients = 3
	for i := range clients {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			seed := uint64(time.Now().UnixNano()) + uint64(i)
			t.Log("seed", seed)
			ponderStorm(t, rand.New(rand.NewPCG(seed, 0)))
		})
	}
}

func ponderStorm(t *testing.T, random *rand.Rand) {
	length := 3 * time.Second
	if testing.Short() {
		length = time.Second
	}
	v := variant(t, []string{"international", "russian", "frisian"}[random.IntN(3)])
	c, engine := pipeClient(t, v)
	o := SessionOptions{MaxHashBytes: 1 << 20, Remote: random.IntN(2) == 0}
	go func() {
		_ = ServeHub(context.Background(), engine, engine, o, zerolog.Nop())
		engine.Close()
	}()
	for _, line := range []string{"set-param name=variant value=" + v.HubName(), "set-param name=bb-size value=0", "set-param name=tt-size value=12", "init"} {
		require.NoError(t, c.send(line))
	}
	require.NoError(t, c.await(t.Context(), "ready", patience))
	limits := func() search.Limits {
		switch random.IntN(4) {
		case 0:
			return search.Limits{Depth: 1 + random.IntN(6)}
		case 1:
			return search.Limits{MoveTime: time.Duration(1+random.IntN(10)) * time.Millisecond}
		}
		return search.Limits{Clock: true, Time: time.Duration(random.IntN(100)) * time.Millisecond, Increment: 10 * time.Millisecond}
	}
	pause := func() {
		if random.IntN(3) > 0 {
			time.Sleep(time.Duration(random.IntN(20_000)) * time.Microsecond)
		}
	}
	start := time.Now()
	g := board.NewGame(v, v.Start())
	moves, hits := 0, 0
	for time.Since(start) < length {
		legal := g.LegalMoves()
		if len(legal) == 0 || len(g.Moves()) > 150 {
			require.NoError(t, c.StopPondering(t.Context()))
			g = board.NewGame(v, v.Start())
			require.NoError(t, c.NewGame())
			continue
		}
		if c.pondering != nil && random.IntN(10) == 0 {
			require.NoError(t, c.StopPondering(t.Context()))
		}
		thought, err := c.Think(t.Context(), g, limits(), Patience{Stop: patience / 2, HangUp: patience})
		require.NoError(t, err)
		require.Less(t, thought.Elapsed, patience/2)
		require.NoError(t, g.Play(thought.Move))
		moves++
		legal = g.LegalMoves()
		if len(legal) == 0 {
			continue
		}
		reply := legal[random.IntN(len(legal))]
		expected := reply
		if random.IntN(3) == 0 {
			expected = legal[random.IntN(len(legal))]
		}
		if random.IntN(10) > 0 {
			require.NoError(t, c.Ponder(g, expected, limits()))
			pause()
		}
		require.NoError(t, g.Play(reply))
		if c.pondering != nil && expected == reply {
			hits++
		}
	}
	require.NoError(t, c.StopPondering(t.Context()))
	for len(c.link.lines) > 0 {
		line := <-c.link.lines
		assert.False(t, strings.HasPrefix(line.text, "done"), "an answer too many")
	}
	t.Log(moves, "moves", hits, "expected replies")
}
