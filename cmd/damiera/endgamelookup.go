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
	fmt.Fprintf(out, "\nThe longest win takes %d plies, from %s:\n", longest.Longest, f.game.FEN(&longest.Position))
	line := "(a slice that it leads to is missing)"
	if r, ok := d.Probe(&longest.Position); ok {
		line = f.game.Variant.LineText(longest.Position, r.Line)
	}
	_, err := fmt.Fprintln(out, line)
	return err
}

func newEndgameProbeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "probe POSITION",
		Short: "Look a position up",
		Long: `Probe tells how a position ends with best play of both sides and in how many
plies, the same for every move, the best first, and a line of best play. Draws
by counters and repetition are not taken into account.`,
		Example: `  damiera endgame probe --variant english "W:WK1,K2:BK32"
  damiera endgame probe --variant russian "W:WKa1:BKh8,Ka3" --json`,
	}
	f := addEndgameFlags(cmd)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if len(args) == 0 {
			return usagef("the position is missing: write 'damiera endgame probe \"W:WK1,K2:BK32\"'")
		}
		p, err := f.game.positionArgument(args)
		if err != nil {
			return err
		}
		d, err := f.open(cmd, endgame.MaxPieces)
		if err != nil {
			return err
		}
		defer d.Close()
		r, ok := d.Probe(&p)
		if !ok {
			return fmt.Errorf("the database does not know %s: it has up to %d pieces and this is %s (see 'damiera endgame build --help')",
				f.game.FEN(&p), d.Pieces(), endgame.MaterialOf(&p))
		}
		if f.asJSON {
			return printJSON(cmd, f.probeJSON(&p, &r))
		}
		return f.printProbe(cmd, &p, &r)
	}
	return cmd
}

// probeResult is what the database knows of a position, from the view of the
// side to move. Moves are in Hub's form.
type probeResult struct {
	Variant  string      `json:"variant"`
	FEN      string      `json:"fen"`
	Value    string      `json:"value"`    // win, draw or loss
	Distance *int        `json:"distance"` // plies to the end, null for a draw
	Moves    []probeMove `json:"moves"`    // the best first
	Line     []string    `json:"line"`
}

type probeMove struct {
	Move     string `json:"move"`
	Value    string `json:"value"`
	Distance *int   `json:"distance"` // plies to the end with this move, null for a draw
}

func distanceJSON(v endgame.Value, plies int) *int {
	if v == endgame.Draw {
		return nil
	}
	return &plies
}

func (f *endgameFlags) probeJSON(p *board.Position, r *endgame.Result) probeResult {
	out := probeResult{
		Variant: f.game.Name, FEN: f.game.FEN(p), Value: r.Value.String(), Distance: distanceJSON(r.Value, r.Distance),
		Moves: []probeMove{}, Line: hubMoves(f.game.Variant, r.Line),
	}
	for i := range r.Moves {
		m := &r.Moves[i]
		out.Moves = append(out.Moves, probeMove{f.game.HubMove(&m.Move), m.Value.String(), distanceJSON(m.Value, m.Distance)})
	}
	return out
}

func valueText(v endgame.Value, plies int) string {
	if v == endgame.Draw {
		return v.String()
	}
	return fmt.Sprintf("%s in %d plies", v, plies)
}

func (f *endgameFlags) printProbe(cmd *cobra.Command, p *board.Position, r *endgame.Result) error {
	out := cmd.OutOrStdout()
	fmt.Fprintf(out, "%s\n%s, %s to move: %s\n\n", f.game.Diagram(p), f.game.Title, p.Side, valueText(r.Value, r.Distance))
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for i := range r.Moves {
		m := &r.Moves[i]
		fmt.Fprintf(w, "%s\t%s\n", f.game.MoveText(p, &m.Move), valueText(m.Value, m.Distance))
	}
	if err := w.Flush(); err != nil || len(r.Line) == 0 {
		return err
	}
	_, err := fmt.Fprintf(out, "\nbest line  %s\n", f.game.Variant.LineText(*p, r.Line))
	return err
}
