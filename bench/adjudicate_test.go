package bench

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
	"github.com/damiera/damiera/openings"
)

// Games that both engines see decided end early when it was asked for, and
// only then.
func TestScoreAdjudication(t *testing.T) {
	o := testMatch(t, "russian", "nodes=500 param.tt-size=10", "name=A", "name=B")
	o.Games = 10
	before := play(t, o).Summary()
	o.Adjudication = Adjudication{Resign: ScoreRule{Moves: 3, Score: 2}, Draw: ScoreRule{From: 20, Moves: 5, Score: 0.1}}
	after := play(t, o).Summary()
	agreed := func(s Summary) int {
		return s.Reasons["adjudication: won by the scores of both"] + s.Reasons["adjudication: drawn by the scores of both"]
	}
	assert.Zero(t, agreed(before))
	assert.Greater(t, agreed(after), 5)
}

// What the endgame database knows is not played out, unless a draw counter
// would come first.
func TestEndgameAdjudication(t *testing.T) {
	o := testMatch(t, "english", "depth=1", "name=A", "name=B")
	dir := t.TempDir()
	require.NoError(t, endgame.Build(context.Background(), endgame.BuildOptions{Variant: o.Variant, Dir: dir, Pieces: 3}))
	d, err := endgame.Open(o.Variant, dir, 3)
	require.NoError(t, err)
	defer d.Close()
	o.Adjudication.Endgame = d
	for _, tt := range []struct{ fen, result, reason string }{
		{"W:WK18,K23:BK1", "2-0", "adjudication: endgame database"},
		{"B:WK18,K23:BK32", "2-0", "adjudication: endgame database"},
		{"W:WK18:BK1", "1-1", "adjudication: endgame database"},
	} {
		p, err := o.Variant.ParseFEN(tt.fen)
		require.NoError(t, err)
		o.Openings = []openings.Opening{{Name: tt.fen, Start: p}}
		o.Games = 1
		m, err := NewMatch(o)
		require.NoError(t, err)
		require.NoError(t, m.Run(context.Background()))
		r := m.Records()[0]
		assert.Equal(t, tt.reason, r.Reason, tt.fen)
		assert.Equal(t, tt.result, r.Result, tt.fen)
		assert.Empty(t, r.Moves, tt.fen)
	}

	// the win needs more plies than the counter has left
	p, err := o.Variant.ParseFEN("W:WK18,K23:BK1")
	require.NoError(t, err)
	p.NoProgress = 200
	p.KingPlies = o.Variant.Draws.KingPlies - 2
	g := board.NewGame(o.Variant, p)
	outcome, _ := lookUp(d, g)
	assert.Equal(t, board.Ongoing, outcome)
}
