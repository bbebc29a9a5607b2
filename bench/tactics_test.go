package bench_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/bench"
	"github.com/damiera/damiera/board"
)

func TestReadShots(t *testing.T) {
	v, err := board.Lookup("international")
	require.NoError(t, err)
	const text = `# a remark

W:W26,27,32,38:B16,17 bm 27-21; id "one"; ce 9997; acd 3;
W:W26,27,32,38:B16,17; bm 27-21 27-22
`
	shots, err := bench.ReadShots(strings.NewReader(text), v)
	require.NoError(t, err)
	require.Len(t, shots, 2)
	assert.Equal(t, "one", shots[0].ID)
	assert.Equal(t, 9997, shots[0].Score)
	assert.Equal(t, 3, shots[0].Depth)
	assert.Equal(t, "line 4", shots[1].ID)
	assert.Len(t, shots[1].Best, 2)
	assert.Equal(t, strings.Split(text, "\n")[2], shots[0].Line(v))

	for text, message := range map[string]string{
		"W:W26:B16":                    "line 1: W:W26:B16 has no best move",
		"# x\nW:W26:B16 bm 26-1;":      "line 2: ",
		"W:W99:B16 bm 26-21;":          "99",
		"W:W26:B16 bm 26-21; ce much;": `"much": ce wants a whole number`,

		"# x\n" + strings.Repeat("x", 70_000): "line 2 has more than 65536 bytes: this is no suite",
	} {
		_, err := bench.ReadShots(strings.NewReader(text), v)
		assert.ErrorContains(t, err, message)
	}
}

// TestSuites: every position of the suites has its quiet best move, and those of
// a few games are mostly solved.
func TestSuites(t *testing.T) {
	games := 0
	for _, v := range board.Variants() {
		shots, err := bench.Shots(v)
		require.NoError(t, err)
		if len(shots) == 0 {
			continue
		}
		games++
		seen := map[string]bool{}
		for _, s := range shots {
			assert.False(t, seen[s.ID], "%s twice", s.ID)
			seen[s.ID] = true
			for _, m := range s.Best {
				assert.False(t, m.IsCapture(), s.ID)
			}
		}
		if v.Name != "russian" && v.Name != "international" {
			continue
		}
		var result bench.Tactics
		require.NoError(t, result.Add(context.Background(), v, shots, bench.TacticsOptions{Nodes: 20_000}))
		assert.GreaterOrEqual(t, 2*result.Solved, result.Positions, "%s: unsolved %v", v.Name, result.Games[0].Failed)
	}
	assert.Positive(t, games)
}

func TestTacticsCounts(t *testing.T) {
	v, err := board.Lookup("international")
	require.NoError(t, err)
	shots, err := bench.ReadShots(strings.NewReader(`
W:W26,27,32,38:B16,17 bm 27-21; id "right"
W:W26,27,32,38:B16,17 bm 27-22; id "wrong"
`), v)
	require.NoError(t, err)
	var result bench.Tactics
	done := 0
	o := bench.TacticsOptions{Nodes: 2000, Progress: func() { done++ }}
	require.NoError(t, result.Add(context.Background(), v, shots, o))
	assert.Equal(t, 2, result.Positions)
	assert.Equal(t, 1, result.Solved)
	assert.Equal(t, 2, done)
	assert.Equal(t, []string{"wrong"}, result.Games[0].Failed)

	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	assert.ErrorIs(t, result.Add(ctx, v, shots, o), context.Canceled)
}

func TestShotMaker(t *testing.T) {
	v, err := board.Lookup("russian")
	require.NoError(t, err)
	maker := bench.ShotMaker{Variant: v, Count: 1, Games: 200, Seed: 3, Shallow: 100, Deep: 2000, Check: 20_000}
	shots := maker.Make(context.Background())
	require.Len(t, shots, 1)
	again, err := bench.ReadShots(strings.NewReader(shots[0].Line(v)), v)
	require.NoError(t, err)
	assert.Equal(t, shots, again)
	assert.False(t, shots[0].Best[0].IsCapture())
	assert.GreaterOrEqual(t, shots[0].Score, 80)
}
