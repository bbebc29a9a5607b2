package board

// jumps returns the squares behind the pieces that men can take at once, by
// direction.
func (g *generator[W]) jumps(men, prey, free set[W], side Color) (ne, nw, sw, se set[W]) {
	if g.rules.Orthogonal {
		return g.straightJumps(men, prey, free, side)
	}
	short, long := g.short, g.long
	if g.takesNorth[side&1] {
		ne = men.shr(short).and(prey).shr(short).and(free)
		nw = men.shr(long).and(prey).shr(long).and(free)
	}
	if g.takesSouth[side&1] {
		sw = men.shl(short).and(prey).shl(short).and(free)
		se = men.shl(long).and(prey).shl(long).and(free)
	}
	return ne, nw, sw, se
}

// straightJumps is jumps on the orthogonal board, where no ghosts keep the men
// from going round the edge.
func (g *generator[W]) straightJumps(men, prey, free set[W], side Color) (west, north, east, south set[W]) {
	short, long, leap := g.short, g.long, &g.leap[side&1]
	west = men.and(leap[NorthEast]).shr(short).and(prey).shr(short).and(free)
	north = men.and(leap[NorthWest]).shr(long).and(prey).shr(long).and(free)
	east = men.and(leap[SouthWest]).shl(short).and(prey).shl(short).and(free)
	south = men.and(leap[SouthEast]).shl(long).and(prey).shl(long).and(free)
	return west, north, east, south
}

// menTake tries the captures of men that begin with a jump in one direction
// and land on a square of the set first.
func (c *capture[W]) menTake(first, all set[W], step int, d Direction) {
	for ; !first.empty(); first = first.dropFirst() {
		to := first.first()
		c.from = Square(int(to) - 2*step)
		c.blocked = all.andNot(bitOf[W](c.from))
		over := bitOf[W](Square(int(to) - step))
		c.man(bitOf[W](to), over, c.with(0, over), d)
	}
}

// eachMan tries all captures of men, one man after the other.
func (c *capture[W]) eachMan(men, all set[W]) {
	for ; !men.empty(); men = men.dropFirst() {
		c.from = men.first()
		man := bitOf[W](c.from)
		c.blocked = all.andNot(man)
		c.man(man, set[W]{}, 0, directions)
	}
}

// takers returns the men that can take something at once.
func (g *generator[W]) takers(men, prey, free set[W], side Color) set[W] {
	var out set[W]
	ways := g.manTakes[side&1]
	for i := range ways {
		w := &ways[i]
		if over := men.and(w.jump).rotate(w.step).and(prey); !over.empty() {
			if to := over.rotate(w.step).and(free); !to.empty() {
				out = out.or(to.rotate(-2 * w.step))
			}
		}
	}
	return out
}

// man goes on with a man's capture that has taken some and led to the square of
// at in direction d, or, if it has taken none, begins one.
func (c *capture[W]) man(at, taken set[W], t tally, d Direction) {
	g := c.g
	var kind MoveKind
	if !c.crown.and(at).empty() && t != 0 {
		kind = Crowns
		if g.rules.Promotion == PromotionEnds || g.rules.Promotion == PromotionContinues && !c.kingJumps(at.first(), taken, t, d, false) {
			c.record(at.first(), taken, t, kind)
		}
		if g.rules.Promotion != PromotionPasses {
			return
		}
	}
	if c.exhausted() {
		return
	}
	prey := c.prey.andNot(taken)
	free := g.playable.andNot(c.obstacles(taken))
	if !g.fourWays {
		c.manyWays(at, taken, prey, free, t, kind)
		return
	}
	short, long := g.short, g.long
	ne, nw, sw, se := g.jumps(at, prey, free, c.side)
	if ne.or(nw).or(sw.or(se)).empty() {
		if t != 0 {
			c.record(at.first(), taken, t, kind)
		}
		return
	}
	straight := g.rules.Orthogonal // forwards first, then west and east
	if !straight && !ne.empty() {
		over := at.shr(short)
		c.man(ne, taken.or(over), c.with(t, over), NorthEast)
	}
	if !nw.empty() {
		over := at.shr(long)
		c.man(nw, taken.or(over), c.with(t, over), NorthWest)
	}
	if straight {
		if !se.empty() {
			over := at.shl(long)
			c.man(se, taken.or(over), c.with(t, over), SouthEast)
		}
		if !ne.empty() {
			over := at.shr(short)
			c.man(ne, taken.or(over), c.with(t, over), NorthEast)
		}
	}
	if !sw.empty() {
		over := at.shl(short)
		c.man(sw, taken.or(over), c.with(t, over), SouthWest)
	}
	if !straight && !se.empty() {
		over := at.shl(long)
		c.man(se, taken.or(over), c.with(t, over), SouthEast)
	}
}

// manyWays is the rest of man where men take in eight directions.
func (c *capture[W]) manyWays(at, taken, prey, free set[W], t tally, kind MoveKind) {
	g := c.g
	s := at.first()
	found := false
	if !g.around[s&127].and(prey).empty() {
		ways := g.manTakes[c.side&1]
		for i := range ways {
			d := ways[i].direction & 7
			over := g.neighbour[d][s&127]
			if over == NoSquare || !prey.has(over) {
				continue
			}
			if to := g.neighbour[d][over&127]; to != NoSquare && free.has(to) {
				found = true
				victim := bitOf[W](over)
				c.man(bitOf[W](to), taken.or(victim), c.with(t, victim), d)
			}
		}
	}
	if !found && t != 0 {
		c.record(s, taken, t, kind)
	}
}
