package main

import (
	"net"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/damiera/damiera/protocol"
)

func newServeCommand() *cobra.Command {
	var (
		hub, dxp   string
		memory     = memorySize(min(1<<30, protocol.MemoryLimit()))
		o          = protocol.ServerOptions{}
		name       string
		hubL, dxpL net.Listener
	)
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Serve many clients over TCP, by Hub and DXP",
		Long: `Every client gets an engine of its own. Memory and threads are shared out among
--max-sessions engines; a Hub client takes one with its first "init", "pos" or
"go", a DXP client with its first game. Clients that are silent, slow or too
many are turned away with a message. Nothing that a client sends reads or writes
files: endgame databases are used where they are ('damiera endgame build') and never
built.

The server ends with Ctrl-C or SIGTERM within a second: searches answer with the
best move so far, games are ended and clients told.`,
		Example: `  damiera serve --hub 127.0.0.1:27530
  damiera serve --hub 127.0.0.1:27530 --dxp 127.0.0.1:27531 --variant frisian --memory 2GB --max-sessions 16`,
		Args: noArgs,
	}
	game := addGameFlag(cmd)
	f := cmd.Flags()
	f.StringVar(&hub, "hub", "", "serve Hub at this address")
	f.StringVar(&dxp, "dxp", "", "serve DXP at this address, the game given by --variant")
	f.Var(&memory, "memory", "memory for everything, in MiB or with a unit such as 512MB, 2GB")
	f.IntVar(&o.Threads, "threads", runtime.NumCPU(), "processors to use")
	f.IntVar(&o.MaxSessions, "max-sessions", 64, "most engines at once")
	f.IntVar(&o.MaxConnections, "max-connections", 1024, "most clients at once, those without an engine included")
	f.DurationVar(&o.IdleTimeout, "idle-timeout", 30*time.Minute, "disconnect clients that give no command for so long; pings and chat are none")
	f.DurationVar(&o.SlowTimeout, "slow-timeout", 30*time.Second, "disconnect clients that begin a line and do not end it for so long")
	f.DurationVar(&o.HealthEvery, "health", time.Minute, "time between two lines in the log that tell how the server is")
	f.StringVar(&name, "name", "Damiera "+protocol.Version, "name to tell DXP clients")
	logs := addLogFlagsToStderr(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := checkServe(&o, hub, dxp); err != nil {
			return err
		}
		logs.toStderr(cmd)
		log, closeLog, err := logs.open(cmd)
		if err != nil {
			return err
		}
		defer closeLog()
		o.MemoryBytes, o.Log = int64(memory), log
		o.DXP = protocol.DXPOptions{Variant: game.Variant, Name: name}
		// before it listens, so that nobody who sees it listen can kill it rudely
		ctx, release := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
		defer release()
		server, err := protocol.NewServer(o)
		if err != nil {
			return usagef("--memory: %v", err)
		}
		if hub != "" {
			if hubL, err = listen(cmd, "--hub", hub); err != nil {
				return err
			}
			log.Info().Stringer("address", hubL.Addr()).Msg("listening for Hub")
		}
		if dxp != "" {
			if dxpL, err = listen(cmd, "--dxp", dxp); err != nil {
				return err
			}
			log.Info().Stringer("address", dxpL.Addr()).Str("game", game.Name).Msg("listening for DXP")
		}
		runtime.GOMAXPROCS(o.Threads)
		return server.Serve(ctx, hubL, dxpL)
	}
	return cmd
}

// checkServe checks the flags.
func checkServe(o *protocol.ServerOptions, hub, dxp string) error {
	switch {
	case hub == "" && dxp == "":
		return usagef("there is nothing to serve: give --hub HOST:PORT, --dxp HOST:PORT or both")
	case o.Threads < 1:
		return usagef("--threads %d is not at least 1", o.Threads)
	case o.MaxSessions < 1:
		return usagef("--max-sessions %d is not at least 1", o.MaxSessions)
	case o.MaxConnections < 1:
		return usagef("--max-connections %d is not at least 1", o.MaxConnections)
	case o.IdleTimeout <= 0 || o.SlowTimeout <= 0 || o.HealthEvery <= 0:
		return usagef("--idle-timeout, --slow-timeout and --health are times above zero, such as 30s")
	}
	return nil
}
