// Package bench measures engines.
//
// A [Match] plays engines against each other: [MatchOptions] describe it, an
// [EngineSpec] each engine (a program that speaks Hub or DXP, or the engine
// inside this program) and a [TimeControl] its clock. A referee checks every
// move and ends games by the rules alone; each game becomes a [GameRecord] in a
// [Journal], from which an interrupted match goes on. [Tally], [Estimate] and
// [SPRT] are the statistics, [Summary] is what programs read and Match.HTML and
// Match.WritePDN what people do.
//
// Signature counts the nodes of fixed searches, to tell whether a change has
// changed the search. [Tactics] counts the [Shot] positions that it solves at fixed
// nodes; a [ShotMaker] finds such positions in self-play.
package bench
