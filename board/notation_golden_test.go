package board_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// TestGoldenNotation holds positions and moves as text against the golden file.
func TestGoldenNotation(t *testing.T) {
	g := loadGolden(t)
	for _, v := range board.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			var l board.List
			for _, want := range g.Variants[v.Name].Positions {
				p, err := v.ParseHub(want.Hub)
				require.NoError(t, err)
				require.Equal(t, fromHub(t, v, want.Hub), p)
				assert.Equal(t, want.Hub, v.Hub(&p))
				assert.Equal(t, want.FEN, v.FEN(&p))
				for _, text := range []string{want.FEN, want.Hub} {
					q, err := v.ParsePosition(text)
					require.NoError(t, err)
					assert.Equal(t, p, q, text)
				}
				if want.FENBoardNumbers != "" {
					assert.Equal(t, want.FENBoardNumbers, v.FENBoardNumbers(&p))
				}
				v.Generate(&p, &l)
				var texts, hub []string
				for i := range l.Len() {
					m := l.At(i)
					hub = append(hub, v.HubMove(m))
					text := v.MoveText(&p, m)
					short := text
					if m.Count == 1 { // the golden file leaves a single jump ambiguous
						short = v.SquareName(m.From) + string(v.CaptureSign) + v.SquareName(m.To)
					}
					texts = append(texts, short)
					back, err := v.ParseMove(&p, text)
					require.NoError(t, err, "%s %s", want.FEN, text)
					require.Equal(t, *m, back, text)
					back, err = v.ParseHubMove(&p, v.HubMove(m))
					require.NoError(t, err)
					require.Equal(t, *m, back, text)
				}
				slices.Sort(texts)
				slices.Sort(hub)
				assert.ElementsMatch(t, want.HubMoves, hub)
				assert.ElementsMatch(t, want.Moves, texts, "%s %s", want.ID, want.FEN)
			}
		})
	}
}
