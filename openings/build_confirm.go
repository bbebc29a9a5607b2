package openings

import "context"

// confirmMargin is how many centimen below the best a move may be to be
// confirmed: no less than the default margin of the play.
const confirmMargin = DefaultMargin + 2

// Confirm searches again, with more nodes, every position at the end of the book
// to which one of the better moves leads. The move that looks best is often the
// one that a small search overrates most; where play leaves the book such a
// mistake is not put right by what lies beyond. A score that falls lets other
// moves come near the best, so it goes on until all of those are confirmed too.
func (b *Builder) Confirm(ctx context.Context) error {
	if b.options.Confirm <= 1 {
		return nil
	}
	g := b.graph
	for {
		g.backUp()
		var tasks []task
		planned := map[int32]bool{}
		for i := range g.nodes {
			n := &g.nodes[i]
			for _, c := range n.children {
				child := &g.nodes[c]
				if child.expanded() || child.own.confirmed || child.decided() || planned[c] ||
					n.score-fromChild(child.score) > confirmMargin {
					continue
				}
				planned[c] = true
				tasks = append(tasks, task{child.position, child.key})
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
