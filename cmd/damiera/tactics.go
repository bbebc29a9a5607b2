package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	"text/tabwriter"

	"github.com/damiera/damiera/bench"
	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame/files"
	"github.com/spf13/cobra"
)

// tacticsFlags is what the flags of tactics say.
type tacticsFlags struct {
	game    *gameFlag
	options bench.TacticsOptions
	maker   bench.ShotMaker
	making  bool
	out     string
	asJSON  bool
}

func newTacticsCommand() *cobra.Command {
	t := &tacticsFlags{}
	cmd := &cobra.Command{
		Use:   "tactics [FILE]",
		Short: "Count the shots that the search finds at fixed nodes",
		Long: `Tactics searches positions with one winning move, a quiet-looking one that a
shallow search does not play, and counts those where it ends with that move: in
the built-in suites of all games, or of the one that --variant names, or in FILE.
A line of a suite is

  FEN bm MOVE...; id "NAME"; ce CENTIMEN; acd PLIES;

with any best moves (bm) in the game's own notation; what follows them may be left
out. With --make it makes a suite from games of weak self-play.`,
		Example: `  damiera tactics
  damiera tactics --variant russian --nodes 20000 --json
  damiera tactics --variant italian shots.epd
  damiera tactics --make --variant frisian --out shots.epd`,
		Args: maxArgs(1),
	}
	t.game = addGameFlag(cmd)
	f := cmd.Flags()
	variant := f.Lookup("variant")
	variant.Usage, variant.DefValue = "the game, by any of its names (default all that have a suite; international for FILE and --make)", ""
	f.Uint64Var(&t.options.Nodes, "nodes", bench.TacticsNodes, "nodes for each position")
	f.BoolVar(&t.making, "make", false, "make a suite instead")
	f.StringVar(&t.out, "out", "", "with --make: the file to write (default standard output)")
	f.IntVar(&t.maker.Count, "count", 20, "with --make: positions wanted")
	f.IntVar(&t.maker.Games, "games", 1000, "with --make: games to look at, at most")
	f.Uint64Var(&t.maker.Seed, "seed", 1, "with --make: seed of the games")
	f.Uint64Var(&t.maker.Shallow, "shallow", 1000, "with --make: nodes of the search that must not find the move")
	f.Uint64Var(&t.maker.Deep, "deep", 15_000, "with --make: nodes of the search that finds it")
	f.Uint64Var(&t.maker.Check, "check", 400_000, "with --make: nodes of the search that confirms it")
	addJSONFlag(cmd, &t.asJSON)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		const most = 1e12
		if err := checkRanges(
			bound{"nodes", float64(t.options.Nodes), 1, most},
			bound{"count", float64(t.maker.Count), 1, 10_000},
			bound{"games", float64(t.maker.Games), 1, 1e9},
			bound{"shallow", float64(t.maker.Shallow), 1, most},
			bound{"deep", float64(t.maker.Deep), 1, most},
			bound{"check", float64(t.maker.Check), 1, most},
		); err != nil {
			return err
		}
		ctx, release := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
		defer release()
		switch {
		case t.making && len(args) > 0:
			return usagef("--make reads no file: name the one to write with --out %s", args[0])
		case t.making:
			if err := checkOutputs(outputFile{"out", t.out}); err != nil {
				return err
			}
			return t.make(ctx, cmd)
		}
		return t.run(ctx, cmd, args)
	}
	return cmd
}

// make makes a suite. What was found before an interruption is kept.
func (t *tacticsFlags) make(ctx context.Context, cmd *cobra.Command) error {
	p := newProgress(cmd, "positions", 0)
	m := t.maker
	m.Variant = t.game.Variant
	m.Progress = func(shots int) { p.update(float64(shots), float64(m.Count), m.Variant.Name) }
	shots := m.Make(ctx)
	p.finish()
	var text bytes.Buffer
	fmt.Fprintf(&text, "# Tactics of %s, found by searches of %d, %d and %d nodes in games of seed %d.\n",
		m.Variant.Name, m.Shallow, m.Deep, m.Check, m.Seed)
	for i := range shots {
		fmt.Fprintln(&text, shots[i].Line(m.Variant))
	}
	if t.out == "" {
		_, err := cmd.OutOrStdout().Write(text.Bytes())
		return errors.Join(err, ctx.Err())
	}
	if err := files.Replace(t.out, text.Bytes()); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return fmt.Errorf("interrupted: %s holds %s found so far", t.out, plural(len(shots), "position"))
	}
	_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: %s of %s\n", t.out, plural(len(shots), "position"), m.Variant.Name)
	return err
}

// suite is the shots of one game.
type suite struct {
	variant *board.Variant
	shots   []bench.Shot
}

// suites are those that the command line names.
func (t *tacticsFlags) suites(cmd *cobra.Command, args []string) ([]suite, error) {
	if len(args) > 0 {
		f, err := os.Open(args[0])
		if err != nil {
			return nil, err
		}
		defer f.Close()
		shots, err := bench.ReadShots(f, t.game.Variant)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", args[0], err)
		}
		return []suite{{t.game.Variant, shots}}, nil
	}
	variants := board.Variants()
	chosen := cmd.Flags().Changed("variant")
	if chosen {
		variants = []*board.Variant{t.game.Variant}
	}
	var all []suite
	for _, v := range variants {
		shots, err := bench.Shots(v)
		if err != nil {
			return nil, err
		}
		if len(shots) > 0 {
			all = append(all, suite{v, shots})
		} else if chosen {
			return nil, usagef("there is no suite of %s: make one with 'damiera tactics --make --variant %s --out FILE'", v.Name, v.Name)
		}
	}
	return all, nil
}

func (t *tacticsFlags) run(ctx context.Context, cmd *cobra.Command, args []string) error {
	suites, err := t.suites(cmd, args)
	if err != nil {
		return err
	}
	all, done := 0, 0
	for _, s := range suites {
		all += len(s.shots)
	}
	result := bench.Tactics{Nodes: t.options.Nodes, Games: []bench.TacticsGame{}}
	p := newProgress(cmd, "positions", 0)
	for _, s := range suites {
		t.options.Progress = func() {
			done++
			p.update(float64(done), float64(all), s.variant.Name)
		}
		if err := result.Add(ctx, s.variant, s.shots, t.options); err != nil {
			p.finish()
			return err
		}
	}
	p.finish()
	if t.asJSON {
		return printJSON(cmd, result)
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(w, "game\tpositions\tsolved\tseconds\t")
	for _, g := range result.Games {
		fmt.Fprintf(w, "%s\t%d\t%d\t%.3f\t\n", g.Variant, g.Positions, g.Solved, g.Seconds)
	}
	fmt.Fprintf(w, "all\t%d\t%d\t%.3f\t\n", result.Positions, result.Solved, result.Seconds)
	if err := w.Flush(); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "solved %d of %d at %s each\n", result.Solved, result.Positions, plural(result.Nodes, "node"))
	return err
}
