// Package eval gives positions a value.
//
// An [Evaluator] is made once for a variant and may be used by any number of
// goroutines. [Material] makes the hand-made one of this file's neighbours:
// material, placement of the men and kings, mobility. Values are centimen from
// the side to move, and the value of a position and of its mirror image with
// colours exchanged is the same number.
package eval
