package study_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/bench/study"
	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// gift is a game whose first move gives a man away and whose second is forced.
const gift = `[White "?"]
[Result "*"]
[GameType "20"]
[SetUp "1"]
[FEN "W:W28,32,38,43:B9,13,14,18"]

1. 28-23 {a gift} 18x29 2. 32-28 *
`

func readGame(t *testing.T, text string) *board.PDNGame {
	t.Helper()
	g, err := board.NewPDNReader(strings.NewReader(text), board.Variants()[0]).Next()
	require.NoError(t, err)
	require.NoError(t, g.Err)
	return g
}

func TestReview(t *testing.T) {
	g := readGame(t, gift)
	r := study.Reviewer{
		Engine: search.New(g.Variant, search.Options{HashBytes: 1 << 20}),
		Limits: search.Limits{Depth: 11},
	}
	var all []study.Judgement
	require.NoError(t, r.Review(context.Background(), g, func(j study.Judgement) error {
		study.Annotate(g.Variant, &g.Moves[len(all)], &j)
		all = append(all, j)
		return nil
	}))
	require.Len(t, all, 3)
	assert.GreaterOrEqual(t, all[0].Mark, study.Mistake)
	assert.GreaterOrEqual(t, all[0].Loss, study.MistakeLoss)
	assert.NotEqual(t, all[0].Best.Move, all[0].Played)
	assert.Less(t, all[0].Score, all[0].Best.Score)

	assert.Equal(t, study.NoMark, all[1].Mark, "a forced move is never bad")
	assert.Zero(t, all[1].Loss)
	assert.Equal(t, all[1].Best.Move, all[1].Played)

	var b strings.Builder
	require.NoError(t, board.WritePDN(&b, g))
	again := readGame(t, b.String())
	assert.Contains(t, again.Moves[0].NAGs, all[0].Mark.NAG())
	assert.Regexp(t, `^a gift .*/[0-9]+, better .*/[0-9]+: [0-9]`, again.Moves[0].Comment)
	assert.Empty(t, again.Moves[1].NAGs)
	assert.NotEmpty(t, again.Moves[1].Comment)
}

func TestReviewStops(t *testing.T) {
	g := readGame(t, gift)
	r := study.Reviewer{Engine: search.New(g.Variant, search.Options{HashBytes: 1 << 20})} // no limits: only the context
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	assert.ErrorIs(t, r.Review(ctx, g, func(study.Judgement) error { return nil }), context.Canceled)
	r.Limits.Depth = 2
	assert.ErrorIs(t, r.Review(context.Background(), g, func(study.Judgement) error { return assert.AnError }), assert.AnError)
}

func TestMarks(t *testing.T) {
	tests := []struct {
		loss int
		mark study.Mark
		text string
		nag  int
	}{
		{0, study.NoMark, "", 0}, {29, study.NoMark, "", 0}, {30, study.Dubious, "?!", 6}, {79, study.Dubious, "?!", 6},
		{80, study.Mistake, "?", 2}, {199, study.Mistake, "?", 2}, {200, study.Blunder, "??", 4}, {800, study.Blunder, "??", 4},
	}
	for _, test := range tests {
		m := study.MarkOf(test.loss)
		assert.Equal(t, test.mark, m)
		assert.Equal(t, test.text, m.String())
		assert.Equal(t, test.nag, m.NAG())
	}
}

func TestScoreText(t *testing.T) {
	assert.Equal(t, "+0.35", study.ScoreText(35))
	assert.Equal(t, "-1.20", study.ScoreText(-120))
	assert.Equal(t, "win 7", study.ScoreText(search.WinScore-7))
	assert.Equal(t, "loss 6", study.ScoreText(6-search.WinScore))
}
