// Package openings holds the beginnings of games. An [Opening] is a position
// with moves from it. [MakeBallots] finds short balanced ones for any game by
// search, [Ballots] returns the lists that come with the program, and [Read]
// reads lists of ballots, of FENs, and PDN.
package openings
