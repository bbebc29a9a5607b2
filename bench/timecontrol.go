package bench

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// TimeControl is how long an engine may think. Without any limit it is
// invalid.
type TimeControl struct {
	// Clock tells that the engine plays by a clock of Time for Moves moves (0:
	// for the game), to which Increment is added before every move.
	Clock           bool
	Moves           int
	Time, Increment time.Duration
	// MoveTime is a fixed time for every move.
	MoveTime time.Duration
	// Depth (plies) and Nodes limit every search; 0 does not.
	Depth int
	Nodes uint64
	// Margin is how much later than allowed a move may come.
	Margin time.Duration
	// CPU charges the processor time of the engine instead of the time of day.
	CPU bool
}

// The margins when none is given. A fixed time per move leaves the engine no
// reserve against a busy machine, so it gets more.
const (
	clockMargin    = 100 * time.Millisecond
	moveTimeMargin = 500 * time.Millisecond
)

// maxTime bounds every time that a user may give.
const maxTime = 1000 * time.Hour

// margin returns the margin in force.
func (c *TimeControl) margin() time.Duration {
	switch {
	case c.Margin != 0:
		return c.Margin
	case c.Clock:
		return clockMargin
	}
	return moveTimeMargin
}

// errTwoClocks refuses both in one engine's words. Those of an engine replace
// those of all engines.
var errTwoClocks = errors.New("tc and movetime exclude each other: give one of them")

// check reports a control by which nobody can play.
func (c *TimeControl) check() error {
	switch {
	case c.Clock && c.Time <= 0 && c.Increment <= 0:
		return fmt.Errorf("tc gives no time at all: write for instance tc=0/60+0.6")
	case !c.Clock && c.MoveTime == 0 && c.Depth == 0 && c.Nodes == 0:
		return fmt.Errorf("no time control: give tc, movetime, depth or nodes")
	}
	return nil
}

// String writes the control as it is parsed, in a form fit for headers.
func (c *TimeControl) String() string {
	var words []string
	if c.Clock {
		s := seconds(c.Time)
		if c.Moves > 0 {
			s = strconv.Itoa(c.Moves) + "/" + s
		}
		if c.Increment > 0 {
			s += "+" + seconds(c.Increment)
		}
		words = append(words, s)
	}
	if c.MoveTime > 0 {
		words = append(words, seconds(c.MoveTime)+"/move")
	}
	if c.Depth > 0 {
		words = append(words, fmt.Sprintf("depth %d", c.Depth))
	}
	if c.Nodes > 0 {
		words = append(words, fmt.Sprintf("%d nodes", c.Nodes))
	}
	if c.CPU {
		words = append(words, "cpu time")
	}
	return strings.Join(words, ", ")
}

// seconds writes a time in seconds without needless zeros.
func seconds(d time.Duration) string {
	return strconv.FormatFloat(d.Seconds(), 'f', -1, 64)
}

// set takes one key=value word; it reports whether the key is one of a time
// control.
func (c *TimeControl) set(w keyValue) (known bool, err error) {
	switch w.key {
	case "tc":
		c.MoveTime = 0
		err = c.setClock(w.value)
	case "movetime", "st":
		c.Clock, c.Moves, c.Time, c.Increment = false, 0, 0, 0
		c.MoveTime, err = parseSeconds(w.value)
		if err == nil && c.MoveTime <= 0 {
			err = fmt.Errorf("must be above zero")
		}
	case "depth":
		c.Depth, err = strconv.Atoi(w.value)
		if err != nil || c.Depth < 0 || c.Depth > 1000 {
			err = fmt.Errorf("must be a whole number of plies up to 1000")
		}
	case "nodes":
		c.Nodes, err = strconv.ParseUint(w.value, 10, 63)
		if err != nil {
			err = fmt.Errorf("must be a whole number of positions")
		}
	case "timemargin":
		var ms uint64
		ms, err = strconv.ParseUint(w.value, 10, 31)
		if err != nil {
			err = fmt.Errorf("must be whole milliseconds")
		}
		// A margin of nothing is a margin too, unlike no margin given.
		c.Margin = max(time.Duration(ms)*time.Millisecond, time.Nanosecond)
	case "cpu-time":
		switch {
		case w.flag, w.value == "true":
			c.CPU = true
		case w.value == "false":
			c.CPU = false
		default:
			err = fmt.Errorf("is a switch: write just cpu-time")
		}
	default:
		return false, nil
	}
	if err != nil {
		return true, fmt.Errorf("%s=%s: %w", w.key, w.value, err)
	}
	return true, nil
}

// setClock reads "moves/time+increment", time being seconds or minutes:seconds.
func (c *TimeControl) setClock(text string) (err error) {
	c.Clock, c.Moves = true, 0
	rest := text
	if moves, after, found := strings.Cut(rest, "/"); found {
		c.Moves, err = strconv.Atoi(moves)
		if err != nil || c.Moves < 0 || c.Moves > 10000 {
			return fmt.Errorf("%q is no number of moves (0 means the whole game)", moves)
		}
		rest = after
	}
	base, increment, found := strings.Cut(rest, "+")
	c.Increment = 0
	if found {
		if c.Increment, err = parseSeconds(increment); err != nil {
			return err
		}
	}
	minutes := 0
	if m, s, found := strings.Cut(base, ":"); found {
		if minutes, err = strconv.Atoi(m); err != nil || minutes < 0 || minutes > 60000 {
			return fmt.Errorf("%q is no number of minutes", m)
		}
		base = s
	}
	c.Time, err = parseSeconds(base)
	c.Time += time.Duration(minutes) * time.Minute
	return err
}

// parseSeconds reads a time in seconds, with an optional unit s or ms.
func parseSeconds(text string) (time.Duration, error) {
	unit := float64(time.Second)
	number := strings.TrimSuffix(text, "s")
	if m, ok := strings.CutSuffix(number, "m"); ok && number != text {
		unit, number = float64(time.Millisecond), m
	}
	n, err := strconv.ParseFloat(number, 64)
	if err != nil || math.IsNaN(n) || n < 0 || n*unit > float64(maxTime) {
		return 0, fmt.Errorf("%q is no time in seconds", text)
	}
	return time.Duration(n * unit), nil
}
