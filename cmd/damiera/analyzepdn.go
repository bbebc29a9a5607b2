package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/damiera/damiera/bench/study"
	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame/files"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// pdnAnalysis is what the flags about a PDN file say.
type pdnAnalysis struct {
	name   string
	number int
	out    string
}

func (f *pdnAnalysis) addFlags(flags *pflag.FlagSet) {
	flags.StringVar(&f.name, "pdn", "", "judge the moves of the games of this file, - for standard input")
	flags.IntVar(&f.number, "game", 0, "with --pdn: only this game of the file, counted from 1")
	flags.StringVar(&f.out, "pdnout", "", "with --pdn: write the games with marks and comments to this file")
}

// judgementJSON is one move of --pdn --json.
type judgementJSON struct {
	Game        int      `json:"game"`   // of the file, from 1
	Ply         int      `json:"ply"`    // of the game, from 1
	Number      int      `json:"number"` // of the move, as in the file
	Side        string   `json:"side"`
	FEN         string   `json:"fen"`          // before the move
	Move        string   `json:"move"`         // Hub's form
	PlayedScore float64  `json:"played_score"` // men, from the side that moves
	Best        string   `json:"best"`         // Hub's form
	Score       float64  `json:"score"`        // of the best move
	WinIn       *int     `json:"win_in,omitempty"`
	LossIn      *int     `json:"loss_in,omitempty"`
	Loss        float64  `json:"loss"` // men
	Mark        string   `json:"mark"` // ?!, ?, ?? or nothing
	NAG         int      `json:"nag,omitempty"`
	Depth       int      `json:"depth"`
	Nodes       uint64   `json:"nodes"`
	PV          []string `json:"pv"` // best play
}

// pdnReview is the review of one file.
type pdnReview struct {
	*analysis
	cmd      *cobra.Command
	reviewer study.Reviewer
	variant  *board.Variant // of the reviewer's engine
	line     *progress
	done     int // moves
	total    int // moves of all games to review, 0 if not known
	games    int
	faults   int
	out      bytes.Buffer // the games of --pdnout
}

// open opens the PDN file.
func (f *pdnAnalysis) open(cmd *cobra.Command) (io.ReadCloser, error) {
	if f.name == "-" {
		return io.NopCloser(cmd.InOrStdin()), nil
	}
	return os.Open(f.name)
}

// each calls what for every game that was asked for and returns how many games
// the file has.
func (f *pdnAnalysis) each(cmd *cobra.Command, fallback *board.Variant, what func(*board.PDNGame) error) (int, error) {
	in, err := f.open(cmd)
	if err != nil {
		return 0, err
	}
	defer in.Close()
	games := board.NewPDNReader(in, fallback)
	for n := 0; ; n++ {
		g, err := games.Next()
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, fmt.Errorf("%s: %w", f.name, err)
		}
		if f.number == 0 || g.Number == f.number {
			if err := what(g); err != nil {
				return n, err
			}
		}
		if g.Number == f.number {
			return n + 1, nil
		}
	}
}

// reviewFile judges the games of --pdn.
func (a *analysis) reviewFile(cmd *cobra.Command) error {
	r := &pdnReview{analysis: a, cmd: cmd, line: newProgress(cmd, "moves", 0)}
	if a.file.name != "-" { // for the time left
		if _, err := a.file.each(cmd, a.game.Variant, func(g *board.PDNGame) error {
			r.total += len(g.Moves)
			return nil
		}); err != nil {
			return err
		}
	}
	ctx, release := signal.NotifyContext(cmd.Context(), syscall.SIGINT, syscall.SIGTERM)
	defer release()
	n, err := a.file.each(cmd, a.game.Variant, func(g *board.PDNGame) error { return r.review(ctx, g) })
	r.line.finish()
	if err != nil && ctx.Err() == nil {
		return err
	}
	if a.file.out != "" && r.games > 0 {
		if err := files.Replace(a.file.out, r.out.Bytes()); err != nil {
			return err
		}
	}
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("interrupted after %s", plural(r.done, "move"))
	case r.games == 0 && a.file.number > 0:
		return usagef("--game %d: %s has %s", a.file.number, a.file.name, plural(n, "game"))
	case r.games == 0:
		return fmt.Errorf("%s: there is no game in it", a.file.name)
	case r.faults > 0:
		return errSilent
	}
	return nil
}

// review judges one game.
func (r *pdnReview) review(ctx context.Context, g *board.PDNGame) error {
	r.games++
	if g.Err != nil {
		r.faults++
		r.line.finish()
		r.cmd.PrintErrf("damiera: %s: game %d: %v\n", r.file.name, g.Number, g.Err)
	}
	if g.Variant == nil {
		return nil
	}
	if r.variant != g.Variant {
		r.variant = g.Variant
		r.reviewer.Engine = r.engine(r.cmd, g.Variant)
		r.reviewer.Limits = r.limits(time.Second)
	}
	out := r.cmd.OutOrStdout()
	if !r.asJSON {
		r.line.finish()
		fmt.Fprintf(out, "Game %d: %s - %s, %s, %s\n\n  move   played           best             score  played    loss  depth\n",
			g.Number, tagOr(g, "White"), tagOr(g, "Black"), g.Variant.Title, g.Result)
	}
	var sums [2]sideSum
	ply := 0
	err := r.reviewer.Review(ctx, g, func(j study.Judgement) error {
		study.Annotate(g.Variant, &g.Moves[ply], &j)
		sums[j.Position.Side].add(&j)
		ply++
		r.done++
		r.line.finish()
		defer r.line.update(float64(r.done), float64(r.total), fmt.Sprintf("game %d", g.Number))
		if r.asJSON {
			return printJSON(r.cmd, judged(g, ply, &j))
		}
		number, dots := numberOf(g, ply)
		best := ""
		if j.Best.Move != j.Played {
			best = g.Variant.MoveText(&j.Position, &j.Best.Move)
		}
		_, err := fmt.Fprintf(out, "%4d%-3s %-16s %-16s %6s  %6s  %6.2f  %5d\n", number, dots,
			g.Variant.MoveText(&j.Position, &j.Played)+j.Mark.String(), best,
			study.ScoreText(j.Best.Score), study.ScoreText(j.Score), float64(j.Loss)/100, j.Depth)
		return err
	})
	r.line.finish()
	if !r.asJSON {
		for _, side := range []board.Color{board.White, board.Black} {
			fmt.Fprintf(out, "\n%s: %s", side, sums[side].String())
		}
		fmt.Fprint(out, "\n\n")
	}
	if r.file.out != "" {
		if writeErr := board.WritePDN(&r.out, g); writeErr != nil {
			return errors.Join(err, writeErr)
		}
	}
	return err
}

func tagOr(g *board.PDNGame, name string) string {
	if value := g.Tag(name); value != "" {
		return value
	}
	return "?"
}

// numberOf returns the number of a ply's move and the dots behind it.
func numberOf(g *board.PDNGame, ply int) (number int, dots string) {
	half := ply - 1
	if g.Ellipsis {
		half++
	}
	if half%2 == 1 {
		dots = "..."
	} else {
		dots = "."
	}
	return max(1, g.FirstNumber) + half/2, dots
}

func judged(g *board.PDNGame, ply int, j *study.Judgement) judgementJSON {
	v := g.Variant
	number, _ := numberOf(g, ply)
	r := judgementJSON{
		Game: g.Number, Ply: ply, Number: number, Side: j.Position.Side.String(), FEN: v.FEN(&j.Position),
		Move: v.HubMove(&j.Played), PlayedScore: float64(j.Score) / 100,
		Best: v.HubMove(&j.Best.Move), Score: float64(j.Best.Score) / 100,
		Loss: float64(j.Loss) / 100, Mark: j.Mark.String(), NAG: j.Mark.NAG(),
		Depth: j.Depth, Nodes: j.Nodes, PV: hubMoves(v, j.Best.PV),
	}
	r.WinIn, r.LossIn = forcedEnd(j.Best.Score)
	return r
}

// sideSum adds up the moves of one side.
type sideSum struct {
	moves, loss int
	marks       [study.Blunder + 1]int
}

func (s *sideSum) add(j *study.Judgement) {
	s.moves++
	s.loss += j.Loss
	s.marks[j.Mark]++
}

func (s *sideSum) String() string {
	return fmt.Sprintf("%s, mean loss %.2f, %d ?!, %d ?, %d ??", plural(s.moves, "move"), float64(s.loss)/100/float64(max(s.moves, 1)),
		s.marks[study.Dubious], s.marks[study.Mistake], s.marks[study.Blunder])
}
