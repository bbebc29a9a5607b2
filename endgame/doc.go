// Package endgame computes perfect endgame databases and looks positions up in
// them.
//
// A slice holds all positions with the same [Material] and side to move. The
// solver (solve.go) finds for every position of a slice whether it is won,
// drawn or lost with best play and in how many plies the game ends; it works
// backwards from slices with less material, see [Slices] for the order.
//
// Draws by a counter, by repetition or by a ruling on bare material are no part
// of the values, nor is the frisian limit of three moves with one king: a
// position counts as won if it can be won when nobody counts.
package endgame
