package board_test

import (
	"testing"

	"github.com/damiera/damiera/board"
)

// BenchmarkPerft counts from the start of each game, with and without playing
// the moves of the last ply. Run one game with -bench 'Perft/russian$/bulk'.
func BenchmarkPerft(b *testing.B) {
	depths := map[string]int{"canadian": 6, "turkish": 6, "thai": 7, "turkish+free": 5}
	for _, v := range board.Variants() {
		depth := depths[v.Name]
		if depth == 0 {
			depth = 7
		}
		start := v.Start()
		b.Run(v.Name, func(b *testing.B) {
			for _, mode := range []struct {
				name string
				bulk bool
			}{{"bulk", true}, {"played", false}} {
				b.Run(mode.name, func(b *testing.B) {
					leaves := uint64(0)
					for b.Loop() {
						leaves += v.Perft(&start, depth, mode.bulk)
					}
					b.ReportMetric(float64(leaves)/b.Elapsed().Seconds()/1e6, "Mleaves/s")
				})
			}
		})
	}
}

// BenchmarkGenerate lists the moves of middlegame positions, one after the
// other, as a search does.
func BenchmarkGenerate(b *testing.B) {
	g := loadGolden(b)
	for _, v := range board.Variants() {
		b.Run(v.Name, func(b *testing.B) {
			var positions []board.Position
			for _, want := range g.Variants[v.Name].Positions {
				positions = append(positions, fromHub(b, v, want.Hub))
			}
			l := new(board.List)
			lists, moves := 0, 0
			for b.Loop() {
				for i := range positions {
					v.Generate(&positions[i], l)
					lists++
					moves += l.Len()
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(lists), "ns/list")
			b.ReportMetric(float64(moves)/float64(lists), "moves/list")
		})
	}
}
