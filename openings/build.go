package openings

import (
	"context"
	"errors"
	"fmt"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/search"
)

// BuildOptions tell how a book grows.
type BuildOptions struct {
	Variant *board.Variant
	// Nodes is the size of the search that scores a position, Confirm how many
	// times as large the one is that confirms a score.
	Nodes   uint64
	Confirm int
	// Threads is the number of positions that are searched at a time. It does
	// not change the book.
	Threads int
	// Evaluator defaults to the best one of the game.
	Evaluator *eval.Evaluator
	// Save, if any, is called with the book as it stands about every two
	// seconds, which is what a kill may lose.
	Save func(*Book) error
	// Progress, if any, is called after every position with the number of
	// positions. It and Save are called one at a time.
	Progress func(positions int)
}

// Builder grows a book. It is not safe for concurrent use.
type Builder struct {
	options BuildOptions
	graph   *graph
	pool    *pool
	// roots wait to be put into the graph.
	roots []board.Position
	// known are all positions that were searched: those of the graph and those
	// that wait for their siblings.
	known    map[uint64]opinion
	expanded int
	margin   int // of the play, once Confirm has begun to find it
	saves    saveTimer
	list     board.List
}

// NewBuilder begins a book, or goes on with one that was built before. Roots
// are positions to grow from in addition to those of that book; a new book
// without any grows from the start position.
func NewBuilder(o BuildOptions, from *Book, roots []board.Position) *Builder {
	if o.Evaluator == nil {
		o.Evaluator, _ = eval.Default(o.Variant) // by material where there are no weights
	}
	b := &Builder{
		options: o, graph: newGraph(o.Variant), pool: newPool(&o), known: map[uint64]opinion{}, saves: newSaveTimer(),
	}
	if from != nil {
		b.roots = from.Roots()
		for i, key := range from.keys {
			e := from.entry(i)
			b.known[key] = opinion{e.Score, e.Depth, e.Confirmed}
		}
	}
	b.roots = append(b.roots, roots...)
	if len(b.roots) == 0 {
		b.roots = []board.Position{o.Variant.Start()}
	}
	for i := range b.roots {
		b.roots[i] = canonical(o.Variant, &b.roots[i])
	}
	if from != nil {
		b.restore(from)
	}
	return b
}

// restore walks a book from its roots and makes its positions a graph again.
// What a position on the way lacks is searched again later.
func (b *Builder) restore(from *Book) {
	v, g := b.options.Variant, b.graph
	var queue []int32
	add := func(p *board.Position, key uint64) int32 {
		before := len(g.nodes)
		i := g.add(p, key, b.known[key])
		if len(g.nodes) > before {
			e, _ := from.Probe(p)
			g.nodes[i].visits = e.Visits
			queue = append(queue, i)
		}
		return i
	}
	for i := range b.roots {
		if key := v.Key(&b.roots[i]); b.knows(key) {
			add(&b.roots[i], key)
		}
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		if e, _ := from.Probe(&g.nodes[i].position); !e.Expanded {
			continue
		}
		next, keys := b.successors(i)
		if !b.knows(keys...) {
			continue
		}
		children := make([]int32, len(next))
		for k := range next {
			children[k] = add(&next[k], keys[k])
		}
		g.nodes[i].children = children
		if len(children) > 0 {
			b.expanded++
		}
	}
}

func (b *Builder) knows(keys ...uint64) bool {
	for _, key := range keys {
		if _, ok := b.known[key]; !ok {
			return false
		}
	}
	return true
}

// successors returns the positions after each move from a position of the
// graph, and their keys.
func (b *Builder) successors(i int32) ([]board.Position, []uint64) {
	v, p := b.options.Variant, &b.graph.nodes[i].position
	v.Generate(p, &b.list)
	positions, keys := make([]board.Position, b.list.Len()), make([]uint64, b.list.Len())
	for k := range positions {
		var q board.Position
		v.Do(p, b.list.At(k), &q)
		positions[k] = canonical(v, &q)
		keys[k] = v.Key(&positions[k])
	}
	return positions, keys
}

// smallBatch and batchPart tell how many positions are expanded before the
// scores are backed up again: one for every batchPart of those that are expanded
// already, and at least smallBatch. The number of threads does not matter, so
// that it does not change the book.
const smallBatch, batchPart = 4, 32

// ErrGrown tells that a book has nothing left to grow: every position in it is
// expanded or decided.
var ErrGrown = errors.New("the book has nothing left to grow")

// Grow expands positions until the book has a number of them or the context
// ends: always that position next to which the ways from a root that the sides
// may most likely go lead, those on which they give the least away.
func (b *Builder) Grow(ctx context.Context, positions int) error {
	positions = min(positions, maxBookPositions)
	if err := b.addRoots(ctx); err != nil {
		return err
	}
	for len(b.graph.nodes) < positions {
		b.graph.backUp()
		b.graph.reach()
		leaves := b.graph.leaves(max(smallBatch, b.expanded/batchPart))
		if len(leaves) == 0 {
			return ErrGrown
		}
		err := b.expand(ctx, leaves, positions, b.graph.visit)
		if err != nil {
			return err
		}
	}
	return nil
}

// addRoots searches the roots and puts them into the graph.
func (b *Builder) addRoots(ctx context.Context) error {
	var tasks []task
	for i := range b.roots {
		key := b.options.Variant.Key(&b.roots[i])
		if !b.knows(key) {
			tasks = append(tasks, task{b.roots[i], key})
		}
	}
	if err := b.search(ctx, tasks, false); err != nil {
		return err
	}
	for i := range b.roots {
		key := b.options.Variant.Key(&b.roots[i])
		root := b.graph.add(&b.roots[i], key, b.known[key])
		b.graph.addRoot(root)
	}
	b.roots = nil
	return nil
}

// expand searches what the moves from positions lead to, until the book would
// have enough positions. It calls done for each that is expanded.
func (b *Builder) expand(ctx context.Context, leaves []int32, enough int, done func(int32)) error {
	type family struct {
		parent    int32
		positions []board.Position
		keys      []uint64
	}
	var families []family
	var tasks []task
	planned := map[uint64]bool{}
	for _, leaf := range leaves {
		f := family{parent: leaf}
		f.positions, f.keys = b.successors(leaf)
		families = append(families, f)
		for k, key := range f.keys {
			if planned[key] {
				continue
			}
			if _, ok := b.graph.index[key]; ok {
				continue
			}
			planned[key] = true
			if !b.knows(key) {
				tasks = append(tasks, task{f.positions[k], key})
			}
		}
		if len(b.graph.nodes)+len(planned) >= enough {
			break
		}
	}
	err := b.search(ctx, tasks, false)
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		// The same round comes again when the work goes on, so that the book does
		// not depend on where it was interrupted.
		return err
	}
	for _, f := range families { // those that are complete: time may have run out
		if len(f.keys) == 0 || !b.knows(f.keys...) {
			continue
		}
		children := make([]int32, len(f.keys))
		for k, key := range f.keys {
			children[k] = b.graph.add(&f.positions[k], key, b.known[key])
		}
		b.graph.nodes[f.parent].children = children
		b.expanded++
		done(f.parent)
	}
	return err
}

// Follow puts openings into the book, each of their positions expanded, and
// counts them as visits. The position an opening begins with becomes a root
// unless the book has it.
func (b *Builder) Follow(ctx context.Context, lines []Opening) error {
	v := b.options.Variant
	paths := make([][]uint64, len(lines)) // the keys of the positions on the way
	for i := range lines {
		g, err := lines[i].Game(v)
		if err != nil {
			return fmt.Errorf("opening %d: %w", i+1, err)
		}
		positions := g.Positions()
		for k := range positions {
			paths[i] = append(paths[i], canonicalKey(v, &positions[k]))
		}
		if _, ok := b.graph.index[paths[i][0]]; !ok {
			b.roots = append(b.roots, canonical(v, &lines[i].Start))
		}
	}
	if err := b.addRoots(ctx); err != nil {
		return err
	}
	for ply, more := 0, true; more; ply++ {
		more = false
		var leaves []int32
		for _, path := range paths {
			if ply >= len(path) {
				continue
			}
			more = true
			if i, ok := b.graph.index[path[ply]]; ok && !b.graph.nodes[i].expanded() {
				leaves = append(leaves, i)
			}
		}
		if err := b.expand(ctx, leaves, maxBookPositions, func(int32) {}); err != nil {
			return err
		}
	}
	for _, path := range paths {
		for _, key := range path {
			if i, ok := b.graph.index[key]; ok {
				b.graph.nodes[i].visits++
			}
		}
	}
	return nil
}

// opine searches the position of a game, from a state that depends on nothing
// that was searched before.
func opine(e *search.Engine, g *board.Game, nodes uint64) opinion {
	e.Clear()
	// Analyze: a single reply is searched too
	r := e.Search(g, search.Limits{Nodes: nodes, Analyze: true}, nil)
	return opinion{score: r.Score, depth: r.Depth}
}
