package openings

import (
	"cmp"
	"container/heap"
	"slices"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// graph is a book that grows: positions, each once however it is reached, and
// the moves between them.
type graph struct {
	variant *board.Variant
	nodes   []node
	index   map[uint64]int32 // node by canonical key
	roots   []int32
}

// node is a position of a graph.
type node struct {
	position board.Position // canonical
	key      uint64
	own      opinion // the search's
	score    int     // backed up, from the side to move
	visits   int
	children []int32 // of an expanded position, in the order of Variant.Generate
	// cost and via are the cheapest way to the position from a root: see reach.
	cost, plies int
	via         int32
}

// opinion is what a search says of a position. It is confirmed if the search
// was one of Builder.Confirm.
type opinion struct {
	score, depth int
	confirmed    bool
}

func newGraph(v *board.Variant) *graph {
	return &graph{variant: v, index: map[uint64]int32{}}
}

// add adds a canonical position, or finds it.
func (g *graph) add(p *board.Position, key uint64, own opinion) int32 {
	if i, ok := g.index[key]; ok {
		return i
	}
	i := int32(len(g.nodes))
	g.nodes = append(g.nodes, node{position: *p, key: key, own: own, score: own.score})
	g.index[key] = i
	return i
}

// addRoot makes a position a root.
func (g *graph) addRoot(i int32) {
	if !slices.Contains(g.roots, i) {
		g.roots = append(g.roots, i)
	}
}

func (n *node) expanded() bool { return len(n.children) > 0 }

// decided reports whether there is nothing to play for: the game is over, or
// the search sees its end.
func (n *node) decided() bool { return max(n.own.score, -n.own.score) >= search.DatabaseScore }

// backUp gives every expanded position the score of its best move. Positions
// that can be reached from each other (kings, or turkish men, that go back and
// forth) are settled together: going round for ever is a draw.
func (g *graph) backUp() {
	for _, group := range components(g.nodes) {
		if len(group) == 1 {
			if n := &g.nodes[group[0]]; n.expanded() {
				n.score = g.best(n)
			}
			continue
		}
		g.settle(group)
	}
}

// best returns the score of the best move of an expanded position.
func (g *graph) best(n *node) int {
	best := -search.WinScore
	for _, c := range n.children {
		best = max(best, fromChild(g.nodes[c].score))
	}
	return best
}

// settle finds the scores of a group of positions on cycles: what the sides can
// force when a game that stays within the group for n plies is a draw, for n
// growing until no score changes. What one side can force in n plies it can
// force in more, so each score moves away from 0 only, and the end comes after
// no more rounds than there are positions, but for wins, whose length is
// counted; these are cut off.
func (g *graph) settle(group []int32) {
	for _, i := range group {
		g.nodes[i].score = 0
	}
	next := make([]int, len(group))
	for range len(group) + 1 {
		changed := false
		for k, i := range group {
			next[k] = g.best(&g.nodes[i])
			changed = changed || next[k] != g.nodes[i].score
		}
		if !changed {
			return
		}
		for k, i := range group {
			g.nodes[i].score = next[k]
		}
	}
}

// reach finds the cheapest way from a root to every position. A way costs what
// its moves give away, by both sides, against the best moves, and plyCost for
// every move that was not the only one.
func (g *graph) reach() {
	for i := range g.nodes {
		g.nodes[i].cost = unreached
	}
	q := &costQueue{graph: g}
	for _, r := range g.roots {
		n := &g.nodes[r]
		n.cost, n.plies, n.via = 0, 0, -1
		heap.Push(q, queued{r, 0})
	}
	for q.Len() > 0 {
		at := heap.Pop(q).(queued)
		n := &g.nodes[at.node]
		if at.cost > n.cost {
			continue // a cheaper way has been found since
		}
		for _, c := range n.children {
			child := &g.nodes[c]
			cost := n.cost + max(0, n.score-fromChild(child.score))
			if len(n.children) > 1 {
				cost += plyCost
			}
			if cost < child.cost {
				child.cost, child.via = cost, at.node
				heap.Push(q, queued{c, cost})
			}
		}
	}
	g.countPlies()
}

// countPlies finds the shortest way in plies to every position.
func (g *graph) countPlies() {
	seen := make([]bool, len(g.nodes))
	level := slices.Clone(g.roots)
	for plies := 0; len(level) > 0; plies++ {
		var next []int32
		for _, i := range level {
			if seen[i] {
				continue
			}
			seen[i] = true
			g.nodes[i].plies = plies
			next = append(next, g.nodes[i].children...)
		}
		level = next
	}
}

const unreached = 1 << 30

// plyCost is what a ply costs against what moves give away, in centimen: a line
// of best moves grows one ply longer than one that has given that much away. It
// is about what a move gives away on average when the play chooses among those
// within DefaultMargin.
const plyCost = 4

// leaves returns the positions to expand next, cheapest first, as many as
// wanted.
func (g *graph) leaves(wanted int) []int32 {
	var all []int32
	for i := range g.nodes {
		n := &g.nodes[i]
		if !n.expanded() && !n.decided() && n.cost < unreached && n.plies < maxPlies {
			all = append(all, int32(i))
		}
	}
	slices.SortFunc(all, func(a, b int32) int {
		return cmp.Or(cmp.Compare(g.nodes[a].cost, g.nodes[b].cost), cmp.Compare(g.nodes[a].key, g.nodes[b].key))
	})
	return all[:min(len(all), wanted)]
}

// visit counts a visit of a position and of those on the way to it.
func (g *graph) visit(i int32) {
	for ; i >= 0; i = g.nodes[i].via {
		g.nodes[i].visits++
	}
}

// queued is a position on the way of reach.
type queued struct {
	node int32
	cost int
}

// costQueue is a heap of positions, cheapest first.
type costQueue struct {
	graph *graph
	items []queued
}

func (q *costQueue) Len() int { return len(q.items) }
func (q *costQueue) Less(i, j int) bool {
	a, b := q.items[i], q.items[j]
	return cmp.Or(cmp.Compare(a.cost, b.cost), cmp.Compare(q.graph.nodes[a.node].key, q.graph.nodes[b.node].key)) < 0
}
func (q *costQueue) Swap(i, j int) { q.items[i], q.items[j] = q.items[j], q.items[i] }
func (q *costQueue) Push(x any)    { q.items = append(q.items, x.(queued)) }
func (q *costQueue) Pop() any {
	last := len(q.items) - 1
	x := q.items[last]
	q.items = q.items[:last]
	return x
}
