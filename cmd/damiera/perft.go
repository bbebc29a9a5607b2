package main

import (
	"fmt"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/spf13/cobra"
)

func newPerftCommand() *cobra.Command {
	var (
		depth                int
		divide, bulk, asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "perft " + positionUse,
		Short: "Count the sequences of legal moves of each length",
		Long: `Perft counts the sequences of legal moves of length 1, 2, ... from a position.
The numbers of a game are well known, so they tell whether the rules are right.
A move is its origin, destination and captured squares: routes that agree in
these count once. Draw rules do not apply.`,
		Example: `  damiera perft --variant international --depth 8 --bulk
  damiera perft --variant russian --divide --depth 4 "W:Wc3,e3:Bd6,f6"`,
	}
	game := addGameFlag(cmd)
	cmd.Flags().IntVar(&depth, "depth", 6, "greatest length")
	cmd.Flags().BoolVar(&divide, "divide", false, "count each first move by itself, at the greatest length")
	cmd.Flags().BoolVar(&bulk, "bulk", false, "count the last moves without playing them")
	addJSONFlag(cmd, &asJSON)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		const deepest = 100
		if depth < 1 || depth > deepest {
			return usagef("--depth %d is not from 1 to %d", depth, deepest)
		}
		p, err := game.positionArgument(args)
		if err != nil {
			return err
		}
		c := perftCount{cmd: cmd, v: game.Variant, p: p, bulk: bulk, quiet: asJSON}
		result := perftResult{Variant: game.Name, FEN: game.FEN(&p), Counts: []uint64{}}
		start := time.Now()
		if divide {
			result.Divide = map[string]uint64{}
			total := c.divide(depth, func(m *board.Move, n uint64) { result.Divide[game.HubMove(m)] += n })
			if asJSON {
				result.Counts = append(c.counts(depth-1), total)
			}
		} else {
			result.Counts = c.counts(depth)
		}
		result.Seconds = time.Since(start).Seconds()
		if asJSON {
			return printJSON(cmd, result)
		}
		return nil
	}
	return cmd
}

// perftResult is the answer for programs.
type perftResult struct {
	Variant string            `json:"variant"`
	FEN     string            `json:"fen"`
	Counts  []uint64          `json:"counts"`
	Divide  map[string]uint64 `json:"divide,omitempty"`
	Seconds float64           `json:"seconds"`
}

// perftCount counts move by move, so that the progress can be seen.
type perftCount struct {
	cmd   *cobra.Command
	v     *board.Variant
	p     board.Position
	bulk  bool
	quiet bool // print nothing on stdout
}

func (c *perftCount) printf(format string, args ...any) {
	if !c.quiet {
		fmt.Fprintf(c.cmd.OutOrStdout(), format, args...)
	}
}

// counts returns the numbers of sequences up to a length and prints each as soon
// as it is known.
func (c *perftCount) counts(depth int) []uint64 {
	c.printf("depth  sequences             seconds  million/s\n")
	counts := []uint64{}
	for d := 1; d <= depth; d++ {
		start := time.Now()
		n := c.sum(d, func(*board.Move, uint64) {})
		seconds := time.Since(start).Seconds()
		c.printf("%5d  %-20d %8.3f  %9.1f\n", d, n, seconds, float64(n)/max(seconds, 1e-9)/1e6)
		counts = append(counts, n)
	}
	return counts
}

// divide tells each first move's number of sequences and returns their sum.
func (c *perftCount) divide(depth int, tell func(*board.Move, uint64)) uint64 {
	start := time.Now()
	n := c.sum(depth, func(m *board.Move, n uint64) {
		c.printf("%s %d\n", c.v.MoveText(&c.p, m), n)
		tell(m, n)
	})
	c.printf("depth %d: %d in %.3f s\n", depth, n, time.Since(start).Seconds())
	return n
}

func (c *perftCount) sum(depth int, tell func(*board.Move, uint64)) uint64 {
	progress := newProgress(c.cmd, "sequences", 0)
	var list board.List
	c.v.Generate(&c.p, &list)
	var total uint64
	for i := range list.Len() {
		m := list.At(i)
		var q board.Position
		c.v.Do(&c.p, m, &q)
		n := c.v.Perft(&q, depth-1, c.bulk)
		total += n
		progress.finish()
		tell(m, n)
		share := float64(i+1) / float64(list.Len())
		progress.update(float64(total), float64(total)/share, fmt.Sprintf("depth %d", depth))
	}
	progress.finish()
	return total
}
