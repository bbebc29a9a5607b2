package board

// routeSteps bounds the search for routes of one capture: hostile positions
// have exponentially many of them.
const routeSteps = 50_000

// Route is one way to make a move: the squares that the piece lands on, in
// order, without the square it comes from.
type Route []Square

// Routes calls yield with the routes of a legal capture, each a list of the
// squares landed on, until yield returns false. The slice is only valid during
// the call. It reports false when it gave up because there are too many ways to
// try. A quiet move has one route.
func (v *Variant) Routes(p *Position, m *Move, yield func(Route) bool) bool {
	steps := routeSteps
	v.routes(p, m, &steps, yield)
	return steps > 0
}

// routes is Routes with a number of steps that several calls may share.
func (v *Variant) routes(p *Position, m *Move, steps *int, yield func(Route) bool) {
	if !m.IsCapture() {
		yield(Route{m.To})
		return
	}
	w := newWalker(v, p, m)
	w.yield, w.steps = yield, steps
	w.walk(w.begin())
}

// Route returns one route of a legal move, or nil if none was found within the
// bound of Routes.
func (v *Variant) Route(p *Position, m *Move) Route {
	var found Route
	v.Routes(p, m, func(r Route) bool {
		found = append(found, r...)
		return false
	})
	return found
}

// jumpOrder decides which of several routes is found first, and so written: the
// one that the golden file has.
var jumpOrder = [directions]Direction{NorthWest, NorthEast, SouthEast, SouthWest, North, West, East, South}

// walker searches the routes of one capture whose victims are known: every
// other piece is an obstacle.
type walker struct {
	v       *Variant
	p       *Position
	goal    *Move
	side    Color
	crown   Bits
	yield   func(Route) bool
	steps   *int // left to make
	stopped bool
	route   Route
}

// stance is where a piece stands during its capture.
type stance struct {
	square   Square
	king     bool
	came     Direction
	jumped   bool // came has a meaning
	ended    bool // crowned, and the rules end the move
	occupied Bits // obstacles
	left     Bits // victims still to be taken
}

func newWalker(v *Variant, p *Position, goal *Move) walker {
	return walker{v: v, p: p, goal: goal, side: p.Side, crown: v.Crown(p.Side)}
}

func (w *walker) begin() stance {
	return stance{
		square:   w.goal.From,
		king:     w.p.Kings[w.side].Has(w.goal.From),
		occupied: w.p.Occupied().Without(w.goal.From),
		left:     w.goal.Captured,
	}
}

func (w *walker) walk(s stance) {
	if s.left.Empty() {
		if s.square == w.goal.To && !w.yield(w.route) {
			w.stopped = true
		}
		return
	}
	if s.ended {
		return
	}
	w.jumps(s, func(t stance) bool {
		if *w.steps--; *w.steps <= 0 {
			w.stopped = true
		} else {
			w.route = append(w.route, t.square)
			w.walk(t)
			w.route = w.route[:len(w.route)-1]
		}
		return !w.stopped
	})
}

// jumps calls yield with every stance one jump further, until it returns false.
func (w *walker) jumps(s stance, yield func(stance) bool) {
	for _, d := range jumpOrder {
		if !w.mayJump(s, d) {
			continue
		}
		over := w.v.Neighbour(s.square, d)
		if s.king && w.v.FlyingKings {
			for over != NoSquare && !s.occupied.Has(over) {
				over = w.v.Neighbour(over, d)
			}
		}
		if over == NoSquare || !s.left.Has(over) {
			continue
		}
		flies := s.king && w.v.FlyingKings && w.v.Landing != LandBehind
		if w.v.Landing == LandBehindKing && s.left.Without(over).Empty() && w.p.Kings[w.side.Opponent()].Has(over) {
			flies = false
		}
		for to := w.v.Neighbour(over, d); to != NoSquare && !s.occupied.Has(to); to = w.v.Neighbour(to, d) {
			if !yield(w.land(s, d, over, to)) {
				return
			}
			if !flies {
				break
			}
		}
	}
}

// mayJump reports whether the rules let the piece take in a direction.
func (w *walker) mayJump(s stance, d Direction) bool {
	straight := d >= North
	if straight != w.v.Orthogonal && !(straight && w.v.OrthogonalCaptures) {
		return false
	}
	if w.v.NoUTurn && s.king && s.jumped && d == s.came.Opposite() {
		return false
	}
	if s.king || w.v.MenCaptureBack {
		return true
	}
	switch d {
	case NorthWest, NorthEast, North:
		return w.side == White
	case SouthWest, SouthEast, South:
		return w.side == Black
	}
	return true // sideways
}

func (w *walker) land(s stance, d Direction, over, to Square) stance {
	t := s
	t.square, t.came, t.jumped = to, d, true
	t.left = s.left.Without(over)
	if w.v.RemoveAtOnce {
		t.occupied = s.occupied.Without(over)
	}
	if !s.king && w.v.Promotion != PromotionPasses && w.crown.Has(to) {
		t.king = w.v.Promotion == PromotionContinues
		t.ended = w.v.Promotion == PromotionEnds
	}
	return t
}

// follow makes one jump of a landing path: it returns the stance after it, if
// there is such a jump over any enemy piece.
func (w *walker) follow(s stance, to Square) (stance, bool) {
	var found stance
	ok := false
	if !s.ended {
		w.jumps(s, func(t stance) bool {
			if t.square == to {
				found, ok = t, true
			}
			return !ok
		})
	}
	return found, ok
}
