package search

import (
	"math"

	"github.com/damiera/damiera/board"
)

// parameters are the numbers of the search that differ from game to game.
type parameters struct {
	// aspiration is half the width of the first window, in centimen.
	aspiration int
	// reduceFrom is the index of the first move that is reduced and
	// reduceDepth the least depth at which it happens.
	reduceFrom, reduceDepth int
	// reduceBase and reduceScale shape the reduction
	// base + ln(depth)*ln(move)/scale.
	reduceBase, reduceScale float64
	// hotPlies is the distance to a draw by a counter from which positions
	// with different counters are kept apart.
	hotPlies int

	reduction [64][64]int8 // by depth and index of the move
}

func parametersOf(v *board.Variant) *parameters {
	p := &parameters{
		aspiration: 15,
		reduceFrom: 3, reduceDepth: 3, reduceBase: 0.3, reduceScale: 2.4,
		hotPlies: 40,
	}
	if !v.FlyingKings {
		p.aspiration = 10
	}
	for depth := range p.reduction {
		for move := range p.reduction[depth] {
			if depth < p.reduceDepth || move < p.reduceFrom {
				continue
			}
			r := p.reduceBase + math.Log(float64(depth))*math.Log(float64(move))/p.reduceScale
			p.reduction[depth][move] = int8(max(1, min(int(r), depth-2)))
		}
	}
	return p
}
