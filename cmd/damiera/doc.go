// Command damiera plays every draughts game and talks Hub and DXP.
//
// Each sub-command lives in a file of its own and is registered in root.go.
// What they share: usageError and execute (errors.go) for exit codes,
// variantFlag and positionFlags (flags.go) for games and positions, printJSON
// (output.go) for programs that read, and progress (progress.go) for people
// who wait.
package main
