// Package search finds the best move of a game.
//
// An [Engine] is made once for a variant with [Options] and keeps its
// transposition table from search to search. [Engine.Search] thinks about the
// current position of a board.Game until its [Limits] end it, reports its
// progress as [Info] and returns a [Result]. Inside, every thread is a worker
// with a preallocated stack of plies; the workers share the table and one stop
// flag and nothing else (lazy SMP). The search is a principal variation search
// with iterative deepening; its techniques can be left out one by one with
// Options.Off, so that tests can hold it against plain alpha-beta.
package search
