package main

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
)

func newEndgameStatsCommand() *cobra.Command {
	var pieces int
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Count won, drawn and lost positions",
		Long: `Stats counts for every material and side to move how many positions are won,
drawn and lost for that side, and shows the longest win in plies with a position
and the line of best play.`,
		Example: "  damiera endgame stats --variant english --pieces 3\n  damiera endgame stats --variant russian --json",
		Args:    noArgs,
	}
	f := addEndgameFlags(cmd)
	cmd.Flags().IntVar(&pieces, "pieces", endgame.MaxPieces, "most pieces on the board, 2 to 8")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := checkPieces(pieces, 2); err != nil {
			return err
		}
		d, err := f.open(cmd, pieces)
		if err != nil {
			return err
		}
		defer d.Close()
		if f.asJSON {
			return printJSON(cmd, statsJSON(d.Stats()))
		}
		return f.printStats(cmd, d)
	}
	return cmd
}

type endgameStats struct {
	Slices []sliceRow `json:"slices"`
}

// sliceRow counts the positions of one material with one side to move, from that
// side's view.
type sliceRow struct {
	WhiteMen   uint8  `json:"white_men"`
	WhiteKings uint8  `json:"white_kings"`
	BlackMen   uint8  `json:"black_men"`
	BlackKings uint8  `json:"black_kings"`
	Side       string `json:"side"` // W or B
	Won        uint64 `json:"won"`
	Drawn      uint64 `json:"drawn"`
	Lost       uint64 `json:"lost"`
	Longest    int    `json:"longest"` // win, in plies
}

func statsJSON(stats []endgame.SliceStats) endgameStats {
	out := endgameStats{Slices: []sliceRow{}}
	for i := range stats {
		s := &stats[i]
		for _, side := range []board.Color{board.White, board.Black} {
			white, black := side, side.Opponent() // who of mover and other is White
			out.Slices = append(out.Slices, sliceRow{
				WhiteMen: s.Material.Men[white], WhiteKings: s.Material.Kings[white],
				BlackMen: s.Material.Men[black], BlackKings: s.Material.Kings[black],
				Side: string(side.Letter()), Won: s.Won, Drawn: s.Drawn, Lost: s.Lost, Longest: s.Longest,
			})
		}
	}
	return out
}

func (f *endgameFlags) printStats(cmd *cobra.Command, d *endgame.Database) error {
	out := cmd.OutOrStdout()
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "to move\tagainst\twon\tdrawn\tlost\tlongest win\tin the position")
	var longest endgame.SliceStats
	for _, s := range d.Stats() {
		mover, other, _ := strings.Cut(s.Material.String(), "-")
		fmt.Fprintf(w, "%s\t%s\t%d\t%d\t%d\t", mover, other, s.Won, s.Drawn, s.Lost)
		if s.Won == 0 {
			fmt.Fprint(w, "-\t-\n")
			continue
		}
		fmt.Fprintf(w, "%d\t%s\n", s.Longest, f.game.FEN(&s.Position))
		if s.Longest > longest.Longest {
			longest = s
		}
	}
	if err := w.Flush(); err != nil || longest.Longest == 0 {
		return err
	}
	fmt.Fprintf(out, "\nThe longest win takes %s, from %s:\n", plural(longest.Longest, "ply"), f.game.FEN(&longest.Position))
	line := "(a slice that it leads to is missing)"
	if r, ok := d.Probe(&longest.Position); ok {
		line = f.game.Variant.LineText(longest.Position, r.Line)
	} else if err := d.Damaged(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(out, line)
	return err
}
