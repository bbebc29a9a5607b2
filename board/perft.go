package board

// Perft counts the sequences of depth legal moves from a position; a game that
// ends earlier counts nothing. Draw rules do not apply. With bulk the moves of
// the last ply are counted but not played.
func (v *Variant) Perft(p *Position, depth int, bulk bool) uint64 {
	if depth <= 0 {
		return 1
	}
	levels := make([]perftLevel, depth+1)
	levels[depth].position = *p
	if v.wide != nil {
		return perft(v.wide, levels, bulk)
	}
	return perft(v.narrow, levels, bulk)
}

// perftLevel is a position and its moves.
type perftLevel struct {
	position Position
	list     List
}

// perft counts below the last of the levels.
func perft[W width](g *generator[W], levels []perftLevel, bulk bool) uint64 {
	depth := len(levels) - 1
	here, next := &levels[depth], &levels[depth-1]
	p, l := &here.position, &here.list
	l.n, l.effort = 0, 0
	if depth == 1 && bulk {
		return uint64(g.count(p, l))
	}
	g.generate(p, l)
	switch {
	case depth == 1:
		return uint64(g.playAll(p, l, &next.position))
	case depth == 2:
		return g.lastTwo(p, l, next, &levels[0].position, bulk)
	}
	var n uint64
	for i := range l.Moves() {
		g.step(p, &l.moves[i], &next.position)
		n += perft(g, levels[:depth], bulk)
	}
	return n
}

// step plays a move on the pieces and keeps what limits the moves.
func (g *generator[W]) step(p *Position, m *Move, q *Position) {
	g.do(p, m, q)
	if limit := g.rules.KingLimit; limit != 0 {
		countRun(p, m, q, limit)
	}
}

// lastTwo plays the moves of a list and counts the replies to each, or plays these
// too. Nearly all work is done here, so it spares the calls.
func (g *generator[W]) lastTwo(p *Position, l *List, next *perftLevel, last *Position, bulk bool) uint64 {
	q, replies := &next.position, &next.list
	var n uint64
	for i := range l.Moves() {
		g.step(p, &l.moves[i], q)
		replies.n, replies.effort = 0, 0
		if bulk {
			n += uint64(g.count(q, replies))
		} else {
			g.generate(q, replies)
			n += uint64(g.playAll(q, replies, last))
		}
	}
	return n
}

// playAll plays the moves of a list one after the other and returns how many
// they are. It is a function of its own so that all it needs stays in registers.
//
//go:noinline
func (g *generator[W]) playAll(p *Position, l *List, q *Position) int {
	side := p.Side & 1
	men, kings := load[W](p.Men[side]), load[W](p.Kings[side])
	otherMen, otherKings := load[W](p.Men[side^1]), load[W](p.Kings[side^1])
	mine, others := &q.Men[side], &q.Men[side^1]
	mineK, othersK := &q.Kings[side], &q.Kings[side^1]
	q.Side = side ^ 1
	moves := l.Moves()
	for i := range moves {
		m := &moves[i]
		w := m.packed()
		from, to, taken := bitOf[W](Square(w)), bitOf[W](Square(w>>8)), load[W](m.Captured)
		a, b := men.andNot(from), kings
		if w&kindBits == 0 {
			a = a.or(to)
		} else {
			b = b.andNot(from).or(to)
		}
		a.store(mine)
		b.store(mineK)
		otherMen.andNot(taken).store(others)
		otherKings.andNot(taken).store(othersK)
	}
	return len(moves)
}
