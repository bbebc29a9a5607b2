package search

import (
	"sync"
	"sync/atomic"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/tt"
)

// Engine searches games of one variant. Search runs in the caller's goroutine,
// one at a time; Stop and PonderHit may be called from others.
type Engine struct {
	variant *board.Variant
	options Options
	params  *parameters
	eval    *eval.Evaluator
	table   *tt.Table
	workers []*worker

	halt   atomic.Bool  // set by Stop, and by the search itself when it ends
	hit    atomic.Bool  // set by PonderHit
	budget atomic.Int64 // nodes that nobody has taken yet, with Limits.Nodes
	wake   chan struct{}
}

// New makes an engine. It allocates the transposition table at once.
func New(v *board.Variant, o Options) *Engine {
	o.Threads = min(max(o.Threads, 1), MaxThreads)
	if o.Evaluator == nil {
		o.Evaluator, _ = eval.Default(v) // without weights it is Material, as good as possible
	}
	switch {
	case o.MoveOverhead == 0:
		o.MoveOverhead = DefaultMoveOverhead
	case o.MoveOverhead < 0:
		o.MoveOverhead = 0
	}
	e := &Engine{
		variant: v, options: o, params: parametersOf(v), eval: o.Evaluator,
		table: tt.New(o.HashBytes), wake: make(chan struct{}, 1),
	}
	for id := range o.Threads {
		e.workers = append(e.workers, newWorker(e, id))
	}
	return e
}

// Variant returns the game the engine plays.
func (e *Engine) Variant() *board.Variant { return e.variant }

// Options returns what the engine was made with, defaults filled in.
func (e *Engine) Options() Options { return e.options }

// HashFull returns how much of the transposition table the last search has
// filled, in thousandths.
func (e *Engine) HashFull() int { return e.table.Full() }

// Stop ends the current search, or the next one if it has not begun, at once.
func (e *Engine) Stop() {
	e.halt.Store(true)
	e.signal()
}

// PonderHit starts the clock of a search with Limits.Ponder, or of the next
// one if it has not begun.
func (e *Engine) PonderHit() {
	e.hit.Store(true)
	e.signal()
}

func (e *Engine) signal() {
	select {
	case e.wake <- struct{}{}:
	default:
	}
}

// ForgetStop takes back a Stop or PonderHit that came when the search it was
// meant for had ended already. Call it before a goroutine starts a new search,
// where the two can have crossed.
func (e *Engine) ForgetStop() {
	e.halt.Store(false)
	e.hit.Store(false)
}

// Clear forgets the transposition table and all history. No search may run.
func (e *Engine) Clear() {
	e.table.Clear()
	for _, w := range e.workers {
		w.forget()
	}
}

// Search thinks about the current position of a game and calls report (if not
// nil) after every iteration and change of the best move, always at least once
// when there is a legal move.
func (e *Engine) Search(g *board.Game, l Limits, report func(Info)) Result {
	defer e.ForgetStop()
	start := time.Now()
	if report == nil {
		report = func(Info) {}
	}
	c := newClock(&l, e.options.MoveOverhead, start)
	e.table.NewSearch()
	e.budget.Store(int64(min(l.Nodes, 1<<62)))
	lead := e.workers[0]
	for _, w := range e.workers {
		w.prepare(g, &l)
	}
	if len(lead.moves) == 0 {
		info := Info{Score: -WinScore, Time: time.Since(start), MultiPV: 1}
		if outcome, _ := g.Outcome(); outcome == board.Won(g.Position().Side) {
			info.Score = WinScore
		}
		report(info)
		return Result{Info: info}
	}
	lead.clock, lead.report = c, report

	var helpers sync.WaitGroup
	perfect := lead.perfect()
	atOnce := len(lead.moves) == 1 && !l.Analyze
	switch {
	case perfect:
	case atOnce:
		lead.iterate(1) // only for the score
	default:
		for _, w := range e.workers[1:] {
			helpers.Go(func() { w.iterate(MaxDepth) })
		}
		depth := MaxDepth
		if l.Depth > 0 {
			depth = min(l.Depth, MaxDepth)
		}
		lead.iterate(depth)
	}
	if l.Ponder || l.infinite() && !atOnce {
		e.await(l.Ponder && !l.infinite())
	}
	e.halt.Store(true)
	helpers.Wait()
	return lead.result()
}

// await blocks until Stop, or PonderHit if that is enough: a search without an
// end of its own answers no earlier, whatever it has found.
func (e *Engine) await(hitEnds bool) {
	for !e.halt.Load() && !(hitEnds && e.hit.Load()) {
		<-e.wake
	}
}

// take hands out up to n nodes of the node limit, 0 when it is used up.
func (e *Engine) take(n int64) int64 {
	for {
		left := e.budget.Load()
		n = min(n, left)
		if n <= 0 {
			return 0
		}
		if e.budget.CompareAndSwap(left, left-n) {
			return n
		}
	}
}
