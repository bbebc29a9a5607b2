package protocol

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
)

// scripted stands for the engine: it plays the move with a given index, and
// may think until it is stopped.
type scripted struct {
	waits   bool
	score   int
	enough  chan struct{} // ends the search that waits
	mu      sync.Mutex
	limits  []search.Limits
	stopped int
}

func waiting() *scripted { return &scripted{waits: true, enough: make(chan struct{})} }

func (s *scripted) think(g *board.Game, l search.Limits) (<-chan search.Result, func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.limits = append(s.limits, l)
	done := make(chan search.Result, 1)
	stop := make(chan struct{})
	moves := g.LegalMoves()
	r := search.Result{Move: moves[len(g.Moves())*7%len(moves)], HasMove: true}
	r.Score = s.score
	if !s.waits {
		done <- r
		return done, func() {}
	}
	go func() {
		select {
		case <-s.enough:
		case <-stop:
		}
		done <- r
	}()
	return done, func() {
		s.mu.Lock()
		s.stopped++
		s.mu.Unlock()
		close(stop)
	}
}

// smallSession opens an engine with the least table.
func smallSession() (*Session, func(), error) {
	return NewSession(SessionOptions{MaxHashBytes: 1 << 20}), nil, nil
}

// peer is the other side of a session under test.
type peer struct {
	t       *testing.T
	c       *DXPConn
	session *DXPSession
	over    chan error
	cancel  context.CancelFunc
	log     *syncBuffer
}

type syncBuffer struct {
	mu sync.Mutex
	strings.Builder
}

func (b *syncBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Builder.Write(p)
}

func (b *syncBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Builder.String()
}

// newPeer runs a session and returns the side it plays with.
func newPeer(t *testing.T, o DXPOptions, think ...thinkFunc) *peer {
	t.Helper()
	here, there := tcpPair(t)
	p := &peer{t: t, c: NewDXPConn(here), over: make(chan error, 1), log: &syncBuffer{}}
	p.c.gap = 0
	if o.Variant == nil {
		o.Variant = variant(t, "international")
	}
	if o.Open == nil {
		o.Open = smallSession
	}
	if o.Name == "" {
		o.Name = "Damiera"
	}
	o.Log = zerolog.New(p.log).Level(zerolog.InfoLevel)
	conn := NewDXPConn(there)
	conn.gap, conn.answerGap = time.Millisecond, time.Millisecond
	p.session = NewDXPSession(conn, o)
	p.session.think = append(think, (&scripted{}).think)[0]
	ctx, cancel := context.WithCancel(t.Context())
	p.cancel = cancel
	go func() { p.over <- p.session.Run(ctx) }()
	t.Cleanup(func() { cancel(); here.Close() })
	return p
}

func variant(t testing.TB, name string) *board.Variant {
	v, err := board.Lookup(name)
	require.NoError(t, err)
	return v
}

// send sends frames as they are.
func (p *peer) send(frames ...string) {
	p.t.Helper()
	_, err := p.c.stream.Write([]byte(strings.Join(frames, "\x00") + "\x00"))
	require.NoError(p.t, err)
}

// next returns the next frame within two seconds, "" at the end of the
// connection.
func (p *peer) next() string {
	p.t.Helper()
	_ = p.c.stream.(net.Conn).SetReadDeadline(time.Now().Add(30 * time.Second))
	frame, err := p.c.receiveFrame()
	if errors.Is(err, io.EOF) {
		return ""
	}
	require.NoError(p.t, err)
	return frame
}

// expect wants the next frames to begin so.
func (p *peer) expect(prefixes ...string) {
	p.t.Helper()
	for _, want := range prefixes {
		frame := p.next()
		require.True(p.t, strings.HasPrefix(frame, want), "got %q, not %q", frame, want)
	}
}

// silent wants nothing to come for a while.
func (p *peer) silent() {
	p.t.Helper()
	_ = p.c.stream.(net.Conn).SetReadDeadline(time.Now().Add(60 * time.Millisecond))
	frame, err := p.c.receiveFrame()
	require.ErrorIs(p.t, err, ErrDXPSlow, "got %q", frame)
}

// ended wants the session to end.
func (p *peer) ended() error {
	p.t.Helper()
	select {
	case err := <-p.over:
		return err
	case <-time.After(30 * time.Second):
		p.t.Fatal("the session does not end")
		return nil
	}
}

// request is a GAMEREQ; the colour is the session's.
func request(color, rest string) string {
	return "R01" + fmt.Sprintf("%-32s", "peer") + color + rest
}

const accepted = "ADamiera                         0"

const otherGame = "ADamiera                         2"

// fen returns a GAMEREQ with a position.
func requestFEN(t *testing.T, v *board.Variant, color, time, fen string) string {
	p, err := v.ParseFEN(fen)
	require.NoError(t, err)
	return request(color, time+"B"+dxpColor(p.Side)+DXPLetters(v, &p))
}

func playHub(t *testing.T, g *board.Game, moves ...string) {
	t.Helper()
	for _, m := range moves {
		_, err := g.PlayHub(m)
		require.NoError(t, err)
	}
}
