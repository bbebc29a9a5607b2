package bench

import (
	"context"
	"errors"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/protocol"
	"github.com/damiera/damiera/search"
)

// defaultMoveTime is the time control when none is given.
const defaultMoveTime = 100 * time.Millisecond

// player is an engine in a match. Errors are of type *protocol.ClientError, or
// the context's when that ended.
type player interface {
	// begin prepares for a game that starts with the position g has now.
	begin(ctx context.Context, g *board.Game, side board.Color, c *TimeControl) error
	// think asks for a move.
	think(ctx context.Context, g *board.Game, l search.Limits, p protocol.Patience) (protocol.Thought, error)
	// ponder lets it think on the opponent's time, about the game after an
	// expected reply; only of engines with EngineSpec.Ponder.
	ponder(g *board.Game, reply board.Move, l search.Limits) error
	// finish tells that the game is over; the error is that the engine is
	// unusable now.
	finish(ctx context.Context, g *board.Game, o board.Outcome) error
	// quit ends the engine politely, kill by force.
	quit()
	kill()
}

// newPlayer starts an engine.
func newPlayer(ctx context.Context, v *board.Variant, s *EngineSpec) (player, error) {
	switch s.Protocol {
	case ProtocolSelf:
		return newSelfPlayer(v, s)
	case ProtocolHub, ProtocolHub1:
		version := 2
		if s.Protocol == ProtocolHub1 {
			version = 1
		}
		var parameters [][2]string
		for _, p := range s.Params {
			parameters = append(parameters, [2]string{p.Name, p.Value})
		}
		c, err := protocol.StartHub(ctx, protocol.EngineOptions{
			Variant: v, Command: s.Command, Dir: s.Dir, Env: s.Env, Address: s.Address,
			Version: version, Parameters: parameters, Handshake: s.handshake,
		})
		if err != nil {
			return nil, err
		}
		return hubPlayer{c}, nil
	}
	c, err := protocol.StartDXP(ctx, protocol.DXPClientOptions{
		Variant: v, Name: "Damiera match", Address: s.Address, Command: s.Command, Dir: s.Dir, Env: s.Env, Chat: s.chat(),
	})
	if err != nil {
		return nil, err
	}
	return dxpPlayer{c}, nil
}

// hubPlayer is a program that speaks Hub.
type hubPlayer struct{ client *protocol.HubClient }

func (p hubPlayer) begin(context.Context, *board.Game, board.Color, *TimeControl) error {
	return p.client.NewGame()
}

func (p hubPlayer) think(ctx context.Context, g *board.Game, l search.Limits, w protocol.Patience) (protocol.Thought, error) {
	return p.client.Think(ctx, g, l, w)
}

func (p hubPlayer) ponder(g *board.Game, reply board.Move, l search.Limits) error {
	return p.client.Ponder(g, reply, l)
}

func (p hubPlayer) finish(ctx context.Context, _ *board.Game, _ board.Outcome) error {
	return p.client.StopPondering(ctx)
}

func (p hubPlayer) quit() { p.client.Quit() }
func (p hubPlayer) kill() { p.client.Kill() }

// dxpPlayer is a program that speaks DXP.
type dxpPlayer struct{ client *protocol.DXPClient }

func (p dxpPlayer) begin(ctx context.Context, g *board.Game, side board.Color, c *TimeControl) error {
	if !c.Clock {
		return p.client.Begin(ctx, g, side, dxpFreeMinutes, 0)
	}
	return p.client.Begin(ctx, g, side, c.Time.Minutes(), c.Moves)
}

func (p dxpPlayer) think(ctx context.Context, g *board.Game, _ search.Limits, w protocol.Patience) (protocol.Thought, error) {
	return p.client.Think(ctx, g, w)
}

func (dxpPlayer) ponder(*board.Game, board.Move, search.Limits) error { return errNoPonder }

func (p dxpPlayer) finish(_ context.Context, _ *board.Game, o board.Outcome) error {
	p.client.Finish(o)
	return nil
}

func (p dxpPlayer) quit() { p.client.Quit() }
func (p dxpPlayer) kill() { p.client.Kill() }

// errNoPonder is of engines whose pondering is not up to the match manager;
// EngineSpec.finish has refused it.
var errNoPonder = errors.New("only proto=hub can ponder")

// dxpFreeMinutes is the clock of a game in which the engine's time is set by
// chat.
const dxpFreeMinutes = 60

// chat returns what is said to a DXP engine before its games: the values of
// param.chat. DXP has no other parameters.
func (s *EngineSpec) chat() (texts []string) {
	for _, p := range s.Params {
		if p.Name == "chat" {
			texts = append(texts, p.Value)
		}
	}
	return texts
}

// failure returns what an engine did wrong.
func failure(err error) (*protocol.ClientError, bool) {
	var e *protocol.ClientError
	ok := errors.As(err, &e)
	return e, ok
}
