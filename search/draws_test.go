package search

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

func play(t testing.TB, g *board.Game, moves ...string) {
	t.Helper()
	for _, m := range moves {
		_, err := g.PlayText(m)
		require.NoError(t, err, m)
	}
}

// TestWinnerAvoidsRepetition: White is far ahead, and 28-32 would let Black
// bring up the first position for the third time.
func TestWinnerAvoidsRepetition(t *testing.T) {
	g := gameFrom(t, "english", "W:WK32,K31,K30:BK1")
	play(t, g, "32-28", "1-6", "28-32", "6-1", "32-28", "1-6")
	e := newEngine(g.Variant(), 0)
	for range 4 {
		r := e.Search(g, Limits{Depth: 9}, nil)
		require.NoError(t, g.Play(r.Move))
		if g.Position().Side == board.Black {
			assert.Greater(t, r.Score, 100)
			assert.False(t, drawn(g))
		}
		if !ongoing(g) {
			break
		}
	}
	assert.False(t, drawn(g))
}

// TestLoserTakesRepetition: the side that is behind sees the draw.
func TestLoserTakesRepetition(t *testing.T) {
	g := gameFrom(t, "english", "B:WK32,K31,K30:BK1")
	play(t, g, "1-5", "32-28", "5-1", "28-32", "1-5", "32-28", "5-1", "28-32")
	require.True(t, drawn(g), "the third time")
	g = gameFrom(t, "english", "B:WK32,K31,K30:BK1")
	play(t, g, "1-5", "32-28", "5-1", "28-32", "1-5", "32-28")
	r := newEngine(g.Variant(), 0).Search(g, Limits{Depth: 9}, nil)
	assert.LessOrEqual(t, r.Score, 0)
}

// TestCounterDraws: three kings against one are worth much, but not when the
// counter leaves no time; the table must not carry one score into the other.
func TestCounterDraws(t *testing.T) {
	const fen = "W:WKd2,Kf2,Kh2:BKb8"
	v := variant(t, "russian")
	fresh := gameFrom(t, "russian", fen)
	p := *fresh.Position()
	require.NotZero(t, p.EndingClass, "three kings against one is an ending with a limit")
	left := v.PliesToDraw(&p, fresh.Draws())
	p.EndingPlies += uint8(left - 2)
	late := board.NewGame(v, p)
	require.Equal(t, 2, v.PliesToDraw(late.Position(), late.Draws()))

	e := newEngine(v, 0)
	assert.Greater(t, e.Search(fresh, Limits{Depth: 8}, nil).Score, 100)
	// the win takes three plies and there are two; giving a king away resets the
	// counter but wins nothing
	assert.Less(t, e.Search(late, Limits{Depth: 8}, nil).Score, 60)
	assert.Greater(t, e.Search(fresh, Limits{Depth: 9}, nil).Score, 100)
}

// TestKingMovesCounter: the rule of 25 king moves ends a game that one side is
// ahead in; a search that sees it coming gives no winning score.
func TestKingMovesCounter(t *testing.T) {
	v := variant(t, "international")
	g := gameFrom(t, "international", "W:WK46,K47,45,40:BK5,25")
	p := *g.Position()
	p.KingPlies, p.NoProgress, p.Reversible = 49, 49, 49
	late := board.NewGame(v, p)
	r := newEngine(v, 0).Search(late, Limits{Depth: 9}, nil)
	assert.Zero(t, r.Move.Kind&board.KingMoves, "a man must move or the game is drawn")
	assert.Positive(t, r.Score)
}
