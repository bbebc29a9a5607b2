package board

import "math/bits"

// way is one direction of movement, ready for whole-board steps.
type way[W width] struct {
	direction Direction
	step      int    // added to a square to move one step
	source    set[W] // squares with a next square
	jump      set[W] // squares with a next but one square
}

// generator is a variant's rules compiled for one width. It is read-only once
// made, so all threads share it.
type generator[W width] struct {
	rules    Rules
	playable set[W]
	crown    [2]set[W]

	// diagonal men need no source masks: the ghosts keep them on the board.
	// Their two steps are short and long squares of the layout.
	diagonal    bool
	short, long uint
	// plainValue tells that no capture of a man ranks above another of the same
	// number of pieces.
	plainValue bool
	// takesNorth and takesSouth tell where men of each Color may take.
	takesNorth, takesSouth [2]bool

	manSteps [2][]way[W] // by Color
	manTakes [2][]way[W]
	kingGoes []way[W]
	kingTake []way[W]

	// beside holds the squares one step from each square by any king move.
	beside [128]set[W]
	// ray and beyond are the squares from a square to the edge, without and
	// with the square itself.
	ray, beyond [directions][128]set[W]
	neighbour   *[directions][128]Square
}

func newGenerator[W width](v *Variant) *generator[W] {
	g := &generator[W]{rules: v.Rules, playable: load[W](v.Playable), neighbour: &v.Geometry.neighbour}
	ways := func(ds ...Direction) (out []way[W]) {
		for _, d := range ds {
			w := way[W]{direction: d, step: v.step[d]}
			for _, s := range v.squares {
				if t := v.neighbour[d][s]; t != NoSquare {
					w.source = w.source.or(bitOf[W](s))
					if v.neighbour[d][t] != NoSquare {
						w.jump = w.jump.or(bitOf[W](s))
					}
				}
			}
			out = append(out, w)
		}
		return out
	}
	for c := range g.crown {
		g.crown[c] = load[W](v.Crown(Color(c)))
	}
	diagonal := []Direction{NorthWest, NorthEast, SouthWest, SouthEast}
	straight := []Direction{North, West, East, South}
	forward := [2][]Direction{{NorthWest, NorthEast}, {SouthWest, SouthEast}}
	king := diagonal
	g.diagonal = !v.Orthogonal && !v.OrthogonalCaptures
	g.plainValue = v.Priority == FreeChoice || v.Priority == MostPieces || v.Priority == KingFirst
	g.takesNorth = [2]bool{true, v.MenCaptureBack}
	g.takesSouth = [2]bool{v.MenCaptureBack, true}
	g.short, g.long = uint(v.Width/2), uint(v.Width/2+1)
	if v.Orthogonal {
		forward = [2][]Direction{{North, West, East}, {South, West, East}}
		king = straight
	}
	take := king
	if v.OrthogonalCaptures {
		take = append(append([]Direction(nil), diagonal...), straight...)
	}
	for c := range forward {
		g.manSteps[c] = ways(forward[c]...)
		g.manTakes[c] = g.manSteps[c]
		if v.MenCaptureBack {
			g.manTakes[c] = ways(take...)
		}
	}
	g.kingGoes, g.kingTake = ways(king...), ways(take...)
	for _, s := range v.squares {
		for _, w := range g.kingGoes {
			if t := v.neighbour[w.direction][s]; t != NoSquare {
				g.beside[s] = g.beside[s].or(bitOf[W](t))
			}
		}
		for d := range Direction(directions) {
			g.ray[d][s] = load[W](v.ray[d][s])
			g.beyond[d][s] = g.ray[d][s].or(bitOf[W](s))
		}
	}
	return g
}

// nearest returns the square of a ray's subset, which is not empty, that
// comes first in the direction.
func nearest[W width](s set[W], d Direction) Square {
	if d == NorthWest || d == NorthEast || d == North || d == West {
		return s.last()
	}
	return s.first()
}

// shift moves every square of the set by one step of a way. Squares that fall
// off the board land on ghosts or beyond the playable squares, or are kept out
// by a source mask, so one-word boards may rotate.
func shift[W width](s set[W], step int) set[W] {
	if len(s.hi) == 0 {
		s.lo = bits.RotateLeft64(s.lo, step)
		return s
	}
	if step > 0 {
		return s.shl(uint(step))
	}
	return s.shr(uint(-step))
}

// done reports whether the goal of the game has been reached already.
func (g *generator[W]) done(p *Position) bool {
	return g.rules.Goal == GoalBreakthrough && !p.Kings[White].Or(p.Kings[Black]).Empty()
}

func (g *generator[W]) generate(p *Position, l *List) {
	if g.done(p) {
		return
	}
	g.captures(p, l)
	if l.n == 0 || g.rules.OptionalCaptures {
		g.quiet(p, l)
	}
}

func (g *generator[W]) generateCaptures(p *Position, l *List) {
	if !g.done(p) {
		g.captures(p, l)
	}
}

func (g *generator[W]) count(p *Position, l *List) int {
	if g.done(p) {
		return 0
	}
	if n, ok := g.countPlain(p); ok {
		return n
	}
	g.captures(p, l)
	if l.n == 0 || g.rules.OptionalCaptures {
		return l.n + g.countQuiet(p)
	}
	return l.n
}

// countPlain counts the moves of a side that has men only and no captures or
// single ones, on a board of diagonals, without listing anything.
func (g *generator[W]) countPlain(p *Position) (int, bool) {
	side := p.Side & 1
	men, prey := load[W](p.Men[side]), load[W](p.Men[side^1])
	kings, preyKings := load[W](p.Kings[side]), load[W](p.Kings[side^1])
	if !kings.empty() || !g.diagonal {
		return 0, false
	}
	free := g.playable.andNot(men).andNot(prey.or(preyKings))
	if !g.rules.MenSpareKings {
		prey = prey.or(preyKings)
	}
	ne, nw, sw, se := g.jumps(men, prey, free, side)
	quiet := g.countSteps(men, free, side)
	if ne.or(nw).or(sw.or(se)).empty() {
		return quiet, true
	}
	if !g.singles(ne, nw, sw, se, prey, preyKings, free.or(men), side) {
		return 0, false
	}
	n := ne.count() + nw.count() + sw.count() + se.count()
	if g.rules.OptionalCaptures {
		n += quiet
	}
	return n, true
}
