package search

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
)

func database(t testing.TB, v *board.Variant, pieces int) *endgame.Database {
	t.Helper()
	dir := os.Getenv("DAMIERA_ENDGAME") // databases to use instead of new ones
	if dir == "" {
		dir = t.TempDir()
	}
	require.NoError(t, endgame.Build(context.Background(), endgame.BuildOptions{Variant: v, Dir: dir, Pieces: pieces}))
	d, err := endgame.Open(v, dir, pieces)
	require.NoError(t, err)
	return d
}

// randomEnding places pieces at random, White or Black to move.
func randomEnding(v *board.Variant, random *rand.Rand, pieces int) board.Position {
	for {
		p := board.Position{Side: board.Color(random.IntN(2)), RunSquare: [2]board.Square{board.NoSquare, board.NoSquare}}
		for range 2 + random.IntN(pieces-1) {
			s, _ := v.SquareOf(1 + random.IntN(v.Squares))
			c := board.Color(random.IntN(2))
			switch {
			case p.Occupied().Has(s):
			case random.IntN(2) == 0 && !v.Crown(c).Has(s):
				p.Men[c] = p.Men[c].With(s)
			case v.Goal != board.GoalBreakthrough:
				p.Kings[c] = p.Kings[c].With(s)
			}
		}
		if !p.Pieces(board.White).Empty() && !p.Pieces(board.Black).Empty() && v.HasMove(&p) {
			v.ClearCounters(&p)
			return p
		}
	}
}

// winning finds out by brute force whether a win comes true, in the plies that
// the database says, before a counter of the draw rules, against every longest
// defence.
type winning struct {
	v       *board.Variant
	d       *endgame.Database
	answers map[board.Position]bool
}

// mostPositions is where winning gives up; the answer is no then.
const mostPositions = 100_000

func winnable(v *board.Variant, d *endgame.Database, p board.Position) bool {
	w := winning{v, d, map[board.Position]bool{}}
	return w.holds(p) && len(w.answers) < mostPositions
}

func (w *winning) holds(p board.Position) bool {
	if !w.v.HasMove(&p) {
		return true
	}
	if w.v.DrawnByRule(&p, &w.v.Draws) || len(w.answers) >= mostPositions {
		return false
	}
	p.Reversible = 0
	if answer, ok := w.answers[p]; ok {
		return answer
	}
	value, distance, _ := w.d.Evaluate(&p)
	list := new(board.List)
	w.v.Generate(&p, list)
	var best []board.Position
	for _, m := range list.Moves() {
		var q board.Position
		w.v.Do(&p, &m, &q)
		if v, n, _ := w.d.Evaluate(&q); v == -value && n == distance-1 {
			best = append(best, q)
		}
	}
	answer := value == endgame.Loss && len(best) > 0 // the frisian limit may leave none
	for i := range best {
		if w.holds(best[i]) != answer {
			answer = !answer
			break
		}
	}
	w.answers[p] = answer
	return answer
}

// defend returns the move of the side that is not the engine: the best one by
// the database, at random among equals.
func defend(t *testing.T, d *endgame.Database, random *rand.Rand, p *board.Position) board.Move {
	r, ok := d.Probe(p)
	require.True(t, ok)
	n := 1
	for n < len(r.Moves) && r.Moves[n].Value == r.Moves[0].Value && r.Moves[n].Distance == r.Moves[0].Distance {
		n++
	}
	return r.Moves[random.IntN(n)].Move
}

// TestConversion plays endings out: the engine wins what is won, in no more
// plies than the database says, and loses nothing that is drawn.
func TestConversion(t *testing.T) {
	games, pieces, names := 25, 3, []string{"english", "russian", "frisian", "losing", "turkish"}
	if os.Getenv("DAMIERA_LONG") != "" {
		games, pieces, names = 1000, 4, nil
		for _, v := range board.Variants() {
			names = append(names, v.Name)
		}
	}
	if n, err := strconv.Atoi(os.Getenv("DAMIERA_GAMES")); err == nil {
		games = n
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			v := variant(t, name)
			most := pieces
			if pieces == 3 && v.Squares > 32 {
				most = 2
			}
			d := database(t, v, most)
			defer d.Close()
			e := New(v, Options{Threads: 1, HashBytes: 1 << 20, Endgame: d})
			random := rand.New(rand.NewPCG(8, 9))
			won, drawn := 0, 0
			for tries := 0; (won < games || drawn < games) && tries < 200*games; tries++ {
				p := randomEnding(v, random, most)
				value, distance, ok := d.Distance(&p)
				require.True(t, ok)
				switch {
				case value == endgame.Win && won < games && winnable(v, d, p):
					won++
					g := playOut(t, e, d, random, p, distance)
					outcome, reason := g.Outcome()
					assert.Equal(t, board.Won(p.Side), outcome, "%s: %s", v.FEN(&p), reason)
					assert.LessOrEqual(t, len(g.Moves()), distance, v.FEN(&p))
				case value == endgame.Draw && drawn < games:
					drawn++
					g := playOut(t, e, d, random, p, 40)
					outcome, reason := g.Outcome()
					assert.NotEqual(t, board.Won(p.Side.Opponent()), outcome, "%s: %s", v.FEN(&p), reason)
				}
			}
			t.Logf("%s: %d won, %d drawn positions of up to %d pieces", v.Name, won, drawn, most)
		})
	}
}

func playOut(t *testing.T, e *Engine, d *endgame.Database, random *rand.Rand, p board.Position, plies int) *board.Game {
	g := board.NewGame(d.Variant(), p)
	for range plies {
		if !ongoing(g) {
			break
		}
		if g.Position().Side != p.Side {
			require.NoError(t, g.Play(defend(t, d, random, g.Position())))
			continue
		}
		r := e.Search(g, Limits{MoveTime: 20 * time.Millisecond}, nil)
		require.True(t, r.HasMove)
		require.NoError(t, g.Play(r.Move))
	}
	return g
}

// TestDatabaseInTheTree: the root has a piece more than the database, which
// knows that the exchange wins.
func TestDatabaseInTheTree(t *testing.T) {
	v := variant(t, "english")
	d := database(t, v, 3)
	defer d.Close()
	random := rand.New(rand.NewPCG(3, 3))
	with := New(v, Options{Threads: 1, HashBytes: 1 << 20, Endgame: d})
	found := 0
	for range 300 {
		p := randomEnding(v, random, 4)
		if p.Count() != 4 {
			continue
		}
		r := with.Search(board.NewGame(v, p), Limits{Depth: 4}, nil)
		require.False(t, r.Known)
		if max(r.Score, -r.Score) >= DatabaseScore {
			found++
		}
	}
	assert.Greater(t, found, 20)
}

// TestKnownRoot: what is reported about a root in the database.
func TestKnownRoot(t *testing.T) {
	v := variant(t, "english")
	d := database(t, v, 3)
	defer d.Close()
	e := New(v, Options{Threads: 2, HashBytes: 1 << 20, Endgame: d})
	g := gameFrom(t, "english", "W:WK1,K2:BK32")
	var infos []Info
	r := e.Search(g, Limits{MoveTime: time.Minute, MultiPV: 3}, func(i Info) { infos = append(infos, i) })
	require.Len(t, infos, 3)
	assert.True(t, r.Known)
	assert.Equal(t, endgame.Win, r.Value)
	assert.Equal(t, 33, r.Distance)
	assert.Equal(t, WinScore-33, r.Score)
	assert.Len(t, r.PV, 33)
	checkLine(t, g, r.PV)
	assert.Less(t, r.Time, time.Second)

	lost := gameFrom(t, "english", "B:WK1,K2:BK31")
	r = e.Search(lost, Limits{MoveTime: time.Minute}, nil)
	assert.Equal(t, endgame.Loss, r.Value)
	assert.Equal(t, r.Distance-WinScore, r.Score)
	assert.Len(t, r.PV, r.Distance)

	drawn := gameFrom(t, "english", "W:WK1:BK32")
	r = e.Search(drawn, Limits{MoveTime: time.Minute}, nil)
	assert.Equal(t, endgame.Draw, r.Value)
	assert.Zero(t, r.Score)
}

// TestCountersBeforeDatabase: what is won in the database is no win when the
// counter leaves too little time.
func TestCountersBeforeDatabase(t *testing.T) {
	v := variant(t, "russian")
	d := database(t, v, 3)
	defer d.Close()
	e := New(v, Options{Threads: 1, HashBytes: 1 << 20, Endgame: d})
	random := rand.New(rand.NewPCG(1, 7))
	for tested := 0; tested < 10; {
		p := randomEnding(v, random, 3)
		value, distance, _ := d.Distance(&p)
		if p.EndingClass == 0 || value != endgame.Win || distance < 5 || !winnable(v, d, p) {
			continue
		}
		late := p
		late.EndingPlies += uint8(v.PliesToDraw(&p, &v.Draws) - distance + 1)
		if winnable(v, d, late) { // by a capture that ends the count
			continue
		}
		tested++
		r := e.Search(board.NewGame(v, p), Limits{Depth: 6}, nil)
		assert.Equal(t, WinScore-distance, r.Score)
		p = late
		r = e.Search(board.NewGame(v, p), Limits{Depth: 6}, nil)
		assert.True(t, r.Known)
		assert.Equal(t, endgame.Win, r.Value)
		assert.Less(t, r.Score, DatabaseScore, v.FEN(&p))
	}
}

// TestBadDatabase: with damaged files the engine plays on.
func TestBadDatabase(t *testing.T) {
	v := variant(t, "english")
	dir := t.TempDir()
	require.NoError(t, endgame.Build(context.Background(), endgame.BuildOptions{Variant: v, Dir: dir, Pieces: 3}))
	files, err := filepath.Glob(filepath.Join(dir, "english", "*"))
	require.NoError(t, err)
	for _, name := range files {
		if filepath.Ext(name) != "" {
			data, err := os.ReadFile(name)
			require.NoError(t, err)
			for i := len(data) * 2 / 3; i < len(data); i++ {
				data[i] ^= 0x55
			}
			require.NoError(t, os.WriteFile(name, data, 0o600))
		}
	}
	d, _ := endgame.Open(v, dir, 3)
	defer d.Close()
	e := New(v, Options{Threads: 1, HashBytes: 1 << 20, Endgame: d})
	r := e.Search(gameFrom(t, "english", "W:WK1,K2:BK32"), Limits{Depth: 8}, nil)
	assert.True(t, r.HasMove)
}
