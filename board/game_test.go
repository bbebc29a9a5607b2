package board_test

import (
	"strings"
	"testing"

	"github.com/damiera/damiera/board"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func play(t testing.TB, g *board.Game, moves string) {
	t.Helper()
	for _, text := range strings.Fields(moves) {
		_, err := g.PlayText(text)
		require.NoError(t, err)
	}
}

// D4, D5: the third occurrence is a draw, from the moves played.
func TestRepetition(t *testing.T) {
	const fen = "W:W25,K50,K49:B16,K1,K2"
	const round = "50-44 1-7 44-50 7-1 "
	for _, c := range []struct {
		name    string
		rounds  int
		outcome board.Outcome
		why     string
	}{
		{"international", 1, board.Ongoing, ""},
		{"international", 2, board.Drawn, "draw: the position occurred three times"},
		{"losing", 2, board.Drawn, "draw: the position occurred three times"},
		{"killer", 2, board.Drawn, "draw: the position occurred three times"},
		{"frisian", 0, board.Ongoing, ""}, // its rules know no repetition
	} {
		g := gameFrom(t, c.name, fen)
		play(t, g, strings.Repeat(round, c.rounds))
		require.Equal(t, c.rounds+1, g.Repetitions())
		outcome, why := g.Outcome()
		assert.Equal(t, c.outcome, outcome, c.name)
		assert.Equal(t, c.why, why)
		// without the history nobody can know
		outcome, _ = board.NewGame(g.Variant(), *g.Position()).Outcome()
		assert.Equal(t, board.Ongoing, outcome)
		if c.outcome == board.Drawn {
			g.SetDraws(&board.SiteDraws)
			outcome, _ = g.Outcome()
			assert.Equal(t, board.Ongoing, outcome)
		}
	}

	g := gameFrom(t, "italian", "W:WK32,K31:BK1,K2")
	play(t, g, strings.Repeat("32-28 1-5 28-32 5-1 ", 2))
	outcome, why := g.Outcome()
	assert.Equal(t, board.Ongoing, outcome, why)
	play(t, g, "32-28 1-5 28-32 5-1")
	_, why = g.Outcome()
	assert.Equal(t, "draw: the position occurred four times", why)
}

// The same squares with the other side to move are another position, and a
// man's move ends the search for repetitions.
func TestRepetitionEndsAtAMansMove(t *testing.T) {
	g := gameFrom(t, "international", "W:W25,K50,K49:B16,K1,K2")
	play(t, g, "50-44 1-7 44-50 7-1 25-20")
	require.Equal(t, 1, g.Repetitions())
	require.Zero(t, g.Position().Reversible)
	play(t, g, "1-7 50-44 7-1 44-50")
	require.Equal(t, 2, g.Repetitions())
}

// A turkish man's step sideways can be taken back.
func TestTurkishRepetition(t *testing.T) {
	g := gameFrom(t, "turkish", "W:Wa2,a3:Bh7,h6")
	play(t, g, "a2-b2 h7-g7 b2-a2 g7-h7")
	require.Equal(t, 2, g.Repetitions())
	play(t, g, "a2-b2 h7-g7 b2-a2 g7-h7")
	_, why := g.Outcome()
	require.Equal(t, "draw: the position occurred three times", why)
	play(t, g, "a3-a4")
	require.Equal(t, 1, g.Repetitions())
	play(t, g, "h7-g7 a2-b2 g7-h7 b2-a2")
	require.Equal(t, 2, g.Repetitions())
}

func TestWins(t *testing.T) {
	for _, c := range []struct{ name, fen, moves, why string }{
		{"international", "B:W50:B", "", "white wins: black has no pieces left"},
		{"losing", "B:W50:B", "", "black wins: black has no pieces left"},
		{"losing", "B:W11,17:B6", "", "black wins: black has no legal move"},
		{"bt", "W:W7:B44", "7-1", "white wins: white has made a king"},
		{"bt", "B:W7:B44", "44-49", "black wins: black has made a king"},
		{"bt", "B:W11,17:B6", "", "white wins: black has no legal move"},
		{"english", "W:WK29:BK25", "29x22", "white wins: black has no pieces left"},
		{"english", "W:WK29:BK25", "", ""}, // R5: not over before the capture
		{"russian", "W:Wh6:Bg7,c5,d2", "h6:e1", "white wins: black has no pieces left"},
	} {
		g := gameFrom(t, c.name, c.fen)
		play(t, g, c.moves)
		outcome, why := g.Outcome()
		assert.Equal(t, c.why, why, c.fen)
		assert.Equal(t, why == "", outcome == board.Ongoing)
		if why != "" {
			assert.True(t, strings.HasPrefix(why, outcome.String()), why)
			assert.Empty(t, g.LegalMoves())
		}
	}
}

// F9: a move of another position is refused and changes nothing.
func TestIllegalMovesAreRefused(t *testing.T) {
	g := board.NewGame(variant(t, "international"), variant(t, "international").Start())
	other := gameFrom(t, "international", "W:WK4:B13,32,37,20")
	before := *g.Position()
	require.Error(t, g.Play(other.LegalMoves()[0]))
	_, err := g.PlayText("32-22")
	require.Error(t, err)
	_, err = g.PlayHub("")
	require.Error(t, err)
	require.Equal(t, before, *g.Position())
	require.Empty(t, g.Moves())
	m, err := g.PlayHub("32-28")
	require.NoError(t, err)
	require.Equal(t, []board.Move{m}, g.Moves())
}

func TestUndoAndClone(t *testing.T) {
	v := variant(t, "russian")
	g := board.NewGame(v, v.Start())
	play(t, g, "c3-d4 d6-c5")
	c := g.Clone()
	play(t, g, "b2-c3 f6-g5")
	play(t, c, "d4-e5 f6:d4")
	require.Len(t, g.Moves(), 4)
	require.Len(t, g.Positions(), 5)
	require.Len(t, g.Keys(), 5)
	require.NotEqual(t, *g.Position(), *c.Position())
	require.True(t, g.Undo())
	require.True(t, g.Undo())
	require.True(t, c.Undo())
	require.True(t, c.Undo())
	require.Equal(t, *g.Position(), *c.Position())
	for g.Undo() {
	}
	require.Equal(t, v.Start(), *g.Position())
	require.False(t, g.Undo())
	require.Len(t, g.Keys(), 1)
}

// R14: a fourth quiet move in a row of the same king is missing from the list
// while another move is there; another piece, a capture or the loss of the last
// man lifts it.
func TestFrisianKingRuns(t *testing.T) {
	g := gameFrom(t, "frisian", "W:WK46,45:B6,K5")
	v := g.Variant()
	starts := func(from int) (n int) {
		s, _ := v.SquareOf(from)
		for _, m := range g.LegalMoves() {
			if m.From == s {
				n++
			}
		}
		return n
	}
	p := *g.Position()
	require.NoError(t, v.SetKingRuns(&p, "W46=2 B5=1"))
	require.Equal(t, [2]uint8{2, 1}, p.RunLength)
	g = board.NewGame(v, p)
	require.NotZero(t, starts(46))
	require.NoError(t, v.SetKingRuns(&p, "W46=3"))
	require.Equal(t, [2]uint8{3, 0}, p.RunLength)
	g = board.NewGame(v, p)
	require.Zero(t, starts(46))
	require.NotZero(t, starts(45))
	play(t, g, "45-40 6-11")
	require.NotZero(t, starts(46))

	require.NoError(t, v.SetKingRuns(&p, ""))
	require.Equal(t, [2]uint8{}, p.RunLength)
	for _, loose := range []string{"W44=1", "B46=1", "W46=0"} { // bind nobody
		require.NoError(t, v.SetKingRuns(&p, loose), loose)
		require.Equal(t, [2]uint8{}, p.RunLength, loose)
	}
	require.NoError(t, v.SetKingRuns(&p, "w046=9"))
	require.Equal(t, [2]uint8{3, 0}, p.RunLength, "no run counts for more than the limit")
	for _, bad := range []string{"46=2", "W46", "W46=-1", "W99=1", "X46=1", "W46=2x"} {
		before := p
		require.ErrorContains(t, v.SetKingRuns(&p, bad), bad)
		require.Equal(t, before, p)
	}
	start := variant(t, "international").Start()
	require.NoError(t, variant(t, "international").SetKingRuns(&start, "W46=1"))
	require.Equal(t, [2]uint8{}, start.RunLength)
}

// Games longer than the counters can hold stay sound.
func TestEndlessGame(t *testing.T) {
	if testing.Short() {
		t.Skip("long")
	}
	g := gameFrom(t, "losing", "W:W25,K50,K49:B16,K1,K2")
	for range 66000 / 4 {
		for _, text := range []string{"50-44", "1-7", "44-50", "7-1"} {
			_, err := g.PlayHub(text)
			require.NoError(t, err)
		}
	}
	require.EqualValues(t, 60000, g.Position().KingPlies)
	require.EqualValues(t, 60000, g.Position().Reversible)
	require.Equal(t, 15001, g.Repetitions())
}
