package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/damiera/damiera/protocol"
	"github.com/spf13/cobra"
)

func newVersionCommand() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "version",
		Short: "Print the version",
		Args:  noArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			v := buildVersion()
			if asJSON {
				return printJSON(cmd, v)
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "damiera %s (%s, %s)\n", v.Version, v.Go, v.Platform)
			return err
		},
	}
	addJSONFlag(cmd, &asJSON)
	return cmd
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
