package board

import "math"

// endingTable is what counting needs to know of a variant's Endings.
type endingTable struct {
	endings []Ending
	// most is the largest number of pieces of any of them.
	most int
	// bare tells that one of them does not need a king on each side.
	bare bool
	// road is the main road; boards that are not square have none.
	road Bits
}

func newEndingTable(v *Variant) endingTable {
	t := endingTable{endings: v.Draws.Endings}
	for _, e := range t.endings {
		t.most = max(t.most, int(e.MaxPieces))
		t.bare = t.bare || e.Strong.MinKings == 0 || e.Weak.MinKings == 0
	}
	if v.Width == v.Height {
		for _, s := range v.squares {
			row, col := v.RowCol(s)
			if !v.Mirrored && row+col == v.Height-1 || v.Mirrored && row == col {
				t.road = t.road.With(s)
			}
		}
	}
	return t
}

// count updates the counters of the draw rules after m, which led from p to q.
// Material is only looked at when the move changed it.
func (v *Variant) count(p *Position, m *Move, q *Position) {
	reversible, kingPlies, noProgress := p.Reversible+1, p.KingPlies+1, p.NoProgress+1
	if m.Kind&KingMoves == 0 {
		kingPlies = 0
		if !v.Orthogonal || m.From-m.To > 1 && m.To-m.From > 1 { // a sideways step may be taken back
			reversible = 0
		}
	}
	if m.Count != 0 || m.Kind&Crowns != 0 {
		noProgress = 0
		if m.Count != 0 {
			reversible, kingPlies = 0, 0
		}
		if v.counting.endings != nil {
			v.counting.enter(p, q)
		}
	} else if p.EndingClass != 0 {
		v.counting.stay(p, q)
	}
	q.Reversible, q.KingPlies, q.NoProgress = reversible, kingPlies, noProgress
}

// enter counts a move that changed the material.
func (t *endingTable) enter(p, q *Position) {
	q.EndingClass = t.class(q)
	q.EndingPlies = 0
	q.RoadPlies = 0
	if q.EndingClass == 0 {
		return
	}
	if q.EndingClass == p.EndingClass && !t.endings[q.EndingClass-1].Restart {
		q.EndingPlies = plusOne(p.EndingPlies)
	}
	t.countRoad(p, q)
}

// stay counts a move within an ending that left the material as it was.
func (t *endingTable) stay(p, q *Position) {
	q.EndingPlies = plusOne(p.EndingPlies)
	t.countRoad(p, q)
}

func (t *endingTable) countRoad(p, q *Position) {
	q.RoadPlies = 0
	if t.roadHeld(q) {
		q.RoadPlies = plusOne(p.RoadPlies)
	}
}

// plusOne stops at the largest number, since a game that is drawn for one rule
// may go on under another.
func plusOne(n uint8) uint8 {
	if n == math.MaxUint8 {
		return n
	}
	return n + 1
}

// class returns the index plus one of the first ending that fits, or 0. A game
// in which one side has nothing left is over, so no ending fits it.
func (t *endingTable) class(p *Position) uint8 {
	if len(t.endings) == 0 || !t.bare && (p.Kings[White].Empty() || p.Kings[Black].Empty()) {
		return 0
	}
	whiteKings, blackKings := p.Kings[White].Count(), p.Kings[Black].Count()
	whiteMen, blackMen := p.Men[White].Count(), p.Men[Black].Count()
	all := whiteKings + blackKings + whiteMen + blackMen
	if all > t.most || whiteKings+whiteMen == 0 || blackKings+blackMen == 0 {
		return 0
	}
	for i := range t.endings {
		e := &t.endings[i]
		if all < int(e.MinPieces) || all > int(e.MaxPieces) {
			continue
		}
		if e.Strong.holds(whiteKings, whiteMen) && e.Weak.holds(blackKings, blackMen) ||
			e.Strong.holds(blackKings, blackMen) && e.Weak.holds(whiteKings, whiteMen) {
			return uint8(i + 1)
		}
	}
	return 0
}

// roadHeld reports whether the main road is held in the way the ending of p
// asks for. Endings with a Road have one piece on the weak side and more on
// the strong one.
func (t *endingTable) roadHeld(p *Position) bool {
	road := t.endings[p.EndingClass-1].Road
	if road == NoRoad {
		return false
	}
	weak := White
	if p.Pieces(White).Count() > 1 {
		weak = Black
	}
	weakThere := !p.Pieces(weak).And(t.road).Empty()
	strongThere := !p.Pieces(weak.Opponent()).And(t.road).Empty()
	if road == WeakRoad {
		return weakThere && !strongThere
	}
	return strongThere && !weakThere
}

// ClearCounters makes p a position without a past: every counter is zero and
// the draw ending its material belongs to starts now. Positions read from a
// text must go through it.
func (v *Variant) ClearCounters(p *Position) {
	p.Reversible, p.KingPlies, p.NoProgress = 0, 0, 0
	p.EndingPlies, p.RoadPlies = 0, 0
	p.EndingClass = v.counting.class(p)
	if p.EndingClass != 0 && v.counting.roadHeld(p) {
		p.RoadPlies = 1
	}
}
