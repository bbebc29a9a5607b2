package protocol

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// Think asks the engine for a move in the current position of a game. The
// error is a *ClientError, or the context's when it ended first.
func (c *HubClient) Think(ctx context.Context, g *board.Game, l search.Limits, p Patience) (Thought, error) {
	used, cpuErr := c.link.cpu()
	start := time.Now()
	hit, err := c.ponderHit(ctx, g)
	if err != nil {
		return Thought{}, err
	}
	if !hit {
		if err := c.drain(); err != nil {
			return Thought{}, err
		}
		for _, line := range c.question(g, l) {
			if err := c.send(line); err != nil {
				return Thought{}, err
			}
		}
		used, cpuErr = c.link.cpu()
		start = time.Now()
		if err := c.send(c.goCommand()); err != nil {
			return Thought{}, err
		}
	}
	t, err := c.answer(ctx, p, start)
	t.Elapsed, t.CPU = time.Since(start), -1
	if err != nil {
		return t, err
	}
	if now, err := c.link.cpu(); err == nil && cpuErr == nil {
		t.CPU = now - used
	}
	return t, c.readMove(g, &t)
}

// drain forgets what the engine said unasked.
func (c *HubClient) drain() error {
	stray := 0
	for {
		select {
		case line, ok := <-c.link.lines:
			if !ok {
				return failf(Crash, "%s", c.link.end())
			}
			if _, err := c.parse(line, &stray); err != nil {
				return err
			}
		default:
			return nil
		}
	}
}

func (c *HubClient) goCommand() string {
	if c.options.Version == 1 {
		return "go"
	}
	return "go think"
}

// question returns the lines that set the position, its history and the limits.
func (c *HubClient) question(g *board.Game, l search.Limits) []string {
	if c.options.Version == 1 {
		return questionV1(g, l)
	}
	v := g.Variant()
	positions := g.Positions()
	pos := NewHubLine("pos", "pos", v.Hub(&positions[0]))
	if moves := g.Moves(); len(moves) > 0 {
		var texts []string
		for i := range moves {
			texts = append(texts, v.HubMove(&moves[i]))
		}
		pos.Add("moves", strings.Join(texts, " "))
	}
	lines := []string{pos.String()}
	level := NewHubLine("level")
	if l.Depth > 0 {
		level.Add("depth", strconv.Itoa(l.Depth))
	}
	if l.Nodes > 0 {
		level.Add("nodes", strconv.FormatUint(l.Nodes, 10))
	}
	if l.MoveTime > 0 {
		level.Add("move-time", hubSeconds(l.MoveTime))
	}
	if l.Clock {
		if l.MovesToGo > 0 {
			level.Add("moves", strconv.Itoa(l.MovesToGo))
		}
		level.Add("time", hubSeconds(l.Time))
		if l.Increment > 0 {
			level.Add("inc", hubSeconds(l.Increment))
		}
	}
	if len(level.Arguments) > 0 {
		lines = append(lines, level.String())
	}
	return lines
}

// questionV1 is question for version 1, which has no history in its position
// and knows no limit of nodes.
func questionV1(g *board.Game, l search.Limits) []string {
	v := g.Variant()
	positions := g.Positions()
	pos := v.Hub(&positions[0])
	lines := []string{"pos " + strings.ToLower(pos[:1]) + pos[1:]}
	moves := g.Moves()
	for i := range moves {
		lines = append(lines, "move "+v.HubMove(&moves[i]))
	}
	if l.Depth > 0 {
		lines = append(lines, fmt.Sprintf("depth %d", l.Depth))
	}
	if l.MoveTime > 0 {
		lines = append(lines, fmt.Sprintf("time %d", l.MoveTime.Milliseconds()))
	}
	if l.Clock {
		lines = append(lines, fmt.Sprintf("level %d %d %d", l.MovesToGo, l.Time.Milliseconds(), l.Increment.Milliseconds()))
	}
	return lines
}

// hubSeconds writes a time in seconds as plain decimals.
func hubSeconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

// answer reads lines up to the engine's move.
func (c *HubClient) answer(ctx context.Context, p Patience, start time.Time) (t Thought, err error) {
	stray, before := 0, c.link.read.Load()
	told := false
	timer := time.NewTimer(time.Until(start.Add(p.Stop)))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return t, ctx.Err()
		case <-timer.C:
			if told {
				if stray > 0 || c.link.read.Load()-before > maxEngineLine {
					return t, failf(Garbage, "text that is no Hub, but no move within %v", p.HangUp)
				}
				return t, failf(Hang, "no move within %v", p.HangUp)
			}
			told = true
			timer.Reset(time.Until(start.Add(p.HangUp)))
			if err := c.send("stop"); err != nil {
				return t, err
			}
		case line, ok := <-c.link.lines:
			if !ok {
				return t, failf(Crash, "%s", c.link.end())
			}
			parsed, err := c.parse(line, &stray)
			if err != nil {
				return t, err
			}
			switch {
			case parsed.Command == "info":
				c.readInfo(parsed, line.text, &t)
			case parsed.Command == "done" && c.options.Version != 1:
				t.Text, _ = parsed.Get("move")
				t.Reply, _ = parsed.Get("ponder")
				return t, nil
			case parsed.Command == "move" && c.options.Version == 1: // move MOVE [PONDER]
				if fields := strings.Fields(line.text); len(fields) > 1 {
					t.Text = fields[1]
				}
				return t, nil
			}
		}
	}
}

// readMove checks the move against the game.
func (c *HubClient) readMove(g *board.Game, t *Thought) error {
	if t.Text == "" {
		return failf(IllegalMove, "it gave no move in %s", g.Variant().FEN(g.Position()))
	}
	m, err := g.Variant().ParseHubMove(g.Position(), t.Text)
	if err != nil {
		return failf(IllegalMove, "%v", err)
	}
	t.Move = m
	return nil
}

// readInfo takes depth, score and nodes from an info line, whatever of them
// makes sense.
func (c *HubClient) readInfo(parsed *HubLine, text string, t *Thought) {
	var depth, score, nodes string
	centimen := 1.0
	if c.options.Version == 1 { // info DEPTH MEAN-DEPTH CENTIMEN NODES ...
		if f := strings.Fields(text); len(f) > 4 {
			depth, score, nodes, centimen = f[1], f[3], f[4], 100
		}
	} else {
		depth, _ = parsed.Get("depth")
		score, _ = parsed.Get("score")
		nodes, _ = parsed.Get("nodes")
	}
	if n, err := strconv.Atoi(depth); err == nil && n >= 0 && n < 10000 {
		t.Depth = n
	}
	if n, err := strconv.ParseFloat(score, 64); err == nil && math.Abs(n/centimen) <= 1000 {
		t.Score, t.HasScore = n/centimen, true
	}
	if n, err := strconv.ParseUint(nodes, 10, 63); err == nil {
		t.Nodes = n
	}
}
