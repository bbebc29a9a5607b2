package board

func (l *List) add(m Move) {
	if l.n < MaxMoves {
		l.moves[l.n] = m
		l.n++
	}
}

// addAll adds a move to every square of a set for the man one step behind it.
func addAll[W width](l *List, to set[W], step int, kind MoveKind) {
	moves := l.grow(to.count())
	code := uint32(kind)<<16 - uint32(step)
	for i := range moves {
		m := &moves[i]
		m.Captured = Bits{}
		m.pack(uint32(to.first())*0x101 + code)
		to = to.dropFirst()
	}
}

// grow makes the list longer by n moves, or as many as fit, and returns them.
func (l *List) grow(n int) []Move {
	first := l.n
	l.n = min(first+n, MaxMoves)
	return l.moves[first:l.n]
}

// quiet adds the moves that take nothing.
func (g *generator[W]) quiet(p *Position, l *List) {
	side := p.Side & 1
	men, kings := load[W](p.Men[side]), load[W](p.Kings[side])
	free := g.playable.andNot(men.or(kings)).andNot(load[W](p.Men[side^1]).or(load[W](p.Kings[side^1])))
	g.steps(l, men, free, side)
	if kings.empty() {
		return
	}
	kings = g.unbarred(p, kings, men)
	for !kings.empty() {
		from := kings.first()
		kings = kings.dropFirst()
		to := g.kingReach(from, free)
		for !to.empty() {
			l.add(Move{From: from, To: to.first(), Kind: KingMoves})
			to = to.dropFirst()
		}
	}
}

// steps adds the quiet moves of men, direction by direction. As long as none is
// crowned, one loop serves two directions: most time of a short loop goes into
// its end, which the processor foresees badly.
func (g *generator[W]) steps(l *List, men, free set[W], side Color) {
	crown := g.crown[side&1]
	ways := g.manSteps[side&1]
	if len(ways) >= 2 {
		v, w := &ways[0], &ways[1]
		to, then := men.and(v.source).rotate(v.step).and(free), men.and(w.source).rotate(w.step).and(free)
		if to.or(then).and(crown).empty() {
			code, next := -uint32(v.step), -uint32(w.step)
			moves := l.grow(to.count() + then.count())
			for i := range moves {
				if to.empty() {
					to, code = then, next
				}
				m := &moves[i]
				m.Captured = Bits{}
				m.pack(uint32(to.first())*0x101 + code)
				to = to.dropFirst()
			}
			ways = ways[2:]
		}
	}
	for i := range ways {
		w := &ways[i]
		to := men.and(w.source).rotate(w.step).and(free)
		addAll(l, to.andNot(crown), w.step, 0)
		if to = to.and(crown); !to.empty() {
			addAll(l, to, w.step, Crowns)
		}
	}
}

// unbarred leaves out the king that has made its limit of quiet moves in a
// row, as long as its side has a man (frisian, art. 17).
func (g *generator[W]) unbarred(p *Position, kings, men set[W]) set[W] {
	if g.rules.KingLimit != 0 && p.RunLength[p.Side&1] >= g.rules.KingLimit && !men.empty() {
		return kings.andNot(bitOf[W](p.RunSquare[p.Side&1]))
	}
	return kings
}

// kingReach returns where a king may go without taking.
func (g *generator[W]) kingReach(from Square, free set[W]) set[W] {
	if !g.rules.FlyingKings {
		return g.beside[from&127].and(free)
	}
	var to set[W]
	for i := range g.kingGoes {
		d := g.kingGoes[i].direction & 7
		ray := g.ray[d][from&127]
		if blockers := ray.andNot(free); !blockers.empty() {
			ray = ray.andNot(g.beyond[d][nearest(blockers, d)&127])
		}
		to = to.or(ray)
	}
	return to
}

// countQuiet returns the number of moves that quiet would add.
func (g *generator[W]) countQuiet(p *Position) int {
	side := p.Side & 1
	men, kings := load[W](p.Men[side]), load[W](p.Kings[side])
	free := g.playable.andNot(men.or(kings)).andNot(load[W](p.Men[side^1]).or(load[W](p.Kings[side^1])))
	n := g.countSteps(men, free, side)
	if kings.empty() {
		return n
	}
	kings = g.unbarred(p, kings, men)
	for !kings.empty() {
		n += g.kingReach(kings.first(), free).count()
		kings = kings.dropFirst()
	}
	return n
}

// countSteps returns the number of quiet moves of men.
func (g *generator[W]) countSteps(men, free set[W], side Color) int {
	switch {
	case g.rules.Orthogonal:
		n := 0
		ways := g.manSteps[side&1]
		for i := range ways {
			w := &ways[i]
			n += men.and(w.source).rotate(w.step).and(free).count()
		}
		return n
	case side == White:
		return men.shr(g.short).and(free).count() + men.shr(g.long).and(free).count()
	default:
		return men.shl(g.short).and(free).count() + men.shl(g.long).and(free).count()
	}
}
