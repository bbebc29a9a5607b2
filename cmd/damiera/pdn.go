package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"github.com/damiera/damiera/board"
)

func newPDNCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:   "pdn",
		Short: "Work with PDN files",
		Args:  noSuchCommand,
		RunE:  func(cmd *cobra.Command, args []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newPDNCheckCommand())
	return cmd
}

func newPDNCheckCommand() *cobra.Command {
	var fallback *gameFlag
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "check FILE...",
		Short: "Check the games of PDN files",
		Long: `Reads PDN files and reports, for each game that has one, the first illegal move
or other fault with its place. The exit code is 1 if there is any. The game is
told by the GameType and Variant tags; --variant is for games without them. The
name - stands for the standard input.`,
		Example: "  damiera pdn check games.pdn\n  damiera pdn check --variant italian --json *.pdn",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) == 0 {
				return usagef("FILE is missing: write 'damiera pdn check FILE'")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return checkPDN(cmd, args, fallback.Variant, asJSON)
		},
	}
	fallback = addGameFlag(cmd)
	addJSONFlag(cmd, &asJSON)
	return cmd
}

// pdnCheck is the result for programs.
type pdnCheck struct {
	Games  int        `json:"games"`
	Moves  int        `json:"moves"`
	Faults []pdnFault `json:"faults"`
	// Omitted counts the faults after the first maxFaults.
	Omitted int `json:"omitted,omitempty"`
}

// maxFaults is the most faults that are listed.
const maxFaults = 10_000

// pdnFault is what is wrong with a game. Move and Side are left out for faults
// that are not about a move.
type pdnFault struct {
	File    string `json:"file"`
	Game    int    `json:"game"`
	Line    int    `json:"line"`
	Column  int    `json:"column"`
	Move    int    `json:"move,omitempty"`
	Side    string `json:"side,omitempty"`
	Token   string `json:"token,omitempty"`
	FEN     string `json:"fen,omitempty"`
	Message string `json:"message"`
}

func checkPDN(cmd *cobra.Command, files []string, fallback *board.Variant, asJSON bool) error {
	check := pdnCheck{Faults: []pdnFault{}}
	line := newProgress(cmd, "games", 0)
	for _, name := range files {
		if err := checkPDNFile(cmd, name, fallback, &check, line); err != nil {
			line.finish()
			return err
		}
	}
	line.finish()
	if asJSON {
		if err := printJSON(cmd, check); err != nil {
			return err
		}
	} else {
		for _, f := range check.Faults {
			fmt.Fprintf(cmd.OutOrStdout(), "%s: game %d: %s\n", f.File, f.Game, f.Message)
		}
		if check.Omitted > 0 {
			fmt.Fprintf(cmd.OutOrStdout(), "and %s more\n", plural(check.Omitted, "game"))
		}
		fmt.Fprintf(cmd.OutOrStdout(), "%s, %s, %s with a fault\n", plural(check.Games, "game"), plural(check.Moves, "move"), plural(len(check.Faults)+check.Omitted, "game"))
	}
	if len(check.Faults) > 0 {
		return errSilent
	}
	return nil
}

func checkPDNFile(cmd *cobra.Command, name string, fallback *board.Variant, check *pdnCheck, line *progress) error {
	in := cmd.InOrStdin()
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			return err
		}
		defer f.Close()
		in = f
	}
	games := board.NewPDNReader(in, fallback)
	before := check.Games
	for {
		g, err := games.Next()
		if errors.Is(err, io.EOF) {
			if check.Games == before {
				return fmt.Errorf("%s holds no game: is it a PDN file?", name)
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
		check.Games++
		check.Moves += len(g.Moves)
		switch {
		case g.Err == nil:
		case len(check.Faults) < maxFaults:
			check.Faults = append(check.Faults, faultOf(name, g))
		default:
			check.Omitted++
		}
		line.update(float64(check.Games), 0, fmt.Sprintf("%d with a fault", len(check.Faults)+check.Omitted))
	}
}

func faultOf(file string, g *board.PDNGame) pdnFault {
	f := pdnFault{File: file, Game: g.Number, Line: g.Line, Message: g.Err.Error()}
	var e *board.PDNError
	if errors.As(g.Err, &e) {
		f.Line, f.Column, f.Move, f.Token, f.FEN = e.Line, e.Column, e.Number, e.Token, e.FEN
		if e.Number != 0 {
			f.Side = e.Side.String()
		}
	}
	return f
}
