package main

import (
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
		SilenceErrors:     true,
		SilenceUsage:      true,
		Args:              noSuchCommand,
		RunE:              func(cmd *cobra.Command, args []string) error { return runHub(cmd, &logFlags{}) },
		CompletionOptions: cobra.CompletionOptions{HiddenDefaultCmd: true},
	}
	root.Version = protocol.Version // for --version
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	for _, make := range commands {
		root.AddCommand(make())
	}
	root.InitDefaultHelpCmd()
	help, _, _ := root.Find([]string{"help"}) // it was added just now
	help.Short, help.Long = "Help about any command", "Help shows what a command does, its flags and examples."
	help.Example = "  damiera help analyze\n  damiera help book build"
	help.Run, help.RunE = nil, showHelp
	return root
}

// showHelp is the command help.
func showHelp(cmd *cobra.Command, args []string) error {
	topic, rest, err := cmd.Root().Find(args)
	if err != nil {
		return asUsage(err)
	}
	if len(rest) > 0 && topic.HasAvailableSubCommands() {
		return noSuchCommand(topic, rest)
	}
	topic.InitDefaultHelpFlag()
	return topic.Help()
}

// noSuchCommand refuses what follows a command of which only the sub-commands take
// arguments, and names those that could be meant.
func noSuchCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	cmd.SuggestionsMinimumDistance = 2
	near := cmd.SuggestionsFor(args[0])
	hint := "; did you mean " + strings.Join(near, " or ") + "?"
	if len(near) == 0 {
		var all []string
		for _, c := range cmd.Commands() {
			if c.IsAvailableCommand() {
				all = append(all, c.Name())
			}
		}
		hint = "; there are " + strings.Join(all, ", ")
	}
	path := append(strings.Fields(cmd.CommandPath())[1:], args[0])
	return usagef("there is no command %q%s", strings.Join(path, " "), hint)
}
