package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/openings"
)

// Building survives kill -9: the file is always whole, and the same command goes
// on to the book that it would have made at once.
func TestBookSurvivesKills(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	t.Parallel()
	v, err := board.Lookup("english")
	require.NoError(t, err)
	dir := t.TempDir()
	build := func(file string) *exec.Cmd {
		cmd := exec.Command("damiera", "book", "build", "--variant", "english", "--positions", "1500",
			"--nodes", "2000", "--confirm", "2", "--threads", "1", "--eval", "material", "--book", filepath.Join(dir, file))
		cmd.Stderr = new(bytes.Buffer)
		return cmd
	}
	before := 0
	for range 2 {
		cmd := build("killed.book")
		require.NoError(t, cmd.Start())
		file := filepath.Join(dir, "killed.book")
		for begun := time.Now(); time.Since(begun) < 30*time.Second; time.Sleep(20 * time.Millisecond) {
			if b, err := openings.OpenBook(v, file); err == nil && b.Len() > before {
				before = b.Len()
				break
			} else if !os.IsNotExist(err) {
				require.NoError(t, err)
			}
		}
		require.NoError(t, cmd.Process.Kill())
		_ = cmd.Wait()
		b, err := openings.OpenBook(v, file)
		require.NoError(t, err)
		assert.GreaterOrEqual(t, b.Len(), before)
		before = b.Len()
	}
	for _, file := range []string{"killed.book", "whole.book"} {
		cmd := build(file)
		require.NoError(t, cmd.Run(), cmd.Stderr)
	}
	killed, err := os.ReadFile(filepath.Join(dir, "killed.book"))
	require.NoError(t, err)
	whole, err := os.ReadFile(filepath.Join(dir, "whole.book"))
	require.NoError(t, err)
	assert.True(t, bytes.Equal(whole, killed))
}
