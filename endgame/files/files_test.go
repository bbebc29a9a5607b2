package files

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "file")
	text := func(name string) string {
		data, err := os.ReadFile(name)
		require.NoError(t, err)
		return string(data)
	}
	require.NoError(t, Replace(name, []byte("one")))
	assert.Equal(t, "one", text(name))
	before, err := os.Stat(name)
	require.NoError(t, err)
	require.NoError(t, Replace(name, []byte("two")))
	assert.Equal(t, "two", text(name))
	after, err := os.Stat(name)
	require.NoError(t, err)
	assert.False(t, os.SameFile(before, after), "by rename")
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Len(t, left, 1)
	assert.Error(t, Replace(dir, []byte("a directory")))
	assert.Error(t, Replace(filepath.Join(dir, "none", "file"), nil))
}

// TestReplaceFollowsLinks: also those that lead nowhere yet.
func TestReplaceFollowsLinks(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.Mkdir(filepath.Join(dir, "sub"), 0o755))
	link, target := filepath.Join(dir, "link"), filepath.Join(dir, "sub", "target")
	if err := os.Symlink(filepath.Join("sub", "target"), link); err != nil {
		t.Skip(err)
	}
	for _, text := range []string{"new", "replaced"} {
		require.NoError(t, Replace(link, []byte(text)))
		info, err := os.Lstat(link)
		require.NoError(t, err)
		assert.NotZero(t, info.Mode()&os.ModeSymlink)
		data, err := os.ReadFile(target)
		require.NoError(t, err)
		assert.Equal(t, text, string(data))
	}
	require.NoError(t, os.Chmod(target, 0o600))
	require.NoError(t, Replace(link, nil))
	info, err := os.Stat(target)
	require.NoError(t, err)
	assert.Equal(t, os.FileMode(0o600), info.Mode().Perm())
	loop := filepath.Join(dir, "loop")
	require.NoError(t, os.Symlink(loop, loop))
	assert.Error(t, Replace(loop, nil))
}

func TestLock(t *testing.T) {
	name := filepath.Join(t.TempDir(), "lock")
	for range 2 {
		unlock, err := Lock(name)
		require.NoError(t, err)
		_, err = Lock(name)
		require.ErrorIs(t, err, ErrInUse)
		unlock()
		assert.NoFileExists(t, name)
	}
	require.NoError(t, os.WriteFile(name, nil, 0o644)) // left by a kill
	unlock, err := Lock(name)
	require.NoError(t, err)
	unlock()
}

func TestLockForAFileAndItsLink(t *testing.T) {
	dir := t.TempDir()
	file, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.Symlink("file", link); err != nil {
		t.Skip(err)
	}
	unlock, err := LockFor(file)
	require.NoError(t, err)
	_, err = LockFor(link)
	require.ErrorIs(t, err, ErrInUse)
	unlock()
	unlock, err = LockFor(link)
	require.NoError(t, err)
	unlock()
}
