package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"sync"
	"syscall"

	"github.com/spf13/cobra"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame/files"
	"github.com/damiera/damiera/openings"
)

func newBallotsCommand() *cobra.Command {
	var (
		game   *gameFlag
		o      openings.BallotOptions
		output string
		bound  float64
		asJSON bool
		byBook bool
	)
	cmd := &cobra.Command{
		Use:   "ballots",
		Short: "Make a list of short balanced openings",
		Long: `Makes a list of short openings for matches: all lines of --plies moves from the
start, of which those that lead to the same position are one, kept when a search
of --nodes positions finds neither side more than --bound men ahead. The order
is random but depends on --seed alone: the same command gives the same list.

With --from-book the lines are those of the opening book in the program, to which
both sides give away little: longer ones are had at once, scored by the book.`,
		Example: `  damiera ballots --variant international --plies 4 --max 200 --output ballots.txt
  damiera ballots --variant frisian --plies 2 --bound 0.5 --json
  damiera ballots --variant english --from-book --plies 6 --bound 0.2 --max 100`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			o.Variant = game.Variant
			switch {
			case o.Plies < 1 || o.Plies > 20:
				return usagef("--plies %d: it must be from 1 to 20", o.Plies)
			case !(bound >= 0 && bound <= 100):
				return usagef("--bound %g: it must be from 0 to 100 men", bound)
			case o.Max < 0:
				return usagef("--max %d: it must not be below 0", o.Max)
			case o.Nodes < 1:
				return usagef("--nodes %d: it must be above 0", o.Nodes)
			}
			if err := checkOutputs(outputFile{"output", output}); err != nil {
				return err
			}
			o.Bound = int(bound*100 + 0.5)
			o.Threads = runtime.GOMAXPROCS(0)
			if byBook {
				ballots, err := openings.BookBallots(o)
				if err != nil {
					return err
				}
				return saveBallots(cmd, o, ballots, "in the opening book", output, asJSON)
			}
			return makeBallots(cmd, o, output, asJSON)
		},
	}
	game = addGameFlag(cmd)
	flags := cmd.Flags()
	flags.IntVar(&o.Plies, "plies", 2, "length of the lines in plies")
	flags.Float64Var(&bound, "bound", 0.3, "largest advantage of a side in men")
	flags.IntVar(&o.Max, "max", 0, "number of ballots wanted, 0 for all")
	flags.Uint64Var(&o.Seed, "seed", 1, "seed of the order")
	flags.Uint64Var(&o.Nodes, "nodes", 20000, "positions of the search that judges a line")
	flags.StringVar(&output, "output", "", "file for the list instead of the standard output")
	flags.BoolVar(&byBook, "from-book", false, "take the lines of the opening book in the program")
	addJSONFlag(cmd, &asJSON)
	return cmd
}

// ballotRow is a ballot for programs to read.
type ballotRow struct {
	Moves []string `json:"moves"`
	FEN   string   `json:"fen"`
	// Score is in men from the side to move.
	Score float64 `json:"score"`
}

func makeBallots(cmd *cobra.Command, o openings.BallotOptions, output string, asJSON bool) error {
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	line := newProgress(cmd, "positions", 0)
	var mutex sync.Mutex
	o.Progress = func(judged, kept, total int) {
		mutex.Lock()
		defer mutex.Unlock()
		line.update(float64(judged), float64(total), fmt.Sprintf("%d kept", kept))
	}
	ballots, err := openings.MakeBallots(ctx, o)
	line.finish()
	if err != nil {
		return err
	}
	return saveBallots(cmd, o, ballots, "by "+plural(o.Nodes, "node"), output, asJSON)
}

// saveBallots writes ballots to a file or the output of the command. Judge tells
// where their scores come from.
func saveBallots(cmd *cobra.Command, o openings.BallotOptions, ballots []openings.Ballot, judge, output string, asJSON bool) error {
	if output == "" {
		return writeBallots(cmd.OutOrStdout(), o, ballots, judge, asJSON)
	}
	var text bytes.Buffer
	if err := writeBallots(&text, o, ballots, judge, asJSON); err != nil {
		return err
	}
	return files.Replace(output, text.Bytes())
}

func writeBallots(out io.Writer, o openings.BallotOptions, ballots []openings.Ballot, judge string, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(ballotRows(o.Variant, ballots))
	}
	fmt.Fprintf(out, "# %s of %s: %s, within %.2f men %s, seed %d\n",
		plural(len(ballots), "ballot"), o.Variant.Name, plural(o.Plies, "ply"), float64(o.Bound)/100, judge, o.Seed)
	return openings.WriteList(out, o.Variant, ballots)
}

func ballotRows(v *board.Variant, ballots []openings.Ballot) []ballotRow {
	rows := []ballotRow{}
	for i := range ballots {
		b := &ballots[i]
		g, err := b.Game(v)
		if err != nil {
			continue // cannot be: it was made by playing these moves
		}
		rows = append(rows, ballotRow{strings.Fields(b.Text(v)), v.FEN(g.Position()), float64(b.Score) / 100})
	}
	return rows
}
