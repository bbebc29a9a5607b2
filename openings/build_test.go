package openings

import (
	"bytes"
	"context"
	"errors"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// The number of threads does not change a book.
func TestBuildIsDeterministic(t *testing.T) {
	for _, name := range []string{"brazilian", "turkish"} {
		o := smallBuild(variant(t, name))
		o.Threads = 1
		one := encoded(t, grow(t, o, 500))
		o.Threads = 5
		assert.True(t, bytes.Equal(one, encoded(t, grow(t, o, 500))), name)
	}
}

// Work that is interrupted at any point goes on to the same book: from the state
// that was saved as well as from the one that it ended with.
func TestBuildGoesOn(t *testing.T) {
	v := variant(t, "pool")
	whole := encoded(t, grow(t, smallBuild(v), 400))
	for _, stop := range []int{1, 2, 7, 50, 213, 399} {
		ctx, cancel := context.WithCancel(t.Context())
		o := smallBuild(v)
		searched := 0
		o.Progress = func(int) {
			if searched++; searched == stop {
				cancel()
			}
		}
		b := NewBuilder(o, nil, nil)
		assert.ErrorIs(t, b.Grow(ctx, 400), context.Canceled)
		saved, err := DecodeBook(v, encoded(t, b.Book()))
		require.NoError(t, err)
		assert.GreaterOrEqual(t, saved.Len(), stop)
		assert.Less(t, saved.Len(), stop+3)

		again := NewBuilder(smallBuild(v), saved, nil)
		require.NoError(t, again.Grow(t.Context(), 400))
		assert.True(t, bytes.Equal(whole, encoded(t, again.Book())), "after %d searches", stop)
	}
}

// A finished book grows on, and what it knew is not searched again.
func TestBuildGrowsFurther(t *testing.T) {
	v := variant(t, "czech")
	o := smallBuild(v)
	small := grow(t, o, 200)
	searched := 0
	o.Progress = func(int) { searched++ }
	b := NewBuilder(o, small, nil)
	require.NoError(t, b.Grow(t.Context(), 500))
	large := b.Book()
	assert.Equal(t, large.Len(), small.Len()+searched)
	start := v.Start()
	before, _ := small.Probe(&start)
	after, _ := large.Probe(&start)
	assert.Greater(t, after.Visits, before.Visits)
}

// What was searched when the time ran out is in the book.
func TestBuildRunsOutOfTime(t *testing.T) {
	v := variant(t, "english")
	ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
	defer cancel()
	b := NewBuilder(smallBuild(v), nil, nil)
	assert.ErrorIs(t, b.Grow(ctx, 1_000_000), context.DeadlineExceeded)
	expanded, _ := b.Book().Count()
	assert.Greater(t, expanded, 1)
	assert.ErrorIs(t, b.Grow(ctx, 1_000_000), context.DeadlineExceeded)
}

func TestBuildSaves(t *testing.T) {
	v := variant(t, "english")
	o := smallBuild(v)
	var sizes []int
	o.Save = func(b *Book) error {
		sizes = append(sizes, b.Len())
		return nil
	}
	b := NewBuilder(o, nil, nil)
	b.saves.pause = 0
	require.NoError(t, b.Grow(t.Context(), 30))
	require.NotEmpty(t, sizes)
	assert.Equal(t, 1, sizes[0])

	broken := errors.New("disk full")
	o.Save = func(*Book) error { return broken }
	b = NewBuilder(o, nil, nil)
	b.saves.pause = 0
	assert.ErrorIs(t, b.Grow(t.Context(), 30), broken)

	s := newSaveTimer()
	assert.False(t, s.due())
	s.saved(time.Now().Add(-time.Second)) // it took a second
	assert.Greater(t, s.pause, 10*time.Second)
}

// After Confirm every good move out of the book has been looked at by a larger
// search, also when the work was interrupted, and scores are backed up from it.
func TestConfirm(t *testing.T) {
	v := variant(t, "brazilian")
	o := smallBuild(v)
	b := NewBuilder(o, nil, nil)
	require.NoError(t, b.Grow(t.Context(), 300))
	plain := b.Book()
	require.NoError(t, b.Confirm(t.Context()))
	whole := b.Book()
	confirmed := 0
	for i := range whole.keys {
		if e := whole.entry(i); e.Confirmed {
			confirmed++
			assert.False(t, e.Expanded)
			assert.Greater(t, e.Depth, plain.entry(i).Depth)
		}
	}
	assert.Greater(t, confirmed, 20)
	assert.Less(t, confirmed, 250)
	left := 0
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 { // wherever games leave the book they are confirmed
		g := board.NewGame(v, v.Start())
		for {
			m, ok := whole.Choose(g, Choice{Margin: OwnMargin, Plies: 100, Random: r})
			if !ok {
				break
			}
			require.NoError(t, g.Play(m.Move))
		}
		if n := &b.graph.nodes[b.graph.index[canonicalKey(v, g.Position())]]; !n.expanded() && !n.decided() {
			left++
			assert.True(t, n.own.confirmed)
			assert.Equal(t, n.own.score, n.score)
		}
	}
	assert.Greater(t, left, 100)

	ctx, cancel := context.WithCancel(t.Context())
	searched := 0
	o.Progress = func(int) {
		if searched++; searched == 10 {
			cancel()
		}
	}
	again := NewBuilder(o, plain, nil)
	require.NoError(t, again.Grow(ctx, 300))
	assert.ErrorIs(t, again.Confirm(ctx), context.Canceled)
	saved, err := DecodeBook(v, encoded(t, again.Book()))
	require.NoError(t, err)
	o.Progress = func(int) { searched++ }
	again = NewBuilder(o, saved, nil)
	require.NoError(t, again.Grow(t.Context(), 300))
	require.NoError(t, again.Confirm(t.Context()))
	assert.True(t, bytes.Equal(encoded(t, whole), encoded(t, again.Book())))
}

// Books may grow from several positions, of which some are the same with colours
// exchanged.
func TestBuildFromRoots(t *testing.T) {
	v := variant(t, "italian")
	ballots, err := Ballots(v)
	require.NoError(t, err)
	var roots []board.Position
	for i := range ballots[:5] {
		g, err := ballots[i].Game(v)
		require.NoError(t, err)
		roots = append(roots, *g.Position(), v.Flip(g.Position()))
	}
	b := grow(t, smallBuild(v), 300, roots...)
	assert.Len(t, b.Roots(), 5)
	read, err := DecodeBook(v, encoded(t, b))
	require.NoError(t, err)
	for i := range roots {
		e, ok := read.Probe(&roots[i])
		assert.True(t, ok)
		assert.Equal(t, 0, e.Plies)
		assert.NotEmpty(t, read.Moves(&roots[i]))
	}
	start := v.Start()
	_, ok := read.Probe(&start)
	assert.False(t, ok)
}

func TestBuildComesToAnEnd(t *testing.T) {
	v := variant(t, "english")
	p, err := v.ParseFEN("W:W6:B1") // a few moves, then it is over
	require.NoError(t, err)
	b := NewBuilder(smallBuild(v), nil, []board.Position{p})
	assert.ErrorIs(t, b.Grow(t.Context(), 1_000_000), ErrGrown)
	lost, err := v.ParseFEN("W:W:B1")
	require.NoError(t, err)
	b = NewBuilder(smallBuild(v), nil, []board.Position{lost})
	assert.ErrorIs(t, b.Grow(t.Context(), 10), ErrGrown)
	book := b.Book()
	assert.Equal(t, 1, book.Len())
	assert.Empty(t, book.Moves(&lost))
}

func TestFollow(t *testing.T) {
	v := variant(t, "spanish")
	ballots, err := Ballots(v)
	require.NoError(t, err)
	b := NewBuilder(smallBuild(v), nil, nil)
	lines := append([]Opening{ballots[0]}, ballots[:3]...)
	require.NoError(t, b.Follow(t.Context(), lines))
	book, err := DecodeBook(v, encoded(t, b.Book()))
	require.NoError(t, err)
	start := v.Start()
	e, _ := book.Probe(&start)
	assert.Equal(t, 4, e.Visits)
	for i := range ballots[:3] {
		g, err := ballots[i].Game(v)
		require.NoError(t, err)
		positions := g.Positions()
		for k := range positions {
			e, ok := book.Probe(&positions[k])
			assert.True(t, ok)
			assert.True(t, e.Expanded)
			assert.Positive(t, e.Visits)
		}
	}
	g, err := ballots[0].Game(v)
	require.NoError(t, err)
	e, _ = book.Probe(g.Position())
	assert.GreaterOrEqual(t, e.Visits, 2)

	// an opening from elsewhere brings its own root
	p, err := v.ParseFEN("W:W20-28:B5-12")
	require.NoError(t, err)
	again := NewBuilder(smallBuild(v), book, nil)
	require.NoError(t, again.Follow(t.Context(), []Opening{{Start: p}}))
	assert.Len(t, again.Book().Roots(), 2)
	assert.NotEmpty(t, again.Book().Moves(&p))
	assert.NotEmpty(t, again.Book().Moves(&start))
}
