package search

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/damiera/damiera/board"
)

func TestProbCut(t *testing.T) {
	v := variant(t, "international")
	g := board.NewGame(v, v.Start())
	with := New(v, Options{HashBytes: 1 << 20})
	without := New(v, Options{HashBytes: 1 << 20, Off: ProbCut})
	l := Limits{Depth: 12}
	a, b := with.Search(g, l, nil), without.Search(g, l, nil)
	assert.Less(t, a.Nodes, b.Nodes*9/10, "it saves nodes")

	w := with.workers[0]
	w.stopped, w.nodes, w.nextPoll = false, 0, 1<<40
	s := &w.stack[1]
	s.position = w.stack[0].position
	for _, test := range []struct {
		name        string
		beta, depth int
		verifying   bool
		off         Technique
		want        bool
	}{
		{"two men down and still above", -200, 8, false, 0, true},
		{"far from enough", 300, 8, false, 0, false},
		{"not within itself", -200, 8, true, 0, false},
		{"not at the last plies", -200, probCutDepth - 1, false, 0, false},
		{"not for proven losses", -DatabaseScore, 8, false, 0, false},
		{"not when left out", -200, 8, false, ProbCut, false},
	} {
		s.verifying, w.off = test.verifying, test.off
		score, ok := w.probCut(test.beta, test.depth, 1)
		assert.Equal(t, test.want, ok, test.name)
		assert.Equal(t, test.verifying, s.verifying, test.name)
		if ok {
			assert.GreaterOrEqual(t, score, test.beta, test.name)
		}
	}
}

func TestProbCutIsNotForLosing(t *testing.T) {
	l := Limits{Depth: 8}
	for name, used := range map[string]bool{"losing": false, "international": true} {
		v := variant(t, name)
		g := board.NewGame(v, v.Start())
		with := New(v, Options{HashBytes: 1 << 20}).Search(g, l, nil)
		without := New(v, Options{HashBytes: 1 << 20, Off: ProbCut}).Search(g, l, nil)
		assert.Equal(t, used, with.Nodes != without.Nodes, name)
	}
}
