package protocol

import (
	"errors"
	"fmt"
	"os"
	"runtime/debug"
	"sync"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/openings"
	"github.com/damiera/damiera/search"
	"github.com/damiera/damiera/tt"
)

const (
	// runtimeBytes is what the program takes before the first client comes, its
	// own file left out.
	runtimeBytes = 8 << 20
	// gameBytes is what the weights, tables and book of a game take, which its
	// sessions share; usualGames is how many games memory is set aside for.
	gameBytes  = 32 << 20
	usualGames = 6
	// connectionBytes is what a connection may take without an engine: the
	// longest line, what waits to be written, stacks and buffers.
	connectionBytes = 96 << 10
	// sessionBytes is what a session may take for its game and what waits to be
	// done.
	sessionBytes = 1 << 20
	// threadBytes is what a search touches of the memory of a thread; when the
	// thread is made it is search.ThreadBytes for a moment.
	threadBytes = 2 << 20

	// admitTime is how long a client may wait for an engine: who has just left
	// gives back its own in a moment.
	admitTime = time.Second
	// memoryTime is how long it may wait for memory while engines of others are
	// being made: they are promised more than they use in the end.
	memoryTime = time.Minute
	// admitPause is the time between two attempts.
	admitPause = 50 * time.Millisecond
	// limitEvery is the time between two looks at how much memory is left.
	limitEvery = time.Second
	// freeEvery is the least time between two searches for memory to give back.
	freeEvery = 500 * time.Millisecond
)

// These errors are told to clients for whom there is no engine. With errMaking
// there may be memory when the engines of others have been made.
var (
	errFull   = errors.New("the server has no free engine: try again later")
	errMemory = errors.New("the server has no memory for this game: try again later")
	errMaking = errors.New("the server is making other engines, and has no memory for this game: try again later")
)

// serverMemory is who has been given memory.
type serverMemory struct {
	mu       sync.Mutex
	games    map[*board.Variant]int // those whose weights are there, and who plays them
	promised int64                  // to sessions that have not made their engine yet
	freed    time.Time              // when memory was given back last
}

// shareMemory finds the size of a session's table.
func (s *Server) shareMemory() error {
	s.memory.games = map[*board.Variant]int{}
	base := runtimeBytes + programBytes()
	if need := base + gameBytes + s.makingBytes() + tt.MinBytes; s.MemoryBytes < need {
		return fmt.Errorf("%d MiB of memory are too little: one session takes at least %d MiB",
			s.MemoryBytes>>20, (need+1<<20-1)>>20)
	}
	free := s.MemoryBytes - base - usualGames*gameBytes - int64(s.MaxConnections)*connectionBytes
	s.tableBytes = max(free/int64(s.MaxSessions)-sessionBytes-int64(s.threads)*threadBytes, tt.MinBytes)
	return nil
}

// makingBytes is what a session may take besides its table while its engine is
// made.
func (s *Server) makingBytes() int64 { return sessionBytes + int64(s.threads)*search.ThreadBytes }

// programBytes is the most that the system may count as the program's memory of
// the file that it was started from, which holds the weights and the books.
func programBytes() int64 {
	const usual = 32 << 20
	name, err := os.Executable()
	if err != nil {
		return usual
	}
	file, err := os.Stat(name)
	if err != nil {
		return usual
	}
	return file.Size()
}

// limitHeap tells the garbage collector how much it may let the heap grow: by
// what is left of the budget. Its own count holds much that has never been touched,
// such as room for moves that no position has; the budget is of what the system
// counts.
func (s *Server) limitHeap() {
	debug.SetMemoryLimit(goMemory() + s.MemoryBytes - s.slack() - memoryInUse())
}

// slack is the part of the budget that is left free: engines touch more of their
// memory the longer they search, and the collector is not always in time.
func (s *Server) slack() int64 { return s.MemoryBytes / 32 }

// seat is a client's place among the sessions.
type seat struct {
	server *Server
	taken  bool
	engine bool // memory for the engine has been given
	game   *board.Variant
	// promised is what of it is not in use yet. The engine is made at once when it
	// has been promised, so that nobody waits long for what others are promised.
	promised int64
}

// take takes a session and memory for the engine of a game, or for another game
// if the client has one already; without a game only the session. It waits a while
// for what is not there, but not when giveUp is closed.
func (t *seat) take(v *board.Variant, giveUp <-chan struct{}) error {
	s := t.server
	begun := time.Now()
	for hope := begun; ; {
		err := t.try(v)
		if err == nil {
			return nil
		}
		now := time.Now()
		if err == errMaking {
			hope = now
		}
		if now.Sub(hope) < admitTime && now.Sub(begun) < memoryTime {
			select {
			case <-time.After(admitPause):
				continue
			case <-giveUp:
				return err
			}
		}
		s.refused.Add(1)
		s.Log.Warn().Err(err).Msg("session refused")
		return err
	}
}

// try is take without waiting.
func (t *seat) try(v *board.Variant) error {
	s := t.server
	if t.taken {
		return t.reserve(v)
	}
	err := errFull
	if s.sessions.Add(1) <= int64(s.MaxSessions) {
		if err = t.reserve(v); err == nil {
			t.taken = true
			return nil
		}
	}
	s.sessions.Add(-1)
	return err
}

// reserve makes sure that there is memory for a game, and for an engine if the
// client has none yet. Without a game there is nothing to be sure of.
func (t *seat) reserve(v *board.Variant) error {
	if v == nil {
		return nil
	}
	s := t.server
	m := &s.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	bytes := int64(0)
	if !t.engine {
		bytes = s.tableBytes + s.makingBytes()
	}
	if _, there := m.games[v]; !there {
		bytes += gameBytes
	}
	fits := func() bool { return bytes == 0 || memoryInUse()+m.promised+bytes <= s.MemoryBytes-s.slack() }
	if !fits() && time.Since(m.freed) >= freeEvery {
		m.forget(v)
		debug.FreeOSMemory() // also engines of sessions that are over
		m.freed = time.Now()
	}
	switch {
	case fits():
	case m.promised > 0:
		return errMaking
	default:
		return errMemory
	}
	t.play(v)
	t.engine = true
	m.promised += bytes
	t.promised += bytes
	return nil
}

// forget lets go of the weights and books of games that nobody plays, but for one
// that is wanted.
func (m *serverMemory) forget(wanted *board.Variant) {
	for v, players := range m.games {
		if players == 0 && v != wanted {
			eval.Forget(v)
			openings.Forget(v)
			delete(m.games, v)
		}
	}
}

// play counts the client as a player of a game, nil for none.
func (t *seat) play(v *board.Variant) {
	games := t.server.memory.games
	if t.game != nil {
		games[t.game]--
	}
	if v != nil {
		games[v]++
	}
	t.game = v
}

// ready tells that the memory promised is in use now.
func (t *seat) ready() {
	if t.promised == 0 {
		return
	}
	m := &t.server.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	m.promised -= t.promised
	t.promised = 0
	t.server.limitHeap()
}

// leave gives the session back.
func (t *seat) leave() {
	t.ready()
	t.server.memory.mu.Lock()
	t.play(nil)
	t.server.memory.mu.Unlock()
	if t.taken {
		t.taken = false
		t.server.sessions.Add(-1)
	}
}
