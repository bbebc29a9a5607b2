package main

import (
	"io"
	"os"
	"strings"

	"github.com/rs/zerolog"
	"github.com/spf13/cobra"
)

// logFlags say where a protocol command logs to. By default it logs nothing:
// some interfaces read stderr as if it were the protocol.
type logFlags struct{ file, level string }

func addLogFlags(cmd *cobra.Command) *logFlags {
	f := &logFlags{}
	cmd.Flags().StringVar(&f.file, "log", "", `write a log to this file, "-" for standard error`)
	cmd.Flags().StringVar(&f.level, "log-level", "debug", "least level to log: debug (every line), info, warn, error")
	return f
}

// addLogFlagsToStderr is addLogFlags for commands that call toStderr.
func addLogFlagsToStderr(cmd *cobra.Command) *logFlags {
	f := addLogFlags(cmd)
	cmd.Flags().Lookup("log").Usage = "write a log to this file instead of standard error"
	level := cmd.Flags().Lookup("log-level")
	level.DefValue = ""
	level.Usage += " (default info on standard error, debug in a file)"
	return f
}

// toStderr makes standard error the default, without every line: for commands
// whose protocol is not there.
func (f *logFlags) toStderr(cmd *cobra.Command) {
	if f.file == "" {
		f.file = "-"
		if !cmd.Flags().Changed("log-level") {
			f.level = "info"
		}
	}
}

// A log that cannot be written, say to a full disk, is no reason to stop, nor to
// write to standard error, which some interfaces take for the protocol.
func init() { zerolog.ErrorHandler = func(error) {} }

// open returns the logger and a function that closes its file.
func (f *logFlags) open(cmd *cobra.Command) (zerolog.Logger, func(), error) {
	nothing := func() {}
	if f.file == "" {
		return zerolog.Nop(), nothing, nil
	}
	level, err := zerolog.ParseLevel(strings.ToLower(f.level))
	if err != nil || level == zerolog.NoLevel {
		return zerolog.Nop(), nothing, usagef("--log-level %q is none of debug, info, warn, error", f.level)
	}
	if f.file == "-" {
		console := zerolog.ConsoleWriter{Out: cmd.ErrOrStderr(), NoColor: !isTerminal(cmd.ErrOrStderr())}
		return newLogger(console, level), nothing, nil
	}
	file, err := os.OpenFile(f.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return zerolog.Nop(), nothing, err
	}
	return newLogger(file, level), func() { file.Close() }, nil
}

func newLogger(out io.Writer, level zerolog.Level) zerolog.Logger {
	return zerolog.New(out).Level(level).With().Timestamp().Logger()
}
