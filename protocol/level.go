package protocol

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"github.com/damiera/damiera/search"
)

// Level is what may end a search, as the client has said so far. The zero value
// says nothing.
type Level struct {
	Depth     int
	Nodes     uint64
	MoveTime  time.Duration
	HasMove   bool // MoveTime holds, it may be zero
	Time      time.Duration
	HasTime   bool // Time holds, it may be zero or negative
	Moves     int
	Increment time.Duration
	Infinite  bool
}

// DefaultMoveTime is how long a client without a clock waits for a move.
const DefaultMoveTime = time.Second

// Mode is the purpose of a search.
type Mode int

const (
	// Think for the best move.
	Think Mode = iota
	// Ponder while the opponent thinks: the clock starts at the ponder-hit.
	Ponder
	// Analyze for the score and the line, also when only one move is legal.
	Analyze
)

// set takes a value of the level command. Unknown names are ignored.
func (l *Level) set(name, value string) error {
	switch name {
	case "depth":
		n, err := levelNumber(name, value)
		l.Depth = int(min(max(n, 1), 1000))
		return err
	case "nodes":
		n, err := levelNumber(name, value)
		l.Nodes = uint64(min(max(n, 1), 1e18))
		return err
	case "moves":
		n, err := levelNumber(name, value)
		l.Moves = int(min(max(n, 0), 10000))
		return err
	case "move-time":
		d, err := levelSeconds(name, value)
		l.MoveTime, l.HasMove = d, err == nil
		return err
	case "time":
		d, err := levelSeconds(name, value)
		l.Time, l.HasTime = d, err == nil
		return err
	case "inc":
		d, err := levelSeconds(name, value)
		l.Increment = max(d, 0)
		return err
	case "infinite":
		l.Infinite = true
	}
	return nil
}

func levelNumber(name, value string) (float64, error) {
	x, err := strconv.ParseFloat(value, 64)
	if err != nil && !math.IsInf(x, 0) || math.IsNaN(x) {
		return 0, fmt.Errorf("bad value of level: %s %q is not a number", name, value)
	}
	return x, nil
}

// longestTime bounds times, in seconds: ten years.
const longestTime = 10 * 365 * 24 * 3600

func levelSeconds(name, value string) (time.Duration, error) {
	x, err := levelNumber(name, value)
	return time.Duration(min(max(x, -longestTime), longestTime) * float64(time.Second)), err
}

// Limits returns the limits of a search in a mode. Overhead is the time that a
// move loses on its way: it is taken off a time for one move, up to a quarter of
// it. Off a clock the engine takes it.
func (l *Level) Limits(mode Mode, overhead time.Duration) search.Limits {
	limits := search.Limits{
		Depth: l.Depth, Nodes: l.Nodes,
		Ponder: mode == Ponder, Analyze: mode == Analyze,
	}
	if l.HasMove {
		limits.MoveTime = max(l.MoveTime-min(overhead, l.MoveTime/4), time.Millisecond)
	}
	if l.HasTime {
		limits.Clock = true
		limits.Time, limits.Increment, limits.MovesToGo = l.Time, l.Increment, l.Moves
	}
	if mode != Analyze && !l.Infinite && isEndless(&limits) {
		limits.MoveTime = DefaultMoveTime
	}
	return limits
}

// isEndless reports whether limits let a search go on until it is stopped.
func isEndless(l *search.Limits) bool {
	return l.Depth == 0 && l.Nodes == 0 && l.MoveTime == 0 && !l.Clock
}
