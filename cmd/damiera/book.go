package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame/files"
	"github.com/damiera/damiera/openings"
)

func newBookCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "book",
		Short: "Build and read opening books",
		Long: `An opening book holds positions of the beginning of a game and a score for each.
Every game has one in the program; these commands show them and build others.
In Hub the parameter book-file names a book to play from.`,
		Example: `  damiera book show --variant english
  damiera book build --variant frisian --positions 20000
  damiera book probe --variant italian "W:W21-32:B1-11,15"`,
		Args: noSuchCommand,
		RunE: func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newBookBuildCommand(), newBookExportCommand(), newBookImportCommand(),
		newBookProbeCommand(), newBookShowCommand(), newBookStatsCommand())
	return cmd
}

// bookFlag is --book: the file of a book, or none for the one in the program.
type bookFlag struct {
	game *gameFlag
	file string
}

// addBookFlags adds --variant and --book.
func addBookFlags(cmd *cobra.Command) *bookFlag {
	b := &bookFlag{game: addGameFlag(cmd)}
	cmd.Flags().StringVar(&b.file, "book", "", "file of the book (default: the one in the program)")
	return b
}

// open returns the book that the flags mean.
func (b *bookFlag) open() (*openings.Book, error) {
	if b.file == "" {
		return openings.DefaultBook(b.game.Variant)
	}
	return openings.OpenBook(b.game.Variant, b.file)
}

// openAt returns the position of the arguments, and the book.
func (b *bookFlag) openAt(args []string) (p board.Position, book *openings.Book, err error) {
	if p, err = b.game.positionArgument(args); err == nil {
		book, err = b.open()
	}
	return p, book, err
}

// openIfThere returns nil when the file does not exist yet.
func (b *bookFlag) openIfThere() (*openings.Book, error) {
	book, err := b.open()
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return book, err
}

// save writes a book to the file.
func (b *bookFlag) save(book *openings.Book) error {
	data, err := book.Encode()
	if err != nil {
		return err
	}
	return files.Replace(b.file, data)
}

func newBookStatsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "stats",
		Short: "Tell how large a book is and where it comes from",
		Example: `  damiera book stats --variant italian
  damiera book stats --variant italian --book mine.book --json`,
		Args: noArgs,
	}
	source := addBookFlags(cmd)
	addJSONFlag(cmd, &asJSON)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		book, err := source.open()
		if err != nil {
			return err
		}
		if asJSON {
			return printJSON(cmd, bookStats{source.game.Name, book.Len(), book.Deepest()})
		}
		out := cmd.OutOrStdout()
		fmt.Fprintf(out, "variant     %s\npositions   %d\n", source.game.Name, book.Len())
		expanded, confirmed := book.Count()
		fmt.Fprintf(out, "expanded    %d\nconfirmed   %d\n", expanded, confirmed)
		fmt.Fprintf(out, "deepest     %s\nroots       %d\n", plural(book.Deepest(), "ply"), len(book.Roots()))
		fmt.Fprintf(out, "margin      %d centimen\n", book.PlayMargin(openings.OwnMargin))
		fmt.Fprintf(out, "searches    %s each, evaluation %s\n", plural(book.Nodes, "node"), book.Evaluation)
		return nil
	}
	return cmd
}

// bookStats is the answer for programs.
type bookStats struct {
	Variant   string `json:"variant"`
	Positions int    `json:"positions"`
	Deepest   int    `json:"deepest"`
}
