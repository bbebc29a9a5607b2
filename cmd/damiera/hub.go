package main

import (
	"fmt"

	"github.com/damiera/damiera/protocol"
	"github.com/spf13/cobra"
)

func newHubCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "hub",
		Short: "Speak the Hub protocol on standard input and output (the default)",
		Long: `Hub is the protocol by which draughts programs and their graphical interfaces
talk: lines of text on standard input and output. docs/protocol.md describes it.

` + backgroundHelp + ` The parameter bb-auto=false turns that off.`,
		Example: "  damiera hub\n  damiera hub --log hub.log",
		Args:    noArgs,
	}
	logs := addLogFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error { return runHub(cmd, logs) }
	return cmd
}

// runHub serves the program that started this one.
func runHub(cmd *cobra.Command, logs *logFlags) error {
	log, closeLog, err := logs.open(cmd)
	if err != nil {
		return err
	}
	defer closeLog()
	if in := cmd.InOrStdin(); isTerminal(in) {
		fmt.Fprintln(cmd.ErrOrStderr(), `This is the Hub protocol, meant for programs: type "hub", "init", "go think", "quit".
For people there are "damiera analyze", "damiera moves", "damiera board": see "damiera help".`)
	}
	protocol.SpareProcessors()
	return protocol.ServeHub(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout(), localSession(), log)
}

// localSession is the budget of a session with whoever started the program.
func localSession() protocol.SessionOptions {
	return protocol.SessionOptions{MaxThreads: 256, MaxHashBytes: protocol.MemoryLimit(), BuildEndgames: buildInBackground}
}
