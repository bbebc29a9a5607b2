package search

import (
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
	"github.com/damiera/damiera/eval"
)

// Scores are centimen from the side to move. A win in n plies scores WinScore-n.
// Scores between DatabaseScore and WinScore-MaxDistance are wins known from an
// endgame database without a distance; evaluations stay below eval.Limit.
const (
	WinScore      = 10000
	MaxDistance   = 1000
	DatabaseScore = 8000
)

// MaxDepth is the largest depth in plies that a search goes to.
const MaxDepth = 127

// DefaultMoveOverhead is the MoveOverhead of Options that name none.
const DefaultMoveOverhead = 10 * time.Millisecond

// Options are what an Engine is made with.
type Options struct {
	Threads   int   // search threads, 1 to MaxThreads
	HashBytes int64 // bytes of the transposition table, at least 1 MiB
	// Evaluator defaults to eval.Default of the variant.
	Evaluator *eval.Evaluator
	// MoveOverhead is the part of the clock that is kept back for every move,
	// for the way between the engine and the referee; negative for none.
	MoveOverhead time.Duration
	// Endgame is asked for positions with few pieces; nil for none. It must be of
	// the engine's variant. Slices may be added to it at any time.
	Endgame *endgame.Database
	// Shared tells that more searches run at once than there are processors for:
	// each then lets the others run every few hundred microseconds instead of
	// only after the ten milliseconds that the Go scheduler would give it.
	Shared bool
	// Off names techniques to leave out, for tests and for finding out what
	// each is worth.
	Off Technique
}

// MaxThreads is the largest number of search threads.
const MaxThreads = 256

// Limits end a search; zero values do not limit. With none set the search goes
// on until Stop.
type Limits struct {
	Depth int    // plies
	Nodes uint64 // all threads together
	// MoveTime is the time for this move, exactly.
	MoveTime time.Duration
	// Clock tells that Time, Increment and MovesToGo hold. Time may be zero or
	// negative: then a move comes at once.
	Clock     bool
	Time      time.Duration // left on the clock before the increment of this move
	Increment time.Duration // added before every move
	MovesToGo int           // moves to the next time control, 0 for the rest of the game
	// Ponder starts without a clock; PonderHit starts it.
	Ponder bool
	// Analyze searches on even with one legal move and through won scores.
	Analyze bool
	// Moves restricts the root to these moves, if any.
	Moves []board.Move
	// MultiPV is the number of best lines wanted, 1 if zero.
	MultiPV int
}

// infinite reports whether nothing but Stop ends the search.
func (l *Limits) infinite() bool {
	return l.Depth <= 0 && l.Nodes == 0 && l.MoveTime <= 0 && !l.Clock
}

// Info reports the state of a search.
type Info struct {
	Depth     int
	MeanDepth float64 // mean depth of the leaves reached
	Score     int     // see the constants
	Nodes     uint64
	Time      time.Duration
	PV        []board.Move
	MultiPV   int // 1 for the best line
	// Known tells that the endgame database knows the position or, for lines after
	// the first, that the move leads to one that it knows. Value is from the side
	// to move and Distance the plies to the end of the game, 0 for a draw; both are
	// without the draw rules, which Score heeds.
	Known    bool
	Value    endgame.Value
	Distance int
}

// Result is the end of a search.
type Result struct {
	Info
	// Move is the best move; HasMove is false when the game is over.
	Move    board.Move
	HasMove bool
	// Ponder is the reply expected, if HasPonder.
	Ponder    board.Move
	HasPonder bool
}
