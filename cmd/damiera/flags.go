package main

import (
	"strings"

	"github.com/damiera/damiera/board"
	"github.com/spf13/cobra"
)

// gameFlag is --variant: a game by any of its names.
type gameFlag struct{ *board.Variant }

// addGameFlag adds --variant, international by default.
func addGameFlag(cmd *cobra.Command) *gameFlag {
	f := &gameFlag{board.Variants()[0]}
	cmd.Flags().Var(f, "variant", "the game, by any of its names (see damiera variants)")
	return f
}

// String, Set and Type make a gameFlag a pflag.Value.
func (f *gameFlag) String() string {
	if f.Variant == nil {
		return ""
	}
	return f.Name
}

// Set looks a game up.
func (f *gameFlag) Set(name string) error {
	v, err := board.Lookup(name)
	if err != nil {
		return err
	}
	f.Variant = v
	return nil
}

// Type is what --help calls the value.
func (f *gameFlag) Type() string { return "GAME" }

// positionUse is how a command with an optional position shows it.
const positionUse = "[POSITION]"

// positionArgument reads the position that a command was given: a FEN in the
// game's own notation, Hub's letters, or "start", which is also the default.
// Shells may have cut it at its blanks.
func (f *gameFlag) positionArgument(args []string) (board.Position, error) {
	if len(args) == 0 {
		return f.Start(), nil
	}
	p, err := f.ParsePosition(strings.Join(args, " "))
	return p, asUsage(err)
}

// refuseZero refuses limits of nothing: whether they mean none or no work at all
// cannot be told.
func refuseZero(cmd *cobra.Command, names ...string) error {
	for _, name := range names {
		f := cmd.Flags().Lookup(name)
		if f.Changed && (f.Value.String() == "0" || f.Value.String() == "0s") {
			return usagef("--%s %s is no limit: leave --%s out to have none", name, f.Value, name)
		}
	}
	return nil
}

// hubMoves writes moves in Hub's form.
func hubMoves(v *board.Variant, moves []board.Move) []string {
	texts := make([]string, len(moves))
	for i := range moves {
		texts[i] = v.HubMove(&moves[i])
	}
	return texts
}
