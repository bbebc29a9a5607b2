package board

// Perft counts the sequences of depth legal moves from a position; a game that
// ends earlier counts nothing. Draw rules do not apply. With bulk the moves of
// the last ply are counted but not played.
func (v *Variant) Perft(p *Position, depth int, bulk bool) uint64 {
	if depth <= 0 {
		return 1
	}
	t := perft{v: v, bulk: bulk, lists: make([]List, depth+1), positions: make([]Position, depth+1)}
	t.positions[depth] = *p
	if v.wide != nil {
		return perftFrom(&t, v.wide, depth)
	}
	return perftFrom(&t, v.narrow, depth)
}

type perft struct {
	v         *Variant
	bulk      bool
	lists     []List
	positions []Position
}

func perftFrom[W width](t *perft, g *generator[W], depth int) uint64 {
	p, l := &t.positions[depth], &t.lists[depth]
	l.n, l.effort = 0, 0
	if depth == 1 && t.bulk {
		return uint64(g.count(p, l))
	}
	g.generate(p, l)
	q := &t.positions[depth-1]
	limit := g.rules.KingLimit
	var n uint64
	for i := range l.Moves() {
		m := &l.moves[i]
		g.do(p, m, q)
		if limit != 0 {
			countRun(p, m, q, limit)
		}
		if depth == 1 {
			n++
		} else {
			n += perftFrom(t, g, depth-1)
		}
	}
	return n
}
