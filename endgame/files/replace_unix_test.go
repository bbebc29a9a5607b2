//go:build unix

package files

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestReplaceLeavesPipes: what is no file is written to, not replaced.
func TestReplaceLeavesPipes(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pipe")
	require.NoError(t, unix.Mkfifo(name, 0o600))
	got := make(chan string)
	go func() {
		data, _ := os.ReadFile(name)
		got <- string(data)
	}()
	require.NoError(t, Replace(name, []byte("text")))
	assert.Equal(t, "text", <-got)
	info, err := os.Stat(name)
	require.NoError(t, err)
	assert.NotZero(t, info.Mode()&os.ModeNamedPipe)
}
