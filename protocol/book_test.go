package protocol

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/openings"
	"github.com/damiera/damiera/search"
)

// bookFile makes a small book of a game.
func bookFile(t *testing.T, variant string) (*openings.Book, string) {
	t.Helper()
	v, err := board.Lookup(variant)
	require.NoError(t, err)
	b := openings.NewBuilder(openings.BuildOptions{Variant: v, Nodes: 100, Evaluator: eval.Material(v)}, nil, nil)
	require.NoError(t, b.Grow(t.Context(), 400))
	data, err := b.Book().Encode()
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), variant+".book")
	require.NoError(t, os.WriteFile(file, data, 0o644))
	return b.Book(), file
}

// bookSession is a session that plays from a book.
func bookSession(t *testing.T, variant, file string) *Session {
	t.Helper()
	s := NewSession(SessionOptions{MaxHashBytes: 1 << 20})
	require.NoError(t, s.SetParam(ParamVariant, variant))
	require.NoError(t, s.SetParam(ParamBookFile, file))
	s.Prepare()
	require.NoError(t, s.BookFault())
	return s
}

func think(s *Session, l search.Limits) search.Result {
	return <-s.Search(l, nil).Done
}

// Moves of the book come at once, as a search would report them, are within the
// margin and differ.
func TestBookMoves(t *testing.T) {
	b, file := bookFile(t, "frisian")
	s := bookSession(t, "frisian", file)
	require.NoError(t, s.SetParam(ParamBookMargin, "30"))
	v := s.Variant()
	start := v.Start()
	best := b.Moves(&start)[0]
	different := map[board.Move]bool{}
	for range 100 {
		var told []search.Info
		result := s.Search(search.Limits{MoveTime: time.Hour}, func(i search.Info) { told = append(told, i) })
		result.Stop() // harmless
		result.PonderHit()
		r := <-result.Done
		require.Len(t, told, 1)
		assert.Equal(t, told[0], r.Info)
		assert.Zero(t, r.Depth)
		assert.Zero(t, r.Nodes)
		assert.Equal(t, r.Move, r.PV[0])
		require.True(t, r.HasPonder)
		assert.Equal(t, r.Ponder, r.PV[1])
		assert.GreaterOrEqual(t, r.Score, best.Score-30)
		different[r.Move] = true
	}
	assert.Greater(t, len(different), 2)

	require.NoError(t, s.SetParam(ParamBookPly, "0"))
	for range 20 {
		assert.Equal(t, best.Move, think(s, search.Limits{Depth: 1}).Move)
	}

	// the other side finds its moves in the same entries
	flipped := v.Flip(&start)
	require.NoError(t, s.SetPosition(v.Hub(&flipped), "", ""))
	assert.Zero(t, think(s, search.Limits{Depth: 1}).Depth)
}

// Where the book is not to be used, or does not know the position, the engine
// searches.
func TestBookIsNotUsed(t *testing.T) {
	_, file := bookFile(t, "frisian")
	s := bookSession(t, "frisian", file)
	assert.Equal(t, 2, think(s, search.Limits{Depth: 2, Analyze: true}).Depth)
	some := s.Game().LegalMoves()[:2]
	assert.Equal(t, 2, think(s, search.Limits{Depth: 2, Moves: some}).Depth)
	require.NoError(t, s.SetPosition("W:W31-50:B1-19", "", ""))
	assert.Equal(t, 2, think(s, search.Limits{Depth: 2}).Depth)
	require.NoError(t, s.SetPosition("start", "", ""))
	assert.Equal(t, 0, think(s, search.Limits{Depth: 2}).Depth)
	require.NoError(t, s.SetParam(ParamBook, "false"))
	assert.Equal(t, 2, think(s, search.Limits{Depth: 2}).Depth)
	require.NoError(t, s.SetParam(ParamBook, "true"))

	// a book of another game: the engine plays on without one
	require.NoError(t, s.SetParam(ParamVariant, "russian"))
	assert.Equal(t, 2, think(s, search.Limits{Depth: 2}).Depth)
	assert.ErrorContains(t, s.BookFault(), `the book is for "frisian", not russian`)
	assert.NoError(t, s.BookFault(), "told once")
}

// A damaged book is told and the session goes on; it can be replaced.
func TestDamagedBookIsTold(t *testing.T) {
	_, file := bookFile(t, "normal")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	data[len(data)/2]++
	damaged := filepath.Join(t.TempDir(), "damaged.book")
	require.NoError(t, os.WriteFile(damaged, data, 0o644))

	c := newHubClient(t, SessionOptions{})
	c.send("set-param name=book-file value="+damaged, "init")
	assert.Contains(t, c.await("").text, `damaged.book: the book is damaged: build it again`)
	assert.Equal(t, "ready", c.await("").text)
	c.send("level depth=3", "go think")
	assert.Contains(t, c.await("info").text, "depth=")
	c.await("done")
	c.send("set-param name=book-file value="+file, "level depth=3", "go think")
	assert.Contains(t, c.await("info").text, "info depth=0 mean-depth=0.0 score=")
	assert.Regexp(t, `^done move=\d+-\d+ ponder=\d+-\d+$`, c.await("done").text)
}

// A book move waits where a search would: for the ponder-hit, and for the stop
// of an endless level.
func TestBookMoveWaits(t *testing.T) {
	_, file := bookFile(t, "normal")
	c := newHubClient(t, SessionOptions{})
	c.send("set-param name=book-file value="+file, "level move-time=100", "go ponder", "ping")
	for _, line := range c.collect("pong") {
		assert.False(t, strings.HasPrefix(line, "done"), line)
	}
	c.send("ponder-hit")
	c.await("done")
	c.send("level infinite", "go think", "ping")
	for _, line := range c.collect("pong") {
		assert.False(t, strings.HasPrefix(line, "done"), line)
	}
	c.send("stop")
	c.await("done")
	c.send("go think", "stop")
	c.await("done")
	c.send("ping")
	assert.Equal(t, "pong", c.await("").text, "one done for each go")
}

// Peers over the network cannot have files read.
func TestRemoteSessionsNameNoBooks(t *testing.T) {
	_, file := bookFile(t, "frisian")
	s := NewSession(SessionOptions{Remote: true, MaxHashBytes: 1 << 20})
	require.NoError(t, s.SetParam(ParamBookFile, file))
	assert.Empty(t, s.Params().String(ParamBookFile))
}
