package main

import (
	"fmt"
	"strconv"
	"text/tabwriter"

	"github.com/damiera/damiera/board"
	"github.com/spf13/cobra"
)

func newVariantsCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:     "variants",
		Short:   "List the games",
		Example: "  damiera variants\n  damiera variants --json",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			rows := variantRows()
			if asJSON {
				return printJSON(cmd, rows)
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "NAME\tGAMETYPE\tBOARD\tMEN\tSTARTS\tGAME")
			for _, r := range rows {
				gameType := "-"
				if r.GameType != 0 {
					gameType = strconv.Itoa(r.GameType)
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%d\t%s\t%s\n", r.Name, gameType, r.Board, r.Men, r.Starts, r.Title)
			}
			return w.Flush()
		},
	}
	addJSONFlag(cmd, &asJSON)
	return cmd
}

type variantRow struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	GameType int    `json:"gametype,omitempty"`
	Board    string `json:"board"`
	Squares  int    `json:"squares"`
	Men      int    `json:"men"`
	Starts   string `json:"starts"`
}

func variantRows() []variantRow {
	var rows []variantRow
	for _, v := range board.Variants() {
		start := v.Start()
		rows = append(rows, variantRow{
			Name: v.Name, Title: v.Title, GameType: v.GameType,
			Board: fmt.Sprintf("%dx%d", v.Width, v.Height), Squares: v.Squares,
			Men: start.Men[board.White].Count(), Starts: v.Starts.String(),
		})
	}
	return rows
}
