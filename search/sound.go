package search

// Sound are the techniques that never hide a move: they order moves, look further
// than asked, or leave out what cannot change the value.
const Sound = TableCutoffs | SingleReply | DistancePruning | Aspiration | Ordering

// Unsound are the techniques that search some moves or positions less deeply than others, so
// that a deep sacrifice may be found late: all that are not among Sound. With
// Options.Off they are left out, as a solver of compositions wants it.
const Unsound = TechniqueAll &^ Sound
