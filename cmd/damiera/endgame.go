package main

import (
	"context"
	"errors"
	"fmt"
	"os/signal"
	"sync"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/damiera/damiera/endgame"
	"github.com/damiera/damiera/protocol"
)

func newEndgameCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "endgame",
		Short: "Build and use databases of perfect endgame play",
		Long: `An endgame database knows of every position with few pieces whether it is won,
drawn or lost with best play, and in how many plies. Databases are computed on
this machine; engine and analysis find them by themselves. docs/endgame.md says
what they hold.`,
		Example: `  damiera endgame build --variant english --pieces 5
  damiera endgame probe --variant english "W:WK1,K2:BK32"
  damiera endgame stats --variant english`,
		Args: noSuchCommand,
		RunE: func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newEndgameBuildCommand(), newEndgameVerifyCommand(), newEndgameStatsCommand(), newEndgameProbeCommand())
	return cmd
}

// endgameFlags are what all commands about databases share.
type endgameFlags struct {
	game   *gameFlag
	dir    string
	asJSON bool
}

func addEndgameFlags(cmd *cobra.Command) *endgameFlags {
	f := &endgameFlags{game: addGameFlag(cmd)}
	cmd.Flags().StringVar(&f.dir, "dir", "", "directory of the databases (default damiera/endgame in the user's cache directory)")
	addJSONFlag(cmd, &f.asJSON)
	return f
}

// directory is where the databases are.
func (f *endgameFlags) directory() (string, error) {
	if f.dir != "" {
		return f.dir, nil
	}
	dir, err := endgame.DefaultDir()
	if err != nil {
		return "", fmt.Errorf("there is no cache directory (%w): name a directory with --dir", err)
	}
	return dir, nil
}

// open opens the game's database and complains about what cannot be used.
func (f *endgameFlags) open(cmd *cobra.Command, pieces int) (*endgame.Database, error) {
	dir, err := f.directory()
	if err != nil {
		return nil, err
	}
	d, err := endgame.Open(f.game.Variant, dir, pieces)
	if err != nil {
		cmd.PrintErrf("damiera: %v\n", err)
	}
	if d.Pieces() == 0 {
		return nil, fmt.Errorf("there is no endgame database of %s in %s: run 'damiera endgame build --variant %s --pieces 4'",
			f.game.Name, dir, f.game.Name)
	}
	return d, nil
}

// endgameProgress shows how far a build or verification is.
func endgameProgress(cmd *cobra.Command) (report func(endgame.Progress), finish func()) {
	line := newProgress(cmd, "positions", 0)
	var mutex sync.Mutex
	return func(p endgame.Progress) {
		mutex.Lock()
		defer mutex.Unlock()
		if p.Waiting {
			line.update(0, 0, "waiting for another process that builds this database")
			return
		}
		line.update(float64(p.Done), float64(p.Total), p.Slice.String())
	}, line.finish
}

func checkThreads(threads int) error {
	const most = 256
	if threads < 0 || threads > most {
		return usagef("--threads %d is not from 1 to %d (0 for all processors)", threads, most)
	}
	return nil
}

func checkPieces(pieces, least int) error {
	if pieces < least || pieces > endgame.MaxPieces {
		return usagef("--pieces %d is not from 2 to %d", pieces, endgame.MaxPieces)
	}
	return nil
}

func newEndgameBuildCommand() *cobra.Command {
	var pieces, threads int
	var background bool
	cmd := &cobra.Command{
		Use:   "build",
		Short: "Compute the database of a game",
		Long: `Build computes all positions of up to --pieces pieces. Slices that are there
already are not computed again, so an interrupted build goes on where it was
when the command is given once more.`,
		Example: `  damiera endgame build --variant english --pieces 5
  damiera endgame build --variant international --pieces 4 --dir /data/endgame --threads 2`,
		Args: noArgs,
	}
	f := addEndgameFlags(cmd)
	cmd.Flags().IntVar(&pieces, "pieces", 4, "most pieces on the board, 2 to 8")
	cmd.Flags().IntVar(&threads, "threads", 0, "number of threads, 0 for all processors")
	cmd.Flags().BoolVar(&background, "background", false, "work for an engine that plays meanwhile")
	_ = cmd.Flags().MarkHidden("background") // the flag is there
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := errors.Join(checkPieces(pieces, 2), checkThreads(threads)); err != nil {
			return err
		}
		dir, err := f.directory()
		if err != nil {
			return err
		}
		// MemoryLimit is half of what there is
		if need, have := endgame.MemoryNeeded(f.game.Variant, pieces), uint64(protocol.MemoryLimit())*2; need > have {
			return fmt.Errorf("%d pieces of %s need %.1f GiB of memory and this machine has %.1f GiB: choose fewer --pieces",
				pieces, f.game.Name, float64(need)/(1<<30), float64(have)/(1<<30))
		}
		if background {
			return f.serveBuild(cmd, dir, pieces)
		}
		return f.build(cmd, dir, pieces, threads)
	}
	return cmd
}

// buildResult is the outcome of a build for programs to read.
type buildResult struct {
	Variant   string  `json:"variant"`
	Pieces    int     `json:"pieces"`
	Dir       string  `json:"dir"`
	Built     int     `json:"built"` // pairs of slices that were not there before
	Positions uint64  `json:"positions"`
	Seconds   float64 `json:"seconds"`
}

func (f *endgameFlags) build(cmd *cobra.Command, dir string, pieces, threads int) error {
	ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	report, finish := endgameProgress(cmd)
	start := time.Now()
	r := buildResult{Variant: f.game.Name, Pieces: pieces, Dir: dir}
	err := endgame.Build(ctx, endgame.BuildOptions{
		Variant: f.game.Variant, Dir: dir, Pieces: pieces, Threads: threads,
		Progress: report, Done: func(endgame.Material) { r.Built++ },
	})
	finish()
	if err != nil {
		if ctx.Err() != nil && r.Built > 0 {
			return errors.New("interrupted; what is done is kept, the same command goes on from there")
		}
		return err
	}
	r.Seconds = time.Since(start).Seconds()
	d, err := f.open(cmd, pieces)
	if err != nil {
		return err
	}
	defer d.Close()
	for _, s := range d.Stats() {
		r.Positions += s.Won + s.Drawn + s.Lost
	}
	if f.asJSON {
		return printJSON(cmd, r)
	}
	what := "built"
	if r.Built == 0 {
		what = "there already"
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s, up to %d pieces: %s in %s, %s (%.1f s)\n",
		f.game.Title, pieces, plural(r.Positions, "position"), dir, what, r.Seconds)
	return err
}

func newEndgameVerifyCommand() *cobra.Command {
	var pieces, threads int
	cmd := &cobra.Command{
		Use:   "verify",
		Short: "Check every position of a database",
		Long: `Verify compares the value and the distance of every position with those of the
positions that its moves lead to, reads every block of every file and checks its
checksums and counts.`,
		Example: "  damiera endgame verify --variant english\n  damiera endgame verify --variant russian --pieces 4",
		Args:    noArgs,
	}
	f := addEndgameFlags(cmd)
	cmd.Flags().IntVar(&pieces, "pieces", 0, "most pieces on the board, 2 to 8 (default all that there are)")
	cmd.Flags().IntVar(&threads, "threads", 0, "number of threads, 0 for all processors")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := errors.Join(checkPieces(pieces, 0), checkThreads(threads)); err != nil {
			return err
		}
		dir, err := f.directory()
		if err != nil {
			return err
		}
		if pieces == 0 {
			d, err := f.open(cmd, endgame.MaxPieces)
			if err != nil {
				return err
			}
			pieces = d.Pieces()
			d.Close()
		}
		ctx, stop := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
		defer stop()
		report, finish := endgameProgress(cmd)
		r, err := endgame.Verify(ctx, endgame.VerifyOptions{
			Variant: f.game.Variant, Dir: dir, Pieces: pieces, Threads: threads, Progress: report,
		})
		finish()
		if err != nil {
			return verifyError(ctx, err)
		}
		if f.asJSON {
			return printJSON(cmd, verifyResult{f.game.Name, pieces, r.Slices, r.Positions, true})
		}
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s with %s of up to %d pieces are right\n",
			f.game.Title, plural(r.Slices, "slice"), plural(r.Positions, "position"), pieces)
		return err
	}
	return cmd
}

func verifyError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errors.New("interrupted; no fault was found so far")
	}
	return err
}

// verifyResult is what was verified, for programs to read.
type verifyResult struct {
	Variant   string `json:"variant"`
	Pieces    int    `json:"pieces"`
	Slices    int    `json:"slices"`
	Positions uint64 `json:"positions"`
	OK        bool   `json:"ok"`
}
