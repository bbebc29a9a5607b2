//go:build unix

package endgame

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestPipeInTheDirectory: what is no file is left out and keeps nobody waiting.
func TestPipeInTheDirectory(t *testing.T) {
	v := lookup(t, "english")
	dir := built(t, v, 2)
	name := filepath.Join(dir, v.Name, "1k-1k.dtm")
	require.NoError(t, os.Remove(name))
	require.NoError(t, unix.Mkfifo(name, 0o600))
	d, err := Open(v, dir, 2)
	require.ErrorIs(t, err, ErrForeign)
	assert.ErrorContains(t, err, name)
	require.NoError(t, d.Close())
}
