package board

// want is what a caller needs of the legal moves.
type want uint8

const (
	wantAll want = iota
	wantCaptures
	wantCount
)

// plain deals with the positions that are met most: the side to move has men
// only, and none of them takes more than one piece. Such captures are all of the
// same value, and no two are the same move. It lists the moves, or returns their
// number and lists nothing; in all other positions it does nothing and reports
// false. The generator's speed is made here, so everything is written out.
func (g *generator[W]) plain(p *Position, l *List, want want) (n int, ok bool) {
	side := p.Side & 1
	men, prey := load[W](p.Men[side]), load[W](p.Men[side^1])
	preyKings := load[W](p.Kings[side^1])
	if !p.Kings[side].Empty() || !g.fourWays {
		return 0, false
	}
	free := g.playable.andNot(men).andNot(prey.or(preyKings))
	if !g.rules.MenSpareKings {
		prey = prey.or(preyKings)
	}
	short, long := g.short, g.long
	var ne, nw, sw, se set[W] // the squares behind the pieces that can be taken
	if g.rules.Orthogonal {
		ne, nw, sw, se = g.straightJumps(men, prey, free, side)
	} else {
		if g.takesNorth[side] {
			ne = men.shr(short).and(prey).shr(short).and(free)
			nw = men.shr(long).and(prey).shr(long).and(free)
		}
		if g.takesSouth[side] {
			sw = men.shl(short).and(prey).shl(short).and(free)
			se = men.shl(long).and(prey).shl(long).and(free)
		}
	}
	first := ne.or(nw).or(sw.or(se))
	if first.empty() {
		switch want {
		case wantCount:
			return g.countSteps(men, free, side), true
		case wantAll:
			g.steps(l, men, free, side)
		}
		return 0, true
	}
	if !g.plainValue && !preyKings.empty() || g.rules.Promotion == PromotionContinues && !first.and(g.crown[side]).empty() {
		return 0, false
	}
	var next set[W] // where a second jump might lead, own men being thought away
	if g.rules.Orthogonal {
		next = g.straightOnward(ne, nw, sw, se, prey, free.or(men), side)
	} else {
		if g.takesNorth[side] {
			next = first.andNot(sw).shr(short).and(prey).shr(short).or(first.andNot(se).shr(long).and(prey).shr(long))
		}
		if g.takesSouth[side] {
			next = next.or(first.andNot(ne).shl(short).and(prey).shl(short)).or(first.andNot(nw).shl(long).and(prey).shl(long))
		}
		next = next.and(free.or(men))
	}
	if !next.empty() {
		return 0, false
	}
	if want == wantCount {
		n = ne.count() + nw.count() + sw.count() + se.count()
		if g.rules.OptionalCaptures {
			n += g.countSteps(men, free, side)
		}
		return n, true
	}
	crown := g.crown[side]
	if g.rules.Orthogonal {
		g.addOrthogonal(l, ne, nw, sw, se, crown)
	} else {
		addSingles(l, ne, crown, -int(short))
		addSingles(l, nw, crown, -int(long))
		addSingles(l, sw, crown, int(short))
		addSingles(l, se, crown, int(long))
	}
	if want == wantAll && g.rules.OptionalCaptures {
		g.steps(l, men, free, side)
	}
	return 0, true
}

// straightOnward returns where a second jump might lead on the orthogonal board.
// A man that turned back west or east would take the same piece again; north and
// south need no such care, since men never take backwards there.
func (g *generator[W]) straightOnward(west, north, east, south, prey, landing set[W], side Color) set[W] {
	ahead := north.or(south)
	w, _, _, _ := g.straightJumps(ahead.or(west), prey, landing, side)
	_, n, e, s := g.straightJumps(ahead.or(east), prey, landing, side)
	_, n2, _, s2 := g.straightJumps(west, prey, landing, side)
	return w.or(e).or(n.or(s)).or(n2.or(s2))
}

// addSingles adds men's captures of one piece that land on a square of the set.
func addSingles[W width](l *List, to, crown set[W], step int) {
	for ; !to.empty(); to = to.dropFirst() {
		addSingle(l, to.first(), step, crown)
	}
}

// addSingle adds a man's capture that lands on a square.
func addSingle[W width](l *List, to Square, step int, crown set[W]) {
	var kind MoveKind
	if crown.has(to) {
		kind = Crowns
	}
	over := bitOf[W](Square(int(to) - step))
	l.add(Move{Captured: over.bits(), From: Square(int(to) - 2*step), To: to, Kind: kind, Count: 1})
}

// addOrthogonal adds captures of one piece in the order of eachMan.
func (g *generator[W]) addOrthogonal(l *List, west, north, east, south, crown set[W]) {
	short, long := g.short, g.long
	men := north.shl(2 * long).or(west.shl(2 * short)).or(east.shr(2 * short).or(south.shr(2 * long)))
	for ; !men.empty(); men = men.dropFirst() {
		s := men.first()
		for _, way := range [...]struct {
			to   set[W]
			step int
		}{{north, -int(long)}, {south, int(long)}, {west, -int(short)}, {east, int(short)}} {
			if to := Square(int(s) + 2*way.step); to < 64 && way.to.has(to) {
				addSingle(l, to, way.step, crown)
			}
		}
	}
}
