package main

import (
	"bufio"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/damiera/damiera/bench/study"
	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/openings"
)

func newBookShowCommand() *cobra.Command {
	var margin, plies int
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "show " + positionUse,
		Short: "Show the moves of a book as a tree",
		Long: `Show prints the moves within --margin centimen of the best, and the moves after
each of them, --plies deep: score in men from the side that moves, and how often
the growing book went that way. With --json each move is an object with move
(Hub's form), score, visits and, where the tree goes on, moves; a position that
was shown before has "repeated" instead. The exit code is 1 if the book knows no
move.`,
		Example: `  damiera book show --variant english --plies 4
  damiera book show --variant international --margin 10 --plies 2
  damiera book show --variant russian --json`,
	}
	source := addBookFlags(cmd)
	cmd.Flags().IntVar(&margin, "margin", openings.OwnMargin, "most that a move may be worse than the best, in centimen; -1: the book's own")
	cmd.Flags().IntVar(&plies, "plies", 3, "depth of the tree")
	addJSONFlag(cmd, &asJSON)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := checkRanges(bound{"margin", float64(margin), openings.OwnMargin, 20000}, bound{"plies", float64(plies), 1, 100}); err != nil {
			return err
		}
		p, book, err := source.openAt(args)
		if err != nil {
			return err
		}
		t := bookTree{book: book, margin: book.PlayMargin(margin), plies: plies, shown: map[uint64]bool{}}
		moves := t.grow(&p, 0)
		if asJSON {
			err = printJSON(cmd, bookShown{Variant: source.game.Name, FEN: source.game.FEN(&p), Moves: moves})
		} else {
			out := bufio.NewWriter(cmd.OutOrStdout())
			printBookMoves(out, moves, 0)
			err = out.Flush()
		}
		if err == nil && len(moves) == 0 {
			err = fmt.Errorf("the book does not know the moves of this position: %s", source.game.FEN(&p))
		}
		return err
	}
	return cmd
}

// bookShown is the tree for programs.
type bookShown struct {
	Variant string     `json:"variant"`
	FEN     string     `json:"fen"`
	Moves   []bookMove `json:"moves"` // the best first
}

// bookMove is a move of the tree.
type bookMove struct {
	Move     string     `json:"move"`  // Hub's form
	Score    float64    `json:"score"` // men, from the side that moves
	Visits   int        `json:"visits"`
	Repeated bool       `json:"repeated,omitempty"` // what follows stands at an earlier move
	Moves    []bookMove `json:"moves,omitempty"`

	text     string
	centimen int
}

// bookTree makes a tree of the moves of a book.
type bookTree struct {
	book          *openings.Book
	margin, plies int
	shown         map[uint64]bool // positions whose moves are in the tree
}

// grow returns the moves of a position with what follows them.
func (t *bookTree) grow(p *board.Position, ply int) []bookMove {
	v := t.book.Variant()
	t.shown[v.Key(p)] = true
	rows := []bookMove{}
	moves := t.book.Moves(p)
	for i := range moves {
		m := &moves[i]
		if moves[0].Score-m.Score > t.margin {
			break
		}
		var q board.Position
		v.Do(p, &m.Move, &q)
		row := bookMove{
			Move: v.HubMove(&m.Move), Score: float64(m.Score) / 100, Visits: m.Entry.Visits,
			text: v.MoveText(p, &m.Move), centimen: m.Score,
		}
		if m.Entry.Expanded && ply+1 < t.plies {
			if row.Repeated = t.shown[v.Key(&q)]; !row.Repeated {
				row.Moves = t.grow(&q, ply+1)
			}
		}
		rows = append(rows, row)
	}
	return rows
}

// printBookMoves prints a tree for people.
func printBookMoves(out io.Writer, moves []bookMove, ply int) {
	for i := range moves {
		m := &moves[i]
		again := ""
		if m.Repeated {
			again = "  as above"
		}
		fmt.Fprintf(out, "%-32s %6s %7d%s\n", fmt.Sprintf("%*s%s", 2*ply, "", m.text), study.ScoreText(m.centimen), m.Visits, again)
		printBookMoves(out, m.Moves, ply+1)
	}
}
