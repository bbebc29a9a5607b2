package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame/files"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/openings"
)

// bookWork is what the commands that make a book have in common.
type bookWork struct {
	bookFlag
	nodes      uint64
	confirm    int
	threads    int
	evaluation string
}

// addBookWorkFlags adds the flags of bookWork.
func addBookWorkFlags(cmd *cobra.Command) *bookWork {
	w := &bookWork{bookFlag: bookFlag{game: addGameFlag(cmd)}}
	f := cmd.Flags()
	f.StringVar(&w.file, "book", "", "file of the book, to make or to go on with (default GAME.book)")
	f.StringVar(&w.file, "output", "", "the same as --book")
	f.Uint64Var(&w.nodes, "nodes", 5000, "nodes of the search that scores a position")
	f.IntVar(&w.confirm, "confirm", 10, "how many times larger the search is that confirms moves out of the book, 0 for none")
	f.IntVar(&w.threads, "threads", runtime.GOMAXPROCS(0), "positions that are searched at a time")
	f.StringVar(&w.evaluation, "eval", "pattern", "pattern, material, or a file of weights")
	return w
}

func (w *bookWork) check() error {
	if w.file == "" {
		w.file = w.game.Name + ".book"
	}
	return checkRanges(bound{"nodes", float64(w.nodes), 10, 1e12}, bound{"confirm", float64(w.confirm), 0, 1000},
		bound{"threads", float64(w.threads), 1, 1024})
}

// run makes or opens the book, lets work grow it and saves it, also when work
// is interrupted or runs out of time.
func (w *bookWork) run(cmd *cobra.Command, roots []board.Position, wanted int, work func(context.Context, *openings.Builder) error) error {
	if err := checkOutputs(outputFile{"book", w.file}); err != nil {
		return err
	}
	unlock, err := files.LockFor(w.file)
	if errors.Is(err, files.ErrInUse) {
		return fmt.Errorf("%s is being built by another process: wait until it ends, or name another file with --book", w.file)
	}
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", w.file, cause(err))
	}
	defer unlock()
	from, err := w.openIfThere()
	if err != nil {
		return err
	}
	evaluator, err := eval.Named(w.game.Variant, w.evaluation)
	if err != nil {
		if w.evaluation != "pattern" {
			return err
		}
		cmd.PrintErrf("damiera: %v\n", err) // and the book is built by material
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	begun := 0
	if from != nil {
		begun = from.Len()
	}
	line := newProgress(cmd, "positions", begun)
	b := openings.NewBuilder(openings.BuildOptions{
		Variant: w.game.Variant, Nodes: w.nodes, Confirm: w.confirm, Threads: w.threads, Evaluator: evaluator, Save: w.save,
		Progress: func(positions int) {
			line.update(float64(positions), float64(wanted), "")
		},
	}, from, roots)
	err = work(ctx, b)
	line.finish()
	book := b.Book()
	if saveErr := w.save(book); saveErr != nil {
		return saveErr
	}
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted: %s has %s; the same command goes on from here", w.file, plural(book.Len(), "position"))
	}
	if errors.Is(err, openings.ErrGrown) {
		cmd.PrintErrf("damiera: %v\n", err)
		err = nil
	}
	if err != nil && !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s of %s, deepest %s\n", w.file, plural(book.Len(), "position"), w.game.Name, plural(book.Deepest(), "ply"))
	return nil
}

func newBookBuildCommand() *cobra.Command {
	var positions int
	var limit time.Duration
	var from string
	cmd := &cobra.Command{
		Use:   "build",
		Short: "Grow a book by search",
		Long: `Build grows a book from the start position, or from the openings of a list or PDN
file (--from FILE, or --from ballots for those in the program). It scores
positions by short searches and goes on where the sides give the least away
against the best moves, for both sides at once. At last it confirms the better
moves that lead out of the book by larger searches, for which --time leaves a
third. An existing book grows further: after an interruption, or a kill, the same
command goes on where it stopped.`,
		Example: `  damiera book build --variant english --positions 10000
  damiera book build --variant frisian --time 2h --nodes 100000 --book frisian.book
  damiera book build --variant russian --from ballots --positions 50000`,
		Args: noArgs,
	}
	w := addBookWorkFlags(cmd)
	f := cmd.Flags()
	f.IntVar(&positions, "positions", 0, "positions that the book shall have")
	f.DurationVar(&limit, "time", 0, "how long to build, such as 30s, 10m or 2h")
	f.StringVar(&from, "from", "", "openings to grow from instead of the start position")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := refuseZero(cmd, "positions", "time"); err != nil {
			return err
		}
		const most = 8_000_000
		switch {
		case positions == 0 && limit == 0:
			return usagef("write --positions N or --time T: how far the book shall grow")
		case positions < 0 || positions > most:
			return usagef("--positions %d is out of range: write a number from 1 to %d", positions, most)
		case limit < 0:
			return usagef("--time %v is negative", limit)
		}
		if err := w.check(); err != nil {
			return err
		}
		roots, err := rootsFrom(w.game.Variant, from)
		if err != nil {
			return err
		}
		target := positions
		if target == 0 {
			target = most
		}
		return w.run(cmd, roots, positions, func(ctx context.Context, b *openings.Builder) error {
			growing := ctx
			if limit > 0 {
				var cancel, stop context.CancelFunc
				ctx, cancel = context.WithTimeout(ctx, limit)
				defer cancel()
				growing, stop = context.WithTimeout(ctx, limit*2/3)
				defer stop()
			}
			err := b.Grow(growing, target)
			if err != nil && !errors.Is(err, context.DeadlineExceeded) && !errors.Is(err, openings.ErrGrown) {
				return err
			}
			return errors.Join(err, b.Confirm(ctx))
		})
	}
	return cmd
}

// rootsFrom returns the positions after the openings of a file, or of the
// ballots in the program.
func rootsFrom(v *board.Variant, from string) ([]board.Position, error) {
	var list []openings.Opening
	var err error
	switch from {
	case "":
		return nil, nil
	case "ballots":
		list, err = openings.Ballots(v)
	default:
		const plies = 8 // of a PDN game
		list, err = openings.ReadFile(v, from, plies)
	}
	if err != nil {
		return nil, fmt.Errorf("--from %s: %w", from, err)
	}
	var roots []board.Position
	for i := range list {
		g, err := list[i].Game(v)
		if err != nil {
			return nil, fmt.Errorf("--from %s: %w", from, err)
		}
		roots = append(roots, *g.Position())
	}
	return roots, nil
}

func newBookImportCommand() *cobra.Command {
	var plies int
	cmd := &cobra.Command{
		Use:   "import FILE",
		Short: "Put the openings of a PDN file or a list into a book",
		Long: `Import puts the first --plies moves of every game of a PDN file (or of every
opening of a list) into a book: each position on the way with all its moves,
scored by search, so that only good ones are played. Games that cannot be used
are left out and named. A book that does not exist is made. "book stats" and
"book show" tell how many games went through a position as its visits.`,
		Example: `  damiera book import games.pdn --variant brazilian --book mine.book
  damiera book import openings.txt --plies 12 --nodes 100000`,
		Args: exactArgs("FILE"),
	}
	w := addBookWorkFlags(cmd)
	cmd.Flags().IntVar(&plies, "plies", 16, "moves to take from each game")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := errors.Join(w.check(), checkRanges(bound{"plies", float64(plies), 1, 200})); err != nil {
			return err
		}
		lines, skipped, err := openings.ReadGames(w.game.Variant, args[0], plies)
		if err != nil {
			return fmt.Errorf("%s: %w", args[0], err)
		}
		for _, fault := range skipped {
			cmd.PrintErrf("damiera: %s: left out %v\n", args[0], fault)
		}
		if len(lines) == 0 {
			return fmt.Errorf("%s holds no opening of %s", args[0], w.game.Name)
		}
		return w.run(cmd, nil, 0, func(ctx context.Context, b *openings.Builder) error {
			if err := b.Follow(ctx, lines); err != nil {
				return err
			}
			return b.Confirm(ctx)
		})
	}
	return cmd
}
