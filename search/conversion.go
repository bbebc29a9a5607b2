package search

import (
	"cmp"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
)

// conversion finds out whether what the endgame database calls won is won in
// that number of plies in spite of the counters of the draw rules and of the
// frisian limit, against every longest defence. It is a depth-first
// proof-number search (A. Nagai, 2002); since every move brings the end one ply
// nearer there are no cycles.
type conversion struct {
	variant *board.Variant
	rules   *board.DrawRules
	endgame *endgame.Database
	nodes   map[board.Position]*proofNode
	list    board.List
	// soon is a number of plies in which no counter that begins later can end.
	soon int
	// It gives up after a number of positions, at a time if there is one, and
	// when the engine is stopped.
	engine   *Engine
	left     int
	deadline time.Time
	gaveUp   bool
}

// proofNode is a position, won or lost in the database. The side that wins there
// has to show that the win comes true, the other one that it does not.
type proofNode struct {
	position board.Position
	value    endgame.Value
	distance int
	expanded bool
	next     []*proofNode // the shortest wins or longest defences
	// effort is the least number of positions to be settled for the side to move
	// to show what it has to, and reply for the other side: 0 when it is shown,
	// proofNever when it cannot be.
	effort, reply int
}

const proofNever = 1 << 40

// Of the time for a move a third may go into this, and of all that at most
// conversionTime; without a time it is conversionMost positions, which take 3
// microseconds each, or 15 while the blocks of the database must be unpacked.
const (
	conversionShare = 3
	conversionTime  = 100 * time.Millisecond
	conversionMost  = 10_000
	// conversionLeast is what is looked at in any case: on a busy machine the time
	// may be over before anything was done.
	conversionLeast = 300
	// proofsKept is how many nodes a worker may keep for the next move.
	proofsKept = 30_000
)

// conversion returns the worker's conversion, ready for a search. What it has
// found out on earlier moves stays true.
func (w *worker) conversion() *conversion {
	c := w.proofs
	if c == nil || c.rules != w.rules || len(c.nodes) > proofsKept {
		c = newConversion(w)
		w.proofs = c
	}
	c.left, c.deadline, c.gaveUp = conversionMost, time.Time{}, false
	if limit := cmp.Or(w.clock.soft, w.clock.hard); limit > 0 {
		c.deadline = w.clock.start.Add(min(limit/conversionShare, conversionTime))
	}
	return c
}

func newConversion(w *worker) *conversion {
	c := &conversion{
		variant: w.variant, rules: w.rules, endgame: w.endgame, engine: w.engine,
		nodes: map[board.Position]*proofNode{}, soon: board.NoDrawAhead,
	}
	within := func(plies int) {
		if plies != 0 {
			c.soon = min(c.soon, plies)
		}
	}
	within(int(w.rules.KingPlies))
	within(int(w.rules.NoProgress))
	for i := range w.rules.Endings {
		e := &w.rules.Endings[i]
		within(int(e.Plies))
		within(int(e.RoadPlies))
		if e.AtOnce {
			c.soon = 0
		}
	}
	return c
}

// settle makes draws of moves that win, or lose, where that does not come true,
// and returns how many moves remain won, or have become draws. A win that there
// was too much to look at for remains one.
func (c *conversion) settle(moves []perfectMove) (good int) {
	root := &proofNode{value: moves[0].value, expanded: true}
	for i := range moves {
		root.next = append(root.next, c.node(&moves[i].next))
	}
	c.prove(root, proofNever, proofNever)
	for i, n := range root.next {
		m := &moves[i]
		shown := n.reply == 0 // by the side whose move it was
		if m.value == endgame.Win {
			m.doubt, shown = n.reply, n.effort != 0
		}
		if shown {
			good++
		}
		if shown != (m.value == endgame.Win) {
			m.value, m.distance = endgame.Draw, 0
		}
	}
	return good
}

// node returns the node of a position.
func (c *conversion) node(p *board.Position) *proofNode {
	key := *p
	key.Reversible = 0 // repetition does not come up
	if n := c.nodes[key]; n != nil {
		return n
	}
	n := &proofNode{position: *p, effort: 1, reply: 1}
	n.value, n.distance, _ = c.endgame.Evaluate(p)
	ahead := c.variant.PliesToDraw(p, c.rules)
	switch {
	case n.distance == 0 && n.value != endgame.Draw, n.distance <= min(c.soon, ahead) && !bound(c.variant, p):
		n.decide(n.value == endgame.Win)
	case ahead == 0:
		n.decide(n.value == endgame.Loss)
	}
	c.nodes[key] = n
	return n
}

// decide notes that the side to move has shown what it has to, or the other one.
func (n *proofNode) decide(shown bool) {
	n.effort, n.reply = proofNever, 0
	if shown {
		n.effort, n.reply = 0, proofNever
	}
}

// prove works on a node until one of its efforts reaches a threshold.
func (c *conversion) prove(n *proofNode, effort, reply int) {
	if !n.expanded && !c.expand(n) {
		return
	}
	for {
		var best *proofNode
		second := proofNever
		n.effort, n.reply = proofNever, 0
		for _, m := range n.next {
			switch {
			case m.reply < n.effort:
				best, second, n.effort = m, n.effort, m.reply
			case m.reply < second:
				second = m.reply
			}
			n.reply = min(n.reply+m.effort, proofNever)
		}
		if n.effort >= effort || n.reply >= reply || c.gaveUp {
			return
		}
		c.prove(best, reply-n.reply+best.effort, min(effort, second+1))
	}
}

// expand finds the moves of a node that win soonest or lose latest; false if
// it is time to give up.
func (c *conversion) expand(n *proofNode) bool {
	c.left--
	c.gaveUp = c.left < 0 || c.engine.halt.Load() ||
		c.left < conversionMost-conversionLeast && !c.deadline.IsZero() && time.Now().After(c.deadline)
	if c.gaveUp {
		return false
	}
	c.variant.Generate(&n.position, &c.list)
	var others []*proofNode
	for i := range c.list.Len() {
		var q board.Position
		c.variant.Do(&n.position, c.list.At(i), &q)
		next := c.node(&q)
		if next.value == -n.value && next.distance == n.distance-1 {
			n.next = append(n.next, next)
		} else if n.value == endgame.Loss {
			others = append(others, next)
		}
	}
	if len(n.next) == 0 { // the frisian limit forbids the longest defence
		n.next = others
	}
	n.expanded = true
	return true
}
