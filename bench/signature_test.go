package bench

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

func TestSignatureIsRepeatable(t *testing.T) {
	calls := 0
	o := SignatureOptions{Depth: 5, Progress: func(done, all int) {
		assert.Equal(t, calls, done)
		assert.Less(t, done, all)
		calls++
	}}
	first, err := RunSignature(context.Background(), o)
	require.NoError(t, err)
	calls = 0
	second, err := RunSignature(context.Background(), o)
	require.NoError(t, err)
	assert.Equal(t, first.Nodes, second.Nodes)
	require.Len(t, first.Games, len(signaturePositions))
	var sum uint64
	for i, g := range first.Games {
		assert.Equal(t, second.Games[i].Nodes, g.Nodes, g.Variant)
		sum += g.Nodes
	}
	assert.Equal(t, first.Nodes, sum)
}

func TestSignatureHoldsEveryRuleSet(t *testing.T) {
	for _, v := range board.Variants()[:18] {
		_, ok := setOf(v.Name)
		assert.True(t, ok, v.Name)
	}
}

func TestSignatureOfOneGame(t *testing.T) {
	s, err := RunSignature(context.Background(), SignatureOptions{Depth: 4, Variants: []string{"shashki"}})
	require.NoError(t, err)
	require.Len(t, s.Games, 1)
	assert.Equal(t, "russian", s.Games[0].Variant)
	_, err = RunSignature(context.Background(), SignatureOptions{Variants: []string{"ludo"}})
	assert.Error(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = RunSignature(ctx, SignatureOptions{Depth: 3})
	assert.ErrorIs(t, err, context.Canceled)
}

func BenchmarkSignature(b *testing.B) {
	for b.Loop() {
		s, err := RunSignature(context.Background(), SignatureOptions{})
		if err != nil {
			b.Fatal(err)
		}
		for _, g := range s.Games {
			b.Logf("%-14s %9d nodes %6.2f s %8.2f Mn/s", g.Variant, g.Nodes, g.Seconds, float64(g.NPS)/1e6)
		}
		b.Logf("%d nodes %.2f s", s.Nodes, s.Seconds)
	}
}
