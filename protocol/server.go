package protocol

import (
	"context"
	"errors"
	"fmt"
	"net"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/rs/zerolog"

	"github.com/damiera/damiera/board"
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
	// MaxSessions is the most engines at once. A Hub client takes one with init,
	// a DXP client with its first game.
	MaxSessions int
	// MaxConnections is the most clients at once, those that only listen
	// included.
	MaxConnections int
	// IdleTimeout ends connections on which nothing happens, SlowTimeout those
	// that begin a line or message and do not end it.
	IdleTimeout, SlowTimeout time.Duration
	// HealthEvery is the time between two health lines in the log.
	HealthEvery time.Duration
	// DXP is what DXP sessions play with; Open and Log are the server's.
	DXP DXPOptions
	// Log gets a line for each event.
	Log zerolog.Logger
}

const (
	// baseBytes is what the program takes before the first client comes.
	baseBytes = 24 << 20
	// gameBytes is what the weights and tables of a game take, which its sessions
	// share; usualGames is how many games memory is set aside for.
	gameBytes  = 16 << 20
	usualGames = 6
	// connectionBytes is what a connection may take without an engine: the
	// longest line, what waits to be written, stacks and buffers.
	connectionBytes = 96 << 10
	// sessionBytes is what a session may take for its game and what waits to be
	// done, threadBytes what the search touches of its worker for each
	// thread: positions have fewer moves than the lists have room for.
	sessionBytes = 1 << 20
	threadBytes  = 2 << 20
	// leastTableBytes is the smallest table that an engine takes.
	leastTableBytes = 1 << 20

	// shutdownLinger is how long a peer may take to read a farewell.
	shutdownLinger = 250 * time.Millisecond
	// admitTime is how long a client may wait for an engine: who has just left
	// gives back its own in a moment.
	admitTime = time.Second
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

	mu    sync.Mutex
	games map[*board.Variant]bool // whose weights are there

	promised int64 // memory of sessions that have not made their engine yet
}

// NewServer returns a server. It is an error when the memory does not even do
// for one session; the message tells how much would.
func NewServer(o ServerOptions) (*Server, error) {
	s := &Server{ServerOptions: o, threads: max(1, o.Threads/o.MaxSessions), games: map[*board.Variant]bool{}}
	fixed := sessionBytes + int64(s.threads)*threadBytes
	if need := baseBytes + gameBytes + fixed + leastTableBytes; o.MemoryBytes < need {
		return nil, fmt.Errorf("%d MiB of memory are too little: one session takes at least %d MiB",
			o.MemoryBytes>>20, (need+1<<20-1)>>20)
	}
	free := o.MemoryBytes - baseBytes - usualGames*gameBytes - int64(o.MaxConnections)*connectionBytes
	s.tableBytes = max(free/int64(o.MaxSessions)-fixed, leastTableBytes)
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
	s.Log.Info().Int("sessions", s.MaxSessions).Int("threads each", s.threads).
		Int64("table MiB each", s.tableBytes>>20).Int("connections", s.MaxConnections).Msg("serving")
	tick := time.NewTicker(s.HealthEvery)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			s.health("health")
		case <-ctx.Done():
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

// errFull and errMemory are told to clients for whom there is no engine.
var (
	errFull   = errors.New("the server has no free engine: try again later")
	errMemory = errors.New("the server has no memory for this game: try again later")
)

// seat is a client's place among the sessions.
type seat struct {
	server   *Server
	taken    bool
	promised int64
}

// take takes a session for a game, or memory for another game if the client has
// one already.
func (t *seat) take(v *board.Variant) error {
	s := t.server
	if t.taken {
		return t.reserve(v, 0)
	}
	err := errFull
	for begun := time.Now(); time.Since(begun) < admitTime; time.Sleep(admitTime / 20) {
		if s.sessions.Add(1) <= int64(s.MaxSessions) {
			if err = t.reserve(v, s.tableBytes+sessionBytes+int64(s.threads)*threadBytes); err == nil {
				t.taken = true
				return nil
			}
		}
		s.sessions.Add(-1)
	}
	s.refused.Add(1)
	s.Log.Warn().Err(err).Msg("session refused")
	return err
}

// reserve makes sure that there is memory for a game and so many bytes more.
func (t *seat) reserve(v *board.Variant, bytes int64) error {
	s := t.server
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.games[v] {
		bytes += gameBytes
	}
	if memoryInUse()+s.promised+bytes > s.MemoryBytes {
		debug.FreeOSMemory() // tables of sessions that are over
		if memoryInUse()+s.promised+bytes > s.MemoryBytes {
			return errMemory
		}
	}
	s.games[v] = true
	s.promised += bytes
	t.promised += bytes
	return nil
}

// ready tells that the memory promised is in use now.
func (t *seat) ready() {
	t.server.mu.Lock()
	defer t.server.mu.Unlock()
	t.server.promised -= t.promised
	t.promised = 0
}

// leave gives the session back.
func (t *seat) leave() {
	t.ready()
	if t.taken {
		t.taken = false
		t.server.sessions.Add(-1)
	}
}

func (s *Server) sessionOptions(c *clientConn, t *seat) SessionOptions {
	return SessionOptions{
		MaxThreads: s.threads, MaxHashBytes: s.tableBytes, Remote: true, Admit: t.take, Ready: t.ready, Log: s.Log,
		Searching: func(n int64) {
			s.searches.Add(n)
			c.searching.Add(n)
		},
	}
}

func (s *Server) serveHub(ctx context.Context, n net.Conn) {
	c := newClientConn(n, s.IdleTimeout, s.SlowTimeout)
	log := s.Log.With().Str("protocol", "hub").Stringer("peer", n.RemoteAddr()).Logger()
	log.Info().Msg("connected")
	t := &seat{server: s}
	err := ServeHub(ctx, c, c, s.sessionOptions(c, t), log)
	t.leave()
	log.Info().AnErr("error", err).AnErr("cause", c.cause()).Msg("disconnected")
	if ctx.Err() != nil {
		c.say(NewHubLine("error", "message", "the server is shutting down").String() + "\n")
	}
	hangUp(n, shutdownLinger)
}

func (s *Server) refuseHub(_ context.Context, n net.Conn) {
	newClientConn(n, 0, 0).say(NewHubLine("error", "message", "the server has too many connections: try again later").String() + "\n")
	hangUp(n, shutdownLinger)
}

func (s *Server) serveDXP(ctx context.Context, n net.Conn) {
	c := newClientConn(n, 0, s.SlowTimeout) // the session knows when it is idle
	o := s.DXP
	o.Log = s.Log.With().Str("protocol", "dxp").Stringer("peer", n.RemoteAddr()).Logger()
	o.IdleTimeout = s.IdleTimeout
	o.Open = func() (*Session, func(), error) {
		t := &seat{server: s}
		if err := t.take(o.Variant); err != nil {
			return nil, nil, err
		}
		return NewSession(s.sessionOptions(c, t)), t.leave, nil
	}
	o.Log.Info().Msg("connected")
	session := NewDXPSession(NewDXPConn(c), o)
	err := session.play(ctx)
	o.Log.Info().AnErr("error", err).AnErr("cause", c.cause()).Int("games", session.Tally().Games()).Msg("disconnected")
	hangUp(n, shutdownLinger)
}

func (s *Server) refuseDXP(ctx context.Context, n net.Conn) { refuseDXP(ctx, n, s.DXP.Name) }
