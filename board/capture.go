package board

// capture is the state of the search for all captures of one position. Jumps
// are tried depth first, one piece at a time.
type capture[W width] struct {
	g *generator[W]
	l *List

	prey      set[W] // the pieces the moving piece may take
	preyKings set[W]
	blocked   set[W] // all pieces without the moving one
	crown     set[W]
	side      Color
	from      Square
	king      bool // the moving piece was a king at the start
	base      int  // list index of the first capture
	best      int  // value of the captures listed
}

// MaxEffort bounds the jumps tried for one list. The number of routes grows
// exponentially with the number of loose pieces: positions with twenty of them
// round a king or a frisian man can be drawn up that have tens of millions.
// Beyond the bound, which is a third of a second's work, captures that were not
// found yet are left out. The frisian problem with the most routes known to the
// tests stays within it by a factor of three.
const MaxEffort = 4_000_000

// exhausted counts one more jump and reports whether there were too many.
func (c *capture[W]) exhausted() bool {
	c.l.effort++
	return c.l.effort > MaxEffort
}

// tally describes what one route has taken so far: the number of pieces in the
// low byte, the number of kings in the next, and above them bit 63-i for each
// i-th piece that is a king.
type tally uint64

func (t tally) count() int { return int(t & 255) }
func (t tally) kings() int { return int(t >> 8 & 255) }

// with adds the piece over to the tally.
func (c *capture[W]) with(t tally, over set[W]) tally {
	if !c.preyKings.and(over).empty() {
		t |= 1 << (63 - t&31)
		t += 1 << 8
	}
	return t + 1
}

// captures adds the legal captures, of the highest priority only.
func (g *generator[W]) captures(p *Position, l *List) {
	side := p.Side & 1
	men, prey := load[W](p.Men[side]), load[W](p.Men[side^1])
	kings, preyKings := load[W](p.Kings[side]), load[W](p.Kings[side^1])
	manPrey := prey
	prey = prey.or(preyKings)
	if !g.rules.MenSpareKings {
		manPrey = prey
	}
	all := men.or(kings).or(prey)
	free := g.playable.andNot(all)
	if !g.fourWays {
		men = g.takers(men, manPrey, free, side)
		if men.or(kings).empty() {
			return
		}
		var c capture[W]
		c.start(g, l, all, prey, preyKings, side)
		c.kings(kings, all)
		c.prey, c.king = manPrey, false
		c.eachMan(men, all)
		return
	}
	ne, nw, sw, se := g.jumps(men, manPrey, free, side)
	if ne.or(nw).or(sw.or(se)).or(kings).empty() {
		return
	}
	var c capture[W]
	c.start(g, l, all, prey, preyKings, side)
	if !kings.empty() {
		c.kings(kings, all)
	}
	c.prey, c.king = manPrey, false
	if g.rules.Orthogonal {
		short, long := g.short, g.long
		c.eachMan(nw.shl(2*long).or(ne.shl(2*short)).or(sw.shr(2*short).or(se.shr(2*long))), all)
		return
	}
	short, long := int(g.short), int(g.long)
	c.menTake(ne, all, -short, NorthEast)
	c.menTake(nw, all, -long, NorthWest)
	c.menTake(sw, all, short, SouthWest)
	c.menTake(se, all, long, SouthEast)
}

func (c *capture[W]) start(g *generator[W], l *List, all, prey, preyKings set[W], side Color) {
	c.g, c.l, c.base, c.best = g, l, l.n, 0
	c.side, c.crown = side, g.crown[side]
	c.prey, c.preyKings, c.king = prey, preyKings, true
}

func (c *capture[W]) kings(kings, all set[W]) {
	for ; !kings.empty(); kings = kings.dropFirst() {
		c.from = kings.first()
		c.blocked = all.andNot(bitOf[W](c.from))
		c.kingJumps(c.from, set[W]{}, 0, directions, false)
	}
}

func (g *generator[W]) canCapture(p *Position, side Color) bool {
	side &= 1
	men, kings := load[W](p.Men[side]), load[W](p.Kings[side])
	preyMen, preyKings := load[W](p.Men[side^1]), load[W](p.Kings[side^1])
	prey := preyMen.or(preyKings)
	all := men.or(kings).or(prey)
	manPrey := prey
	if g.rules.MenSpareKings {
		manPrey = preyMen
	}
	if g.done(p) {
		return false
	}
	free := g.playable.andNot(all)
	if g.fourWays {
		ne, nw, sw, se := g.jumps(men, manPrey, free, side)
		if !ne.or(nw).or(sw.or(se)).empty() {
			return true
		}
	} else if !g.takers(men, manPrey, free, side).empty() {
		return true
	}
	for !kings.empty() {
		s := kings.first()
		kings = kings.dropFirst()
		for i := range g.kingTake {
			d := g.kingTake[i].direction & 7
			if over := g.target(s, d, all); over != NoSquare && prey.has(over) {
				if to := g.neighbour[d][over&127]; to != NoSquare && !all.has(to) {
					return true
				}
			}
		}
	}
	return false
}

// target returns the first piece that a king meets in a direction, or NoSquare.
func (g *generator[W]) target(s Square, d Direction, blocked set[W]) Square {
	if !g.rules.FlyingKings {
		if t := g.neighbour[d&7][s&127]; t != NoSquare && blocked.has(t) {
			return t
		}
		return NoSquare
	}
	if b := g.ray[d&7][s&127].and(blocked); !b.empty() {
		return nearest(b, d)
	}
	return NoSquare
}

// obstacles returns the pieces in the way of a route that has taken some.
func (c *capture[W]) obstacles(taken set[W]) set[W] {
	if c.g.rules.RemoveAtOnce {
		return c.blocked.andNot(taken)
	}
	return c.blocked
}

// kingJumps tries all jumps of a king that stands on s, having come there in
// direction last (directions at the start), and reports whether there is one.
// Of the landing squares behind one piece, only the first tries to go on in
// the same direction (notOnward is false for it): the others would find the same.
func (c *capture[W]) kingJumps(s Square, taken set[W], t tally, last Direction, notOnward bool) bool {
	if c.exhausted() {
		return true
	}
	g := c.g
	blocked := c.obstacles(taken)
	prey := c.prey.andNot(taken)
	found := false
	for i := range g.kingTake {
		d := g.kingTake[i].direction & 7
		if d == last && notOnward || g.rules.NoUTurn && last != directions && d == last.Opposite() {
			continue
		}
		over := g.target(s, d, blocked)
		if over == NoSquare || !prey.has(over) {
			continue
		}
		to := g.neighbour[d][over&127]
		if to == NoSquare || blocked.has(to) {
			continue
		}
		found = true
		victim := bitOf[W](over)
		after, sum := taken.or(victim), c.with(t, victim)
		if !g.rules.FlyingKings || g.rules.Landing == LandBehind {
			if !c.kingJumps(to, after, sum, d, false) {
				c.recordKing(to, after, sum)
			}
			continue
		}
		run := g.ray[d][over&127]
		if b := run.and(blocked); !b.empty() {
			run = run.andNot(g.beyond[d][nearest(b, d)&127])
		}
		// A king that can go on from one of the landing squares must choose
		// such a one.
		on := c.kingJumps(to, after, sum, d, false)
		for rest := run.andNot(bitOf[W](to)); !rest.empty(); rest = rest.dropFirst() {
			if c.kingJumps(rest.first(), after, sum, d, true) {
				on = true
			}
		}
		if on {
			continue
		}
		if g.rules.Landing == LandBehindKing && c.preyKings.has(over) {
			run = bitOf[W](to)
		}
		for ; !run.empty(); run = run.dropFirst() {
			c.recordKing(run.first(), after, sum)
		}
	}
	return found
}

// recordKing records the end of a king's capture; the king may have been a man
// at the start (PromotionContinues).
func (c *capture[W]) recordKing(to Square, taken set[W], t tally) {
	if c.king {
		c.record(to, taken, t, KingMoves)
	} else {
		c.record(to, taken, t, Crowns)
	}
}

// record adds a complete capture unless a better one is known or it is there
// already by another route; a better one than all before replaces them.
func (c *capture[W]) record(to Square, taken set[W], t tally, kind MoveKind) {
	l := c.l
	value := 0
	switch c.g.rules.Priority {
	case FreeChoice:
	case MostPieces:
		value = t.count()
	default:
		value = c.value(t)
	}
	if value != c.best {
		if value < c.best {
			return
		}
		c.best = value
		l.n = c.base
	}
	if l.n >= MaxMoves {
		return
	}
	m := &l.moves[l.n]
	m.Captured = taken.bits()
	m.From, m.To, m.Kind, m.Count = c.from, to, kind, uint8(t.count())
	// Fewer than four steps of two squares lead from one square to another over
	// the same pieces in one order only.
	if m.Count >= 4 || m.Count > 1 && (!c.g.fourWays || c.g.rules.FlyingKings && kind != 0) {
		for i := c.base; i < l.n; i++ {
			if l.moves[i] == *m {
				return
			}
		}
	}
	l.n++
}

// value orders captures by the game's priority (other than MostPieces): a
// higher one is compulsory.
func (c *capture[W]) value(t tally) int {
	king := 0
	if c.king {
		king = 1
	}
	switch c.g.rules.Priority {
	case MostKings:
		return t.count()<<8 | t.kings()
	case ItalianOrder:
		return t.count()<<41 | king<<40 | t.kings()<<32 | int(t>>32)
	case KingFirst:
		return king
	case FrisianValue:
		return (t.count()+t.kings())<<16 | (255-t.kings())<<1 | king
	}
	return 0
}
