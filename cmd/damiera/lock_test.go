package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// TestOneWriterAtATime: two processes cannot make the same book, games or
// training, and a kill leaves nothing locked.
func TestOneWriterAtATime(t *testing.T) {
	for _, c := range []struct {
		name, arguments, shows, message string
	}{
		{"book", "book build --variant thai --positions %N --nodes 100 --confirm 0 --threads 1 --eval material --book DIR/x.book", ".x.book.lock", "x.book is being built by another process"},
		{"selfplay", "selfplay --variant thai --games %N --nodes 100 --workers 1 --eval material --out DIR/x.dgm", "x.dgm", "x.dgm is being written by another process"},
		{"train", "train --variant thai --games %N --nodes 100 --workers 1 --gate-games 4 --dir DIR", "thai/games-01.dgm", "another training works in"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			command := func(size string) *exec.Cmd {
				return exec.Command("damiera", strings.Fields(strings.NewReplacer("%N", size, "DIR", dir).Replace(c.arguments))...)
			}
			first := command("100000")
			require.NoError(t, first.Start())
			defer func() {
				_ = first.Process.Kill()
				_ = first.Wait()
			}()
			require.Eventually(t, func() bool {
				_, err := os.Stat(filepath.Join(dir, c.shows))
				return err == nil
			}, patience, 5*time.Millisecond)
			out, err := command("1").CombinedOutput()
			require.Error(t, err)
			require.Contains(t, string(out), c.message)
			require.NoError(t, first.Process.Kill())
			_ = first.Wait()
			if c.name == "train" { // a turn takes too long here
				return
			}
			out, err = command("1").CombinedOutput()
			require.NoError(t, err, string(out))
		})
	}
}
