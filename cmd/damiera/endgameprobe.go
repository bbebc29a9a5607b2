package main

import (
	"fmt"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
)

func newEndgameProbeCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "probe POSITION",
		Short: "Look a position up",
		Long: `Probe tells how a position ends with best play of both sides and in how many
plies, the same for every move, the best first, and a line of best play. Draws
by counters and repetition are not taken into account. The exit code is 1 if the
database does not know the position; with --json its value is "unknown" then.`,
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
			if f.asJSON {
				if err := printJSON(cmd, f.probeJSON(&p, nil)); err != nil {
					return err
				}
			}
			if err := d.Damaged(); err != nil {
				return err
			}
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
	Value    string      `json:"value"`    // win, draw, loss, or unknown when it is not in the database
	Distance *int        `json:"distance"` // plies to the end, null for a draw and unknown
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

// probeJSON writes what was found, nil for nothing.
func (f *endgameFlags) probeJSON(p *board.Position, r *endgame.Result) probeResult {
	out := probeResult{Variant: f.game.Name, FEN: f.game.FEN(p), Value: "unknown", Moves: []probeMove{}, Line: []string{}}
	if r == nil {
		return out
	}
	out.Value, out.Distance, out.Line = r.Value.String(), distanceJSON(r.Value, r.Distance), hubMoves(f.game.Variant, r.Line)
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
	return fmt.Sprintf("%s in %s", v, plural(plies, "ply"))
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
