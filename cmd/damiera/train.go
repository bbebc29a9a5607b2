package main

import (
	"errors"
	"fmt"
	"math"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/eval/train"
	"github.com/damiera/damiera/openings"
	"github.com/spf13/cobra"
)

func newTrainCommand() *cobra.Command {
	var o train.Options
	var variants, databases string
	var endless, asJSON bool
	cmd := &cobra.Command{
		Use:   "train",
		Short: "Learn an evaluation from self-play",
		Long: `Train plays games of the engine against itself, learns the weights of the
evaluation from their results and scores, and lets the new weights play the
former ones. Weights that win become DIR/VARIANT/weights.dwt; the next
generation plays with them. Everything is kept in the directory: after an
interruption the same command goes on where it stopped.

With --all-generations the wheel turns until it is interrupted (or until
--generations), one generation of each game after the other.`,
		Example: `  damiera train --variant russian --games 2000 --generations 1
  damiera train --variant all --games 5000 --all-generations --dir training
  damiera match --variant russian --games 400 --each movetime=0.05 \
      --engine "name=learned param.eval=training/russian/weights.dwt" \
      --engine "name=material param.eval=material"`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			games, err := trainable(variants)
			if err != nil {
				return err
			}
			if err := checkRanges(
				bound{"games", float64(o.Games), 1, 10_000_000},
				bound{"generations", float64(o.Generations), 1, 1000},
				bound{"nodes", float64(o.Nodes), 10, 1e9},
				bound{"gate-games", float64(o.GateGames), 4, 100_000},
				bound{"result-part", o.ResultPart, train.ResultPartByGeneration, 1},
				bound{"passes", float64(o.Epochs), 1, 1000},
				bound{"workers", float64(o.Workers), 1, 1024},
			); err != nil {
				return err
			}
			if o.GateGames%2 != 0 {
				return usagef("--gate-games %d is odd: every opening is played twice, with colours changed", o.GateGames)
			}
			last := o.Generations
			if endless && !cmd.Flags().Changed("generations") {
				last = math.MaxInt
			}
			return runTraining(cmd, o, games, last, databases, asJSON)
		},
	}
	f := cmd.Flags()
	f.StringVar(&variants, "variant", "", "the game, several with commas between, or all")
	f.StringVar(&o.Dir, "dir", "training", "directory that keeps games, weights and state")
	f.IntVar(&o.Games, "games", 4000, "games a generation")
	f.IntVar(&o.Generations, "generations", 1, "number of the last generation")
	f.BoolVar(&endless, "all-generations", false, "go on unattended with further generations")
	f.Uint64Var(&o.Nodes, "nodes", 1500, "nodes a move, of self-play and of the match")
	f.IntVar(&o.GateGames, "gate-games", 400, "most games of the match between two generations, an even number from 4")
	f.Float64Var(&o.ResultPart, "result-part", train.ResultPartByGeneration, "part of the result, from 0 to 1, in what is learned; the rest is the search's score; -1 for 0.35 in the first two generations and 0.1 after them")
	f.IntVar(&o.Epochs, "passes", 12, "most passes of the fit over the positions")
	f.IntVar(&o.Workers, "workers", runtime.GOMAXPROCS(0), "games at once")
	f.Uint64Var(&o.Seed, "seed", 1, "seed of everything random")
	f.StringVar(&databases, "bb-dir", "", "directory of endgame databases that end games with the true result")
	addJSONFlag(cmd, &asJSON)
	return cmd
}

// trainable returns the games that a list names, each once, by the names of
// their weights.
func trainable(list string) ([]*board.Variant, error) {
	if list == "" {
		return nil, usagef("--variant is missing: write --variant russian, or --variant all")
	}
	var games []*board.Variant
	if list == "all" {
		for _, v := range board.Variants() {
			if eval.WeightsName(v) == v.Name {
				games = append(games, v)
			}
		}
		return games, nil
	}
	seen := map[string]bool{}
	for _, name := range strings.Split(list, ",") {
		v, err := board.Lookup(name)
		if err != nil {
			return nil, asUsage(err)
		}
		if base := eval.WeightsName(v); base != v.Name {
			return nil, usagef("%s plays with the weights of %s: train that", v.Name, base)
		}
		if !seen[v.Name] {
			games = append(games, v)
		}
		seen[v.Name] = true
	}
	return games, nil
}

type bound struct {
	flag             string
	value, low, high float64
}

func checkRanges(bounds ...bound) error {
	for _, b := range bounds {
		if !(b.value >= b.low && b.value <= b.high) {
			return usagef("--%s %v is out of range: write a number from %v to %.0f", b.flag, b.value, b.low, b.high)
		}
	}
	return nil
}

// sources opens what self-play begins and ends with: the game's ballots and, if
// a directory is named, its endgame database.
func sources(v *board.Variant, databases string, ballots *[]openings.Opening, endgames **endgame.Database) error {
	var err error
	if *ballots, err = openings.Ballots(v); err != nil {
		return err
	}
	if databases == "" {
		return nil
	}
	if *endgames, err = endgame.Open(v, databases, endgame.MaxPieces); err != nil {
		return err
	}
	if (*endgames).Pieces() == 0 {
		return fmt.Errorf("%s has no endgame database of %s: build one with damiera endgame build", databases, v.Name)
	}
	return nil
}

// runTraining turns the wheel of every game up to the last generation.
func runTraining(cmd *cobra.Command, o train.Options, games []*board.Variant, last int, databases string, asJSON bool) error {
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root := o.Dir
	for turn := 1; turn <= last; turn++ {
		for _, v := range games {
			stage := ""
			var p *progress
			finish := func() {
				if p != nil {
					p.finish()
				}
			}
			o := o
			o.Variant, o.Dir, o.Generations = v, filepath.Join(root, v.Name), turn
			if err := sources(v, databases, &o.Ballots, &o.Endgames); err != nil {
				return err
			}
			o.Progress = func(unit string, done, total float64, note string) {
				if unit != stage {
					finish()
					p, stage = newProgress(cmd, unit, int(done)), unit
				}
				p.update(done, total, note)
			}
			o.Log = func(format string, args ...any) {
				finish()
				if !asJSON {
					fmt.Fprintf(cmd.OutOrStdout(), format+"\n", args...)
				}
			}
			before, err := train.LoadState(o.Dir, v)
			if err != nil {
				return err
			}
			s, err := train.Run(ctx, o)
			finish()
			if o.Endgames != nil {
				err = errors.Join(err, o.Endgames.Close())
			}
			if ctx.Err() != nil {
				return fmt.Errorf("interrupted; the same command goes on from here")
			}
			if err != nil {
				return err
			}
			if turn == last && len(before.Generations) >= last {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s has %s already: ask for more with --generations %d\n", v.Name, plural(len(before.Generations), "generation"), len(before.Generations)+1)
			}
			if asJSON {
				for _, g := range s.Generations[len(before.Generations):] {
					if err := printJSON(cmd, struct {
						Variant string `json:"variant"`
						train.Generation
					}{v.Name, g}); err != nil {
						return err
					}
				}
			}
		}
	}
	return nil
}
