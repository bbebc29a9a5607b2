package protocol

import (
	"context"
	"io"
	"net"
	"os"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/protocol/servertest"
	"github.com/damiera/damiera/search"
)

func contextWithStop(t *testing.T) (context.Context, context.CancelFunc) {
	ctx, stop := context.WithCancel(t.Context())
	t.Cleanup(stop)
	return ctx, stop
}

// testServer is a server that runs.
type testServer struct {
	t *testing.T
	*Server
	hub, dxp net.Listener
	stop     context.CancelFunc
	over     chan struct{}
	log      *syncBuffer
}

func serverOptions() ServerOptions {
	return ServerOptions{
		MemoryBytes: 512 << 20, Threads: 2, MaxSessions: 8, MaxConnections: 64,
		IdleTimeout: time.Minute, SlowTimeout: time.Minute, HealthEvery: time.Minute,
	}
}

func newTestServer(t *testing.T, o ServerOptions) *testServer {
	s := &testServer{t: t, over: make(chan struct{}), log: &syncBuffer{}}
	var err error
	s.hub, err = net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	s.dxp, err = net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	o.Log = zerolog.New(s.log).Level(zerolog.InfoLevel)
	o.DXP = DXPOptions{Variant: variant(t, "international"), Name: "Damiera", Limits: search.Limits{Depth: 1}}
	s.Server, err = NewServer(o)
	require.NoError(t, err)
	s.MemoryBytes += memoryInUse() // what tests before have left
	ctx, stop := contextWithStop(t)
	s.stop = stop
	go func() {
		assert.NoError(t, s.Serve(ctx, s.hub, s.dxp))
		close(s.over)
	}()
	return s
}

// shutDown ends the server and returns how long that took.
func (s *testServer) shutDown() time.Duration {
	begun := time.Now()
	s.stop()
	select {
	case <-s.over:
	case <-time.After(patience):
		s.t.Fatal("the server does not end")
	}
	return time.Since(begun)
}

// shutDownTime is how long a server may take to end: a second, but more where the
// tests of all packages run at once.
func shutDownTime() time.Duration {
	if os.Getenv("DAMIERA_LONG") != "" {
		return time.Second
	}
	return 10 * time.Second
}

// eventually waits until a count is as wanted.
func (s *testServer) eventually(count *atomic.Int64, want int64) {
	s.t.Helper()
	require.Eventually(s.t, func() bool { return count.Load() == want }, 20*time.Second, 5*time.Millisecond)
}

func (s *testServer) dialHub() *servertest.Client {
	return servertest.Dial(s.t, s.hub.Addr().String())
}

func TestServerPlaysHubAndDXP(t *testing.T) {
	s := newTestServer(t, serverOptions())
	hub := s.dialHub()
	require.NoError(t, hub.Send("hub", "set-param name=variant value=frisian", "init", "pos pos=start", "level depth=3", "go think"))
	assert.Equal(t, "wait", hub.Until("wait"))
	assert.Equal(t, "ready", hub.Until("ready"))
	assert.Regexp(t, "^done move=", hub.Until("done"))
	dxp := dialPeer(t, s.dxp)
	dxp.send(request("W", "001000A"))
	dxp.expect(accepted, "M")
	require.NoError(t, hub.Send("quit"))
	assert.Empty(t, hub.Until("never"))
	require.NoError(t, s.dialHub().Send("pos pos=start", "go infinite"))
	thinking := s.dialHub()
	require.NoError(t, thinking.Send("init", "go infinite"))
	thinking.Until("info")
	assert.Less(t, s.shutDown(), shutDownTime())
	assert.Regexp(t, "^done move=", thinking.Until("done")) // the search is answered
	assert.Equal(t, `error message="the server is shutting down"`, thinking.Until("error"))
	dxp.expect("E01", "")
	assert.Contains(t, s.log.String(), "shutting down")
}

func TestServerHasNoFilesForClients(t *testing.T) {
	s := newTestServer(t, serverOptions())
	hub := s.dialHub()
	dir := t.TempDir()
	require.NoError(t, hub.Send("hub"))
	for line := hub.Until("param"); strings.HasPrefix(line, "param"); line = hub.Until("") {
		name, _ := ParseHubLine(line).Get("name")
		if kind, _ := ParseHubLine(line).Get("type"); kind == "string" {
			require.NoError(t, hub.Send("set-param name="+name+" value="+dir+"/x"))
		}
	}
	require.NoError(t, hub.Send("init", "level depth=3", "go think"))
	assert.Regexp(t, "^done move=", hub.Until("done"))
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, entries)
}

func TestServerTurnsAway(t *testing.T) {
	o := serverOptions()
	o.MaxSessions, o.MaxConnections = 1, 3
	s := newTestServer(t, o)
	first := s.dialHub()
	require.NoError(t, first.Send("init"))
	first.Until("ready")
	second := s.dialHub()
	require.NoError(t, second.Send("hub", "ping", "init"))
	assert.Equal(t, "pong", second.Until("pong"))
	assert.Equal(t, `error message="the server has no free engine: try again later"`, second.Until("error"))
	assert.Empty(t, second.Until("never"))
	third := dialPeer(t, s.dxp)
	third.send(request("W", "001000A"))
	third.expect("ADamiera                         3")
	s.eventually(&s.connections, 2)
	silent := s.dialHub()
	require.NoError(t, silent.Send("ping"))
	silent.Until("pong")
	fourth := s.dialHub()
	assert.Contains(t, fourth.Until("error"), "too many connections")
	fifth := dialPeer(t, s.dxp)
	fifth.send(request("W", "001000A"))
	fifth.expect("ADamiera                         3", "")
	require.NoError(t, first.Send("quit")) // makes room
	first.Until("never")
	s.eventually(&s.sessions, 0)
	third.send(request("W", "001000A"))
	third.expect("C", accepted, "M")
	assert.Contains(t, s.log.String(), "refused: too many connections")
	assert.Less(t, s.shutDown(), shutDownTime())
}

func TestServerTimeouts(t *testing.T) {
	o := serverOptions()
	o.IdleTimeout, o.SlowTimeout = 2*time.Second, 500*time.Millisecond
	s := newTestServer(t, o)
	thinking := s.dialHub()
	require.NoError(t, thinking.Send("set-param name=book value=false", "init", "level move-time=4", "go think"))
	begun := time.Now()
	drip := func(c io.Writer, begin, more string) { // a letter now and then does not help
		for text := begin; ; text = more {
			if _, err := io.WriteString(c, text); err != nil {
				return
			}
			time.Sleep(20 * time.Millisecond)
		}
	}
	slow, nul := s.dialHub(), s.dialHub()
	slowPeer, lines := dialPeer(t, s.dxp), dialPeer(t, s.dxp)
	go drip(slow, "pos pos=W", "w")
	go drip(nul, "pos pos=W", "w\x00")     // which ends no line here
	go drip(slowPeer.c.stream, "M", "0")   // 127 of them would be too much
	go drip(lines.c.stream, "M", "0\n0\n") // nor does this a message
	for _, c := range []*servertest.Client{slow, nul} {
		assert.Equal(t, `error message="the server ends the connection: a line was begun and not ended in time"`, c.Until("error"))
		assert.Empty(t, c.Until("never"))
	}
	assert.GreaterOrEqual(t, time.Since(begun), o.SlowTimeout*9/10)
	for _, p := range []*peer{slowPeer, lines} {
		p.expect("Cthe session is ended: a message was begun and not ended in time", "")
	}
	begun = time.Now()
	every := func(act func() error) { // none of this keeps anybody from being idle
		for act() == nil {
			time.Sleep(o.IdleTimeout / 20)
		}
	}
	silent, pinging := s.dialHub(), s.dialHub()
	require.NoError(t, pinging.Send("init"))
	go every(func() error { return pinging.Send("ping", "stop", "hello") })
	peer, playing := dialPeer(t, s.dxp), dialPeer(t, s.dxp)
	go every(func() error { return peer.c.Send(&DXPChat{Text: "hello"}) })
	playing.send(request("Z", "000000A")) // and has no time
	playing.expect(accepted)
	assert.Equal(t, `error message="the server ends the connection: no command came for too long"`, silent.Until("error"))
	assert.Empty(t, silent.Until("never"))
	assert.Contains(t, pinging.Until("error"), "no command came for too long")
	assert.GreaterOrEqual(t, time.Since(begun), o.IdleTimeout*9/10)
	peer.expect("Cthe session is ended: nothing but chat came from you for too long", "")
	playing.expect("Cthe session is ended: nothing but chat came from you for too long", "E01", "")
	assert.Regexp(t, "^done move=", thinking.Until("done")) // it had its answer to wait for
	assert.Contains(t, s.log.String(), "no command came for too long")
	assert.Contains(t, s.log.String(), "a line was begun and not ended in time")
}

// TestServerCrowd is the server among many clients; with DAMIERA_LONG more.
func TestServerCrowd(t *testing.T) {
	debug.FreeOSMemory()
	c, long := servertest.NewCrowd()
	o := serverOptions()
	o.MemoryBytes = 256 << 20
	if long {
		o.MemoryBytes = 768 << 20
	}
	o.MaxSessions, o.MaxConnections = c.Searching, c.All()
	s := newTestServer(t, o)
	before := memoryInUse()
	for range c.Silent {
		s.dialHub()
	}
	for i := range c.Garbage {
		go servertest.SendGarbage([]net.Listener{s.hub, s.dxp}[i%2].Addr().String(), i)
	}
	peak := make(chan int64)
	done := make(chan struct{})
	go func() {
		most := int64(0)
		for {
			most = max(most, memoryInUse())
			select {
			case <-done:
				peak <- most
				return
			case <-time.After(20 * time.Millisecond):
			}
		}
	}()
	var searching sync.WaitGroup
	clients := make([]*servertest.Client, c.Searching)
	for i := range clients {
		clients[i] = s.dialHub()
		searching.Go(func() { clients[i].Play(i, c.Moves) })
	}
	searching.Wait()
	close(done)
	used := <-peak - before
	t.Logf("%d MiB for %+v", used>>20, c)
	if !raceDetector { // which takes several times as much for itself
		assert.Less(t, used, o.MemoryBytes)
	}
	if t.Failed() {
		t.Log(s.log)
	}
	for _, p := range clients[:c.Searching/2] {
		require.NoError(t, p.Send("go infinite"))
		require.NotEmpty(t, p.Until("info"))
	}
	assert.Less(t, s.shutDown(), shutDownTime())
}
