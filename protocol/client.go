package protocol

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/damiera/damiera/board"
)

// Failure is what may be wrong with an engine that is driven.
type Failure string

const (
	// Crash: the engine ended, closed its output or lost the connection.
	Crash Failure = "crash"
	// Hang: the engine did not answer, not even when told to stop.
	Hang Failure = "hang"
	// Garbage: what came was not the protocol.
	Garbage Failure = "garbage"
	// IllegalMove: the answer was no legal move.
	IllegalMove Failure = "illegal move"
	// Refusal: the engine did not want to play.
	Refusal Failure = "refusal"
)

// ClientError is the failure of an engine that is driven.
type ClientError struct {
	Failure Failure
	Detail  string
}

func (e *ClientError) Error() string { return string(e.Failure) + ": " + e.Detail }

func failf(f Failure, format string, args ...any) error {
	return &ClientError{f, fmt.Sprintf(format, args...)}
}

// Patience is how long a client waits for a move.
type Patience struct {
	// Stop is when the engine is told to move at once, HangUp when it is given
	// up; both are counted from the start of its thinking.
	Stop, HangUp time.Duration
}

// Thought is the answer of an engine to a position.
type Thought struct {
	Move board.Move
	// Text is the move as the engine wrote it.
	Text string
	// Reply is the move that it expects in answer, as it wrote it, or empty.
	Reply string
	// Elapsed is the time from the question to the answer.
	Elapsed time.Duration
	// CPU is the processor time used meanwhile, -1 when it is not known.
	CPU time.Duration
	// HasScore tells that Score holds, in men from the side to move.
	HasScore bool
	Score    float64
	// Depth and Nodes are 0 when the engine did not tell.
	Depth int
	Nodes uint64
}

// EngineOptions tell how to reach and set up an engine that is driven.
type EngineOptions struct {
	Variant *board.Variant
	// Command is the program with its arguments; Dir its working directory and
	// Env NAME=VALUE additions to the environment.
	Command []string
	Dir     string
	Env     []string
	// Address is HOST:PORT when no program is started.
	Address string
	// Version is 1 or 2, the version of Hub.
	Version int
	// Parameters are sent in this order.
	Parameters [][2]string
	// Handshake bounds the time until the engine is ready, 15 s if zero. It has
	// to load its files in it.
	Handshake time.Duration
}

// HubClient drives an engine by the Hub protocol, version 1 or 2. Its methods
// must not be called at the same time. After an error other than an illegal
// move the engine is unusable: Kill it.
type HubClient struct {
	options EngineOptions
	link    *link
	// Name is what the engine calls itself.
	Name string
	// parameters are the names that the engine declared.
	parameters map[string]bool
	// pondering is the game that the engine ponders on, nil when it does not.
	pondering *board.Game
}

// defaultHandshake is how long an engine may take to get ready.
const defaultHandshake = 15 * time.Second

// maxStrayLines is how many lines that are no Hub an engine may print while it
// is waited for. Greetings and debug output are common; floods are garbage.
const maxStrayLines = 500

// StartHub starts an engine, or connects to one, and makes it ready to play.
func StartHub(ctx context.Context, o EngineOptions) (*HubClient, error) {
	if o.Handshake == 0 {
		o.Handshake = defaultHandshake
	}
	c := &HubClient{options: o, parameters: map[string]bool{}}
	var err error
	if o.Address != "" {
		c.link, err = dialEngine(o.Address)
	} else {
		c.link, err = startProcess(o.Command, o.Dir, o.Env)
	}
	if err != nil {
		return nil, failf(Crash, "%v", err)
	}
	ctx, cancel := context.WithTimeout(ctx, o.Handshake)
	defer cancel()
	if err := c.handshake(ctx); err != nil {
		c.Kill()
		return nil, err
	}
	return c, nil
}

func (c *HubClient) handshake(ctx context.Context) error {
	if err := c.send("hub"); err != nil {
		return err
	}
	if err := c.await(ctx, "wait", c.options.Handshake); err != nil {
		return err
	}
	for _, p := range c.setup() {
		line := fmt.Sprintf("set %s %s", p[0], p[1])
		if c.options.Version != 1 {
			line = NewHubLine("set-param", "name", p[0], "value", p[1]).String()
		}
		if err := c.send(line); err != nil {
			return err
		}
	}
	if err := c.send("init"); err != nil {
		return err
	}
	return c.await(ctx, "ready", c.options.Handshake)
}

// setup returns the parameters to send: the game, unless it is the one that
// every engine starts with, and what the user wants.
func (c *HubClient) setup() [][2]string {
	name := c.options.Variant.HubName()
	if c.options.Version == 1 || name == "normal" && !c.parameters["variant"] {
		return c.options.Parameters
	}
	for _, p := range c.options.Parameters {
		if p[0] == "variant" {
			return c.options.Parameters
		}
	}
	return append([][2]string{{"variant", name}}, c.options.Parameters...)
}

// await reads lines until a command comes, within the time that the context has.
func (c *HubClient) await(ctx context.Context, command string, within time.Duration) error {
	stray, before := 0, c.link.read.Load()
	for {
		select {
		case <-ctx.Done():
			if stray > 0 || c.link.read.Load()-before > maxEngineLine {
				return failf(Garbage, "no %q came, but text that is no Hub", command)
			}
			return failf(Hang, "no %q came within %v", command, within)
		case line, ok := <-c.link.lines:
			if !ok {
				return failf(Crash, "%s", c.link.end())
			}
			parsed, err := c.parse(line, &stray)
			switch {
			case err != nil:
				return err
			case parsed.Command == command:
				return nil
			case parsed.Command == "id" || parsed.Command == "name":
				c.identify(parsed, line.text)
			case parsed.Command == "param":
				if name, ok := parsed.Get("name"); ok && len(c.parameters) < 1000 {
					c.parameters[name] = true
				}
			}
		}
	}
}

func (c *HubClient) identify(parsed *HubLine, text string) {
	name, _ := parsed.Get("name")
	if parsed.Command == "name" {
		name = strings.TrimPrefix(text, "name ")
	} else if version, ok := parsed.Get("version"); ok {
		name += " " + version
	}
	c.Name = plainText(name)
}

// hubAnswers are the commands that engines send, by either version.
var hubAnswers = map[string]bool{
	"id": true, "param": true, "wait": true, "ready": true, "info": true, "done": true, "pong": true, "error": true,
	"name": true, "author": true, "country": true, "move": true,
}

// parse reads a line and counts those that are no Hub.
func (c *HubClient) parse(line engineLine, stray *int) (*HubLine, error) {
	if line.tooLong {
		return nil, failf(Garbage, "a line of more than %d bytes", maxEngineLine)
	}
	parsed := ParseHubLine(line.text)
	if !hubAnswers[parsed.Command] {
		if *stray++; *stray > maxStrayLines {
			return nil, failf(Garbage, "%d lines that are no Hub, such as %.40q", *stray, line.text)
		}
	}
	return parsed, nil
}

func (c *HubClient) send(line string) error {
	err := c.link.send(line)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return failf(Hang, "it does not read its input")
	}
	return failf(Crash, "%s", c.link.end())
}

// NewGame tells the engine that another game begins.
func (c *HubClient) NewGame() error {
	if c.options.Version == 1 {
		return c.send("new")
	}
	return c.send("new-game")
}

// Quit ends the engine politely, or by force if it does not listen.
func (c *HubClient) Quit() { c.link.quit() }

// Kill ends the engine, and all its children, at once.
func (c *HubClient) Kill() { c.link.kill() }
