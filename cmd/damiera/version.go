package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"text/tabwriter"

	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/protocol"
	"github.com/spf13/cobra"
)

func newVersionCommand() *cobra.Command {
	var asJSON, weights bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Long: `Version prints the program's version, or with --weights where the weights of
each game's learned evaluation come from: the generation, the games of all
generations, the positions learned from, and the loss on positions held back.`,
		Example: "  damiera version\n  damiera version --weights",
		Args:    noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			if weights {
				return printWeights(cmd, asJSON)
			}
			v := buildVersion()
			if asJSON {
				return printJSON(cmd, v)
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "damiera %s (%s, %s)\n", v.Version, v.Go, v.Platform)
			return err
		},
	}
	cmd.Flags().BoolVar(&weights, "weights", false, "print where the learned weights come from")
	addJSONFlag(cmd, &asJSON)
	return cmd
}

func printWeights(cmd *cobra.Command, asJSON bool) error {
	headers, err := eval.Embedded()
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(cmd, struct {
			Weights []eval.WeightsHeader `json:"weights"`
		}{headers})
	}
	w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "GAME\tGENERATION\tGAMES\tPOSITIONS\tLOSS\tSHAPES\tHASH")
	for _, h := range headers {
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%.4f\t%s\t%s\n", h.Variant, h.Generation, h.Games, h.Positions, h.Loss, h.Shapes, h.Hash)
	}
	return w.Flush()
}

type versionInfo struct {
	Version  string `json:"version"`
	Revision string `json:"revision,omitempty"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// buildVersion returns the version of the release and, when the program was
// built inside its repository, the commit.
func buildVersion() versionInfo {
	v := versionInfo{Version: protocol.Version, Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				v.Revision = s.Value
			}
		}
	}
	return v
}
