package board_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// TestParseMove: one move in all its forms. The move is given as Hub writes it.
func TestParseMove(t *testing.T) {
	for _, c := range []struct {
		game, position string
		texts          string // separated by blanks
		want           string
	}{
		{"international", "start", "32-28 32x28 32:28 32–28 032-28 32-28! 32*28", "32-28"},
		{"international", "W:W28:B23", "28x19 28x19x23 28:19 28-19 28-19-23 28×19 28X19", "28x19x23"}, // P1
		{"russian", "start", "c3-d4 C3-D4 c3d4 c3:d4 22-18 22x18", "22-18"},
		// R1: crowned in mid-capture, goes on as a king
		{"russian", "W:Wh6:Bg7,c5,d2", "h6:e1 h6xe1 h6-e1 h6e1 12x31 h6:f8:b4:e1 h6f8b4e1 12x31x14x26x8 h6:e1:g7:c5:d2", "12x31x8x14x26"},
		// R2
		{"international", "W:WK4:B13,32,37,20", "4x15x13x20x32 4x15x32x20x13 4x27x38x15 4-27-38-15", "4x15x13x20x32"},
		{"international", "W:WK4:B13,32,37,20", "4x15x13x20x37 4x31x42x15 4x31x42x15!?", "4x15x13x20x37"},
		// R6
		{"english", "B:W11,12,13,19,22,27,28,30:B2,3,6,7,10", "7x32 7x16x23x32 7x32x11x19x27 7-32 7x16x32 7x23x32", "7x32x11x19x27"},
		// R7
		{"international", "W:W15:B9,10", "15x13 15x4x13", "15x13x9x10"},
		// mirrored boards: the game's own numbers are not Hub's
		{"spanish", "start", "9-13 09-13", "24-20"},
		{"italian", "start", "21-17", "21-17"},
		{"thai", "start", "25-21", "8-12"},
		// captures optional: the sign tells a quiet move from a capture
		{"english+free", "B:W18:B14", "14-17", "14-17"},
		{"english+free", "B:W18:B14", "14x23 14-23", "14x23x18"},
	} {
		v := lookup(t, c.game)
		p := parse(t, v, c.position)
		for _, text := range strings.Fields(c.texts) {
			m, err := v.ParseMove(p, text)
			require.NoError(t, err, "%s %s", c.position, text)
			assert.Equal(t, c.want, v.HubMove(&m), text)
		}
	}
}

// TestParseMoveErrors: what is wrong is said.
func TestParseMoveErrors(t *testing.T) {
	const (
		forced = "B:W11,12,13,19,22,27,28,30:B2,3,6,7,10"
		twice  = "W:WK4:B13,32,37,20"
	)
	for _, c := range []struct{ game, position, text, message string }{
		{"international", twice, "4x15", "ambiguous move \"4x15\": it may be 4x27x38x15 or 4x31x42x15"},   // R2
		{"international", "W:WK47:B14,19,29,31,42", "47x36", "it may be 47x38x24x13x36 or 47x38x20x9x36"}, // R3
		{"english", forced, "7x16", "a capture is compulsory, and the rules leave the piece on 7 only 7x32"},
		{"english", forced, "7x32x11", "only 7x32"},
		{"english", forced, "7x32x11x11x19", "only 7x32"},
		{"english", forced, "2-9", "a capture is compulsory: 7x32"},
		{"english", forced, "1-5", "there is no piece on 1"},
		{"english", forced, "30-26", "the piece on 30 is white's, but it is black's turn"},
		{"international", "start", "31-32", "the piece on 31 can only play 31-26, 31-27"},
		{"international", "start", "36-32", "the piece on 36 cannot move; legal are 31-26, "},
		{"international", "W:W:B20", "1-6", "the game is over, white has no legal move"},
		{"bt", "W:WK1:B20", "1-6", "the game is over, there is a king"},
		{"international", "start", "", "it is empty"},
		{"international", "start", "32", "names one square only"},
		{"international", "start", "32-", "a square is missing at the end"},
		{"international", "start", "-32", "a square is missing before"},
		{"international", "start", "32--28", "a square is missing before"},
		{"international", "start", "32-51", "square \"51\" is off the board, which has 1 to 50"},
		{"international", "start", "32-28 31-27", "is not a square, and not a sign such as - or x"},
		{"international", "start", "32_28", "\"_28\" is not a square, and not a sign such as - or x"},
		{"international", "start", "c3-d4", "\"c3\" is not a square"},
		{"international", "start", "32" + strings.Repeat("-28", 500), "too many squares"},
		{"international", "start", strings.Repeat("3", 1<<20), "off the board"},
		{"russian", "start", "a2-b2", "\"a2\" is a light square"},
		{"russian", "start", "22-33", "\"33\" is off the board"},
		{"russian", "W:Wh6:Bg7,c5,d2", "h6:f8", "the rules leave the piece on h6 only h6:e1"},
	} {
		v := lookup(t, c.game)
		p := parse(t, v, c.position)
		_, err := v.ParseMove(p, c.text)
		require.Error(t, err, c.text)
		assert.ErrorContains(t, err, c.message)
		assert.Less(t, len(err.Error()), 250)
	}
}

// TestKingLimitMessage: the fourth quiet move in a row of a Frisian king.
func TestKingLimitMessage(t *testing.T) {
	v := lookup(t, "frisian")
	g := board.NewGame(v, *parse(t, v, "W:WK46,31:B20"))
	for _, text := range []string{"46-41", "20-25", "41-46", "25-30", "46-41", "30-35"} {
		_, err := g.PlayText(text)
		require.NoError(t, err)
	}
	_, err := g.PlayText("41-46")
	assert.ErrorContains(t, err, "the king on 41 has moved 3 times in a row; legal are 31-26, 31-27")
}

func TestParseHubMove(t *testing.T) {
	for _, c := range []struct {
		game, position string
		texts          string
		want           string
	}{
		{"international", "start", "32-28 32x28", "32-28"},
		{"international", "B:W40:B1", "01-07 1-7 1x07", "1-7"},
		{"international", "W:WK4:B13,32,37,20", "4x15x37x13x20 4x31x42x15", "4x15x13x20x37"},
		{"spanish", "start", "24-20", "24-20"},
		{"russian", "start", "22-18 c3-d4", "22-18"},
		{"turkish", "start", "41-33 a3-a4", "41-33"},
	} {
		v := lookup(t, c.game)
		p := parse(t, v, c.position)
		for _, text := range strings.Fields(c.texts) {
			m, err := v.ParseHubMove(p, text)
			require.NoError(t, err, "%s %s", c.position, text)
			assert.Equal(t, c.want, v.HubMove(&m), text)
		}
	}
	v := lookup(t, "spanish")
	_, err := v.ParseHubMove(parse(t, v, "start"), "9-13")
	assert.ErrorContains(t, err, "the piece on 9 is black's", "in board numbers")
	_, err = v.ParseHubMove(parse(t, v, "start"), "24-19")
	assert.ErrorContains(t, err, "the piece on 24 can only play 24-20")
	v = lookup(t, "international")
	_, err = v.ParseHubMove(parse(t, v, "W:WK4:B13,32,37,20"), "4x15")
	assert.ErrorContains(t, err, "it may be 4x15x13x20x32 or 4x15x13x20x37")
}

// TestCapturedInAnyOrder (F8): every golden capture with its victims backwards.
func TestCapturedInAnyOrder(t *testing.T) {
	g := loadGolden(t)
	for _, v := range board.Variants() {
		for _, golden := range g.Variants[v.Name].Positions {
			p := parse(t, v, golden.Hub)
			for _, want := range golden.HubMoves {
				squares := strings.Split(want, "x")
				if len(squares) < 4 {
					continue
				}
				slices.Reverse(squares[2:])
				m, err := v.ParseHubMove(p, strings.Join(squares, "x"))
				require.NoError(t, err)
				assert.Equal(t, want, v.HubMove(&m))
			}
		}
	}
}

// TestMoveOfAnotherPosition (F9).
func TestMoveOfAnotherPosition(t *testing.T) {
	v := lookup(t, "international")
	p := parse(t, v, "start")
	m, err := v.ParseMove(p, "32-28")
	require.NoError(t, err)
	require.NoError(t, v.CheckMove(p, &m))
	for _, other := range []string{"W:W32,28:B1", "W:WK32:B1", "W:W37:B1", "B:W32:B1"} {
		q := parse(t, v, other)
		before := *q
		require.Error(t, v.CheckMove(q, &m), other)
		require.Equal(t, before, *q)
	}
	assert.ErrorContains(t, v.CheckMove(parse(t, v, "W:W37:B1"), &m), "white has no piece on 32")
}

// TestHostileRoutes: positions with very many routes and captures are read and
// written in bounded time, and what is written names the one move.
func TestHostileRoutes(t *testing.T) {
	for _, c := range []struct{ game, position string }{
		{"frisian", "W:WK50:B3,7,8,9,10,12,13,14,18,19,22,24,28,29,30,33,39,40,44"},
		{"international", "W:WK46:B7,8,9,10,17,18,19,20,27,28,29,30,37,38,39,40"},
		{"canadian", "W:WK67:B8,9,10,11,20,21,22,23,32,33,34,35,44,45,46,47,56,57,58,59"},
		{"turkish", "W:WKa1:Bb3,d3,f3,b5,d5,f5,b7,d7,f7,c2,e2,g2,c4,e4,g4,c6,e6,g6"},
	} {
		v := lookup(t, c.game)
		p := parse(t, v, c.position)
		var l board.List
		v.Generate(p, &l)
		start := time.Now()
		for i := range l.Len() {
			text := v.MoveText(p, l.At(i))
			m, err := v.ParseMove(p, text)
			require.NoError(t, err, text)
			require.Equal(t, *l.At(i), m, text)
		}
		t.Logf("%s: %d moves in %v", c.game, l.Len(), time.Since(start))
	}
}
