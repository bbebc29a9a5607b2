package protocol

import (
	"context"
	"slices"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// ponderStopTime is how long an engine may take to end its pondering.
const ponderStopTime = 5 * time.Second

// Ponder lets the engine think on its opponent's time: about the game as it will
// be when the expected reply has been played. The limits are those of the move
// after that. Think goes on with it when the reply comes, and ends it when another
// does; so does StopPondering. The engine must speak version 2.
func (c *HubClient) Ponder(g *board.Game, reply board.Move, l search.Limits) error {
	expected := g.Clone()
	if err := expected.Play(reply); err != nil {
		return err
	}
	for _, line := range append(c.question(expected, l), "go ponder") {
		if err := c.send(line); err != nil {
			return err
		}
	}
	c.pondering = expected
	c.link.skipInfo.Store(true)
	return nil
}

// ponderHit tells an engine that ponders that its clock runs, if the game is the
// expected one. Otherwise it ends the pondering.
func (c *HubClient) ponderHit(ctx context.Context, g *board.Game) (hit bool, err error) {
	expected := c.pondering
	if expected == nil {
		return false, nil
	}
	if !slices.Equal(expected.Keys(), g.Keys()) {
		return false, c.StopPondering(ctx)
	}
	c.pondering = nil
	c.link.skipInfo.Store(false)
	return true, c.send("ponder-hit")
}

// StopPondering ends the engine's pondering, if it does, and forgets its answer.
// The error is a *ClientError, or the context's when it ended first.
func (c *HubClient) StopPondering(ctx context.Context) error {
	if c.pondering == nil {
		return nil
	}
	c.pondering = nil
	c.link.skipInfo.Store(false)
	if err := c.send("stop"); err != nil {
		return err
	}
	stopping, cancel := context.WithTimeout(ctx, ponderStopTime)
	defer cancel()
	err := c.await(stopping, "done", ponderStopTime)
	if err != nil && ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
