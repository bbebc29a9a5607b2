package bench

import (
	"time"

	"github.com/damiera/damiera/protocol"
	"github.com/damiera/damiera/search"
)

// clock keeps the time of one side of a game.
type clock struct {
	control *TimeControl
	left    time.Duration
	moves   int // made in this period
}

func newClock(c *TimeControl) *clock { return &clock{control: c, left: c.Time} }

// limits returns what the engine is told before a move.
func (c *clock) limits() search.Limits {
	l := search.Limits{Depth: c.control.Depth, Nodes: c.control.Nodes, MoveTime: c.control.MoveTime}
	if c.control.Clock {
		l.Clock, l.Time, l.Increment = true, c.left, c.control.Increment
		if c.control.Moves > 0 {
			l.MovesToGo = c.control.Moves - c.moves
		}
	}
	return l
}

// allowed returns the most time that the next move may take; limited is false
// when only depth or nodes bound the search.
func (c *clock) allowed() (most time.Duration, limited bool) {
	switch {
	case c.control.Clock:
		return max(c.left+c.control.Increment, 0) + c.control.margin(), true
	case c.control.MoveTime > 0:
		return c.control.MoveTime + c.control.margin(), true
	}
	return 0, false
}

// charge takes the time of a move off the clock. It reports whether the move
// came in time.
func (c *clock) charge(used time.Duration) (inTime bool) {
	most, limited := c.allowed()
	if limited && used > most {
		return false
	}
	if c.control.Clock {
		c.left += c.control.Increment - used
		if c.moves++; c.moves == c.control.Moves {
			c.left += c.control.Time
			c.moves = 0
		}
	}
	return true
}

// How long engines are waited for.
const (
	// hangTime is how much later than the end of its time an engine is told to
	// move, after which it has as long again before it counts as hung.
	hangTime = 2 * time.Second
	// endlessTime bounds searches without a limit of time.
	endlessTime = 20 * time.Minute
	// cpuFactor is how many times slower than its processor time an engine may
	// seem on a loaded machine. Twenty is likely to have been too few for a sound
	// engine when other tests starved it.
	cpuFactor = 40
)

// patience returns how long to wait for the next move.
func (c *clock) patience() protocol.Patience {
	most, limited := c.allowed()
	if !limited {
		return protocol.Patience{Stop: endlessTime, HangUp: endlessTime + hangTime}
	}
	if c.control.CPU {
		most = cpuFactor*most + hangTime
	}
	return protocol.Patience{Stop: most, HangUp: most + hangTime}
}
