package endgame

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// BenchmarkSolve measures how many positions a second one thread solves, packing
// and writing not counted.
func BenchmarkSolve(b *testing.B) {
	for _, c := range []struct {
		game   string
		pieces int
	}{{"english", 4}, {"russian", 4}, {"brazilian", 4}, {"international", 3}, {"turkish", 3}, {"canadian", 3}} {
		b.Run(c.game, func(b *testing.B) {
			v, err := board.Lookup(c.game)
			require.NoError(b, err)
			var positions uint64
			for b.Loop() {
				all := new(tables)
				for n := 2; n <= c.pieces; n++ {
					for _, m := range Slices(v, n) {
						first, second, _ := solve(v, m, all, 1, nil, nil)
						all.add(first)
						all.add(second)
						positions += pairSize(v, m)
					}
				}
			}
			b.ReportMetric(float64(positions)/b.Elapsed().Seconds(), "positions/s")
		})
	}
}
