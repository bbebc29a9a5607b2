package endgame

import "github.com/damiera/damiera/board"

// SliceStats says how the positions of a slice end.
type SliceStats struct {
	// Material has the side to move first.
	Material Material
	Counts
	// Position is one with the longest win, White to move, if there is a win.
	Position board.Position
}

// Stats returns the statistics of all slices that the database has, in the
// order in which they were built.
func (d *Database) Stats() (out []SliceStats) {
	for n := 2; n <= d.maxPieces; n++ {
		for _, m := range Slices(d.variant, n) {
			for range 2 {
				if s := d.at(m).Load(); s != nil {
					st := SliceStats{Material: m, Counts: s.distances.sections[s.section].Counts}
					if st.Won > 0 {
						s.position(st.longest, &st.Position)
						st.Position.RunSquare = [2]board.Square{board.NoSquare, board.NoSquare}
						d.variant.ClearCounters(&st.Position)
					}
					out = append(out, st)
				}
				if m == m.Swap() {
					break
				}
				m = m.Swap()
			}
		}
	}
	return out
}
