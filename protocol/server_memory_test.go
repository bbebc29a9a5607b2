package protocol

import (
	"net"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/protocol/servertest"
)

func TestServerMemory(t *testing.T) {
	o := serverOptions()
	o.MemoryBytes = 16 << 20
	_, err := NewServer(o)
	assert.ErrorContains(t, err, "16 MiB of memory are too little: one session takes at least")
	o.MemoryBytes, o.MaxSessions, o.MaxConnections = 1<<30, 64, 1024
	s, err := NewServer(o)
	require.NoError(t, err)
	assert.Equal(t, 1, s.threads)
	assert.Greater(t, s.tableBytes, int64(4<<20))
	assert.LessOrEqual(t, 64*(s.tableBytes+sessionBytes+threadBytes)+1024*connectionBytes+runtimeBytes+programBytes()+usualGames*gameBytes, o.MemoryBytes)
	o.Threads, o.MaxSessions = 16, 4
	s, err = NewServer(o)
	require.NoError(t, err)
	assert.Equal(t, 4, s.threads)

	s.MemoryBytes = memoryInUse() / 2 // nothing left
	s.sessions.Store(0)
	assert.ErrorIs(t, (&seat{server: s}).take(board.Variants()[0], nil), errMemory)
	assert.Zero(t, s.sessions.Load())
}

// Clients that go through all games leave room for the others: the weights of
// games that nobody plays any more are given back when memory is short.
func TestServerForgetsGames(t *testing.T) {
	s, err := NewServer(serverOptions())
	require.NoError(t, err)
	s.MemoryBytes += memoryInUse()
	thai, pool, czech := variant(t, "thai"), variant(t, "pool"), variant(t, "czech")
	left, plays, late := &seat{server: s}, &seat{server: s}, &seat{server: s}
	for _, v := range []*board.Variant{pool, thai} {
		require.NoError(t, left.take(v, nil))
	}
	require.NoError(t, plays.take(pool, nil))
	thais, _ := eval.Default(thai)
	pools, _ := eval.Default(pool)
	left.leave()
	plays.ready()
	s.MemoryBytes = memoryInUse() / 2
	assert.ErrorIs(t, late.take(czech, nil), errMemory)
	assert.Equal(t, map[*board.Variant]int{pool: 1}, s.memory.games)
	again, _ := eval.Default(thai)
	assert.NotSame(t, thais, again)
	again, _ = eval.Default(pool)
	assert.Same(t, pools, again)
	require.NoError(t, plays.take(pool, nil), "who has what it asks for is not refused")
}

// Memory is promised to those who make an engine at once, not to those who only
// say something.
func TestServerPromisesNothingToTalkers(t *testing.T) {
	s := newTestServer(t, serverOptions())
	promised := func() int64 {
		s.memory.mu.Lock()
		defer s.memory.mu.Unlock()
		return s.memory.promised
	}
	for i, line := range []string{"pos pos=start", "new-game", "set-param name=variant value=frisian", "level depth=1", "start"} {
		c := s.dialHub()
		require.NoError(t, c.Send(line, "ping"))
		assert.NotEmpty(t, c.Until("pong"))
		assert.Zero(t, promised(), line)
		if i == 0 {
			assert.EqualValues(t, 1, s.sessions.Load())
		}
	}
	c := s.dialHub()
	require.NoError(t, c.Send("init"))
	assert.Equal(t, "ready", c.Until("ready"))
	require.NoError(t, c.Send("set-param name=variant value=frisian", "set-param name=variant value=none"))
	assert.Contains(t, c.Until("error"), "none")
	require.NoError(t, c.Send("ping"))
	assert.NotEmpty(t, c.Until("pong"))
	assert.Zero(t, promised())
}

// Who waits for an engine is not deaf.
func TestServerWaitForAnEngine(t *testing.T) {
	s := newTestServer(t, serverOptions())
	promise := func(bytes int64) {
		s.memory.mu.Lock()
		defer s.memory.mu.Unlock()
		s.memory.promised += bytes
	}
	promise(1 << 40) // to somebody who makes an engine
	var waiting []*servertest.Client
	for range 5 {
		c := s.dialHub()
		require.NoError(t, c.Send("hub", "pos pos=start", "go infinite", "stop", "ping"))
		assert.Equal(t, "pong", c.Until("pong"))
		waiting = append(waiting, c)
	}
	begun := time.Now()
	require.NoError(t, waiting[0].Send("quit"))
	waiting[1].Close()
	require.NoError(t, waiting[2].Conn.(*net.TCPConn).CloseWrite())
	for _, c := range []*servertest.Client{waiting[0], waiting[2]} {
		assert.Contains(t, c.Until("error"), "the server is making other engines")
		assert.Empty(t, c.Until("never"))
	}
	s.eventually(&s.connections, 2)
	peer := dialPeer(t, s.dxp)
	peer.send(request("W", "001000A"))
	time.Sleep(100 * time.Millisecond)
	peer.c.Close()
	s.eventually(&s.connections, 2)
	promise(-1 << 40)
	assert.Regexp(t, "^done move=", waiting[3].Until("done"))
	promise(1 << 40)
	late := s.dialHub()
	require.NoError(t, late.Send("init", "ping"))
	late.Until("pong")
	assert.Less(t, s.shutDown(), shutDownTime())
	assert.Less(t, time.Since(begun), memoryTime*9/10)
	assert.NotEmpty(t, late.Until("error"))
}
