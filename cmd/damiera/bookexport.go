package main

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame/files"
	"github.com/damiera/damiera/openings"
)

func newBookExportCommand() *cobra.Command {
	var o openings.LineOptions
	var output, form string
	var largest float64
	cmd := &cobra.Command{
		Use:   "export",
		Short: "Write the lines of a book as PDN or as a list of openings",
		Long: `Export writes lines of a book, each to another position: to where the book ends
or, with --plies, to that length. --margin leaves out lines with a move that is
worse than the best by more, --bound those that end with a side further ahead,
which makes a list of balanced openings for matches. The score of the last
position, in men from the side to move, stands behind each line.`,
		Example: `  damiera book export --variant spanish --output spanish.pdn
  damiera book export --variant russian --form list --plies 6 --margin 15 --bound 0.2 --output ballots.txt`,
		Args: noArgs,
	}
	source := addBookFlags(cmd)
	f := cmd.Flags()
	f.StringVar(&form, "form", "pdn", "pdn or list")
	f.IntVar(&o.Plies, "plies", 0, "length of the lines, 0 for as far as the book goes")
	f.IntVar(&o.Margin, "margin", 20, "most that a move may be worse than the best, in centimen")
	f.Float64Var(&largest, "bound", 0, "largest advantage of a side at the end in men (default any)")
	f.StringVar(&output, "output", "", "file to write instead of the standard output")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if form != "pdn" && form != "list" {
			return usagef("--form %s: it is pdn or list", form)
		}
		if err := checkRanges(bound{"plies", float64(o.Plies), 0, 100}, bound{"margin", float64(o.Margin), 0, 20000},
			bound{"bound", largest, 0, 100}); err != nil {
			return err
		}
		if o.Bound = int(largest*100 + 0.5); !cmd.Flags().Changed("bound") {
			o.Bound = -1
		}
		if err := checkOutputs(outputFile{"output", output}); err != nil {
			return err
		}
		book, err := source.open()
		if err != nil {
			return err
		}
		lines := book.Lines(o)
		var text bytes.Buffer
		if form == "list" {
			fmt.Fprintf(&text, "# %s of the opening book of %s\n", plural(len(lines), "line"), book.Variant().Name)
			err = openings.WriteList(&text, book.Variant(), lines)
		} else {
			err = writeBookPDN(&text, book, lines)
		}
		if err != nil {
			return err
		}
		if output != "" {
			return files.Replace(output, text.Bytes())
		}
		_, err = text.WriteTo(cmd.OutOrStdout())
		return err
	}
	return cmd
}

// writeBookPDN writes lines as games of PDN.
func writeBookPDN(out *bytes.Buffer, book *openings.Book, lines []openings.Ballot) error {
	v := book.Variant()
	for i := range lines {
		g, err := lines[i].Game(v)
		if err != nil {
			return err
		}
		p := board.NewPDNGame(g)
		p.SetTag("Event", "Opening book of "+v.Title)
		p.SetTag("Round", fmt.Sprint(i+1))
		p.Result = "*"
		if n := len(p.Moves); n > 0 {
			p.Moves[n-1].Comment = fmt.Sprintf("%+.2f", float64(lines[i].Score)/100)
		}
		if err := board.WritePDN(out, p); err != nil {
			return err
		}
	}
	return nil
}
