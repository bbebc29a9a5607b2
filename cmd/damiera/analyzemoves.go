package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/damiera/damiera/bench/study"
	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
	"github.com/spf13/cobra"
)

// checkModes refuses flags that do not go together.
func (a *analysis) checkModes(cmd *cobra.Command, args []string) error {
	given := cmd.Flags().Changed
	var clash []string
	for _, name := range []string{"moves", "all-moves", "multi-pv", "solve"} {
		if given(name) {
			clash = append(clash, name)
		}
	}
	switch {
	case a.file.name != "" && len(args) > 0:
		return usagef("--pdn %s and a position: write one of them", a.file.name)
	case a.file.name != "" && len(clash) > 0:
		return usagef("--%s does not go with --pdn", clash[0])
	case a.file.name == "" && (given("game") || given("pdnout")):
		return usagef("--game and --pdnout need --pdn FILE")
	case a.file.number < 0 || given("game") && a.file.number == 0:
		return usagef("--game %d: games are counted from 1", a.file.number)
	case a.allMoves && given("multi-pv"):
		return usagef("--all-moves shows all lines: leave out --multi-pv")
	case a.solve && (a.allMoves || given("multi-pv")):
		return usagef("--solve searches for one line: leave out --multi-pv and --all-moves")
	}
	return nil
}

// rootMoves reads the moves of --moves, in the game's own notation or Hub's.
func rootMoves(v *board.Variant, p *board.Position, text string) ([]board.Move, error) {
	var moves []board.Move
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == ',' || r == '\t' }) {
		m, err := v.ParseMove(p, word)
		if err != nil {
			var hubErr error
			if m, hubErr = v.ParseHubMove(p, word); hubErr != nil {
				return nil, usagef("--moves: %w", err)
			}
		}
		if !slices.Contains(moves, m) {
			moves = append(moves, m)
		}
	}
	if text != "" && moves == nil {
		return nil, usagef("--moves %q names no move", text)
	}
	return moves, nil
}

// moveJSON is one legal move of --all-moves.
type moveJSON struct {
	Move   string   `json:"move"` // Hub's form
	Score  float64  `json:"score"`
	Depth  int      `json:"depth"`
	WinIn  *int     `json:"win_in,omitempty"`
	LossIn *int     `json:"loss_in,omitempty"`
	PV     []string `json:"pv"`
}

// ranked sorts what was last said about each move: the move of the result first,
// the others by their scores.
func ranked(scores map[board.Move]search.Info, r *search.Result) []search.Info {
	if !r.HasMove {
		return nil
	}
	scores[r.Move] = r.Info
	all := make([]search.Info, 0, len(scores))
	for _, i := range scores {
		all = append(all, i)
	}
	first := func(i *search.Info) int {
		if i.PV[0] == r.Move {
			return 0
		}
		return 1
	}
	slices.SortFunc(all, func(a, b search.Info) int {
		return cmp.Or(first(&a)-first(&b), cmp.Compare(b.Score, a.Score), cmp.Compare(a.MultiPV, b.MultiPV))
	})
	return all
}

func (a *analysis) movesJSON(all []search.Info) []moveJSON {
	var moves []moveJSON
	for i := range all {
		m := moveJSON{Score: float64(all[i].Score) / 100, Depth: all[i].Depth, PV: hubMoves(a.game.Variant, all[i].PV)}
		m.Move = m.PV[0]
		m.WinIn, m.LossIn = forcedEnd(all[i].Score)
		moves = append(moves, m)
	}
	return moves
}

// tellMoves prints the legal moves with their scores.
func (a *analysis) tellMoves(cmd *cobra.Command, p *board.Position, all []search.Info) {
	if len(all) == 0 {
		return
	}
	fmt.Fprintln(cmd.OutOrStdout(), "\ndepth   score  move")
	for i := range all {
		fmt.Fprintf(cmd.OutOrStdout(), "%5d  %6s  %s\n", all[i].Depth, study.ScoreText(all[i].Score), a.game.Variant.LineText(*p, all[i].PV))
	}
}

// forcedEnd returns the plies to a forced win or loss, nil for other scores.
func forcedEnd(score int) (win, loss *int) {
	plies := search.WinScore - max(score, -score)
	switch {
	case plies > search.MaxDistance:
		return nil, nil
	case score > 0:
		return &plies, nil
	}
	return nil, &plies
}

// tellSolution prints the end of --solve.
func (a *analysis) tellSolution(cmd *cobra.Command, game *board.Game, s *study.Solution) error {
	v, p := a.game.Variant, game.Position()
	if a.asJSON {
		j := a.resultJSON(game, &s.Result)
		j.Solved = &s.Solved
		if s.Complete {
			j.Solution = hubMoves(v, s.Line)
		}
		return printJSON(cmd, j)
	}
	a.conclude(cmd, game, &s.Result)
	if !s.HasMove {
		return nil
	}
	out := cmd.OutOrStdout()
	switch {
	case !s.Solved:
		fmt.Fprintln(out, "\nNot solved: no forced win was proved. Give it more --time or a larger --hash.")
	case s.Complete:
		fmt.Fprintf(out, "\nSolved. The whole line, %s:\n%s\n", plural(len(s.Line), "ply"), v.LineText(*p, s.Line))
	default:
		fmt.Fprintf(out, "\nSolved. The line as far as it was found:\n%s\n", v.LineText(*p, s.Line))
	}
	return nil
}
