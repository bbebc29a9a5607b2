package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/protocol"
	"github.com/stretchr/testify/require"
)

// TestSelfPlayOverPipes plays games of every rule set between two processes
// that speak Hub, both reused from game to game, a third of the games with
// pondering. Every move must be legal, written with its captured squares, and in
// time. DAMIERA_LONG=1 makes it 1,000 games at 10 ms a move.
func TestSelfPlayOverPipes(t *testing.T) {
	games, moveTime, plies, pairs := 30, 2*time.Millisecond, 40, 2
	usual, longest := time.Second, patience // other tests run at the same time
	if os.Getenv("DAMIERA_LONG") != "" {
		games, moveTime, plies, pairs = 1000, 10*time.Millisecond, 300, 1
		usual, longest = 20*time.Millisecond, 5*time.Second
	} else if testing.Short() {
		games = 3
	}
	var (
		mu     sync.Mutex
		delays []time.Duration // beyond the time for the move
		next   int
		ends   = map[string]int{}
	)
	var workers sync.WaitGroup
	for range pairs {
		workers.Go(func() {
			p, err := startPair()
			if err != nil {
				t.Error(err)
				return
			}
			defer p.kill()
			for {
				mu.Lock()
				number := next
				next++
				mu.Unlock()
				if number >= games || t.Failed() {
					break
				}
				r, err := p.play(number, moveTime, plies)
				if err != nil {
					t.Errorf("game %d, %s: %v", number, r.variant, err)
					return
				}
				mu.Lock()
				delays = append(delays, r.delays...)
				ends[r.end]++
				mu.Unlock()
			}
			if err := p.end(); err != nil {
				t.Error(err)
			}
		})
	}
	workers.Wait()
	require.NotEmpty(t, delays)
	slices.Sort(delays)
	at := func(share float64) time.Duration { return delays[int(share*float64(len(delays)-1))] }
	t.Logf("%d moves; beyond the time for a move: median %v, 99%% %v, most %v; ends %v", len(delays), at(0.5), at(0.99), at(1), ends)
	// A busy machine delays single moves; what the engine itself takes too long
	// shows in the many.
	require.Less(t, at(0.5), usual)
	require.Less(t, at(1), longest)
}

// enginePair is two programs that play each other.
type enginePair [2]*conversation

func startPair() (p enginePair, err error) {
	program, err := exec.LookPath("damiera")
	if err != nil {
		return p, err
	}
	for i := range p {
		if p[i], err = startConversation(exec.Command(program)); err != nil {
			return p, err
		}
		if err := p[i].say("hub", "set-param name=tt-size value=14", "init"); err != nil {
			return p, err
		}
		if err := p[i].expect("ready", ""); err != nil {
			return p, err
		}
	}
	return p, nil
}

func (p enginePair) kill() {
	for _, c := range p {
		if c != nil {
			c.kill()
		}
	}
}

func (p enginePair) end() error {
	for _, c := range p {
		if err := c.end(); err != nil {
			return err
		}
	}
	return nil
}

func (c *conversation) say(lines ...string) error {
	for _, line := range lines {
		if err := c.step("> " + line); err != nil {
			return err
		}
	}
	return nil
}

// done waits for the answer to a search.
func (c *conversation) done() (move, reply string, err error) {
	limit := time.After(patience)
	for {
		line, err := c.next(limit)
		if err != nil {
			return "", "", err
		}
		switch l := protocol.ParseHubLine(line); l.Command {
		case "info":
		case "done":
			move, _ := l.Get("move")
			reply, _ := l.Get("ponder")
			return move, reply, nil
		default:
			return "", "", fmt.Errorf("the program said %q", line)
		}
	}
}

type gameReport struct {
	variant, end string
	delays       []time.Duration
}

func (p enginePair) play(number int, moveTime time.Duration, plies int) (r gameReport, err error) {
	random := rand.New(rand.NewPCG(uint64(number), 1))
	v := board.Variants()[number%18]
	r.variant = v.Name
	ponders := number%3 == 2
	g := board.NewGame(v, v.Start())
	position := "pos"
	var moves []string
	play := func(m board.Move) error {
		moves = append(moves, v.HubMove(&m))
		position = `pos pos=start moves="` + strings.Join(moves, " ") + `"`
		return g.Play(m)
	}
	for range 4 {
		legal := g.LegalMoves()
		if err := play(legal[random.IntN(len(legal))]); err != nil {
			return r, err
		}
	}
	for _, c := range p {
		if err := c.say("set-param name=variant value="+v.HubName(), "new-game"); err != nil {
			return r, err
		}
	}
	level := fmt.Sprintf("level move-time=%g", moveTime.Seconds())
	expected := [2]string{} // the move that each side ponders on, if it does
	for ply := range plies {
		outcome, reason := g.Outcome()
		if outcome != board.Ongoing {
			r.end = reason
			break
		}
		side := ply % 2
		c := p[side]
		start := time.Now()
		switch {
		case expected[side] == "":
			err = c.say(position, level, "go think")
		case expected[side] == moves[len(moves)-1]:
			err = c.say("ponder-hit")
		default:
			if err := c.say("stop"); err != nil {
				return r, err
			}
			if _, _, err := c.done(); err != nil {
				return r, err
			}
			start = time.Now()
			err = c.say(position, level, "go think")
		}
		if err != nil {
			return r, err
		}
		text, reply, err := c.done()
		if err != nil {
			return r, fmt.Errorf("%w after %s", err, position)
		}
		r.delays = append(r.delays, time.Since(start)-moveTime)
		m, err := v.ParseHubMove(g.Position(), text)
		if err != nil || v.HubMove(&m) != text {
			return r, fmt.Errorf("%s: the move %q is not legal or not in full: %v", position, text, err)
		}
		if err := play(m); err != nil {
			return r, err
		}
		expected[side] = ""
		if reply == "" {
			continue
		}
		m, err = v.ParseHubMove(g.Position(), reply)
		if err != nil || v.HubMove(&m) != reply {
			return r, fmt.Errorf("%s: the reply %q is not legal or not in full: %v", position, reply, err)
		}
		if ponders {
			expected[side] = reply
			pondered := strings.TrimSuffix(position, `"`) + " " + reply + `"`
			if err := c.say(pondered, level, "go ponder"); err != nil {
				return r, err
			}
		}
	}
	for side, c := range p {
		if expected[side] != "" {
			if err := c.say("stop"); err != nil {
				return r, err
			}
			if _, _, err := c.done(); err != nil {
				return r, err
			}
		}
	}
	return r, nil
}
