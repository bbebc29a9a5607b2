// Package study looks at positions and games longer than play has time for.
//
// [Solve] searches for a forced win and follows it to the end of the game.
// [Reviewer] goes through a played game and marks its mistakes; each move becomes
// a [Judgement], and [Annotate] writes them into a PDN game.
package study
