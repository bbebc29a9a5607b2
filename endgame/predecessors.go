package endgame

import "github.com/damiera/damiera/board"

// predecessors calls visit with the number of each position, White to move, from
// which a quiet move of White that is no promotion leads to p (with Black to
// move). Some of them may have a capture instead; those are final.
func (w *worker) predecessors(p *board.Position, x *indexer, visit func(n uint64)) {
	v := w.v
	occupied := p.Occupied()
	q := &w.q
	*q = *p
	q.Side = board.White
	back := [3]board.Direction{board.SouthWest, board.SouthEast, board.SouthEast}
	ways := 2
	kings := [4]board.Direction{board.NorthWest, board.NorthEast, board.SouthWest, board.SouthEast}
	if v.Orthogonal {
		back, ways = [3]board.Direction{board.South, board.West, board.East}, 3
		kings = [4]board.Direction{board.North, board.West, board.East, board.South}
	}
	for b := p.Men[board.White]; !b.Empty(); {
		s := b.Pop()
		for _, d := range back[:ways] {
			if t := v.Neighbour(s, d); t != board.NoSquare && !occupied.Has(t) {
				q.Men[board.White] = p.Men[board.White].Without(s).With(t)
				visit(x.index(q))
			}
		}
	}
	q.Men[board.White] = p.Men[board.White]
	men := x.menPart(q)
	for b := p.Kings[board.White]; !b.Empty(); {
		s := b.Pop()
		rest := p.Kings[board.White].Without(s)
		for _, d := range kings {
			for t := v.Neighbour(s, d); t != board.NoSquare && !occupied.Has(t); t = v.Neighbour(t, d) {
				q.Kings[board.White] = rest.With(t)
				visit(men + x.kingsPart(q))
				if !v.FlyingKings {
					break
				}
			}
		}
	}
	q.Kings[board.White] = p.Kings[board.White]
}
