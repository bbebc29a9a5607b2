package main

import (
	"fmt"
	"os/signal"
	"syscall"
	"text/tabwriter"

	"github.com/damiera/damiera/bench"
	"github.com/spf13/cobra"
)

func newBenchCommand() *cobra.Command {
	var (
		asJSON   bool
		depth    int
		variants []string
	)
	cmd := &cobra.Command{
		Use:   "bench",
		Short: "Measure the search and print its signature",
		Long: `Bench searches fixed positions of every game to a fixed depth with one thread.
The sum of the nodes is the signature of the search: it changes when the search,
the evaluation or the move generator does, and never with the machine.`,
		Example: "  damiera bench\n  damiera bench --json\n  damiera bench --variant russian,turkish --depth 14",
		Args:    noArgs,
	}
	cmd.Flags().StringSliceVar(&variants, "variant", nil, "measure only these games")
	cmd.Flags().IntVar(&depth, "depth", bench.SignatureDepth, "depth in plies; another than the default gives another signature")
	addJSONFlag(cmd, &asJSON)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		const deepest = 60
		if depth < 1 || depth > deepest {
			return usagef("--depth %d is not from 1 to %d", depth, deepest)
		}
		ctx, release := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
		defer release()
		progress := newProgress(cmd, "positions", 0)
		result, err := bench.RunSignature(ctx, bench.SignatureOptions{
			Depth: depth, Variants: variants,
			Progress: func(done, all int) { progress.update(float64(done), float64(all), "") },
		})
		progress.finish()
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			return asUsage(err)
		case asJSON:
			return printJSON(cmd, result)
		}
		w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', tabwriter.AlignRight)
		fmt.Fprintln(w, "game\tnodes\tseconds\tnodes/s\t")
		for _, g := range result.Games {
			fmt.Fprintf(w, "%s\t%d\t%.3f\t%d\t\n", g.Variant, g.Nodes, g.Seconds, g.NPS)
		}
		fmt.Fprintf(w, "all\t%d\t%.3f\t%d\t\n", result.Nodes, result.Seconds, result.NPS)
		if err := w.Flush(); err != nil {
			return err
		}
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "signature %d\n", result.Nodes)
		return err
	}
	return cmd
}
