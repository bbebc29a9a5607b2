package search

import "github.com/damiera/damiera/board"

// parameters are the numbers of the search that differ from game to game.
type parameters struct {
	// aspiration is half the width of the first window, in centimen.
	aspiration int
	// reduceFrom and reduceFromPV are the indices from which on a move is
	// searched a ply less at first, outside of principal variations and in them;
	// from reduceTwice on it is two plies. reduceDepth is the least depth.
	reduceFrom, reduceFromPV, reduceTwice, reduceDepth int
	// hotPlies is the distance to a draw by a counter from which positions
	// with different counters are kept apart.
	hotPlies int
	// without are techniques that cost the game more than they gain.
	without Technique
}

func parametersOf(v *board.Variant) *parameters {
	p := &parameters{
		aspiration: 15,
		reduceFrom: 1, reduceFromPV: 3, reduceTwice: 4, reduceDepth: 2,
		hotPlies: 40,
	}
	if !v.FlyingKings {
		p.aspiration = 10
	}
	if v.Goal == board.GoalLosing {
		// One forced sequence gives a whole army away: a shallow search foretells
		// nothing, and late moves are good more often (docs/testing.md).
		p.without = ProbCut
		p.reduceFrom, p.reduceTwice = 3, 12
	}
	return p
}

// reduction returns by how many plies the move at an index is searched less at
// first. The steps are those of Scan by F. Letouzey.
func (p *parameters) reduction(depth, index int, pvNode bool) int {
	if depth < p.reduceDepth {
		return 0
	}
	switch {
	case pvNode && index >= p.reduceFromPV:
		return 1
	case pvNode || index < p.reduceFrom:
		return 0
	case index < p.reduceTwice:
		return 1
	}
	return 2
}
