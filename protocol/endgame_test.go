package protocol

import (
	"context"
	"testing"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
	"github.com/damiera/damiera/search"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// building is a session that builds within this process and tells when it
// begins.
func building(t *testing.T, o SessionOptions) (s *Session, begun chan int) {
	t.Helper()
	begun = make(chan int, 10)
	o.BuildEndgames = func(ctx context.Context, v *board.Variant, dir string, pieces int, done func()) error {
		begun <- pieces
		return endgame.Build(ctx, endgame.BuildOptions{Variant: v, Dir: dir, Pieces: pieces, Threads: 1,
			Done: func(endgame.Material) { done() }})
	}
	s = NewSession(o)
	t.Cleanup(s.stopBuilding)
	require.NoError(t, s.SetParam(ParamVariant, "english"))
	require.NoError(t, s.SetParam(ParamEndgameSize, "3"))
	require.NoError(t, s.SetParam(ParamTableSize, "10"))
	return s, begun
}

// TestDatabasesAreBuilt: missing databases are built once, in the background,
// and used as soon as they are there.
func TestDatabasesAreBuilt(t *testing.T) {
	s, begun := building(t, SessionOptions{})
	require.NoError(t, s.SetParam(ParamEndgameDir, t.TempDir()))
	s.Prepare()
	assert.Equal(t, 3, <-begun)
	require.Eventually(t, func() bool { return s.endgames.Complete(3) }, patience, 10*time.Millisecond)
	require.NoError(t, s.SetPosition("W:WK1,K2:BK32", "", ""))
	r := <-s.Search(search.Limits{MoveTime: time.Minute}, nil).Done
	assert.Equal(t, 33, r.Distance)
	assert.Empty(t, begun)
	assert.NoError(t, s.endgameError())

	// without databases
	require.NoError(t, s.SetParam(ParamEndgameSize, "0"))
	r = <-s.Search(search.Limits{Depth: 3}, nil).Done
	assert.False(t, r.Known)
}

func TestDatabasesAreNotBuilt(t *testing.T) {
	s, begun := building(t, SessionOptions{})
	require.NoError(t, s.SetParam(ParamEndgameDir, t.TempDir()))
	require.NoError(t, s.SetParam(ParamEndgameBuild, "false"))
	s.Prepare()
	remote, remoteBegun := building(t, SessionOptions{Remote: true})
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	remote.Prepare()
	time.Sleep(20 * time.Millisecond)
	assert.Empty(t, begun)
	assert.Empty(t, remoteBegun)
}
