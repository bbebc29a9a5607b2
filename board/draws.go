package board

// DrawRules are the rules by which a game is drawn without a claim. All counts
// are in plies; 0 means that the game has no such rule.
type DrawRules struct {
	// Repetition is the number of times a position must occur, same side to move.
	Repetition int
	// KingPlies without a capture or a move of a man.
	KingPlies uint16
	// NoProgress plies without a capture or a promotion.
	NoProgress uint16
}

// count updates the counters of the draw rules and the kings' runs after m.
func (v *Variant) count(p *Position, m *Move, q *Position) {
	q.Reversible = p.Reversible + 1
	q.KingPlies = p.KingPlies + 1
	q.NoProgress = p.NoProgress + 1
	if m.Count != 0 {
		q.Reversible, q.KingPlies, q.NoProgress = 0, 0, 0
	} else if m.Kind&KingMoves == 0 {
		q.KingPlies = 0
		if !v.Orthogonal || m.From-m.To > 1 && m.To-m.From > 1 { // a sideways step may be taken back
			q.Reversible = 0
		}
		if m.Kind&Crowns != 0 {
			q.NoProgress = 0
		}
	}
}
