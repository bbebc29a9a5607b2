package bench

import (
	"encoding/json"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSummaryJSON(t *testing.T) {
	s := newStandings("A")
	s.add(&GameRecord{Game: 1, White: "A", Black: "B", Result: "2-0", Reason: "no legal move"})
	s.add(&GameRecord{Game: 2, White: "B", Black: "A", Result: "1-1", Reason: "three times"})
	s.add(&GameRecord{Game: 3, White: "C", Black: "B", Result: "1-1", Reason: "not of A"})
	text, err := json.Marshal(s.summary(nil))
	require.NoError(t, err)
	assert.JSONEq(t, `{"games":2,"wins":1,"draws":1,"losses":0,"elo":190.85,"elo_error":321.01,"los":0.9214,"llr":0,
		"reasons":{"no legal move":1,"three times":1}}`, string(text))
	assert.Equal(t, Tally{Wins: 1, Draws: 1, Pairs: [5]int{3: 1}}, s.tally, "no half of the pair is left over")
}

func TestPlainReason(t *testing.T) {
	for reason, want := range map[string]string{
		"black wins: white has no legal move":     "no legal move",
		"white wins: black has no pieces left":    "no pieces left",
		"white wins: white has made a king":       "made a king",
		"draw: the position occurred three times": "the position occurred three times",
		"adjudication: limit of moves":            "adjudication: limit of moves",
	} {
		assert.Equal(t, want, plainReason(reason))
	}
}
