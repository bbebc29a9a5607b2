package main

import (
	"fmt"
	"strings"

	"github.com/damiera/damiera/protocol"
	"github.com/spf13/cobra"
)

// commands makes every sub-command. A new command is one file with a
// constructor, and one line here.
var commands = []func() *cobra.Command{
	newAnalyzeCommand,
	newBallotsCommand,
	newBenchCommand,
	newBoardCommand,
	newDXPCommand,
	newEndgameCommand,
	newBookCommand,
	newHubCommand,
	newMatchCommand,
	newPDNCommand,
	newMovesCommand,
	newPerftCommand,
	newSelfPlayCommand,
	newTrainCommand,
	newServeCommand,
	newTacticsCommand,
	newVariantsCommand,
	newVersionCommand,
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "damiera",
		Short: "An engine for every draughts game",
		Long: `Damiera plays every draughts game by its exact rules. Without a command it
speaks the Hub protocol on its standard input and output, as a graphical
interface or a bot expects.`,
		Example: `  damiera analyze --variant russian --time 2s
  damiera perft --variant international --depth 7
  damiera board "W:W31-50:B1-20" --svg start.svg`,
		SilenceErrors: true,
		SilenceUsage:  true,
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return nil
			}
			hint := ""
			if near := cmd.SuggestionsFor(args[0]); len(near) > 0 {
				hint = fmt.Sprintf("; did you mean %s?", strings.Join(near, " or "))
			}
			return usagef("there is no command %q%s", args[0], hint)
		},
		RunE:              func(cmd *cobra.Command, args []string) error { return runHub(cmd, &logFlags{}) },
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.Version = protocol.Version // for --version
	root.SuggestionsMinimumDistance = 2
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	for _, make := range commands {
		root.AddCommand(make())
	}
	return root
}
