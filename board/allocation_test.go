package board_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// TestNoAllocation holds the hot path to its promise in every game, in
// positions with quiet moves and with long captures.
func TestNoAllocation(t *testing.T) {
	g := loadGolden(t)
	for _, v := range board.Variants() {
		positions := []board.Position{}
		for _, want := range g.Variants[v.Name].Positions {
			positions = append(positions, fromHub(t, v, want.Hub))
		}
		l, captures := new(board.List), new(board.List)
		var q board.Position
		sum := uint64(0)
		allocations := testing.AllocsPerRun(3, func() {
			for i := range positions {
				p := &positions[i]
				v.Generate(p, l)
				for j := range l.Len() {
					v.Do(p, l.At(j), &q)
					sum += v.Key(&q)
					if v.CanCapture(&q, q.Side) {
						sum++
					}
				}
				v.GenerateCaptures(p, captures)
				sum += uint64(v.CountMoves(p, captures))
			}
		})
		require.Zero(t, allocations, v.Name)
		require.NotZero(t, sum)
	}
}
