package main

import (
	"fmt"
	"slices"

	"github.com/damiera/damiera/board"
	"github.com/spf13/cobra"
)

func newMovesCommand() *cobra.Command {
	var asJSON, hub bool
	cmd := &cobra.Command{
		Use:   "moves " + positionUse,
		Short: "List the legal moves of a position",
		Long: `Moves lists the legal moves of a position in the game's own notation, one a
line: the short form where it names one move only, else with every square that
the piece lands on. With --hub or --json they are in Hub's form: board numbers,
origin, destination and captured squares.`,
		Example: `  damiera moves --variant italian
  damiera moves --variant russian "W:Wh6:Bg7,c5,d2"`,
	}
	game := addGameFlag(cmd)
	cmd.Flags().BoolVar(&hub, "hub", false, "write the moves in Hub's form")
	addJSONFlag(cmd, &asJSON)
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		p, err := game.positionArgument(args)
		if err != nil {
			return err
		}
		legal := board.NewGame(game.Variant, p).LegalMoves()
		texts := hubMoves(game.Variant, legal)
		if !hub && !asJSON {
			for i := range legal {
				texts[i] = game.MoveText(&p, &legal[i])
			}
		}
		slices.Sort(texts)
		if asJSON {
			return printJSON(cmd, movesResult{Variant: game.Name, Moves: texts})
		}
		for _, text := range texts {
			fmt.Fprintln(cmd.OutOrStdout(), text)
		}
		return nil
	}
	return cmd
}

type movesResult struct {
	Variant string   `json:"variant"`
	Moves   []string `json:"moves"` // Hub's form
}
