package search

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

func TestSoundAndUnsound(t *testing.T) {
	assert.Equal(t, TechniqueAll, Sound|Unsound)
	assert.Zero(t, Sound&Unsound)
	assert.NotZero(t, Unsound&Reductions)
}

// TestSoundSearchMissesNothing: without the unsound techniques a search finds
// every win that plain alpha-beta finds at the same depth, with its whole line.
func TestSoundSearchMissesNothing(t *testing.T) {
	for _, name := range []string{"russian", "english", "thai", "frisian"} {
		v := variant(t, name)
		random := rand.New(rand.NewPCG(5, 5))
		plain := New(v, Options{HashBytes: 1 << 20, Off: TechniqueAll})
		sound := New(v, Options{HashBytes: 1 << 20, Off: Unsound})
		wins := 0
		for tries := 0; tries < 150 && wins < 5; tries++ {
			g := randomGame(v, random, 40+random.IntN(60))
			if outcome, _ := g.Outcome(); outcome != board.Ongoing || g.Position().Count() > 10 {
				continue
			}
			plain.Clear()
			sound.Clear()
			const depth = 6
			want := plain.Search(g, Limits{Depth: depth, Analyze: true}, nil)
			if want.Score < WinScore-MaxDistance {
				continue
			}
			wins++
			got := sound.Search(g, Limits{Depth: depth, Analyze: true}, nil)
			require.GreaterOrEqual(t, got.Score, WinScore-MaxDistance, "%s: %s", name, v.FEN(g.Position()))
			require.LessOrEqual(t, WinScore-got.Score, len(got.PV), "the line goes to the end")
		}
		assert.Positive(t, wins, name)
	}
}
