package main

import (
	"fmt"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame/files"
	"github.com/spf13/cobra"
)

func newBoardCommand() *cobra.Command {
	var (
		svg    string
		asJSON bool
	)
	cmd := &cobra.Command{
		Use:   "board " + positionUse,
		Short: "Draw a position",
		Long: `Board draws a position in the terminal and shows it as FEN and in Hub's letters.
With --svg it also makes a picture with the numbers of the squares.`,
		Example: `  damiera board "W:W31-50:B1-20"
  damiera board --variant russian --svg start.svg`,
	}
	game := addGameFlag(cmd)
	cmd.Flags().StringVar(&svg, "svg", "", "write a picture to this file")
	addJSONFlag(cmd, &asJSON)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := game.positionArgument(args)
		if err != nil {
			return err
		}
		if err := checkOutputs(outputFile{"svg", svg}); err != nil {
			return err
		}
		if svg != "" {
			if err := files.Replace(svg, game.SVG(&p, nil)); err != nil {
				return fmt.Errorf("cannot write the picture %s: %w", svg, cause(err))
			}
		}
		state := standing(game.Variant, p)
		if asJSON {
			return printJSON(cmd, boardResult{
				Variant: game.Name, FEN: game.FEN(&p), Hub: game.Hub(&p), Side: p.Side.String(), State: state,
			})
		}
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s\n%s, %s\nFEN  %s\nHub  %s\n",
			game.Diagram(&p), game.Title, state, game.FEN(&p), game.Hub(&p))
		return err
	}
	return cmd
}

type boardResult struct {
	Variant string `json:"variant"`
	FEN     string `json:"fen"`
	Hub     string `json:"hub"`
	Side    string `json:"side"`
	State   string `json:"state"`
}

// standing tells whose turn it is or how the game has ended.
func standing(v *board.Variant, p board.Position) string {
	game := board.NewGame(v, p)
	if outcome, reason := game.Outcome(); outcome != board.Ongoing {
		return reason
	}
	return fmt.Sprintf("%s to move, %s", p.Side, plural(len(game.LegalMoves()), "legal move"))
}
