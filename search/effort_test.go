package search

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

// TestCostlyListsEndWithTheClock: where one list of captures takes longer than
// the whole search may, the search ends with that list and not 256 nodes later.
func TestCostlyListsEndWithTheClock(t *testing.T) {
	for _, fen := range []string{
		"B:WK6,K38:B2,7,8,10,14,17,19,22,23,24,25,26,28,32,37,39,40,41,44,K48",
		"B:WK3,K10,K15,46:B2,4,5,7,11,12,13,18,20,24,26,27,29,30,32,33,35,38,40,41,42,43,K47,K49",
	} {
		g := gameFrom(t, "frisian", fen)
		r := newEngine(g.Variant(), 0).Search(g, Limits{MoveTime: time.Millisecond}, nil)
		assert.True(t, r.HasMove)
		assert.Less(t, r.Nodes, uint64(20), fen)
	}
}
