package protocol

import (
	"context"
	"errors"
	"net"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"
)

// ServerOptions are the bounds of a Server. All must be set.
type ServerOptions struct {
	// MemoryBytes is shared out among MaxSessions sessions and the buffers of
	// MaxConnections connections. A client for whom there is no memory left is
	// turned away.
	MemoryBytes int64
	// Threads is the number of search threads, shared out among MaxSessions
	// sessions; each has at least one.
	Threads int
	// MaxSessions is the most engines at once. A Hub client takes one with its
	// first command that needs a game, a DXP client with its first game.
	MaxSessions int
	// MaxConnections is the most clients at once, those that only listen
	// included.
	MaxConnections int
	// IdleTimeout ends connections on which nothing happens: a client that only
	// sends pings or chat would keep its engine from others for ever. SlowTimeout
	// ends those that begin a line or message and do not end it.
	IdleTimeout, SlowTimeout time.Duration
	// HealthEvery is the time between two health lines in the log.
	HealthEvery time.Duration
	// DXP is what DXP sessions play with; Open and Log are the server's.
	DXP DXPOptions
	// Log gets a line for each event.
	Log zerolog.Logger
}

const (
	// farewellTime is how long a peer may take to read a farewell, leastFarewell
	// what it has of it when the server ends and others have taken long.
	farewellTime  = 250 * time.Millisecond
	leastFarewell = 50 * time.Millisecond
	// refusalTime is how long a peer that is turned away may take to ask.
	refusalTime = 5 * time.Second
	// maxRefusals is the most peers that are turned away politely at a time.
	maxRefusals = 32
)

// Server serves many clients at once, each with an engine of its own.
type Server struct {
	ServerOptions
	threads    int   // a session
	tableBytes int64 // a session

	connections, sessions, searches, refusing atomic.Int64
	refused                                   atomic.Int64 // since the start
	clients                                   sync.WaitGroup

	memory serverMemory
	ending atomic.Int64 // when all connections are to be closed, Unix ns; 0 while it runs
}

// NewServer returns a server. It is an error when the memory does not even do
// for one session; the message tells how much would.
func NewServer(o ServerOptions) (*Server, error) {
	s := &Server{ServerOptions: o, threads: max(1, o.Threads/o.MaxSessions)}
	if err := s.shareMemory(); err != nil {
		return nil, err
	}
	return s, nil
}

// Serve serves Hub on one listener and DXP on the other; either may be nil. It
// returns when the context has ended: searches are stopped, games ended and
// peers told, which takes less than a second.
func (s *Server) Serve(ctx context.Context, hub, dxp net.Listener) error {
	if hub != nil {
		s.clients.Go(func() { s.accept(ctx, hub, s.serveHub, s.refuseHub) })
	}
	if dxp != nil {
		s.clients.Go(func() { s.accept(ctx, dxp, s.serveDXP, s.refuseDXP) })
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(-1))
	s.limitHeap()
	s.Log.Info().Int("sessions", s.MaxSessions).Int("threads each", s.threads).
		Int64("table MiB each", s.tableBytes>>20).Int("connections", s.MaxConnections).Msg("serving")
	health, memory := time.NewTicker(s.HealthEvery), time.NewTicker(limitEvery)
	defer health.Stop()
	defer memory.Stop()
	for {
		select {
		case <-health.C:
			s.health("health")
		case <-memory.C:
			s.limitHeap()
		case <-ctx.Done():
			s.ending.Store(time.Now().Add(farewellTime).UnixNano())
			s.health("shutting down")
			s.clients.Wait()
			s.Log.Info().Msg("stopped")
			return nil
		}
	}
}

// health logs how the server is.
func (s *Server) health(what string) {
	s.Log.Info().Int64("connections", s.connections.Load()).Int64("sessions", s.sessions.Load()).
		Int64("searches", s.searches.Load()).Int64("refused", s.refused.Load()).Int64("memory MiB", memoryInUse()>>20).Msg(what)
}

// accept serves the clients of a listener until it is closed.
func (s *Server) accept(ctx context.Context, l net.Listener, serve, refuse func(context.Context, net.Conn)) {
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	for {
		n, err := l.Accept()
		if errors.Is(err, net.ErrClosed) {
			return
		}
		if err != nil { // out of descriptors, most likely: it passes
			s.Log.Error().Err(err).Msg("cannot accept a connection")
			time.Sleep(100 * time.Millisecond)
			continue
		}
		work, count := serve, &s.connections
		if s.connections.Load() >= int64(s.MaxConnections) {
			s.refused.Add(1)
			s.Log.Warn().Stringer("peer", n.RemoteAddr()).Msg("refused: too many connections")
			work, count = refuse, &s.refusing
			if s.refusing.Load() >= maxRefusals {
				n.Close()
				continue
			}
		}
		count.Add(1)
		s.clients.Go(func() {
			defer count.Add(-1)
			work(ctx, n)
		})
	}
}

func (s *Server) sessionOptions(c *clientConn, t *seat) SessionOptions {
	return SessionOptions{
		MaxThreads: s.threads, MaxHashBytes: s.tableBytes, Remote: true, Admit: t.take, Ready: t.ready, Active: c.touch, Log: s.Log,
		Searching: func(n int64) {
			s.searches.Add(n)
			c.search(n)
		},
	}
}

func (s *Server) serveHub(ctx context.Context, n net.Conn) {
	c := newClientConn(n, '\n', s.IdleTimeout, s.SlowTimeout)
	log := s.Log.With().Str("protocol", "hub").Stringer("peer", n.RemoteAddr()).Logger()
	log.Info().Msg("connected")
	t := &seat{server: s}
	err := ServeHub(ctx, c, c, s.sessionOptions(c, t), log)
	t.leave()
	log.Info().AnErr("error", err).AnErr("cause", c.cause()).Msg("disconnected")
	switch cause := c.cause(); {
	case ctx.Err() != nil:
		c.say(farewellLine("the server is shutting down"))
	case cause != nil:
		c.say(farewellLine("the server ends the connection: " + cause.Error()))
	}
	hangUp(n, s.farewell())
}

// farewell is how long to wait for a peer to read what was sent last.
func (s *Server) farewell() time.Duration {
	if end := s.ending.Load(); end != 0 {
		return max(time.Until(time.Unix(0, end)), leastFarewell)
	}
	return farewellTime
}

func (s *Server) refuseHub(_ context.Context, n net.Conn) {
	newClientConn(n, '\n', 0, 0).say(farewellLine("the server has too many connections: try again later"))
	hangUp(n, s.farewell())
}

// farewellLine is the last line to a Hub client.
func farewellLine(why string) string { return NewHubLine("error", "message", why).String() + "\n" }

func (s *Server) serveDXP(ctx context.Context, n net.Conn) {
	c := newClientConn(n, 0, 0, s.SlowTimeout) // the session knows when it is idle
	o := s.DXP
	o.Log = s.Log.With().Str("protocol", "dxp").Stringer("peer", n.RemoteAddr()).Logger()
	o.IdleTimeout = s.IdleTimeout
	o.Open = func() (*Session, func(), error) {
		t := &seat{server: s}
		waiting, cancel := context.WithCancel(ctx)
		defer cancel()
		go func() {
			select {
			case <-c.gone:
				cancel()
			case <-waiting.Done():
			}
		}()
		if err := t.take(o.Variant, waiting.Done()); err != nil {
			return nil, nil, err
		}
		return NewSession(s.sessionOptions(c, t)), t.leave, nil
	}
	o.Log.Info().Msg("connected")
	session := NewDXPSession(NewDXPConn(c), o)
	err := session.play(ctx)
	o.Log.Info().AnErr("error", err).AnErr("cause", c.cause()).Int("games", session.Tally().Games()).Msg("disconnected")
	hangUp(n, s.farewell())
}

func (s *Server) refuseDXP(ctx context.Context, n net.Conn) { refuseDXP(ctx, n, s.DXP.Name) }
