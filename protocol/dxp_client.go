package protocol

import (
	"context"
	"errors"
	"io"
	"time"

	"github.com/damiera/damiera/board"
)

// Resignation: the engine gave the game up.
const Resignation Failure = "resignation"

// Bounds of a DXP engine that is driven.
const (
	// dxpDialPatience is how long a program that was just started may take to
	// listen.
	dxpDialPatience = 15 * time.Second
	// dxpEndPatience is how long the answer to GAMEEND is waited for.
	dxpEndPatience = 5 * time.Second
	// dxpSlowest is how long a message may take from its first to its last
	// character.
	dxpSlowest = 10 * time.Second
	// dxpMaxStray is how many messages out of turn an engine may send while it
	// is waited for.
	dxpMaxStray = 1000
)

// DXPClientOptions tell how to reach an engine that speaks DXP and listens.
type DXPClientOptions struct {
	Variant *board.Variant
	// Name is what the engine is told that its opponent is called.
	Name string
	// Address is HOST:PORT.
	Address string
	// Command, if not empty, is a program to start first; Dir and Env as in
	// EngineOptions.
	Command []string
	Dir     string
	Env     []string
	// Chat is sent before every game. Some programs take commands so, such as
	// Moby Dam's "console time 50".
	Chat []string
}

// DXPClient drives an engine over DXP as the initiator of games: it hands over
// the opponent's moves and waits for the engine's. Its methods must not be
// called at the same time. After an error the client is unusable: Kill it.
type DXPClient struct {
	options DXPClientOptions
	conn    *DXPConn
	process *link // nil when no program was started
	events  chan dxpClientEvent
	done    chan struct{}

	playing bool
	color   board.Color // the engine's
	sent    int         // moves of the game that the engine knows
	since   time.Time   // when the engine's turn began
	list    board.List
	// Name is what the engine calls itself.
	Name string
}

type dxpClientEvent struct {
	message DXPMessage
	err     error
	at      time.Time
}

// StartDXP connects to an engine, after starting it if there is a program.
func StartDXP(ctx context.Context, o DXPClientOptions) (*DXPClient, error) {
	c := &DXPClient{options: o, events: make(chan dxpClientEvent, 16), done: make(chan struct{})}
	patience := time.Duration(0)
	if len(o.Command) > 0 {
		l, err := startProcess(o.Command, o.Dir, o.Env)
		if err != nil {
			return nil, failf(Crash, "%v", err)
		}
		go func() {
			for range l.lines { // what it prints is not for us
			}
		}()
		c.process = l
		patience = dxpDialPatience
	}
	conn, err := c.dial(ctx, patience)
	if err != nil {
		if c.process != nil {
			c.process.kill()
		}
		return nil, err
	}
	c.conn = conn
	c.conn.SlowTimeout = dxpSlowest
	go c.receive()
	return c, nil
}

// dial connects, again and again for a while if the program may not listen yet.
func (c *DXPClient) dial(ctx context.Context, patience time.Duration) (*DXPConn, error) {
	deadline := time.Now().Add(patience)
	for {
		limited, cancel := context.WithTimeout(ctx, dialTime)
		conn, err := DialDXP(limited, c.options.Address)
		cancel()
		if err == nil {
			return conn, nil
		}
		if time.Now().After(deadline) {
			return nil, failf(Crash, "%v", err)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// receive hands messages over until the connection ends.
func (c *DXPClient) receive() {
	defer close(c.events)
	for {
		m, err := c.conn.Receive()
		select {
		case c.events <- dxpClientEvent{m, err, time.Now()}:
		case <-c.done:
			return
		}
		if malformed := (*DXPFrameError)(nil); err != nil && !errors.As(err, &malformed) {
			return
		}
	}
}

// next waits for a message until a time. Chat is skipped and taking moves back
// refused.
func (c *DXPClient) next(ctx context.Context, until time.Time) (DXPMessage, time.Time, error) {
	timer := time.NewTimer(time.Until(until))
	defer timer.Stop()
	for range dxpMaxStray {
		var e dxpClientEvent
		var ok bool
		select {
		case <-ctx.Done():
			return nil, time.Time{}, ctx.Err()
		case <-timer.C:
			return nil, time.Time{}, failf(Hang, "no message in time")
		case e, ok = <-c.events:
		}
		var malformed *DXPFrameError
		switch {
		case !ok || errors.Is(e.err, io.EOF):
			return nil, e.at, failf(Crash, "the connection was closed")
		case errors.As(e.err, &malformed):
			return nil, e.at, failf(Garbage, "%v", e.err)
		case errors.Is(e.err, ErrDXPGarbage) || errors.Is(e.err, ErrDXPSlow):
			return nil, e.at, failf(Garbage, "%v", e.err)
		case e.err != nil:
			return nil, e.at, failf(Crash, "%v", e.err)
		}
		switch m := e.message.(type) {
		case *DXPChat:
		case *DXPBackRequest:
			if err := c.send(&DXPBackAccept{Code: DXPBackUnsupported}); err != nil {
				return nil, e.at, err
			}
		default:
			return m, e.at, nil
		}
	}
	return nil, time.Time{}, failf(Garbage, "%d messages, but none that was waited for", dxpMaxStray)
}

func (c *DXPClient) send(m DXPMessage) error {
	if err := c.conn.Send(m); err != nil {
		return failf(Crash, "cannot send: %v", err)
	}
	return nil
}

// Begin asks for a game from the current position of g in which the engine
// plays one colour. Minutes and moves a player are as in DXPGameRequest.
func (c *DXPClient) Begin(ctx context.Context, g *board.Game, engine board.Color, minutes float64, moves int) error {
	for _, text := range c.options.Chat {
		if err := c.send(&DXPChat{Text: text}); err != nil {
			return err
		}
	}
	p := g.Position()
	err := c.send(&DXPGameRequest{
		Version: DXPVersion, Name: c.options.Name, Follower: engine, Minutes: minutes, Moves: moves,
		Letters: DXPLetters(c.options.Variant, p), Mover: p.Side,
	})
	if err != nil {
		return err
	}
	until := time.Now().Add(dxpAcceptTimeout)
	for {
		m, at, err := c.next(ctx, until)
		if err != nil {
			return err
		}
		answer, ok := m.(*DXPGameAccept)
		if !ok {
			continue // late news of the game before
		}
		c.Name = answer.Name
		if answer.Code != DXPAccepted {
			return failf(Refusal, "%v", answer.Code)
		}
		c.playing, c.color, c.sent, c.since = true, engine, len(g.Moves()), at
		return nil
	}
}

// Think hands over the move that the opponent has made, if any, and waits for
// the engine's. DXP has no way to make it move: Patience.HangUp alone counts.
func (c *DXPClient) Think(ctx context.Context, g *board.Game, p Patience) (Thought, error) {
	t := Thought{CPU: -1}
	used, cpuErr := c.cpu()
	if moves := g.Moves(); len(moves) > c.sent {
		m := NewDXPMove(c.options.Variant, &moves[len(moves)-1], 0)
		if err := c.send(m); err != nil {
			return t, err
		}
		c.sent, c.since = len(moves), time.Now()
	}
	message, at, err := c.next(ctx, c.since.Add(p.HangUp))
	t.Elapsed = at.Sub(c.since)
	if err != nil {
		return t, err
	}
	if now, err := c.cpu(); err == nil && cpuErr == nil {
		t.CPU = now - used
	}
	switch m := message.(type) {
	case *DXPMove:
		t.Text = m.String()
		c.options.Variant.Generate(g.Position(), &c.list)
		move, ok := m.Find(c.options.Variant, &c.list)
		if !ok {
			return t, failf(IllegalMove, "illegal move %s in %s", t.Text, c.options.Variant.FEN(g.Position()))
		}
		t.Move = move
		c.sent = len(g.Moves()) + 1
		return t, nil
	case *DXPGameEnd:
		c.playing = false
		if err := c.send(&DXPGameEnd{Stop: m.Stop}); err != nil {
			return t, err
		}
		if m.Reason == DXPLose {
			return t, failf(Resignation, "it gave the game up in %s", c.options.Variant.FEN(g.Position()))
		}
		return t, failf(Refusal, "it ended the game (%v) in %s", m.Reason, c.options.Variant.FEN(g.Position()))
	}
	return t, failf(Garbage, "a message of another kind instead of a move")
}

func (c *DXPClient) cpu() (time.Duration, error) {
	if c.process == nil {
		return 0, errors.New("the engine is not a process of this machine")
	}
	return c.process.cpu()
}

// Finish tells the engine that the game is over and waits a little for its
// answer.
func (c *DXPClient) Finish(o board.Outcome) {
	if !c.playing {
		return
	}
	c.playing = false
	reason := DXPUnknown
	switch o {
	case board.Drawn:
		reason = DXPDraw
	case board.Won(c.color):
		reason = DXPLose // the opponent, for whom we speak
	case board.Won(c.color.Opponent()):
		reason = DXPWin
	}
	if c.send(&DXPGameEnd{Reason: reason}) != nil {
		return
	}
	until := time.Now().Add(dxpEndPatience)
	for {
		m, _, err := c.next(context.Background(), until)
		if _, ended := m.(*DXPGameEnd); ended || err != nil {
			return
		}
	}
}

// Quit ends the connection, and the program if it was started here.
func (c *DXPClient) Quit() {
	if c.playing {
		_ = c.send(&DXPGameEnd{Stop: true})
	}
	c.Kill()
}

// Kill is Quit without a word.
func (c *DXPClient) Kill() {
	select {
	case <-c.done:
		return
	default:
	}
	close(c.done)
	_ = c.conn.Close()
	if c.process != nil {
		c.process.kill()
	}
}
