package main

import (
	"bufio"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/openings"
)

func newBookProbeCommand() *cobra.Command {
	var margin int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "probe " + positionUse,
		Short: "Tell what a book knows of a position",
		Long: `Probe prints every move of a position that the book knows: score in men from the
side to move, the chance to be played in the opening with --margin, the depth of
the search behind it, visits, and the line that the book expects. The exit code is
1 if the book does not know the position; with --json "found" says so too.`,
		Example: `  damiera book probe --variant english
  damiera book probe --variant italian --json "W:W21-32:B1-11,15"`,
	}
	source := addBookFlags(cmd)
	cmd.Flags().IntVar(&margin, "margin", openings.OwnMargin, "book-margin of the play, in centimen; -1: the book's own")
	addJSONFlag(cmd, &asJSON)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := checkRanges(bound{"margin", float64(margin), openings.OwnMargin, 20000}); err != nil {
			return err
		}
		p, book, err := source.openAt(args)
		if err != nil {
			return err
		}
		answer := probeBook(book, &p, margin)
		if asJSON {
			err = printJSON(cmd, answer)
		} else if answer.Found {
			err = answer.print(cmd.OutOrStdout())
		}
		if err == nil && !answer.Found {
			err = fmt.Errorf("the book does not know this position: %s", answer.FEN)
		}
		return err
	}
	return cmd
}

// bookAnswer is what a book knows of a position. Scores are in men, moves in
// Hub's form.
type bookAnswer struct {
	Variant string  `json:"variant"`
	FEN     string  `json:"fen"`
	Found   bool    `json:"found"`
	Score   float64 `json:"score"` // from the side to move
	Depth   int     `json:"depth"`
	Visits  int     `json:"visits"`
	// Moves are best first, none when the book has not gone beyond the position.
	Moves []bookAnswerMove `json:"moves"`
}

type bookAnswerMove struct {
	Move   string   `json:"move"`
	Score  float64  `json:"score"`
	Chance float64  `json:"chance"`
	Depth  int      `json:"depth"`
	Visits int      `json:"visits"`
	PV     []string `json:"pv"`

	text, line string
}

func probeBook(book *openings.Book, p *board.Position, margin int) *bookAnswer {
	v := book.Variant()
	entry, found := book.Probe(p)
	a := &bookAnswer{
		Variant: v.Name, FEN: v.FEN(p), Found: found, Score: float64(entry.Score) / 100,
		Depth: entry.Depth, Visits: entry.Visits, Moves: []bookAnswerMove{},
	}
	moves := book.Moves(p)
	chances := book.Chances(moves, margin)
	for i := range moves {
		m := &moves[i]
		line := book.Line(p, m.Move)
		a.Moves = append(a.Moves, bookAnswerMove{
			Move: v.HubMove(&m.Move), Score: float64(m.Score) / 100, Chance: math.Round(1000*chances[i]) / 1000,
			Depth: m.Entry.Depth, Visits: m.Entry.Visits, PV: hubMoves(v, line),
			text: v.MoveText(p, &m.Move), line: v.LineText(*p, line),
		})
	}
	return a
}

// print tells the answer to people.
func (a *bookAnswer) print(out io.Writer) error {
	w := bufio.NewWriter(out)
	fmt.Fprintf(w, "%s\nscore %+.2f, depth %d, visits %d\n", a.FEN, a.Score, a.Depth, a.Visits)
	if len(a.Moves) > 0 {
		fmt.Fprintf(w, "\n%-10s %6s %7s %5s %7s  line\n", "move", "score", "chance", "depth", "visits")
	}
	for i := range a.Moves {
		m := &a.Moves[i]
		fmt.Fprintf(w, "%-10s %+6.2f %6.1f%% %5d %7d  %s\n", m.text, m.Score, 100*m.Chance, m.Depth, m.Visits, m.line)
	}
	return w.Flush()
}
