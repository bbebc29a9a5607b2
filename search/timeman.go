package search

import "time"

// clock decides how long a search lasts. Only the first worker looks at it.
type clock struct {
	overhead time.Duration
	limits   *Limits
	start    time.Time
	// pondering tells that the clock does not run yet; running is when it began.
	pondering bool
	running   time.Time
	soft      time.Duration // aim, 0 for none
	hard      time.Duration // end, 0 for none
	stability float64       // see enough
}

const (
	// horizon is the number of moves that a game without a time control is
	// expected to last still.
	horizon = 26
	// capFactor is how much longer than its aim a move may take at most.
	capFactor = 4
	// reserve is what a move leaves on the clock, in overheads, unless that
	// would be all but a fiftieth of it or a time control follows: a machine that
	// stalls for a moment shall not cost the game.
	reserve = 2
	// atOnce is the time for a move when there is none.
	atOnce = time.Millisecond
)

func newClock(l *Limits, overhead time.Duration, start time.Time) *clock {
	c := &clock{overhead: overhead, limits: l, start: start, pondering: l.Ponder, running: start, stability: 1}
	c.soft, c.hard = allot(l, overhead)
	return c
}

// allot returns the aim and the end of a search, 0 for none.
func allot(l *Limits, overhead time.Duration) (soft, hard time.Duration) {
	if l.Clock {
		left := l.Time + max(l.Increment, 0) - overhead
		if left <= atOnce {
			return atOnce, atOnce
		}
		moves := horizon
		if l.MovesToGo > 0 {
			moves = min(l.MovesToGo, horizon)
		}
		// the increments of the moves to come count as time on the clock
		total := left + max(l.Increment, 0)*time.Duration(moves-1) - overhead*time.Duration(moves-1)
		soft = min(max(total/time.Duration(moves), left/50), left)
		hard = capFactor * soft
		if moves > 1 {
			hard = min(hard, left*6/10, max(left-reserve*overhead, left/50))
		}
		hard = max(min(hard, left), atOnce)
		soft = min(soft, hard)
	}
	if l.MoveTime > 0 && (hard == 0 || l.MoveTime < hard) {
		hard = l.MoveTime
	}
	return soft, hard
}

// expired reports whether the search must end at once.
func (c *clock) expired(e *Engine) bool {
	if c.pondering {
		if !e.hit.Load() {
			return false
		}
		c.pondering, c.running = false, time.Now()
		if c.enough(c.stability) { // the iteration under way would not have been begun
			c.hard = time.Nanosecond
		}
	}
	return c.hard > 0 && time.Since(c.running) >= c.hard
}

// enough reports whether another iteration is not worth its time. Stability is
// 1 for a usual move, less when the best move stays the same, more when it
// changes or loses value.
func (c *clock) enough(stability float64) bool {
	c.stability = stability
	if c.pondering || c.soft == 0 {
		return false
	}
	// what was thought on the opponent's time counts for half
	used := time.Since(c.running) + c.running.Sub(c.start)/2
	return float64(used) >= float64(c.soft)*stability
}

// stability judges the last iterations of a search.
type stability struct {
	unchanged int // iterations since the best move changed
	score     int
}

// after takes in an iteration's result and returns the factor for the aim.
func (s *stability) after(changed bool, score int, share float64) float64 {
	factor := [...]float64{1.3, 1.0, 0.8, 0.65, 0.55, 0.5}
	if changed {
		s.unchanged = 0
	} else {
		s.unchanged++
	}
	f := factor[min(s.unchanged, len(factor)-1)]
	if drop := s.score - score; drop > 15 {
		f *= 1 + min(float64(drop), 60)/60
	}
	if share > 0.95 { // nearly all nodes went into the best move: no rival
		f *= 0.7
	}
	s.score = score
	return f
}
