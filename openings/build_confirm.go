package openings

import "context"

// confirmSlack is how many centimen further than the margin of the play the
// moves are confirmed: scores that fall let others come near the best.
const confirmSlack = 2

// Confirm searches again, with more nodes, every position at the end of the book
// to which the play may come. The move that looks best is often the one that a
// small search overrates most; where play leaves the book such a mistake is not
// put right by what lies beyond. A score that falls lets other moves come near
// the best, so it goes on until all of those are confirmed too.
//
// It also finds the book's margin: where few moves are nearly as good as the
// best, games would be much the same, so the margin grows until a hundred games
// have enough different beginnings, or to mostMargin.
func (b *Builder) Confirm(ctx context.Context) error {
	for b.margin = DefaultMargin; ; b.margin += 2 {
		if err := b.confirm(ctx, b.margin+confirmSlack); err != nil {
			return err
		}
		if b.margin >= mostMargin || b.Book().variety(b.margin) >= enoughVariety {
			return nil
		}
	}
}

// confirm does so for a margin.
func (b *Builder) confirm(ctx context.Context, margin int) error {
	if b.options.Confirm <= 1 {
		return nil
	}
	for {
		b.graph.backUp()
		var tasks []task
		for _, i := range b.graph.exits(margin) {
			n := &b.graph.nodes[i]
			if !n.own.confirmed && !n.decided() {
				tasks = append(tasks, task{n.position, n.key})
			}
		}
		if len(tasks) == 0 {
			return nil
		}
		if err := b.search(ctx, tasks, true); err != nil {
			return err
		}
	}
}

// exits returns the positions that are not expanded to which moves within a
// margin lead from the roots.
func (g *graph) exits(margin int) []int32 {
	var exits []int32
	seen := make([]bool, len(g.nodes))
	queue := append([]int32(nil), g.roots...)
	for _, r := range g.roots {
		seen[r] = true
	}
	for len(queue) > 0 {
		i := queue[0]
		queue = queue[1:]
		n := &g.nodes[i]
		if !n.expanded() {
			exits = append(exits, i)
			continue
		}
		for _, c := range n.children {
			if !seen[c] && playable(n.score, fromChild(g.nodes[c].score), margin) {
				seen[c] = true
				queue = append(queue, c)
			}
		}
	}
	return exits
}
