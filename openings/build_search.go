package openings

import (
	"cmp"
	"context"
	"math/bits"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// task is a position to be searched.
type task struct {
	position board.Position
	key      uint64
}

// pool are the engines that search positions, each with one thread.
type pool struct {
	variant *board.Variant
	engines []*search.Engine
}

func newPool(o *BuildOptions) *pool {
	p := &pool{variant: o.Variant}
	for range max(o.Threads, 1) {
		p.engines = append(p.engines, search.New(o.Variant, search.Options{
			Threads: 1, HashBytes: hashFor(o.Nodes * uint64(max(o.Confirm, 1))), Evaluator: o.Evaluator,
		}))
	}
	return p
}

// hashFor returns the size of the table for a search of some nodes: an entry of
// 16 bytes or more for each.
func hashFor(nodes uint64) int64 {
	const least, most = 20, 28 // log2: 1 MiB, 256 MiB
	return 1 << min(max(least, bits.Len64(nodes)+4), most)
}

// run searches positions and passes on what it finds, one at a time, in any
// order, until the context ends or take fails.
func (p *pool) run(ctx context.Context, tasks []task, nodes uint64, take func(task, opinion) error) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	for _, e := range p.engines {
		e.ForgetStop() // that of an earlier run
	}
	stop := context.AfterFunc(ctx, func() {
		for _, e := range p.engines {
			e.Stop()
		}
	})
	defer stop()
	var next atomic.Int64
	var taking sync.Mutex
	var workers sync.WaitGroup
	for _, e := range p.engines[:min(len(p.engines), len(tasks))] {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(tasks) || ctx.Err() != nil {
					return
				}
				found := opine(e, board.NewGame(p.variant, tasks[i].position), nodes)
				taking.Lock()
				if ctx.Err() == nil { // else the search was cut off
					if err := take(tasks[i], found); err != nil {
						cancel(err)
					}
				}
				taking.Unlock()
			}
		})
	}
	workers.Wait()
	return context.Cause(ctx)
}

// search scores positions, or confirms their scores, and saves the book now and
// then.
func (b *Builder) search(ctx context.Context, tasks []task, confirm bool) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	nodes := b.options.Nodes
	if confirm {
		nodes *= uint64(b.options.Confirm)
	}
	return b.pool.run(ctx, tasks, nodes, func(t task, found opinion) error {
		found.confirmed = confirm
		b.known[t.key] = found
		if i, ok := b.graph.index[t.key]; ok {
			b.graph.nodes[i].own, b.graph.nodes[i].score = found, found.score
		}
		if b.options.Progress != nil {
			b.options.Progress(len(b.known))
		}
		if b.options.Save == nil || !b.saves.due() {
			return nil
		}
		defer b.saves.saved(time.Now())
		return b.options.Save(b.Book())
	})
}

// saveTimer tells when to save a book: every two seconds, or less often when it
// takes long.
type saveTimer struct {
	last  time.Time
	pause time.Duration
}

func newSaveTimer() saveTimer { return saveTimer{time.Now(), firstPause} }

const (
	// firstPause is short: a file that cannot be written is told early.
	firstPause = 200 * time.Millisecond
	savePause  = 2 * time.Second
	// savePart is the part of the time that may go into saving.
	savePart = 20
)

func (s *saveTimer) due() bool { return time.Since(s.last) >= s.pause }

func (s *saveTimer) saved(begun time.Time) {
	s.last = time.Now()
	s.pause = max(savePause, savePart*s.last.Sub(begun))
}

// Book returns the book as it stands.
func (b *Builder) Book() *Book {
	g, v := b.graph, b.options.Variant
	g.backUp()
	g.countPlies()
	type row struct {
		key uint64
		Entry
	}
	rows := make([]row, 0, len(b.known))
	for key, found := range b.known {
		r := row{key, Entry{Score: found.score, Depth: found.depth, Confirmed: found.confirmed}}
		if i, ok := g.index[key]; ok {
			n := &g.nodes[i]
			r.Score, r.Plies, r.Visits, r.Expanded = n.score, n.plies, n.visits, n.expanded()
		}
		rows = append(rows, r)
	}
	slices.SortFunc(rows, func(x, y row) int { return cmp.Compare(x.key, y.key) })

	book := &Book{variant: v}
	for _, r := range rows {
		depth := uint8(min(r.Depth, search.MaxDepth))
		if r.Expanded {
			depth |= expandedBit
		}
		plies := uint8(min(r.Plies, maxPlies))
		if r.Confirmed {
			plies |= confirmedBit
		}
		book.keys = append(book.keys, r.key)
		book.scores = append(book.scores, int16(r.Score))
		book.depths = append(book.depths, depth)
		book.plies = append(book.plies, plies)
		book.visits = append(book.visits, uint16(min(r.Visits, maxVisits)))
	}
	for _, i := range g.roots {
		book.roots = append(book.roots, g.nodes[i].position)
	}
	book.roots = append(book.roots, b.roots...) // not searched yet
	book.BookHeader = BookHeader{
		Variant: v.Name, Rules: RulesID(v), Start: startKey(v), Positions: len(rows),
		Nodes: b.options.Nodes, Evaluation: b.options.Evaluator.Name(), Margin: b.margin,
	}
	start := v.Start()
	if len(book.roots) != 1 || book.roots[0] != canonical(v, &start) {
		for i := range book.roots {
			book.BookHeader.Roots = append(book.BookHeader.Roots, v.Hub(&book.roots[i]))
		}
	}
	return book
}
