package search

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// variant returns a game by its canonical name.
func variant(t testing.TB, name string) *board.Variant {
	t.Helper()
	v, err := board.Lookup(name)
	require.NoError(t, err)
	return v
}

func gameFrom(t testing.TB, name, fen string) *board.Game {
	t.Helper()
	v := variant(t, name)
	p, err := v.ParseFEN(fen)
	require.NoError(t, err)
	return board.NewGame(v, p)
}

func newEngine(v *board.Variant, off Technique) *Engine {
	return New(v, Options{Threads: 1, HashBytes: 4 << 20, Off: off})
}

// checkLine plays a line and fails if a move is not legal.
func checkLine(t testing.TB, g *board.Game, line []board.Move) {
	t.Helper()
	p := *g.Position()
	for _, m := range line {
		require.NoError(t, g.Variant().CheckMove(&p, &m))
		var q board.Position
		g.Variant().Do(&p, &m, &q)
		p = q
	}
}

func ongoing(g *board.Game) bool {
	outcome, _ := g.Outcome()
	return outcome == board.Ongoing
}

func drawn(g *board.Game) bool {
	outcome, _ := g.Outcome()
	return outcome == board.Drawn
}

// TestEveryGame searches the start position of every game to a fixed depth.
func TestEveryGame(t *testing.T) {
	for _, v := range board.Variants() {
		e := newEngine(v, 0)
		g := board.NewGame(v, v.Start())
		reports := 0
		r := e.Search(g, Limits{Depth: 6}, func(i Info) {
			reports++
			assert.GreaterOrEqual(t, i.MeanDepth, float64(i.Depth-3), v.Name)
			checkLine(t, g, i.PV)
		})
		assert.GreaterOrEqual(t, reports, 6, v.Name)
		assert.Equal(t, 6, r.Depth, v.Name)
		assert.True(t, r.HasMove, v.Name)
		assert.True(t, r.HasPonder, v.Name)
		assert.InDelta(t, 0, r.Score, 60, v.Name)
		checkLine(t, g, r.PV)
		again := newEngine(v, 0).Search(g, Limits{Depth: 6}, nil)
		assert.Equal(t, r.Nodes, again.Nodes, "%s: one thread must be deterministic", v.Name)
		e.Clear()
		again = e.Search(g, Limits{Depth: 6}, nil)
		assert.Equal(t, r.Nodes, again.Nodes, "%s: Clear must forget everything", v.Name)
	}
}

func TestWinsByForce(t *testing.T) {
	for _, c := range []struct {
		name, variant, fen, best string
		score                    int
	}{
		{"takes the last piece", "english", "W:WK29:BK25", "29x22", WinScore - 1},
		{"shuts the last man in", "international", "W:W32:B6,K47", "", -WinScore},
		{"crowns and ends the game", "bt", "W:W7,32:B19,20", "", WinScore - 1},
		{"gives the last man away", "losing", "W:W33:B28", "33x22", -WinScore},
	} {
		g := gameFrom(t, c.variant, c.fen)
		r := newEngine(g.Variant(), 0).Search(g, Limits{Depth: 8}, nil)
		if c.best != "" {
			assert.Equal(t, c.best, g.Variant().MoveText(g.Position(), &r.Move), c.name)
		}
		if c.score > 0 {
			assert.Equal(t, c.score, r.Score, c.name)
		}
	}
}

func TestFinishedGames(t *testing.T) {
	for _, c := range []struct {
		variant, fen string
		score        int
	}{
		{"international", "B:W50:B", -WinScore},
		{"losing", "B:W50:B", WinScore},
		{"bt", "B:WK5,32:B19,20", -WinScore},
	} {
		g := gameFrom(t, c.variant, c.fen)
		reports := 0
		r := newEngine(g.Variant(), 0).Search(g, Limits{Depth: 5}, func(Info) { reports++ })
		assert.False(t, r.HasMove)
		assert.Equal(t, c.score, r.Score)
		assert.Equal(t, 1, reports)
	}
}

func TestAllKingsBoard(t *testing.T) { // CASES R15
	g := gameFrom(t, "international", "W:WK31-50:BK1-20")
	e := newEngine(g.Variant(), 0)
	soon(t, 150*time.Millisecond, func() time.Duration {
		time.AfterFunc(100*time.Millisecond, e.Stop)
		start := time.Now()
		r := e.Search(g, Limits{}, nil)
		assert.True(t, r.HasMove)
		checkLine(t, g, r.PV)
		return time.Since(start)
	})
}

func TestSearchDoesNotAllocate(t *testing.T) {
	for _, name := range []string{"international", "english", "frisian", "canadian", "turkish", "russian+free"} {
		v := variant(t, name)
		e := newEngine(v, 0)
		g := board.NewGame(v, v.Start())
		e.Search(g, Limits{Depth: 3}, nil)
		w := e.workers[0]
		w.limits = &Limits{}
		w.stopped = false
		assert.Zero(t, testing.AllocsPerRun(3, func() {
			w.table.Clear()
			w.play(0, &w.moves[0].move, 6)
			w.search(-infinity, infinity, 6, 1)
		})-float64(testing.AllocsPerRun(3, func() { w.table.Clear() })), name)
	}
}
