package protocol

import (
	"net"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// dxpWays are the ways in which two programs come together.
var dxpWays = []struct {
	name           string
	listens, stdio bool // the initiator listens; both talk through pipes
}{
	{"initiator calls", false, false},
	{"initiator listens", true, false},
	{"standard streams", false, true},
}

// TestDXPWholeGames plays the engine against itself in every game, both sides
// being initiator and follower, caller and listener, White and Black.
func TestDXPWholeGames(t *testing.T) {
	long := os.Getenv("DAMIERA_LONG") != ""
	for i, v := range board.Variants() {
		for j, way := range dxpWays {
			if !long && i%len(dxpWays) != j {
				continue
			}
			t.Run(v.Name+", "+way.name, func(t *testing.T) {
				t.Parallel()
				caller, listener := streams(t, way.stdio)
				o := DXPOptions{
					Variant: v, Name: "engine", Open: smallSession, Limits: search.Limits{Depth: 2}, Minutes: 1, Log: zerolog.Nop(),
				}
				initiator := o
				initiator.Initiator, initiator.Games = true, 2
				if way.listens {
					caller, listener = listener, caller
				}
				a, b := NewDXPSession(caller, initiator), NewDXPSession(listener, o)
				var both sync.WaitGroup
				both.Go(func() { assert.NoError(t, a.Run(t.Context())) })
				both.Go(func() { assert.NoError(t, b.Run(t.Context())) })
				both.Wait()
				assert.Equal(t, 2, a.tally.Games())
				assert.Zero(t, a.tally.Unknown)
				assert.Equal(t, a.tally, DXPTally{Wins: b.tally.Losses, Draws: b.tally.Draws, Losses: b.tally.Wins})
				assert.Positive(t, a.game.left)
				assert.Equal(t, a.game.Position(), b.game.Position())
			})
		}
	}
}

// streams returns the two ends of a connection without the gap.
func streams(t *testing.T, pipes bool) (caller, listener *DXPConn) {
	if pipes {
		a, b, err := os.Pipe()
		require.NoError(t, err)
		c, d, err := os.Pipe()
		require.NoError(t, err)
		caller, listener = NewDXPConn(pipe{a, d}), NewDXPConn(pipe{c, b})
	} else {
		here, there := tcpPair(t)
		caller, listener = NewDXPConn(here), NewDXPConn(there)
	}
	for _, c := range []*DXPConn{caller, listener} {
		c.gap, c.answerGap = 0, 0
	}
	return caller, listener
}

// pipe is a program's standard input and output.
type pipe struct{ in, out *os.File }

func (p pipe) Read(b []byte) (int, error)  { return p.in.Read(b) }
func (p pipe) Write(b []byte) (int, error) { return p.out.Write(b) }
func (p pipe) Close() error {
	p.in.Close()
	return p.out.Close()
}

// TestListenDXP is points 2 and 3 of the pitfalls: the end of a session is not
// the end of the listener, and who comes second does not disturb the first.
func TestListenDXP(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	ctx, stop := contextWithStop(t)
	over := make(chan DXPTally, 1)
	go func() {
		tally, err := ListenDXP(ctx, l, DXPOptions{
			Variant: variant(t, "international"), Name: "Damiera", Open: smallSession, Limits: search.Limits{Depth: 1}, Log: zerolog.Nop(),
		})
		assert.NoError(t, err)
		over <- tally
	}()
	first := dialPeer(t, l)
	first.send(request("W", "001000A"))
	first.expect(accepted, "M")
	for range 3 {
		second := dialPeer(t, l)
		second.send("Clet me play", request("W", "001000A"))
		second.expect("ADamiera                         3", "")
		dead := dialPeer(t, l)
		dead.c.Close()
	}
	first.send("E01")
	first.expect("E01", "")
	for i := range 3 { // the listener goes on, whether peers end or die
		next := dialPeer(t, l)
		next.send(request("W", "001000A"))
		next.expect(accepted, "M")
		if i == 1 {
			next.send("E31")
			next.expect("E01")
		}
		next.c.Close()
	}
	last := dialPeer(t, l)
	last.send(request("W", "001000A"))
	last.expect(accepted, "M")
	begun := time.Now()
	stop()
	last.expect("E01", "")
	last.c.Close()
	assert.Equal(t, DXPTally{Losses: 1, Unknown: 4}, <-over)
	assert.Less(t, time.Since(begun), time.Second)
}

// dialPeer is a peer of a listener.
func dialPeer(t *testing.T, l net.Listener) *peer {
	c, err := DialDXP(t.Context(), l.Addr().String())
	require.NoError(t, err)
	c.gap = 0
	t.Cleanup(func() { c.Close() })
	return &peer{t: t, c: c}
}
