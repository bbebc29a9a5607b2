package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/eval/train"
	"github.com/spf13/cobra"
)

func newSelfPlayCommand() *cobra.Command {
	var s train.SelfPlay
	var variant, out, evaluation, dump, databases string
	var games int
	cmd := &cobra.Command{
		Use:   "selfplay",
		Short: "Play games of the engine against itself",
		Long: `Selfplay plays games from random openings and ballots with a fixed number of
nodes a move and appends them to a compressed file. When the file holds some of the games
already, only the others are played; a kill loses at most the last ten
seconds. With --dump it prints a file's games, one line of JSON each:
positions before each move as Hub writes them, and the search's score in
centimen from the side to move.`,
		Example: `  damiera selfplay --variant russian --games 1000 --nodes 1500 --out russian.dgm
  damiera selfplay --dump russian.dgm`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if dump != "" {
				return dumpGames(cmd, dump)
			}
			if variant == "" || out == "" {
				return usagef("write --variant and --out FILE, or --dump FILE")
			}
			v, err := board.Lookup(variant)
			if err != nil {
				return asUsage(err)
			}
			if err := checkRanges(
				bound{"games", float64(games), 1, 10_000_000},
				bound{"nodes", float64(s.Nodes), 10, 1e9},
				bound{"workers", float64(s.Workers), 1, 1024},
			); err != nil {
				return err
			}
			s.Variant = v
			if s.Evaluator, err = eval.Named(v, evaluation); err != nil {
				return err
			}
			if err := sources(v, databases, &s.Ballots, &s.Endgames); err != nil {
				return err
			}
			if s.Endgames != nil {
				defer s.Endgames.Close()
			}
			return runSelfPlay(cmd, &s, games, out)
		},
	}
	f := cmd.Flags()
	f.StringVar(&variant, "variant", "", "the game")
	f.StringVar(&out, "out", "", "file of games to make or to go on with")
	f.IntVar(&games, "games", 1000, "games altogether")
	f.Uint64Var(&s.Nodes, "nodes", 1500, "nodes a move")
	f.StringVar(&evaluation, "eval", "pattern", "pattern, material, or a file of weights")
	f.IntVar(&s.Workers, "workers", runtime.GOMAXPROCS(0), "games at once")
	f.Uint64Var(&s.Seed, "seed", 1, "seed of the openings")
	f.StringVar(&databases, "bb-dir", "", "directory of endgame databases that end games with the true result")
	f.StringVar(&dump, "dump", "", "file of games to print")
	return cmd
}

func runSelfPlay(cmd *cobra.Command, s *train.SelfPlay, games int, out string) error {
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	w, err := train.Append(out, s.Variant.Name, s.Nodes)
	if err != nil {
		return err
	}
	if w.Damage != nil {
		cmd.PrintErrf("damiera: %v; the missing ones are played again\n", w.Damage)
	}
	done := len(w.Indices)
	p := newProgress(cmd, "games", done)
	err = s.Run(ctx, 0, games, w.Indices, func(g *train.Game) error {
		done++
		p.update(float64(done), float64(games), s.Variant.Name)
		return w.Add(g)
	})
	p.finish()
	if err := errors.Join(err, w.Close()); ctx.Err() != nil {
		return fmt.Errorf("interrupted after %d of %s; the same command goes on from here", done, plural(games, "game"))
	} else if err != nil {
		return err
	}
	fmt.Fprintf(cmd.OutOrStdout(), "%s: %s of %s\n", out, plural(done, "game"), s.Variant.Name)
	return nil
}

type dumpedGame struct {
	Game       uint32       `json:"game"`
	Generation uint16       `json:"generation"`
	Result     string       `json:"result"`
	Opening    uint8        `json:"opening"` // random plies
	Plies      []dumpedMove `json:"plies"`
}

type dumpedMove struct {
	Position string `json:"position"`
	Score    *int16 `json:"score,omitempty"` // none for random plies
}

func dumpGames(cmd *cobra.Command, file string) error {
	name, err := train.Variant(file)
	if err != nil {
		return err
	}
	v, err := board.Lookup(name)
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	out := bufio.NewWriter(cmd.OutOrStdout())
	e := json.NewEncoder(out)
	var list board.List
	var failed error
	err = train.Read(file, name, func(g *train.Game) {
		if failed != nil {
			return
		}
		d := dumpedGame{Game: g.Index, Generation: g.Generation, Opening: g.Opening, Result: "1-1"}
		switch g.Result {
		case 1:
			d.Result = "2-0"
		case -1:
			d.Result = "0-2"
		}
		failed = g.Replay(v, &list, func(p *board.Position, ply int) {
			m := dumpedMove{Position: v.Hub(p)}
			if ply >= int(g.Opening) {
				m.Score = &g.Plies[ply].Score
			}
			d.Plies = append(d.Plies, m)
		})
		if failed == nil {
			failed = e.Encode(&d)
		}
	})
	return errors.Join(err, failed, out.Flush())
}
