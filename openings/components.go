package openings

// components returns the strongly connected components of a graph, each after
// those that can be reached from it (Tarjan, "Depth-first search and linear
// graph algorithms", 1972). The walk keeps its own stack: a graph may be deeper
// than a thread's.
func components(nodes []node) [][]int32 {
	const none = -1
	type frame struct {
		node int32
		next int // index of the child to look at
	}
	var (
		order  = make([]int32, len(nodes)) // of the first visit
		low    = make([]int32, len(nodes)) // the earliest node that can be reached
		open   = make([]bool, len(nodes))  // on the stack of nodes without component
		stack  []int32
		walk   []frame
		groups [][]int32
		count  int32
	)
	for i := range order {
		order[i] = none
	}
	enter := func(i int32) {
		order[i], low[i], open[i] = count, count, true
		count++
		stack = append(stack, i)
		walk = append(walk, frame{node: i})
	}
	for i := range nodes {
		if order[i] != none {
			continue
		}
		enter(int32(i))
		for len(walk) > 0 {
			f := &walk[len(walk)-1]
			at := f.node
			if f.next < len(nodes[at].children) {
				c := nodes[at].children[f.next]
				f.next++
				switch {
				case order[c] == none:
					enter(c)
				case open[c]:
					low[at] = min(low[at], order[c])
				}
				continue
			}
			walk = walk[:len(walk)-1]
			if len(walk) > 0 {
				above := walk[len(walk)-1].node
				low[above] = min(low[above], low[at])
			}
			if low[at] != order[at] {
				continue
			}
			from := len(stack) - 1
			for stack[from] != at {
				from--
			}
			group := append([]int32(nil), stack[from:]...)
			for _, m := range group {
				open[m] = false
			}
			stack = stack[:from]
			groups = append(groups, group)
		}
	}
	return groups
}
