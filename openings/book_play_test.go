package openings

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// Moves beyond the margin are never played, those within it as often as their
// weights say, and after the first plies only the best one.
func TestChoose(t *testing.T) {
	v := variant(t, "international")
	b := grow(t, smallBuild(v), 800)
	start := v.Start()
	moves := b.Moves(&start)
	r := rand.New(rand.NewPCG(7, 8))
	for _, margin := range []int{0, 1, 4, 10, 50} {
		const draws = 5000
		counts := map[board.Move]int{}
		for range draws {
			m, ok := b.Choose(board.NewGame(v, start), Choice{Margin: margin, Plies: 20, Random: r})
			require.True(t, ok)
			require.GreaterOrEqual(t, m.Score, moves[0].Score-margin)
			counts[m.Move]++
		}
		chances := b.Chances(moves, margin)
		sum := 0.0
		for i, m := range moves {
			assert.InDelta(t, chances[i], float64(counts[m.Move])/draws, 0.04, "margin %d, move %d", margin, i)
			if i > 0 {
				assert.LessOrEqual(t, chances[i], chances[i-1])
			}
			sum += chances[i]
		}
		assert.InDelta(t, 1, sum, 1e-9)
	}
	for range 50 {
		m, ok := b.Choose(board.NewGame(v, start), Choice{Margin: 100, Plies: 0})
		require.True(t, ok)
		assert.Equal(t, moves[0], m)
	}
}

// Plies are counted from the root when a client does not tell the moves.
func TestChooseCountsPlies(t *testing.T) {
	v := variant(t, "russian")
	b := grow(t, smallBuild(v), 800)
	g := board.NewGame(v, v.Start())
	for range 3 {
		moves := b.Moves(g.Position())
		require.NotEmpty(t, moves)
		require.NoError(t, g.Play(moves[0].Move))
	}
	bare := board.NewGame(v, *g.Position())
	best := b.Moves(g.Position())
	require.Greater(t, len(best), 1)
	different := func(g *board.Game, plies int) bool {
		for range 200 {
			m, ok := b.Choose(g, Choice{Margin: 1000, Plies: plies})
			require.True(t, ok)
			if m.Move != best[0].Move {
				return true
			}
		}
		return false
	}
	assert.False(t, different(g, 3))
	assert.False(t, different(bare, 3))
	assert.True(t, different(g, 4))
	assert.True(t, different(bare, 4))
}

// The book is left where it ends, and where a position stands again.
func TestChooseLeavesTheBook(t *testing.T) {
	v := variant(t, "turkish")
	b := grow(t, smallBuild(v), 100)
	p, err := v.ParseFEN("W:Wa1:Bh8")
	require.NoError(t, err)
	_, ok := b.Choose(board.NewGame(v, p), Choice{Margin: 4, Plies: 20})
	assert.False(t, ok)

	// men that step sideways, there and back: from the start position itself there
	// is no room, so the book begins with a gap
	p, err = v.ParseFEN("W:Wa3,c3,e3,g3:Ba6,c6,e6,g6")
	require.NoError(t, err)
	b = grow(t, smallBuild(v), 100, p)
	g := board.NewGame(v, p)
	_, ok = b.Choose(g, Choice{Margin: 4, Plies: 20})
	assert.True(t, ok)
	for _, text := range []string{"a3-b3", "a6-b6", "b3-a3", "b6-a6"} {
		_, err := g.PlayText(text)
		require.NoError(t, err, text)
	}
	_, ok = b.Choose(g, Choice{Margin: 4, Plies: 20})
	assert.False(t, ok)
}
