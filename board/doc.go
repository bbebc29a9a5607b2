// Package board knows the rules of every draughts game: boards, positions,
// legal moves, draw rules, and how they are written.
//
// A reader must know:
//
//   - Variant is one game, with its Rules (switches), DrawRules and Geometry.
//     Variants lists them, Lookup finds one by name. To add a game is to add a
//     literal in variants.go.
//   - Position is a board with the side to move and the counters of the draw
//     rules: a plain value. Square and Bits are its squares and sets of them.
//   - Variant.Generate fills a List with the legal Moves of a position,
//     Variant.Do plays one, Variant.Key hashes a position. None of them
//     allocates.
//   - Variant.DrawnByRule and Variant.PliesToDraw hold the counters against the
//     draw rules.
//   - Game is a position with its history: repetition, Outcome, Undo.
//   - ParseFEN, ParseHub, ParseMove, ParseHubMove and their writers FEN, Hub,
//     MoveText and HubMove are methods of Variant.
//   - PDNReader and WritePDN read and write files of games.
//
// Inside, a set of squares is one or two words (set[W]), and each Variant has
// a generator for the width that its board needs. Sources of the rules are in
// docs/rules.md.
package board
