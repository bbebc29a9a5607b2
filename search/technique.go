package search

// Technique names parts of the search that can be left out.
type Technique uint32

const (
	// TableCutoffs ends a node by a deep enough result of the table. Without
	// it the table still orders moves.
	TableCutoffs Technique = 1 << iota
	// Reductions searches late quiet moves to less depth first.
	Reductions
	// ProbCut ends a node when a shallow search comes out far above the window.
	ProbCut
	// SingleReply extends nodes with one legal move.
	SingleReply
	// DistancePruning cuts lines that are longer than a win already found.
	DistancePruning
	// Aspiration starts with a narrow window around the last score.
	Aspiration
	// Ordering sorts the moves by killers and history.
	Ordering
	// TechniqueAll leaves out everything: what stays is plain alpha-beta with a
	// quiescence search over captures.
	TechniqueAll Technique = 1<<iota - 1
)
