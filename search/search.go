// Package search finds the best move of a game.
package search

import (
	"time"

	"github.com/damiera/damiera/board"
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

// Options are what an Engine is made with.
type Options struct {
	Threads   int   // search threads, at least 1
	HashBytes int64 // bytes of the transposition table
	// Evaluator defaults to eval.Material of the variant.
	Evaluator *eval.Evaluator
}

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

// Info reports the state of a search.
type Info struct {
	Depth     int
	MeanDepth float64 // mean depth of the leaves reached
	Score     int     // see the constants
	Nodes     uint64
	Time      time.Duration
	PV        []board.Move
	MultiPV   int // 1 for the best line
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

// Engine searches games of one variant. Search runs in the caller's goroutine;
// Stop and PonderHit may be called from others.
type Engine struct {
	variant *board.Variant
	options Options
}

// New makes an engine. It allocates the transposition table at once.
func New(v *board.Variant, o Options) *Engine { return &Engine{variant: v, options: o} }

// Search thinks about the current position of a game and calls report (if not
// nil) after every iteration and change of the best move, always at least once.
func (e *Engine) Search(g *board.Game, l Limits, report func(Info)) Result { return Result{} }

// Stop ends the current search, or the next one if it has not begun, at once.
func (e *Engine) Stop() {}

// PonderHit starts the clock of a search with Limits.Ponder.
func (e *Engine) PonderHit() {}

// Clear forgets the transposition table and all history.
func (e *Engine) Clear() {}
