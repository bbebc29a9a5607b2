package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
)

// Two processes build the same database and one after another is killed with
// kill -9: what is there is right at any moment, and in the end all of it is as
// if nothing had happened.
func TestEndgameSurvivesKills(t *testing.T) {
	if testing.Short() {
		t.Skip("takes some seconds")
	}
	t.Parallel()
	v, err := board.Lookup("italian")
	require.NoError(t, err)
	const pieces = 3
	whole, killed := t.TempDir(), t.TempDir()
	require.NoError(t, endgame.Build(context.Background(), endgame.BuildOptions{Variant: v, Dir: whole, Pieces: pieces}))
	build := func() *exec.Cmd {
		cmd := exec.Command("damiera", "endgame", "build", "--variant", v.Name, "--pieces", "3", "--threads", "1", "--dir", killed)
		cmd.Stderr = new(bytes.Buffer)
		require.NoError(t, cmd.Start())
		return cmd
	}
	files := func(dir string) []string {
		names, err := filepath.Glob(filepath.Join(dir, v.Name, "*.wdl"))
		require.NoError(t, err)
		return names
	}
	first, interrupted := build(), 0
	for range 3 {
		second := build()
		have := len(files(killed))
		for begun := time.Now(); len(files(killed)) <= have && time.Since(begun) < 30*time.Second; time.Sleep(2 * time.Millisecond) {
			if have == len(files(whole)) {
				break
			}
		}
		require.NoError(t, first.Process.Kill())
		if first.Wait() != nil {
			interrupted++
		}
		d, err := endgame.Open(v, killed, pieces)
		require.NoError(t, err)
		require.NoError(t, d.Close())
		first = second
	}
	require.Positive(t, interrupted)
	require.NoError(t, first.Wait(), first.Stderr)
	require.Len(t, files(killed), len(files(whole)))
	for _, name := range files(whole) {
		for _, name := range []string{name, name[:len(name)-len(".wdl")] + ".dtm"} {
			want, err := os.ReadFile(name)
			require.NoError(t, err)
			got, err := os.ReadFile(filepath.Join(killed, v.Name, filepath.Base(name)))
			require.NoError(t, err)
			assert.True(t, bytes.Equal(want, got), name)
		}
	}
	_, err = endgame.Verify(context.Background(), endgame.VerifyOptions{Variant: v, Dir: killed, Pieces: pieces})
	require.NoError(t, err)
}
