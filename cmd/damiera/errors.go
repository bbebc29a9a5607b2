package main

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/damiera/damiera/board"
)

// Exit codes of every command.
const (
	exitOK      = 0
	exitFailure = 1 // the command was understood and could not do its work
	exitUsage   = 2 // the command line was wrong
)

// usageError is a mistake in the command line. It ends the program with
// exitUsage and a pointer to --help.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

// usagef makes a usageError. The message names the word that is wrong and what
// to write instead.
func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// asUsage turns an error about the user's words into a usageError.
func asUsage(err error) error {
	if err == nil {
		return nil
	}
	return usageError{err}
}

// flagError says in plain words what is wrong with a flag.
func flagError(err error) error {
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return asUsage(err)
	}
	var number *strconv.NumError
	wanted := map[string]string{"int": "a whole number", "int64": "a whole number", "uint64": "a whole number that is not negative",
		"float64": "a number", "bool": "true or false", "duration": "a time such as 2s or 300ms"}[invalid.GetFlag().Value.Type()]
	switch {
	case wanted == "":
		return usagef("--%s: %w", invalid.GetFlag().Name, invalid.Unwrap())
	case errors.As(err, &number) && errors.Is(number.Err, strconv.ErrRange):
		return usagef("--%s %s is too large or too small", invalid.GetFlag().Name, invalid.GetValue())
	default:
		return usagef("--%s %q is not %s", invalid.GetFlag().Name, invalid.GetValue(), wanted)
	}
}

// errSilent ends a command with exitFailure when it has said everything itself.
var errSilent = errors.New("failed")

// execute runs the command line and returns the exit code. An error becomes
// one line on stderr.
func execute(root *cobra.Command, args []string) int {
	root.SetArgs(args)
	cmd, err := root.ExecuteContextC(context.Background())
	if err == nil {
		return exitOK
	}
	var usage usageError
	isUsage := errors.As(err, &usage)
	if errors.Is(err, context.Canceled) {
		err = errors.New("interrupted")
	}
	if !errors.Is(err, errSilent) {
		cmd.PrintErrf("damiera: %v\n", err)
		if isUsage {
			if cmd.Name() == "help" {
				cmd = cmd.Parent()
			}
			cmd.PrintErrf("Try '%s --help'.\n", cmd.CommandPath())
		}
	}
	if isUsage {
		return exitUsage
	}
	return exitFailure
}

// noArgs and maxArgs are cobra.NoArgs and cobra.MaximumNArgs with errors that
// name the word in excess.
func noArgs(cmd *cobra.Command, args []string) error { return maxArgs(0)(cmd, args) }

func maxArgs(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			hint := ": arguments that hold blanks must be quoted"
			if n == 0 {
				hint = ": '" + cmd.CommandPath() + "' takes flags only"
			}
			if _, err := board.Lookup(args[n]); err == nil && cmd.Flags().Lookup("variant") != nil {
				hint = ": name the game with --variant " + args[n]
			}
			return usagef("unexpected argument %q%s", args[n], hint)
		}
		return nil
	}
}

// exactArgs wants one argument per name.
func exactArgs(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < len(names) {
			return usagef("%s is missing: write '%s'", names[len(args)], cmd.UseLine())
		}
		return maxArgs(len(names))(cmd, args)
	}
}
