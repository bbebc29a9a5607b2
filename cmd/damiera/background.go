package main

import (
	"bufio"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
)

// backgroundHelp tells in --help what the commands that play write by themselves.
const backgroundHelp = `When the endgame databases of the game are missing, those of up to four pieces are
built in the background, at the lowest priority, and kept in damiera/endgame of the
user's cache directory.`

// buildInBackground builds an endgame database in a process of its own at the
// lowest priority: threads of low priority in this one would hold up its garbage
// collection and its end on a busy machine. The process ends when its input
// does, so it does not outlive this one.
func buildInBackground(ctx context.Context, v *board.Variant, dir string, pieces int, done func()) error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	c := exec.CommandContext(ctx, self, "endgame", "build", "--background",
		"--variant", v.Name, "--pieces", strconv.Itoa(pieces), "--dir", dir)
	in, err := c.StdinPipe()
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := c.StdoutPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(out) // one for each slice
	for lines.Scan() {
		done()
	}
	return c.Wait()
}

// serveBuild is the other side of buildInBackground.
func (f *endgameFlags) serveBuild(cmd *cobra.Command, dir string, pieces int) error {
	lowerPriority()
	ctx, cancel := context.WithCancel(cmd.Context())
	defer cancel()
	go func() {
		_, _ = io.Copy(io.Discard, cmd.InOrStdin())
		cancel()
	}()
	out := cmd.OutOrStdout()
	err := endgame.Build(ctx, endgame.BuildOptions{
		Variant: f.game.Variant, Dir: dir, Pieces: pieces, Threads: 1, GiveUp: true,
		Done: func(m endgame.Material) {
			if _, err := io.WriteString(out, m.String()+"\n"); err != nil {
				cancel()
			}
		},
	})
	if errors.Is(err, endgame.ErrBusy) { // as good as done
		return nil
	}
	return err
}
