// Package eval gives positions a value.
//
// An [Evaluator] is made once for a variant and may be used by any number of
// goroutines. [Default] makes the learned one, whose weights are embedded in the
// program, [Load] one with weights from a file and [Material] the one made by
// hand: material, placement of the men and kings, mobility. [Named] chooses by a
// user's word. Values are centimen from the side to move, and the value of a
// position and of its mirror image with colours exchanged is the same number.
//
// A [Layout] is the model that is learned: which weights there are and which of
// them a position uses. [Weights] are its numbers, as files hold them. Package
// eval/train makes them.
package eval
