package study_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/bench/study"
	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

func gameAt(t *testing.T, variant, fen string) *board.Game {
	t.Helper()
	v, err := board.Lookup(variant)
	require.NoError(t, err)
	p, err := v.ParseFEN(fen)
	require.NoError(t, err)
	return board.NewGame(v, p)
}

// TestSolve: one man is given, and all of the opponent's are taken.
func TestSolve(t *testing.T) {
	tests := []struct {
		variant, fen string
		line         []string
	}{
		{"international", "W:W26,27,32,38:B16,17", []string{"27-21", "16x27x21", "32x12x17x27"}},
		{"english", "W:W21,22,26,31:B13,14", []string{"22-17", "13x22x17", "26x10x14x22"}},
		{"russian", "W:Wa3,c3,d2,e1:Ba5,c5", []string{"22-17", "13x22x17", "26x10x14x22"}},
	}
	for _, test := range tests {
		g := gameAt(t, test.variant, test.fen)
		e := search.New(g.Variant(), search.Options{HashBytes: 1 << 20, Off: search.Unsound})
		told := 0
		s := study.Solve(context.Background(), e, g, search.Limits{Depth: 20}, func(search.Info) { told++ })
		require.True(t, s.Solved, test.fen)
		assert.True(t, s.Complete)
		assert.Equal(t, search.WinScore-3, s.Score)
		assert.Positive(t, told)
		var line []string
		for i := range s.Line {
			line = append(line, g.Variant().HubMove(&s.Line[i]))
		}
		assert.Equal(t, test.line, line, test.variant)
		assert.Empty(t, g.Moves(), "the game is as it was")
	}
}

// TestSolveLine: the loser's side is proved and followed to the end as well.
func TestSolveLine(t *testing.T) {
	g := gameAt(t, "english", "B:WK15,K18:B28")
	e := search.New(g.Variant(), search.Options{HashBytes: 1 << 20, Off: search.Unsound})
	s := study.Solve(context.Background(), e, g, search.Limits{Depth: 40, Nodes: 3_000_000}, func(search.Info) {})
	require.True(t, s.Solved)
	assert.Less(t, s.Score, 0)
	require.True(t, s.Complete)
	for _, m := range s.Line {
		require.NoError(t, g.Play(m))
	}
	outcome, _ := g.Outcome()
	assert.Equal(t, board.WhiteWins, outcome)
}

func TestNotSolved(t *testing.T) {
	g := gameAt(t, "international", "W:WK5,K46:BK23,K28,K32")
	e := search.New(g.Variant(), search.Options{HashBytes: 1 << 20, Off: search.Unsound})
	s := study.Solve(context.Background(), e, g, search.Limits{Nodes: 3000}, func(search.Info) {})
	if s.Solved { // only by what it can play out
		assert.True(t, s.Complete)
	}

	g = gameAt(t, "international", "B:W50:B")
	s = study.Solve(context.Background(), e, g, search.Limits{Nodes: 3000}, func(search.Info) {})
	assert.False(t, s.HasMove)
	assert.False(t, s.Solved)
}

func TestSolveObeysItsContext(t *testing.T) {
	v, err := board.Lookup("international")
	require.NoError(t, err)
	e := search.New(v, search.Options{HashBytes: 1 << 20, Off: search.Unsound})
	ctx, cancel := context.WithCancel(context.Background())
	s := study.Solve(ctx, e, board.NewGame(v, v.Start()), search.Limits{}, func(i search.Info) {
		if i.Depth > 3 {
			cancel()
		}
	})
	assert.False(t, s.Solved)
	assert.True(t, s.HasMove)
}
