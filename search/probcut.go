package search

// ProbCut (M. Buro, "ProbCut: an effective selective extension of the alpha-beta
// algorithm", ICCA Journal 1995): a much shallower search that comes out well
// above beta foretells that the deep one would fail high too. That no evaluation
// is asked first, that the margin grows with the depth and that the shallow
// search has two fifths of it is how Scan by F. Letouzey does it.
const (
	probCutDepth   = 4 // least depth, in plies
	probCutMargin  = 5 // centimen a ply
	probCutPercent = 40
)

// probCut reports whether a shallow search of the position at a ply lets expect
// a value of beta or more, and what value. The shallow search uses the same ply
// of the stack, so nothing of it may be in use yet.
func (w *worker) probCut(beta, depth, at int) (score int, ok bool) {
	s := &w.stack[at]
	if depth < probCutDepth || s.verifying || w.off&ProbCut != 0 || max(beta, -beta) >= DatabaseScore {
		return 0, false
	}
	margin := probCutMargin * depth
	s.verifying = true
	score = w.search(beta+margin-1, beta+margin, depth*probCutPercent/100, at)
	s.verifying = false
	if score >= DatabaseScore { // a won game is no matter of margins
		return score, true
	}
	return score - margin, score >= beta+margin
}
