package board_test

import (
	"fmt"
	"testing"

	"github.com/damiera/damiera/board"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

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

// kingMove picks a quiet move of a king, or of a man if man is set, after
// which neither side can take anything, for which ok holds, and after which
// such king moves go on for a while.
func kingMove(t testing.TB, g *board.Game, man bool, ok func(q *board.Position) bool) board.Move {
	t.Helper()
	v := g.Variant()
	if m, found := quietMove(v, g.Position(), len(g.Moves()), 5, man, ok); found {
		return m
	}
	require.Fail(t, "no quiet move", "%s after %d plies", v.FEN(g.Position()), len(g.Moves()))
	return board.Move{}
}

func quietMove(v *board.Variant, p *board.Position, variety, ahead int, man bool, ok func(q *board.Position) bool) (board.Move, bool) {
	moves := board.NewGame(v, *p).LegalMoves()
	for i := range moves {
		m := moves[(i+7*variety)%len(moves)]
		var q board.Position
		v.Do(p, &m, &q)
		if m.Count != 0 || (m.Kind == board.KingMoves) == man || m.Kind&board.Crowns != 0 ||
			v.CanCapture(&q, board.White) || v.CanCapture(&q, board.Black) || ok != nil && !ok(&q) {
			continue
		}
		if ahead == 0 {
			return m, true
		}
		if _, found := quietMove(v, &q, variety+1, ahead-1, false, ok); found {
			return m, true
		}
	}
	return board.Move{}, false
}

// shuffle plays quiet king moves.
func shuffle(t testing.TB, g *board.Game, plies int, ok func(q *board.Position) bool) {
	t.Helper()
	for range plies {
		require.NoError(t, g.Play(kingMove(t, g, false, ok)))
	}
}

// counters are the game's rules without repetition, which shuffling would run
// into first.
func counters(g *board.Game) *board.DrawRules {
	r := g.Variant().Draws
	r.Repetition = 0
	return &r
}

// requireDrawAfter plays quiet king moves and holds the game to be a draw after
// exactly so many plies.
func requireDrawAfter(t *testing.T, g *board.Game, plies int, reason string, ok func(q *board.Position) bool) {
	t.Helper()
	for left := plies; left > 0; left-- {
		outcome, why := g.Outcome()
		require.Equal(t, board.Ongoing, outcome, "%d plies before the draw: %s", left, why)
		require.Equal(t, left, g.Variant().PliesToDraw(g.Position(), g.Draws()))
		shuffle(t, g, 1, ok)
	}
	outcome, why := g.Outcome()
	require.Equal(t, board.Drawn, outcome, "after %d plies", plies)
	require.Equal(t, reason, why)
	require.Zero(t, g.Variant().PliesToDraw(g.Position(), g.Draws()))
}

// onRoad returns a condition on a side's pieces and the main road.
func onRoad(v *board.Variant, c board.Color, want bool) func(*board.Position) bool {
	return func(p *board.Position) bool {
		on := false
		for s := p.Pieces(c); !s.Empty(); {
			row, col := v.RowCol(s.Pop())
			on = on || !v.Mirrored && row+col == v.Height-1 || v.Mirrored && row == col
		}
		return on == want
	}
}

func both(a, b func(*board.Position) bool) func(*board.Position) bool {
	return func(p *board.Position) bool { return a(p) && b(p) }
}

func TestDrawLimits(t *testing.T) {
	russian, brazilian, portuguese := variant(t, "russian"), variant(t, "brazilian"), variant(t, "portuguese")
	for _, c := range []struct {
		name, fen string
		plies     int
		reason    string
		ok        func(*board.Position) bool
	}{
		// FMJD 6.2: kings only, men on the board do not matter
		{"international", "W:W35,K46,K47:B16,K5,K4", 50, "25 moves each with kings only and without a capture", nil},
		// FMJD 6.3
		{"international", "W:WK47,K48,K49:BK4", 32, "16 moves each with three pieces against a lone king", nil},
		{"international", "B:WK47:BK3,K4,16", 32, "16 moves each with three pieces against a lone king", nil},
		{"international", "W:WK47,35,34:BK4", 32, "16 moves each with three pieces against a lone king", nil},
		// FMJD 6.4
		{"international", "W:WK48,K47:BK4", 10, "5 moves each with two pieces at most against a lone king", nil},
		{"international", "B:WK47,35:BK4", 10, "5 moves each with two pieces at most against a lone king", nil},
		{"international", "W:WK47:BK5", 10, "5 moves each with two pieces at most against a lone king", nil},
		// no king on the strong side: only the 25 moves
		{"canadian", "W:WK67,K68:BK6,K5", 50, "25 moves each with kings only and without a capture", nil},
		{"canadian", "W:WK68,K69:BK5", 10, "5 moves each with two pieces at most against a lone king", nil},
		// killer: two kings against one play on
		{"killer", "W:WK48,K47:BK4", 50, "25 moves each with kings only and without a capture", nil},
		{"killer", "W:WK47,35:BK4", 10, "5 moves each with a king and at most a man against a lone king", nil},
		{"killer", "W:WK47:BK5", 10, "5 moves each with a king and at most a man against a lone king", nil},
		{"killer", "W:WK48,K47,35:BK4", 32, "16 moves each with three pieces against a lone king", nil},
		{"english", "W:WK32,K31:BK1,K2", 80, "40 moves each with kings only and without a capture", nil},
		{"italian", "W:WK32,K31:BK1,K2", 80, "40 moves each with kings only and without a capture", nil},
		{"pool", "W:WK32,K31,K30:BK1", 26, "13 moves each with three kings against a lone king", nil},
		{"pool", "W:WK32,K31:BK1", 60, "30 moves each with kings only and without a capture", nil},
		{"spanish", "W:WK1,K2:BK31", 80, "40 moves each without a capture or a promotion", nil},
		{"czech", "W:WKe1,Kc1:BKd8", 80, "40 moves each without a capture or a promotion", nil},
		{"thai", "W:WK1,K2:BK31", 80, "40 moves each without a capture or a promotion", nil},
		{"turkish", "W:WKa1,Kb1:BKh8", 80, "40 moves each without a capture or a promotion", nil},
		// FMJD-64 7.2.8, 7.2.4, 7.2.7, 7.2.5
		{"russian", "W:WKb8,Kd8:BKe1", 10, "5 moves each with two pieces at most against a lone king", nil},
		{"russian", "W:WKb8:BKe1", 10, "5 moves each with two pieces at most against a lone king", nil},
		{"russian", "W:WKb8,Kd8,Kf8:BKg1", 30, "15 moves each with three kings against a lone king", onRoad(russian, board.Black, false)},
		{"russian", "B:WKb8,Kd8,Kf8,Kh6:BKc1", 30, "15 moves each with more than three kings against a lone king", onRoad(russian, board.Black, false)},
		{"russian", "B:WKb8,Kd8,Kc7:BKa1", 10, "5 moves each with three kings against a lone king that holds the main road",
			both(onRoad(russian, board.Black, true), onRoad(russian, board.White, false))},
		{"russian", "B:WKb8,Kd8,c7:BKa1", 10, "5 moves each with three pieces against a lone king that holds the main road",
			both(onRoad(russian, board.Black, true), onRoad(russian, board.White, false))},
		{"russian", "W:WKb8,Kd8,Kf8:BKg1,Ke1", 30, "15 moves each with kings only and without a capture", nil},
		{"spantsiretti", "W:WKb8,Kd8,Kf8:BKi1", 30, "15 moves each with three kings against a lone king", nil},
		// CBD art. 97b, 99, 100
		{"brazilian", "W:WKb8,Kd8,Kf8:BKg1", 40, "20 moves each with kings only and without a capture", onRoad(brazilian, board.Black, false)},
		{"brazilian", "W:WKb8,Kd8:BKg1,Ke1", 10, "5 moves each with two kings against two kings or a king and a man", nil},
		{"brazilian", "W:WKb8,Kd8:BKg1,a5", 10, "5 moves each with two kings against two kings or a king and a man", nil},
		{"brazilian", "B:WKb8,Kd8,Kc7:BKa1", 10, "5 moves each with three pieces against a lone king that holds the main road",
			both(onRoad(brazilian, board.Black, true), onRoad(brazilian, board.White, false))},
		// FPD 3.2.b, 3.2.a
		{"portuguese", "W:WK1,K12,K5:BK29", 24, "12 moves each with three kings against a lone king and the main road held",
			both(onRoad(portuguese, board.Black, false), onRoad(portuguese, board.White, true))},
		{"portuguese", "W:WK12,K2,K4:BK29", 40, "20 moves each without a capture or a promotion",
			onRoad(portuguese, board.White, false)},
		{"frisian", "W:WK46,K47:BK4", 14, "7 moves each with two kings against a king", nil},
		{"frisian", "W:WK47:BK4", 4, "2 moves each with a king against a king", nil},
		{"frysk", "B:WK47:BK4", 4, "2 moves each with a king against a king", nil},
		{"russian+free", "W:WKb8,Kd8:BKe1", 10, "5 moves each with two pieces at most against a lone king", nil},
	} {
		t.Run(fmt.Sprint(c.name, " ", c.fen), func(t *testing.T) {
			g := gameFrom(t, c.name, c.fen)
			g.SetDraws(counters(g))
			requireDrawAfter(t, g, c.plies, "draw: "+c.reason, c.ok)
		})
	}
}

// Without a rule nothing is drawn.
func TestNoDrawRule(t *testing.T) {
	for name, fen := range map[string]string{
		"losing":        "W:WK46,K47:BK5,K4",
		"frisian":       "W:WK46,35:BK4,16",
		"international": "W:W45:B5", // men only
	} {
		g := gameFrom(t, name, fen)
		g.SetDraws(counters(g))
		if name == "international" {
			assert.EqualValues(t, 50, g.Variant().PliesToDraw(g.Position(), g.Draws()))
			continue
		}
		assert.EqualValues(t, board.NoDrawAhead, g.Variant().PliesToDraw(g.Position(), g.Draws()))
		if name == "losing" {
			shuffle(t, g, 300, nil)
		}
		outcome, why := g.Outcome()
		assert.Equal(t, board.Ongoing, outcome, why)
	}
	bt := variant(t, "bt")
	start := bt.Start()
	assert.Equal(t, board.DrawRules{}, bt.Draws)
	assert.EqualValues(t, board.NoDrawAhead, bt.PliesToDraw(&start, &bt.Draws))
}

// D1: a man's move starts the count of king moves again.
func TestKingMovesStartAgain(t *testing.T) {
	g := gameFrom(t, "international", "W:W45,K48,K47:B6,K3,K4")
	g.SetDraws(counters(g))
	shuffle(t, g, 49, nil)
	require.NoError(t, g.Play(kingMove(t, g, true, nil)))
	requireDrawAfter(t, g, 50, "draw: 25 moves each with kings only and without a capture", nil)
}

// D2, R11: pieces are counted after the whole capture, and the move that makes
// the ending is not counted.
func TestEndingBeginsAfterTheMove(t *testing.T) {
	g := gameFrom(t, "international", "W:W37,K50,K49:B32,22,K4")
	g.SetDraws(counters(g))
	m, err := g.PlayText("37x17")
	require.NoError(t, err)
	require.EqualValues(t, 2, m.Count)
	requireDrawAfter(t, g, 32, "draw: 16 moves each with three pieces against a lone king", nil)

	g = gameFrom(t, "russian", "W:Wc3,Kh6,Kf8:Bd4,Kb8")
	g.SetDraws(counters(g))
	_, err = g.PlayText("c3:e5")
	require.NoError(t, err)
	require.EqualValues(t, 0, g.Position().EndingPlies)
	require.Equal(t, "three pieces against a lone king", g.Draws().Endings[g.Position().EndingClass-1].Name)
}

// D2: sixteen moves become five when a piece is lost, but the five are not
// restarted by the loss of another piece or by a promotion.
func TestFiveMovesAreNotRestarted(t *testing.T) {
	for _, c := range []struct{ fen, move string }{
		{"W:WK46,7:BK50", "7-1"},   // king and man become two kings
		{"B:WK13,K50:BK4", "4x18"}, // the lone king takes a king
		{"W:WK4,K15:BK50", "4-9"},  // nothing happens
	} {
		g := gameFrom(t, "international", c.fen)
		p := *g.Position()
		require.NotZero(t, p.EndingClass, c.fen)
		p.EndingPlies = 9
		g = board.NewGame(g.Variant(), p)
		_, err := g.PlayText(c.move)
		require.NoError(t, err)
		require.EqualValues(t, 10, g.Position().EndingPlies, c.fen)
		require.True(t, g.Variant().DrawnByRule(g.Position(), g.Draws()), c.fen)
	}
}

// FMJD-64 7.2.4: the loss of one of four kings is a new balance of forces.
func TestRussianThreeKingsRestart(t *testing.T) {
	v := variant(t, "russian")
	p, err := v.ParseFEN("B:WKa3,Kb8,Kd8,Kf8:BKc1")
	require.NoError(t, err)
	require.NotZero(t, p.EndingClass)
	p.EndingPlies, p.KingPlies = 28, 10
	g := board.NewGame(v, p)
	_, err = g.PlayText("c1-d2")
	require.NoError(t, err)
	require.Equal(t, 1, v.PliesToDraw(g.Position(), g.Draws()))
	_, err = g.PlayText("a3-c5")
	require.NoError(t, err)
	require.True(t, v.DrawnByRule(g.Position(), g.Draws()))

	p, err = v.ParseFEN("B:WKb2,Kb8,Kd8,Kf8:BKc1")
	require.NoError(t, err)
	p.EndingPlies, p.KingPlies = 28, 10
	g = board.NewGame(v, p)
	_, err = g.PlayText("c1:a3")
	require.NoError(t, err)
	require.EqualValues(t, 0, g.Position().EndingPlies)
	require.Equal(t, 30, v.PliesToDraw(g.Position(), g.Draws()))
}

// FMJD-64 7.2.6: men's moves do not stop the count, promotions do.
func TestRussianBalance(t *testing.T) {
	v := variant(t, "russian")
	p, err := v.ParseFEN("W:WKb8,g3,c7:BKg1,Ke1")
	require.NoError(t, err)
	for _, c := range []struct {
		move string
		left int
	}{{"g3-h4", 1}, {"b8-a7", 1}, {"c7-d8", 30}} { // with new forces the 15 king moves come first
		q := p
		q.EndingPlies = 58
		g := board.NewGame(v, q)
		_, err := g.PlayText(c.move)
		require.NoError(t, err)
		assert.Equal(t, c.left, v.PliesToDraw(g.Position(), g.Draws()), c.move)
	}
	p, err = v.ParseFEN("W:WKb8,g3,c7:BKg1,Ke1,a5")
	require.NoError(t, err)
	p.EndingPlies = 119
	g := board.NewGame(v, p)
	_, err = g.PlayText("g3-h4")
	require.NoError(t, err)
	outcome, why := g.Outcome()
	assert.Equal(t, board.Drawn, outcome)
	assert.Equal(t, "draw: 60 moves each with six or seven pieces, kings on both sides", why)
}

// The five moves on the main road are moves in a row.
func TestMainRoadLeft(t *testing.T) {
	v := variant(t, "russian")
	g := gameFrom(t, "russian", "B:WKb8,Kd8,Kc7:BKa1")
	g.SetDraws(counters(g))
	held := both(onRoad(v, board.Black, true), onRoad(v, board.White, false))
	shuffle(t, g, 8, held)
	require.Equal(t, 2, v.PliesToDraw(g.Position(), g.Draws()))
	shuffle(t, g, 2, both(onRoad(v, board.Black, false), onRoad(v, board.White, false)))
	require.Equal(t, 20, v.PliesToDraw(g.Position(), g.Draws())) // what is left of 7.2.4
	g.Undo()
	g.Undo()
	shuffle(t, g, 2, held)
	outcome, _ := g.Outcome()
	require.Equal(t, board.Drawn, outcome)
}

// R12: one piece each is a draw in turkish, unless the side to move captures.
func TestTurkishOneEach(t *testing.T) {
	for _, c := range []struct {
		fen, want string
	}{
		{"W:WKa1:BKh8", "draw: one piece against one"},
		{"W:Wa2:Bh7", "draw: one piece against one"},
		{"B:Wa2:BKh8", "draw: one piece against one"},
		{"W:WKa1:BKa5", ""},    // takes
		{"B:WKa3:BKa5", ""},    // so does black
		{"W:WKa1,c2:BKh8", ""}, // two against one
		{"W:Wa7:Bb7", ""},      // the man takes sideways
	} {
		g := gameFrom(t, "turkish", c.fen)
		_, why := g.Outcome()
		assert.Equal(t, c.want, why, c.fen)
	}
}

// Seeds: forty moves each without a capture or a promotion, men's moves
// included, and nothing else.
func TestSiteRule(t *testing.T) {
	g := gameFrom(t, "russian", "W:WKb8,a3:BKh6,Kf8")
	g.SetDraws(&board.SiteDraws)
	for range 79 {
		outcome, why := g.Outcome()
		require.Equal(t, board.Ongoing, outcome, why)
		shuffle(t, g, 1, nil)
	}
	require.NoError(t, g.Play(kingMove(t, g, false, nil)))
	outcome, why := g.Outcome()
	require.Equal(t, board.Drawn, outcome)
	require.Equal(t, "draw: 40 moves each without a capture or a promotion", why)

	p, err := g.Variant().ParseFEN("W:WKb8,g3,c7:BKg1,Ke1")
	require.NoError(t, err)
	p.NoProgress = 79
	for move, drawn := range map[string]bool{"g3-h4": true, "c7-d8": false} {
		g := board.NewGame(g.Variant(), p)
		g.SetDraws(&board.SiteDraws)
		_, err := g.PlayText(move)
		require.NoError(t, err)
		outcome, _ := g.Outcome()
		assert.Equal(t, drawn, outcome == board.Drawn, move)
	}
}

// A side that cannot move has lost, though the counter ran out with the move
// that blocked it.
func TestWinComesBeforeDraw(t *testing.T) {
	v := variant(t, "international")
	p, err := v.ParseFEN("W:WK39,K11:B6")
	require.NoError(t, err)
	p.KingPlies = 49
	g := board.NewGame(v, p)
	_, err = g.PlayText("39-17")
	require.NoError(t, err)
	require.True(t, v.DrawnByRule(g.Position(), g.Draws()))
	outcome, why := g.Outcome()
	require.Equal(t, board.WhiteWins, outcome)
	require.Equal(t, "white wins: black has no legal move", why)
}

func TestDrawnByRuleAllocatesNothing(t *testing.T) {
	for _, v := range board.Variants() {
		p := v.Start()
		assert.Zero(t, testing.AllocsPerRun(10, func() {
			v.DrawnByRule(&p, &v.Draws)
			v.PliesToDraw(&p, &v.Draws)
		}), v.Name)
	}
}
