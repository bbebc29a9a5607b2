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

// set takes a value of the level command. Unknown names are ignored; a value that
// is none changes nothing.
func (l *Level) set(name, value string) error {
	if name == "infinite" {
		l.Infinite = true
		return nil
	}
	x, err := strconv.ParseFloat(value, 64) // a number out of range comes as infinite
	bad := err != nil && !math.IsInf(x, 0) || math.IsNaN(x)
	switch name {
	case "depth", "nodes", "moves", "move-time", "time", "inc":
		if bad {
			return fmt.Errorf("bad value of level: %s %q is not a number", name, value)
		}
	}
	switch name {
	case "depth":
		l.Depth = int(min(max(x, 1), 1000))
	case "nodes":
		l.Nodes = uint64(min(max(x, 1), 1e18))
	case "moves":
		l.Moves = int(min(max(x, 0), 10000))
	case "move-time":
		l.MoveTime, l.HasMove = seconds(x), true
	case "time":
		l.Time, l.HasTime = seconds(x), true
	case "inc":
		l.Increment = seconds(max(x, 0))
	}
	return nil
}

// seconds makes a time of any number of seconds, within ten years.
func seconds(x float64) time.Duration {
	const longest = 10 * 365 * 24 * 3600
	return time.Duration(min(max(x, -longest), longest) * float64(time.Second))
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
