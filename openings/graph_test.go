package openings

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/search"
)

// graphOf makes a graph of positions that are numbers: their own scores, and
// their moves.
func graphOf(scores []int, moves [][]int32) *graph {
	g := &graph{index: map[uint64]int32{}}
	for i := range scores {
		n := node{key: uint64(i), own: opinion{score: scores[i]}, score: scores[i]}
		if i < len(moves) {
			n.children = moves[i]
		}
		g.nodes = append(g.nodes, n)
		g.index[uint64(i)] = int32(i)
	}
	g.roots = []int32{0}
	return g
}

func scoresOf(g *graph) []int {
	var scores []int
	for i := range g.nodes {
		scores = append(scores, g.nodes[i].score)
	}
	return scores
}

func TestBackUp(t *testing.T) {
	for name, c := range map[string]struct {
		own   []int
		moves [][]int32
		want  []int
	}{
		"best of two":     {[]int{0, 30, -5}, [][]int32{{1, 2}}, []int{5, 30, -5}},
		"transposition":   {[]int{0, 1, 2, 7, 3}, [][]int32{{1, 2}, {3}, {3, 4}}, []int{7, -7, -3, 7, 3}},
		"a win is nearer": {[]int{0, 0, 10 - search.WinScore}, [][]int32{{1}, {2}}, []int{12 - search.WinScore, search.WinScore - 11, 10 - search.WinScore}},
		// 0 and 1 go back and forth; whoever would lose by leaving stays
		"both stay":   {[]int{0, 0, 40, 40}, [][]int32{{1, 2}, {0, 3}}, []int{0, 0, 40, 40}},
		"one leaves":  {[]int{0, 0, -40, 90}, [][]int32{{1, 2}, {0, 3}}, []int{40, -40, -40, 90}},
		"both leave":  {[]int{0, 0, -40, -90}, [][]int32{{1, 2}, {0, 3}}, []int{40, 90, -40, -90}},
		"long way":    {[]int{0, 0, 0, 0, -25}, [][]int32{{1}, {2}, {3}, {0, 4}}, []int{-25, 25, -25, 25, -25}},
		"odd circle":  {[]int{0, 0, 0, -25}, [][]int32{{1}, {2}, {0, 3}}, []int{25, -25, 25, -25}},
		"no way out":  {[]int{5, 6}, [][]int32{{1}, {0}}, []int{0, 0}},
		"not reached": {[]int{5, 6, 7}, [][]int32{{1}}, []int{-6, 6, 7}},
	} {
		g := graphOf(c.own, c.moves)
		g.backUp()
		assert.Equal(t, c.want, scoresOf(g), name)
	}
}

// In graphs at random with many cycles the scores are those of a search that
// counts a repeated position as a draw at a horizon far away.
func TestBackUpAgainstSearch(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		const n = 12
		own := make([]int, n)
		moves := make([][]int32, n)
		for i := range own {
			own[i] = r.IntN(201) - 100
			if i < n-4 {
				for range 1 + r.IntN(3) {
					// no move leads to the position itself
					moves[i] = append(moves[i], int32((i+1+r.IntN(n-1))%n))
				}
			}
		}
		g := graphOf(own, moves)
		g.backUp()
		// play on for many plies; then it is a draw
		values := make([]int, n)
		for range 200 {
			next := append([]int(nil), own...)
			for i := range next {
				if len(moves[i]) > 0 {
					next[i] = -search.WinScore
					for _, c := range moves[i] {
						next[i] = max(next[i], -values[c])
					}
				}
			}
			values = next
		}
		assert.Equal(t, values, scoresOf(g), "%v %v", own, moves)
	}
}

func TestComponents(t *testing.T) {
	g := graphOf(make([]int, 7), [][]int32{{1}, {2}, {0, 3}, {4}, {5}, {4, 6}})
	groups := components(g.nodes)
	place := map[int32]int{}
	for i, group := range groups {
		for _, n := range group {
			place[n] = i
		}
	}
	require.Len(t, place, 7)
	assert.Len(t, groups, 4)
	assert.Equal(t, place[0], place[1])
	assert.Equal(t, place[0], place[2])
	assert.Equal(t, place[4], place[5])
	assert.Less(t, place[6], place[4])
	assert.Less(t, place[4], place[3])
	assert.Less(t, place[3], place[0])
}

// A long chain does not exhaust a stack.
func TestDeepGraph(t *testing.T) {
	const n = 200_000
	g := graphOf(make([]int, n), nil)
	for i := range n - 1 {
		g.nodes[i].children = []int32{int32(i + 1)}
	}
	g.nodes[n-1].score = 9
	g.backUp()
	assert.Equal(t, -9, g.nodes[0].score)
	g.reach()
	assert.Equal(t, 0, g.nodes[n-1].cost) // only moves cost nothing
	assert.Equal(t, n-1, g.nodes[n-1].plies)
}

func TestReach(t *testing.T) {
	// 0 has a best move to 1, gives 7 away with 2 and 30 with 3; both 1 and 2
	// lead to 4
	g := graphOf([]int{0, -10, -3, 20, 5, 4, -1}, [][]int32{{1, 2, 3}, {4, 5}, {4, 6}})
	g.backUp()
	assert.Equal(t, []int{4, -4, 1, 20, 5, 4, -1}, scoresOf(g))
	g.reach()
	var costs, plies []int
	for i := range g.nodes {
		costs, plies = append(costs, g.nodes[i].cost), append(plies, g.nodes[i].plies)
	}
	assert.Equal(t, []int{0, plyCost, 5 + plyCost, 24 + plyCost, 1 + 2*plyCost, 2 * plyCost, 5 + 2*plyCost}, costs)
	assert.Equal(t, []int{0, 1, 1, 1, 2, 2, 2}, plies)
	assert.Equal(t, []int32{5, 4, 6, 3}, g.leaves(10))
	assert.Equal(t, []int32{5, 4}, g.leaves(2))
	g.visit(4)
	g.visit(6)
	assert.Equal(t, 2, g.nodes[0].visits)
	assert.Equal(t, 1, g.nodes[1].visits)
	assert.Equal(t, 1, g.nodes[2].visits)

	// what is decided is left alone
	g.nodes[5].own.score = search.DatabaseScore
	assert.Equal(t, []int32{4, 6, 3}, g.leaves(10))
}

// The ways found are the cheapest: no move leads to a position by a cheaper one.
func TestReachIsCheapest(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range 100 {
		const n = 40
		own, moves := make([]int, n), make([][]int32, n)
		for i := range own {
			own[i] = r.IntN(100) - 50
			for range r.IntN(4) {
				moves[i] = append(moves[i], int32((i+1+r.IntN(n-1))%n))
			}
		}
		g := graphOf(own, moves)
		g.backUp()
		g.reach()
		for i := range g.nodes {
			p := &g.nodes[i]
			if p.cost == unreached {
				continue
			}
			for _, c := range p.children {
				cost := p.cost + max(0, p.score-fromChild(g.nodes[c].score))
				if len(p.children) > 1 {
					cost += plyCost
				}
				assert.LessOrEqual(t, g.nodes[c].cost, cost)
			}
			if p.via >= 0 && i != 0 {
				assert.LessOrEqual(t, g.nodes[p.via].cost, p.cost)
			}
		}
	}
}
