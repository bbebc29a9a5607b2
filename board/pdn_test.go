package board_test

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/damiera/damiera/board"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var update = flag.Bool("update", false, "write the golden files anew")

func readPDN(t testing.TB, r io.Reader, fallback *board.Variant) (games []*board.PDNGame) {
	t.Helper()
	for in := board.NewPDNReader(r, fallback); ; {
		g, err := in.Next()
		if err == io.EOF {
			return games
		}
		require.NoError(t, err)
		games = append(games, g)
	}
}

func pdnText(t testing.TB, g *board.PDNGame) string {
	t.Helper()
	var b strings.Builder
	require.NoError(t, board.WritePDN(&b, g))
	return b.String()
}

// The file of everything that is found in PDN files reads as the golden file
// says, and what is written of it reads back the same.
func TestPDNInTheWild(t *testing.T) {
	in, err := os.Open(filepath.Join("testdata", "pdn", "wild.pdn"))
	require.NoError(t, err)
	defer in.Close()
	var out bytes.Buffer
	for _, g := range readPDN(t, iotest.OneByteReader(in), nil) {
		fmt.Fprintf(&out, "%% game %d of line %d, %d moves, result %s: %s\n", g.Number, g.Line, len(g.Moves), g.Result, g.Outcome())
		if g.Err != nil {
			fmt.Fprintf(&out, "%% wrong: %v\n", g.Err)
		}
		if g.Variant == nil {
			continue
		}
		text := pdnText(t, g)
		out.WriteString(text)
		back := readPDN(t, strings.NewReader(text), nil)
		require.Len(t, back, 1, text)
		require.NoError(t, back[0].Err, text)
		require.Equal(t, text, pdnText(t, back[0]))
		require.Equal(t, g.Variant, back[0].Variant)
		require.Equal(t, g.Start, back[0].Start)
		require.Equal(t, g.Game().Moves(), back[0].Game().Moves())
	}
	golden := filepath.Join("testdata", "pdn", "wild.golden")
	if *update {
		require.NoError(t, os.WriteFile(golden, out.Bytes(), 0o644))
	}
	want, err := os.ReadFile(golden)
	require.NoError(t, err)
	require.Equal(t, string(want), out.String())
}

// F6, F7 and other single traps.
func TestPDNTraps(t *testing.T) {
	international := variant(t, "international")
	for name, c := range map[string]struct {
		text   string
		moves  []string // of each game
		result []string
	}{
		"result 1-1 and move 1-18":     {"[FEN \"W:WK1:B45\"] 1. 1-18 45-50 1-1", []string{"1-18 45-50"}, []string{"1-1"}},
		"strength or terminator":       {"[FEN \"B:W50:B1\"] 1... 1-6* [Event \"next\"] 1. 32-28 *", []string{"1-6", "32-28"}, []string{"*", "*"}},
		"strength and terminator":      {"1. 32-28* 19-23 * 1. 31-27 *", []string{"32-28 19-23", "31-27"}, []string{"*", "*"}},
		"no terminator at the end":     {"[Event \"x\"]\n\n1. 32-28", []string{"32-28"}, []string{"*"}},
		"no terminator before a tag":   {"1. 32-28\n[Event \"x\"]\n1. 31-27 0-2", []string{"32-28", "31-27"}, []string{"*", "0-2"}},
		"the result tag":               {"[Result \"2-0\"] 1. 32-28", []string{"32-28"}, []string{"2-0"}},
		"terminator against tag":       {"[Result \"2-0\"] 1. 32-28 1-1", []string{"32-28"}, []string{"1-1"}},
		"the tag tells, the star ends": {"[Result \"2-0\"] 1. 32-28 *", []string{"32-28"}, []string{"2-0"}},
		"two terminators":              {"1. 32-28 1-1 * 1. 31-27 2-0 *", []string{"32-28", "31-27"}, []string{"1-1", "2-0"}},
		"comment first":                {"{hello} 1. 32-28 *", []string{"32-28"}, []string{"*"}},
		"non-breaking spaces":          {"1.\u00a032-28\u00a019-23\u00a02-0", []string{"32-28 19-23"}, []string{"2-0"}},
		"the same in latin-1":          {"1.\xa032-28\xa019-23\xa02-0", []string{"32-28 19-23"}, []string{"2-0"}},
		"half in latin-1":              {"1. 32-28 \xbd-\xbd", []string{"32-28"}, []string{"½-½"}},
		"windows line ends":            {"[Event \"x\"]\r\n\r\n1. 32-28\r\n19-23 *\r\n", []string{"32-28 19-23"}, []string{"*"}},
		"a percent sign in a comment":  {"1. 32-28 {\n% of}\n%19-23\n 18-23 *", []string{"32-28 18-23"}, []string{"*"}},
		"numbers glued to moves":       {"1.32-28 19-23 2.28x19 14x23*", []string{"32-28 19-23 28x19 14x23"}, []string{"*"}},
		"all landing squares":          {"[FEN \"W:W28:B22,12,41\"] 1. 28x17x8 *", []string{"28x8"}, []string{"*"}},
		"Hub's captured squares":       {"[FEN \"W:W28:B22,12,41\"] 1. 28x8x12x22 *", []string{"28x8"}, []string{"*"}},
		"nested comment":               {"1. 32-28 { nested { comment } } 19-23 *", []string{"32-28 19-23"}, []string{"*"}},
		"words out of braces":          {"1. 32-28 Black resigns in round 3rd 2-0", []string{"32-28"}, []string{"2-0"}},
		"unknown moves":                {"1. 32-28 19-23 2. - - 2-0", []string{"32-28 19-23"}, []string{"2-0"}},
		"the ellipsis":                 {"1. ... 18-23 2. 32-28 *", []string{"18-23 32-28"}, []string{"*"}},
		"an ellipsis character":        {"[FEN \"B:W31-50:B1-20\"] 1… 18-23 *", []string{"18-23"}, []string{"*"}},
		"a semicolon":                  {"1. 32-28 ; 19-23\n18-23 *", []string{"32-28 18-23"}, []string{"*"}},
		"binary":                       {"\x00\x01\xff\xfe\x80[[[[(((({\x00", nil, nil},
		"nothing":                      {" \n\n%\n{only a remark}", nil, nil},
		"tag without an end":           {"[Event \"x\n[GameType \"20\"]\n1. 32-28 *", []string{"32-28"}, []string{"*"}},
		"tag without quotes":           {"[GameType 20]\n1. 32-28 *", []string{"32-28"}, []string{"*"}},
		"empty tags":                   {"[GameType \"\"][FEN \"\"]\n1. 32-28 *", []string{"32-28"}, []string{"*"}},
	} {
		t.Run(name, func(t *testing.T) {
			games := readPDN(t, strings.NewReader(c.text), international)
			require.Len(t, games, len(c.moves))
			for i, g := range games {
				assert.NoError(t, g.Err)
				var moves []string
				p := g.Game()
				for n, m := range g.Moves {
					moves = append(moves, g.Variant.MoveText(&p.Positions()[n], &m.Move))
				}
				assert.Equal(t, c.moves[i], strings.Join(moves, " "))
				assert.Equal(t, c.result[i], g.Result)
			}
		})
	}
}

// A wrong move is reported with its place, its number and the position, and
// the other games are read.
func TestPDNIllegalMove(t *testing.T) {
	games := readPDN(t, strings.NewReader("[Event \"a\"]\n\n7. 32-28 19-23 8. 28x19 14x23\n9. 33-29  23x34 10. 40x30 20-24 1-0\n"+
		"[Event \"b\"]\n\n12. 31-27 *"), variant(t, "international"))
	require.Len(t, games, 2)
	require.NoError(t, games[1].Err)
	require.Len(t, games[0].Moves, 5)
	var e *board.PDNError
	require.ErrorAs(t, games[0].Err, &e)
	assert.Equal(t, 4, e.Line)
	assert.Equal(t, 11, e.Column)
	assert.Equal(t, 9, e.Number)
	assert.Equal(t, board.Black, e.Side)
	assert.Equal(t, "23x34", e.Token)
	want := gameFrom(t, "international", "B:W29,31,34-50:B1-13,15-18,20,23")
	assert.Equal(t, want.Variant().FEN(want.Position()), e.FEN)
	assert.ErrorContains(t, e, "line 4, column 11, move 9 of black: illegal move \"23x34\"")
}

// F7: what begins in the second column is written so again.
func TestPDNEllipsis(t *testing.T) {
	for _, text := range []string{"1... 12-16 2. 24-20 11-15 *", "1. 12-16 24-20 2. 11-15 *", "31... 12-16 32. 24-20 *"} {
		games := readPDN(t, strings.NewReader("[GameType \"21\"]\n"+text), nil)
		require.Len(t, games, 1)
		require.NoError(t, games[0].Err)
		lines := strings.Split(strings.TrimSpace(pdnText(t, games[0])), "\n")
		assert.Equal(t, text, lines[len(lines)-1])
	}
	g := gameFrom(t, "international", "B:W31-50:B1-20")
	play(t, g, "19-23 32-28")
	lines := strings.Split(strings.TrimSpace(pdnText(t, board.NewPDNGame(g))), "\n")
	assert.Equal(t, "1... 19-23 2. 32-28 *", lines[len(lines)-1])
}

// Comments and games of any length are read in bounded memory.
func TestPDNBounds(t *testing.T) {
	long := strings.Repeat("very long ", 1<<20)
	games := readPDN(t, io.MultiReader(strings.NewReader("1. 32-28 {"), strings.NewReader(long), strings.NewReader("} 19-23 *\n1. 31-27 *")),
		variant(t, "international"))
	require.Len(t, games, 2)
	require.NoError(t, games[0].Err)
	require.Len(t, games[0].Moves, 2)
	assert.LessOrEqual(t, len(games[0].Moves[0].Comment), 1<<16+4)

	g := "[FEN \"W:WK46,K50:BK1,K3\"]\n" + strings.Repeat("1. 50-44 1-7 2. 44-50 7-1 ", 5000) + "*\n1. 31-27 *"
	games = readPDN(t, strings.NewReader(g), variant(t, "losing"))
	require.Len(t, games, 2)
	assert.ErrorContains(t, games[0].Err, "more than 10000 moves")
	assert.NoError(t, games[1].Err)
	assert.Len(t, games[0].Moves, 10000)

	_, err := board.NewPDNReader(io.MultiReader(strings.NewReader("1. 32-28"), iotest.ErrReader(errors.New("disk on fire"))), nil).Next()
	assert.ErrorContains(t, err, "disk on fire")
}

// TestPDNWithoutEnd: what never ends a game is given up, and says where.
func TestPDNWithoutEnd(t *testing.T) {
	for _, text := range []string{"\x00", "( ", "x "} {
		r := board.NewPDNReader(io.MultiReader(strings.NewReader("1. 32-28 *\n\n1. 32-28 "), endless(text)), variant(t, "international"))
		g, err := r.Next()
		require.NoError(t, err)
		require.NoError(t, g.Err)
		_, err = r.Next()
		require.ErrorContains(t, err, "reading PDN, line 3: there is no end of a game in 16 MiB: this is no PDN", text)
		_, err = r.Next()
		require.Error(t, err)
	}
}

// endless is a text again and again.
type endless string

func (e endless) Read(p []byte) (n int, err error) {
	for n < len(p) {
		n += copy(p[n:], e)
	}
	return n, nil
}

// The writer keeps to PDN 3.0: the GameType in full, results of the game's
// kind, lines of 80 characters; and every game reads back as it was.
func TestPDNRoundTrip(t *testing.T) {
	for _, v := range board.Variants() {
		g := board.NewGame(v, v.Start())
		for i := 0; i < 120; i++ {
			moves := g.LegalMoves()
			if outcome, _ := g.Outcome(); outcome != board.Ongoing {
				break
			}
			require.NoError(t, g.Play(moves[(i*i+7*i)%len(moves)]))
		}
		p := board.NewPDNGame(g)
		p.SetTag("White", `Müller "the \ man"`)
		p.SetTag("Termination", "adjudication")
		p.SetTag("white", `Mueller "the \ man"`)
		p.Comment = "before the first move {of all}"
		p.Moves[1].Comment = "[%clock w0:01:00] " + strings.Repeat("[%eval 0.1] %", 40)
		p.Moves[2].NAGs = []int{1, 20}
		text := pdnText(t, p)
		for _, line := range strings.Split(text, "\n") {
			assert.LessOrEqual(t, len(line), 80, line)
		}
		require.Contains(t, text, fmt.Sprintf("[GameType \"%s\"]", v.PDNGameType()))
		back := readPDN(t, strings.NewReader(text+text), nil)
		require.Len(t, back, 2, v.Name)
		for _, b := range back {
			require.NoError(t, b.Err, "%s\n%s", v.Name, text)
			require.Equal(t, v, b.Variant)
			require.Equal(t, g.Positions(), b.Game().Positions())
			require.Equal(t, `Mueller "the \ man"`, b.Tag("WHITE"))
			require.Equal(t, p.Result, b.Result)
			outcome, _ := g.Outcome()
			require.Equal(t, outcome, b.Outcome())
			require.Equal(t, "before the first move {of all)", b.Comment)
			require.Equal(t, p.Moves[1].Comment, b.Moves[1].Comment)
			require.Equal(t, p.Moves[2].NAGs, b.Moves[2].NAGs)
			require.Equal(t, text, pdnText(t, b))
		}
	}
}

// The first number of a result is that of the side that begins.
func TestPDNResults(t *testing.T) {
	for name, c := range map[string]struct{ white, draw, gameType string }{
		"international": {"2-0", "1-1", "20,W,10,10,N2,0"},
		"english":       {"0-1", "1/2-1/2", "21,B,8,8,N1,0"},
		"italian":       {"1-0", "1/2-1/2", "22,W,8,8,N2,1"},
		"pool":          {"0-1", "1/2-1/2", "23,B,8,8,N1,0"},
		"spanish":       {"1-0", "1/2-1/2", "24,W,8,8,N1,1"},
		"russian":       {"1-0", "1/2-1/2", "25,W,8,8,A0,0"},
		"brazilian":     {"1-0", "1/2-1/2", "26,W,8,8,A0,0"},
		"canadian":      {"2-0", "1-1", "27,W,12,12,N2,0"},
		"portuguese":    {"1-0", "1/2-1/2", "28,W,8,8,N1,1"},
		"czech":         {"1-0", "1/2-1/2", "29,W,8,8,A0,0"},
		"turkish":       {"1-0", "1/2-1/2", "30,W,8,8,A0,0"},
		"thai":          {"0-1", "1/2-1/2", "31,B,8,8,N2,0"},
		"frisian":       {"1-0", "1/2-1/2", "40,W,10,10,N2,0"},
		"frysk":         {"1-0", "1/2-1/2", "40,W,10,10,N2,0"},
		"spantsiretti":  {"1-0", "1/2-1/2", "41,W,10,8,A0,0"},
		"killer":        {"2-0", "1-1", "20,W,10,10,N2,0"},
		"russian+free":  {"1-0", "1/2-1/2", "25,W,8,8,A0,0"},
	} {
		v := variant(t, name)
		assert.Equal(t, c.white, v.ResultText(board.WhiteWins), name)
		assert.Equal(t, c.draw, v.ResultText(board.Drawn), name)
		assert.Equal(t, "*", v.ResultText(board.Ongoing), name)
		assert.Equal(t, c.gameType, v.PDNGameType(), name)
		for _, o := range []board.Outcome{board.WhiteWins, board.BlackWins, board.Drawn, board.Ongoing} {
			assert.Equal(t, o, (&board.PDNGame{Variant: v, Result: v.ResultText(o)}).Outcome(), name)
		}
	}
}

func TestWritePDNRefuses(t *testing.T) {
	var b strings.Builder
	require.ErrorContains(t, board.WritePDN(&b, &board.PDNGame{}), "no variant")
	g := gameFrom(t, "international", "W:W31-50:B1-20")
	play(t, g, "32-28 19-23")
	p := board.NewPDNGame(g)
	p.Moves[0], p.Moves[1] = p.Moves[1], p.Moves[0]
	require.ErrorContains(t, board.WritePDN(&b, p), "illegal move")
}
