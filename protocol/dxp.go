package protocol

import (
	"context"
	"errors"
	"time"

	"github.com/rs/zerolog"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// DXPOptions are what a DXPSession plays with.
type DXPOptions struct {
	// Variant is the game: DXP does not carry it.
	Variant *board.Variant
	// Name is what the peer is told, up to 32 characters.
	Name string
	// Open returns the session that owns the game and the engine, and what to
	// call when it is not needed any more (or nil). It is called when the first
	// game is agreed on; its error refuses the game.
	Open func() (*Session, func(), error)
	// Limits bound every move beside the clock of the game; Depth, Nodes and
	// MoveTime are used.
	Limits search.Limits

	// Initiator asks for Games games; otherwise the peer asks.
	Initiator bool
	// Games is the number of games an initiator asks for, 1 if zero. Colours
	// change after each.
	Games int
	// Minutes and Moves a player are what the initiator asks for; see
	// DXPGameRequest.
	Minutes float64
	Moves   int
	// Color is the initiator's colour in the first game.
	Color board.Color
	// Start is the position the initiator asks for, the start position if nil.
	Start *board.Position

	// Chat is sent before the initiator's first request. Some programs take
	// commands so, such as Moby Dam's "console time 50".
	Chat []string

	// Resign, if not zero, gives a game up in our turn when the score has been
	// at or below -Resign centimen for three moves.
	Resign int
	// Draw, if set, ends a game as drawn in our turn when the score has been
	// within DrawMargin centimen for ten moves after move 40.
	Draw       bool
	DrawMargin int
	// StopAtLimit ends a game in our turn when all moves of the GAMEREQ are
	// made.
	StopAtLimit bool

	// IdleTimeout ends the session when the peer is silent for so long; in a
	// game the time for the game is added. Zero waits for ever.
	IdleTimeout time.Duration

	// Log gets a line for each event of the session.
	Log zerolog.Logger
}

// DXPTally counts the games of a session from our side.
type DXPTally struct {
	Wins, Draws, Losses, Unknown int
}

func (t DXPTally) add(o DXPTally) DXPTally {
	return DXPTally{t.Wins + o.Wins, t.Draws + o.Draws, t.Losses + o.Losses, t.Unknown + o.Unknown}
}

// Games returns the number of games that ended.
func (t DXPTally) Games() int { return t.Wins + t.Draws + t.Losses + t.Unknown }

var (
	// ErrDXPRefused is returned to an initiator whose game the peer refused.
	ErrDXPRefused = errors.New("the peer refused the game")
	// ErrDXPLost is returned when the connection ended within a game.
	ErrDXPLost = errors.New("the connection was lost in a game")
	// ErrDXPNoAnswer is returned to an initiator that got no GAMEACC.
	ErrDXPNoAnswer = errors.New("the peer did not answer the game request")
	// ErrDXPIdle is returned when the peer was silent for the idle time.
	ErrDXPIdle = errors.New("the peer was silent for too long")
)

const (
	dxpAcceptTimeout = 60 * time.Second // peers may build tables before GAMEACC
	dxpEndTimeout    = 10 * time.Second // for the answer to GAMEEND
	dxpLinger        = 500 * time.Millisecond
	dxpHurry         = 2 * time.Second // left on the clock: the gaps would lose the game
	dxpMaxMalformed  = 16              // malformed messages a session bears
	dxpMaxComplaints = 100             // log lines a session spends on chat and stray messages
)

// dxpState is where a session stands between two messages.
type dxpState uint8

const (
	dxpIdle    dxpState = iota // no game
	dxpAsked                   // GAMEREQ sent, no answer yet
	dxpPlaying                 // in a game
	dxpEnding                  // GAMEEND sent, no answer yet
)

// DXPSession is the engine's side of one connection, in which several games
// may be played one after the other. One goroutine owns it.
type DXPSession struct {
	DXPOptions
	conn    *DXPConn
	state   dxpState
	timer   *time.Timer // ends dxpAsked and dxpEnding
	idle    *time.Timer // ends a session with a silent peer
	tally   DXPTally
	asked   int         // games asked for
	color   board.Color // ours, in the game asked for or played
	game    *dxpGame    // nil before the first one
	engine  *Session    // nil before the first game
	release func()      // gives engine back, may be nil
	think   thinkFunc
	result  <-chan search.Result // of the search that runs, nil if none does
	stop    func()               // ends that search

	moved    bool // what was sent last is a move
	answered bool // and the peer has answered it with one of its own, so it has read it

	malformed, complaints int
}

// thinkFunc begins a search of a game and returns where the result comes, once,
// and what ends the search early.
type thinkFunc func(*board.Game, search.Limits) (result <-chan search.Result, stop func())

// dxpEvent is what the receiving goroutine hands over.
type dxpEvent struct {
	message DXPMessage
	err     error
}

// NewDXPSession makes a session over a connection.
func NewDXPSession(conn *DXPConn, o DXPOptions) *DXPSession {
	if o.Games == 0 {
		o.Games = 1
	}
	s := &DXPSession{DXPOptions: o, conn: conn, color: o.Color, timer: time.NewTimer(time.Hour), idle: time.NewTimer(time.Hour)}
	s.timer.Stop()
	s.idle.Stop()
	s.think = func(_ *board.Game, l search.Limits) (<-chan search.Result, func()) {
		r := s.engine.Search(l, nil)
		return r.Done, r.Stop
	}
	return s
}

// Tally returns the results so far. It must not be called while Run runs.
func (s *DXPSession) Tally() DXPTally { return s.tally }

// Run plays until the peer ends the session or leaves, all games of an
// initiator are played, or the context ends: then the peer is told with
// GAMEEND. It closes the connection. The error is nil at a regular end.
func (s *DXPSession) Run(ctx context.Context) error {
	err := s.play(ctx)
	hangUp(s.conn.stream, dxpLinger)
	return err
}

// play is Run without closing the connection.
func (s *DXPSession) play(ctx context.Context) error {
	done := make(chan struct{})
	defer close(done)
	events := make(chan dxpEvent)
	go s.receive(events, done)
	err := s.loop(ctx, events)
	s.stopThinking()
	s.timer.Stop()
	s.idle.Stop()
	if s.release != nil {
		s.release()
	}
	return err
}

// receive hands messages over until the connection or the session ends.
func (s *DXPSession) receive(events chan<- dxpEvent, done <-chan struct{}) {
	for {
		m, err := s.conn.Receive()
		select {
		case events <- dxpEvent{m, err}:
		case <-done:
			return
		}
		if malformed := (*DXPFrameError)(nil); err != nil && !errors.As(err, &malformed) {
			return
		}
	}
}

// errSessionOver ends the loop without an error.
var errSessionOver = errors.New("session over")

func (s *DXPSession) loop(ctx context.Context, events <-chan dxpEvent) (err error) {
	if s.Initiator {
		if err = s.open(); err == nil {
			for _, text := range s.Chat {
				s.send(&DXPChat{Text: text})
			}
			err = s.ask()
		}
	}
	for alive := true; err == nil; {
		if alive {
			s.watch()
		}
		alive = true
		select {
		case e := <-events:
			_, chat := e.message.(*DXPChat)
			alive = e.err == nil && !chat // neither chat nor noise is a use of the engine
			if e.err != nil {
				err = s.broken(e.err)
			} else {
				err = s.handle(e.message)
			}
		case r := <-s.result:
			s.result = nil
			s.reply(r)
		case <-s.timer.C:
			err = s.expired()
		case <-s.idle.C:
			s.Log.Warn().Msg("session ended: the peer is silent")
			err = ErrDXPIdle
			s.giveUp("the peer is silent", "nothing but chat came from you for too long")
		case <-ctx.Done():
			s.shutDown()
			return nil
		}
	}
	if errors.Is(err, errSessionOver) {
		return nil
	}
	return err
}

// watch starts the wait for a sign of life.
func (s *DXPSession) watch() {
	if s.IdleTimeout <= 0 {
		return
	}
	wait := s.IdleTimeout
	if s.state == dxpPlaying {
		wait += s.game.total
	}
	s.idle.Reset(wait)
}

// giveUp ends the session with a peer that keeps us waiting, and tells it why.
func (s *DXPSession) giveUp(ended, why string) {
	s.stopThinking()
	s.send(&DXPChat{Text: "the session is ended: " + why})
	if s.state == dxpPlaying {
		s.send(&DXPGameEnd{Stop: true})
		s.finish(ended, DXPUnknown)
	}
}

// shutDown tells the peer that there will be no more games.
func (s *DXPSession) shutDown() {
	s.stopThinking()
	if s.state == dxpPlaying {
		s.send(&DXPGameEnd{Stop: true})
		s.finish("we shut down", DXPUnknown)
	}
	s.Log.Info().Msg("session ended: shutting down")
}

// send sends a message. A peer that is gone is noticed by receiving, so errors
// are only logged.
func (s *DXPSession) send(m DXPMessage) { s.sendBy(s.conn.Send, m) }

func (s *DXPSession) sendBy(send func(DXPMessage) error, m DXPMessage) {
	_, s.moved = m.(*DXPMove)
	s.answered = false
	if err := send(m); err != nil {
		s.Log.Debug().Err(err).Msg("cannot send")
		return
	}
	if e := s.Log.Debug(); e.Enabled() {
		frame, _ := m.Frame()
		e.Str("message", frame).Msg("sent")
	}
}
