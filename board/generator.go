package board

// way is one direction of movement, ready for whole-board steps: rotating a set
// by step moves its squares. Those that fall off the board land on ghosts or
// beyond the playable squares, or are kept out by a source mask.
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

	// fourWays tells that men take in four directions at most, two short steps of
	// the layout and two long ones. They are named as on the boards that are not
	// mirrored; on the orthogonal board north-east stands for west, north-west for
	// north, south-west for east and south-east for south.
	fourWays    bool
	short, long uint
	// leap holds, by Color and the directions from NorthWest on, the squares from
	// which men take. Only the orthogonal board needs it: elsewhere the ghosts
	// keep men on the board, and takesNorth and takesSouth tell enough.
	leap                   [2][4]set[W]
	takesNorth, takesSouth [2]bool
	// plainValue tells that no capture of a man ranks above another of the same
	// number of pieces.
	plainValue bool

	manSteps [2][]way[W] // by Color
	manTakes [2][]way[W]
	kingGoes []way[W]
	kingTake []way[W]

	// beside holds the squares one step from each square by any king move.
	beside [128]set[W]
	// around holds the squares one step from each square by any king's capture.
	around [128]set[W]
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
	g.fourWays = !v.OrthogonalCaptures
	g.plainValue = v.Priority == FreeChoice || v.Priority == MostPieces || v.Priority == KingFirst
	g.short, g.long = uint(v.Width/2), uint(v.Width/2+1)
	if v.Orthogonal {
		g.short, g.long = 1, uint(v.Width)
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
		if g.fourWays {
			for _, w := range g.manTakes[c] {
				g.leap[c][g.slot(w.step)] = w.jump
			}
			g.takesNorth[c] = !g.leap[c][NorthWest].or(g.leap[c][NorthEast]).empty()
			g.takesSouth[c] = !g.leap[c][SouthWest].or(g.leap[c][SouthEast]).empty()
		}
	}
	g.kingGoes, g.kingTake = ways(king...), ways(take...)
	for _, s := range v.squares {
		for _, w := range g.kingGoes {
			if t := v.neighbour[w.direction][s]; t != NoSquare {
				g.beside[s] = g.beside[s].or(bitOf[W](t))
			}
		}
		for _, w := range g.kingTake {
			if t := v.neighbour[w.direction][s]; t != NoSquare {
				g.around[s] = g.around[s].or(bitOf[W](t))
			}
		}
		for d := range Direction(directions) {
			g.ray[d][s] = load[W](v.ray[d][s])
			g.beyond[d][s] = g.ray[d][s].or(bitOf[W](s))
		}
	}
	return g
}

// slot returns the name of the direction with a step, as fourWays explains.
func (g *generator[W]) slot(step int) Direction {
	switch step {
	case -int(g.long):
		return NorthWest
	case -int(g.short):
		return NorthEast
	case int(g.short):
		return SouthWest
	}
	return SouthEast
}

// nearest returns the square of a ray's subset, which is not empty, that
// comes first in the direction.
func nearest[W width](s set[W], d Direction) Square {
	if d == NorthWest || d == NorthEast || d == North || d == West {
		return s.last()
	}
	return s.first()
}

// done reports whether the goal of the game has been reached already.
func (g *generator[W]) done(p *Position) bool {
	return g.rules.Goal == GoalBreakthrough && !p.Kings[White].Or(p.Kings[Black]).Empty()
}

func (g *generator[W]) generate(p *Position, l *List) {
	if g.done(p) {
		return
	}
	if _, ok := g.plain(p, l, wantAll); ok {
		return
	}
	g.captures(p, l)
	if l.n == 0 || g.rules.OptionalCaptures {
		g.quiet(p, l)
	}
}

func (g *generator[W]) generateCaptures(p *Position, l *List) {
	if g.done(p) {
		return
	}
	if _, ok := g.plain(p, l, wantCaptures); !ok {
		g.captures(p, l)
	}
}

func (g *generator[W]) count(p *Position, l *List) int {
	if g.done(p) {
		return 0
	}
	if n, ok := g.plain(p, l, wantCount); ok {
		return n
	}
	g.captures(p, l)
	if l.n == 0 || g.rules.OptionalCaptures {
		return l.n + g.countQuiet(p)
	}
	return l.n
}
