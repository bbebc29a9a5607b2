package search

import (
	"runtime"
	"sync/atomic"
	"unsafe"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/tt"
)

// maxPly is the deepest ply that is searched; beyond it positions are valued
// as they are.
const maxPly = 192

// pollEvery is the number of nodes between two looks at the stop flag and the
// clock. Positions with many kings cost some ten microseconds each, so this
// keeps the answer to a stop below a few milliseconds.
const pollEvery = 256

// ply is what the search keeps of one position on its path. Plies are reused,
// so nothing is allocated or zeroed while searching.
type ply struct {
	position  board.Position
	key       uint64 // of the table: position, and counters where they matter
	killers   [2]uint16
	last      uint16 // the move being searched
	verifying bool   // within the shallow search of ProbCut
	pvLen     int
	pv        [maxPly + 1]uint16 // move indices from here on
	scores    [board.MaxMoves]int32
	order     [board.MaxMoves]uint16
	list      board.List
}

// worker is one search thread.
type worker struct {
	engine  *Engine
	id      int
	variant *board.Variant
	params  *parameters
	eval    *eval.Evaluator
	table   *tt.Table
	rules   *board.DrawRules
	// the counters' values from which they are part of the table's keys
	kingPliesFrom, noProgressFrom uint16

	off Technique

	endgame        *endgame.Database // nil for none
	databasePieces int               // of a position that the database may know
	ruling         bool              // the draw rules have one that the database does not know
	proofs         *conversion       // of the moves so far in the database, nil for none
	// the root in the database
	rootKnown    bool
	rootValue    endgame.Value
	rootDistance int

	optional bool // captures are optional
	mirrored int  // the sign of the score of a side without a move

	stopped   bool
	nodes     uint64
	nextPoll  uint64
	effort    int           // of the lists since the last look at the clock, see heed
	published atomic.Uint64 // nodes, for the others
	leaves    uint64        // quiescence searches of this iteration
	leafPlies uint64        // sum of their plies

	moves  []rootMove
	limits *Limits
	lines  int // MultiPV, at most len(moves)
	depth  int // of the iteration

	// path holds the keys of the game and of the line searched, for repetition;
	// base is the index of the root.
	path []uint64
	base int

	history  [2][128][128]int16  // by side, from and to
	counters [2][128][128]uint16 // the reply that refuted a move

	clock  *clock // of the first worker only
	report func(Info)
	last   Info // the last report

	stack [maxPly + 1]ply
}

// ThreadBytes is the memory that an Engine takes for each of its threads.
const ThreadBytes = int64(unsafe.Sizeof(worker{}))

func newWorker(e *Engine, id int) *worker {
	w := &worker{
		engine: e, id: id, variant: e.variant, params: e.params, eval: e.eval, table: e.table,
		endgame: e.options.Endgame,
		off:     e.options.Off | e.params.without, optional: e.variant.OptionalCaptures, mirrored: 1,
	}
	if e.variant.Goal == board.GoalLosing {
		w.mirrored = -1
	}
	giveBack(w.stack[:])
	return w
}

// forget clears what was learnt about moves.
func (w *worker) forget() {
	clear(w.history[:])
	clear(w.counters[:])
	w.proofs = nil
}

// prepare sets the worker up for a search of the game's current position.
func (w *worker) prepare(g *board.Game, l *Limits) {
	w.watch(g.Draws())
	w.limits = l
	w.stopped, w.nodes, w.nextPoll = false, 0, 0
	w.published.Store(0)
	w.leaves, w.leafPlies = 0, 0
	w.last = Info{MultiPV: 1}
	for i := range w.stack {
		w.stack[i].killers = [2]uint16{}
	}
	root := &w.stack[0]
	root.position = *g.Position()

	keys := g.Keys()
	keys = keys[max(0, len(keys)-1-int(root.position.Reversible)):]
	w.base = len(keys) - 1
	if need := w.base + maxPly + 2; cap(w.path) < need {
		w.path = make([]uint64, need)
	}
	w.path = w.path[:cap(w.path)]
	copy(w.path, keys)
	root.key = w.tableKey(&root.position, w.path[w.base])
	w.rootKnown = false
	w.useDatabase()
	w.listRoot()
}

// visit counts a node; false means that the search is over.
func (w *worker) visit() bool {
	if w.nodes == w.nextPoll {
		w.poll()
	}
	if w.stopped {
		return false
	}
	w.nodes++
	return true
}

// poll looks at everything that may end the search.
func (w *worker) poll() {
	w.published.Store(w.nodes)
	if w.engine.options.Shared {
		runtime.Gosched()
	}
	if w.engine.halt.Load() || w.clock != nil && w.clock.expired(w.engine) {
		w.stopped = true
		return
	}
	grant := int64(pollEvery)
	if w.limits.Nodes > 0 {
		if grant = w.engine.take(grant); grant == 0 {
			w.stopped = true
			w.engine.halt.Store(true)
			return
		}
	}
	w.nextPoll = w.nodes + uint64(grant)
}

// play makes a move of a ply on the next one, which will be searched to a
// depth. Leaves are not looked up in the table, so they need a key only where a
// position can come again.
func (w *worker) play(at int, m *board.Move, depth int) {
	s, next := &w.stack[at], &w.stack[at+1]
	w.variant.Do(&s.position, m, &next.position)
	if depth <= 0 && next.position.Reversible < 4 {
		return
	}
	key := w.variant.Key(&next.position)
	w.path[w.base+at+1] = key
	next.key = w.tableKey(&next.position, key)
}

// lost is the score of a side that has no legal move at a ply.
func (w *worker) lost(at int) int { return w.mirrored * (at - WinScore) }
