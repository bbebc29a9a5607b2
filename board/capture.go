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
	first     int  // list index of the first capture by this piece
	best      int  // value of the captures listed
}

// chain is what one route has taken so far.
type chain[W width] struct {
	taken set[W]
	count int
	kings int
	order uint64 // bit 63-i is set when the i-th piece taken is a king
}

func (c *capture[W]) take(t *chain[W], s Square) chain[W] {
	n := chain[W]{taken: t.taken.or(bitOf[W](s)), count: t.count + 1, kings: t.kings, order: t.order}
	if c.preyKings.has(s) {
		n.kings++
		n.order |= 1 << (63 - uint(t.count)&63)
	}
	return n
}

// captures adds the legal captures, of the highest priority only.
func (g *generator[W]) captures(p *Position, l *List) {
	side := p.Side & 1
	men, kings := load[W](p.Men[side]), load[W](p.Kings[side])
	preyMen, preyKings := load[W](p.Men[side^1]), load[W](p.Kings[side^1])
	prey := preyMen.or(preyKings)
	all := men.or(kings).or(prey)
	manPrey := prey
	if g.rules.MenSpareKings {
		manPrey = preyMen
	}
	men = g.takers(men, manPrey, g.playable.andNot(all), side)
	if men.empty() && kings.empty() {
		return
	}
	c := capture[W]{g: g, l: l, prey: prey, preyKings: preyKings, crown: g.crown[side], side: side, king: true, base: l.n}
	var none chain[W]
	for !kings.empty() {
		c.from = kings.first()
		kings = kings.dropFirst()
		c.blocked = all.andNot(bitOf[W](c.from))
		c.first = l.n
		c.kingJumps(c.from, &none, directions, false)
	}
	c.prey, c.king = manPrey, false
	for !men.empty() {
		c.from = men.first()
		men = men.dropFirst()
		c.blocked = all.andNot(bitOf[W](c.from))
		c.first = l.n
		c.manJumps(c.from, &none)
	}
}

// takers returns the men that can take something at once.
func (g *generator[W]) takers(men, prey, free set[W], side Color) set[W] {
	var out set[W]
	ways := g.manTakes[side&1]
	for i := range ways {
		w := &ways[i]
		if over := shift(men.and(w.jump), w.step).and(prey); !over.empty() {
			if to := shift(over, w.step).and(free); !to.empty() {
				out = out.or(shift(to, -2*w.step))
			}
		}
	}
	return out
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
	if !g.takers(men, manPrey, g.playable.andNot(all), side).empty() {
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

// obstacles returns the pieces in the way after a chain's captures.
func (c *capture[W]) obstacles(t *chain[W]) set[W] {
	if c.g.rules.RemoveAtOnce {
		return c.blocked.andNot(t.taken)
	}
	return c.blocked
}

// manJumps tries all jumps of a man that stands on s and reports whether there
// is one.
func (c *capture[W]) manJumps(s Square, t *chain[W]) bool {
	g := c.g
	blocked := c.obstacles(t)
	prey := c.prey.andNot(t.taken)
	found := false
	ways := g.manTakes[c.side&1]
	for i := range ways {
		d := ways[i].direction & 7
		over := g.neighbour[d][s&127]
		if over == NoSquare || !prey.has(over) {
			continue
		}
		to := g.neighbour[d][over&127]
		if to == NoSquare || blocked.has(to) {
			continue
		}
		found = true
		next := c.take(t, over)
		var kind MoveKind
		if c.crown.has(to) {
			kind = Crowns
		}
		if kind != 0 && g.rules.Promotion == PromotionEnds {
			c.record(to, &next, kind)
			continue
		}
		if kind != 0 && g.rules.Promotion == PromotionContinues {
			if !c.kingJumps(to, &next, d, false) {
				c.record(to, &next, kind)
			}
			continue
		}
		if !c.manJumps(to, &next) {
			c.record(to, &next, kind)
		}
	}
	return found
}

// kingJumps tries all jumps of a king that stands on s, having come there in
// direction last (directions at the start), and reports whether there is one.
// Of the landing squares behind one piece, only the first tries to go on in
// the same direction (onward is false for it): the others would find the same.
func (c *capture[W]) kingJumps(s Square, t *chain[W], last Direction, notOnward bool) bool {
	g := c.g
	blocked := c.obstacles(t)
	prey := c.prey.andNot(t.taken)
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
		next := c.take(t, over)
		if !g.rules.FlyingKings || g.rules.Landing == LandBehind {
			if !c.kingJumps(to, &next, d, false) {
				c.recordKing(to, &next)
			}
			continue
		}
		run := g.ray[d][over&127]
		if b := run.and(blocked); !b.empty() {
			run = run.andNot(g.beyond[d][nearest(b, d)&127])
		}
		// A king that can go on from one of the landing squares must choose
		// such a one.
		on := c.kingJumps(to, &next, d, false)
		for rest := run.andNot(bitOf[W](to)); !rest.empty(); rest = rest.dropFirst() {
			if c.kingJumps(rest.first(), &next, d, true) {
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
			c.recordKing(run.first(), &next)
		}
	}
	return found
}

// recordKing records the end of a king's capture; the king may have been a man
// at the start (PromotionContinues).
func (c *capture[W]) recordKing(to Square, t *chain[W]) {
	if c.king {
		c.record(to, t, KingMoves)
	} else {
		c.record(to, t, Crowns)
	}
}

// record adds a complete capture unless a better one is known or it is there
// already by another route; a better one than all before replaces them.
func (c *capture[W]) record(to Square, t *chain[W], kind MoveKind) {
	l := c.l
	value := c.value(t)
	if value != c.best {
		if value < c.best {
			return
		}
		c.best = value
		l.n, c.first = c.base, c.base
	}
	m := Move{Captured: t.taken.bits(), From: c.from, To: to, Kind: kind, Count: uint8(t.count)}
	if t.count > 1 {
		for i := c.first; i < l.n; i++ {
			if l.moves[i] == m {
				return
			}
		}
	}
	l.add(m)
}

// value orders captures by the game's priority: a higher one is compulsory.
func (c *capture[W]) value(t *chain[W]) int {
	king := 0
	if c.king {
		king = 1
	}
	switch c.g.rules.Priority {
	case MostPieces:
		return t.count
	case MostKings:
		return t.count<<8 | t.kings
	case ItalianOrder:
		// At most 22 pieces can be taken, so the order fits below the kings.
		return t.count<<40 | king<<39 | t.kings<<32 | int(t.order>>32)
	case KingFirst:
		return king
	case FrisianValue:
		return (t.count+t.kings)<<16 | (255-t.kings)<<1 | king
	}
	return 0
}
