package openings

import (
	"bufio"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

func variant(t *testing.T, name string) *board.Variant {
	t.Helper()
	v, err := board.Lookup(name)
	require.NoError(t, err)
	return v
}

// Every game comes with ballots that are legal, different and not over.
func TestBallotsOfEveryGame(t *testing.T) {
	for _, v := range board.Variants() {
		list, err := Ballots(v)
		require.NoError(t, err, v.Name)
		assert.GreaterOrEqual(t, len(list), 50, v.Name)
		seen := map[uint64]bool{}
		for _, o := range list {
			g, err := o.Game(v)
			require.NoError(t, err, v.Name)
			key := v.Key(g.Position())
			assert.False(t, seen[key], "%s: %s leads to the same position as another", v.Name, o.Name)
			seen[key] = true
			outcome, _ := g.Outcome()
			assert.Equal(t, board.Ongoing, outcome)
			assert.NotEmpty(t, o.Moves)
		}
	}
}

// The number of different positions after n plies: international and english
// from perft with transpositions removed, counted by playing all lines here.
func TestAllLines(t *testing.T) {
	for _, tt := range []struct {
		variant string
		plies   int
	}{{"international", 2}, {"international", 3}, {"english", 4}, {"turkish", 2}} {
		v := variant(t, tt.variant)
		want := map[board.Position]bool{}
		var walk func(p board.Position, n int)
		walk = func(p board.Position, n int) {
			if n == 0 {
				// counters differ between lines of one position
				want[board.Position{Men: p.Men, Kings: p.Kings, Side: p.Side}] = true
				return
			}
			l := &board.List{}
			v.Generate(&p, l)
			for _, m := range l.Moves() {
				var q board.Position
				v.Do(&p, &m, &q)
				walk(q, n-1)
			}
		}
		walk(v.Start(), tt.plies)
		lines, err := allLines(context.Background(), v, tt.plies)
		require.NoError(t, err)
		assert.Len(t, lines, len(want), "%s %d", tt.variant, tt.plies)
		for _, line := range lines {
			assert.Len(t, line, tt.plies)
		}
	}
}

func TestMakeBallotsIsReproducible(t *testing.T) {
	o := BallotOptions{Variant: variant(t, "russian"), Plies: 3, Bound: 20, Nodes: 500, Max: 40, Seed: 7, Threads: 1}
	first, err := MakeBallots(context.Background(), o)
	require.NoError(t, err)
	require.Len(t, first, 40)
	for _, b := range first {
		assert.LessOrEqual(t, max(b.Score, -b.Score), 20)
	}
	for _, threads := range []int{1, 2, 5} {
		o.Threads = threads
		again, err := MakeBallots(context.Background(), o)
		require.NoError(t, err)
		assert.Equal(t, first, again, "%d threads", threads)
	}
	o.Max = 0
	everything, err := MakeBallots(context.Background(), o)
	require.NoError(t, err)
	assert.Greater(t, len(everything), 40)
	assert.Equal(t, first, everything[:40], "a limit takes the beginning of the list")
	o.Seed = 8
	other, err := MakeBallots(context.Background(), o)
	require.NoError(t, err)
	assert.Len(t, other, len(everything))
	assert.NotEqual(t, everything, other)
}

func TestMakeBallotsStops(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := MakeBallots(ctx, BallotOptions{Variant: variant(t, "english"), Plies: 2, Nodes: 100})
	assert.ErrorIs(t, err, context.Canceled)
	_, err = MakeBallots(context.Background(), BallotOptions{Variant: variant(t, "turkish"), Plies: 20, Nodes: 1})
	assert.ErrorContains(t, err, "ask for fewer plies")
}

func TestReadList(t *testing.T) {
	v := variant(t, "international")
	text := "\ufeff# a list\n\n32-28 19-23 28x19 14x23 # an exchange\r\n" +
		"1. 32-28 1... 19-23 2.28x19\n" +
		"W:WK46,31:BK5\n" +
		"B:W31, 32 : B20 20-25 31-27\n" +
		"# the end"
	list, err := ReadList(v, strings.NewReader(text))
	require.NoError(t, err)
	require.Len(t, list, 4)
	assert.Equal(t, "32-28 19-23 28x19 14x23", list[0].Text(v))
	assert.Equal(t, v.Start(), list[0].Start)
	assert.Equal(t, "32-28 19-23 28x19", list[1].Text(v))
	assert.Equal(t, "W:W31,K46:BK5", v.FEN(&list[2].Start))
	assert.Empty(t, list[2].Moves)
	assert.Equal(t, "B:W31,32:B20", v.FEN(&list[3].Start))
	assert.Equal(t, "20-25 31-27", list[3].Text(v))

	for bad, want := range map[string]string{
		"32-28\n32-29":       "line 2: ",
		"hello":              "line 1: ",
		"32-28 32-27":        "line 1: ",
		"W:W99:B1":           "line 1: ",
		"W:W31:B20 31-99":    "line 1: ",
		"32-28 19-23 29-24x": "line 1: ",

		"32-28\n" + strings.Repeat("x", 70_000): "line 2 has more than 65536 bytes: this is no list of openings",
	} {
		_, err := ReadList(v, strings.NewReader(bad))
		assert.ErrorContains(t, err, want, bad)
	}
}

func TestReadListOfAlgebraicGame(t *testing.T) {
	v := variant(t, "russian")
	list, err := ReadList(v, strings.NewReader("c3-d4 d6-c5\nW:Wa1,Kc3:Bh8,g7 c3-d2\n"))
	require.NoError(t, err)
	require.Len(t, list, 2)
	assert.Equal(t, "c3-d4 d6-c5", list[0].Text(v))
	assert.Equal(t, "c3-d2", list[1].Text(v))
}

// A list that is written is read back.
func TestWriteList(t *testing.T) {
	v := variant(t, "frisian")
	ballots, err := MakeBallots(context.Background(), BallotOptions{Variant: v, Plies: 4, Bound: 50, Nodes: 100, Max: 30})
	require.NoError(t, err)
	var text strings.Builder
	require.NoError(t, WriteList(&text, v, ballots))
	list, err := ReadList(v, strings.NewReader(text.String()))
	require.NoError(t, err)
	require.Len(t, list, len(ballots))
	for i := range list {
		assert.Equal(t, ballots[i].Moves, list[i].Moves)
	}
}

const twoGames = `[Event "x"]
[GameType "20"]

1. 32-28 {comment} 19-23 2. 28x19 14x23 3. 33-28 23x32 4. 37x28 1-0

[Event "y"]
[GameType "20"]
[Opening "from a position"]
[FEN "B:WK47,31:B20,K3"]

1... 20-25 2. 31-27 *
`

func TestReadPDN(t *testing.T) {
	v := variant(t, "international")
	list, err := ReadPDN(v, strings.NewReader(twoGames), 3)
	require.NoError(t, err)
	require.Len(t, list, 2)
	assert.Equal(t, "32-28 19-23 28x19", list[0].Text(v))
	assert.Equal(t, "from a position", list[1].Name)
	assert.Equal(t, "20-25 31-27", list[1].Text(v))

	killer, err := ReadPDN(variant(t, "killer"), strings.NewReader(twoGames), 3)
	require.NoError(t, err, "the same moves are legal in killer")
	assert.Len(t, killer, 2)

	_, err = ReadPDN(variant(t, "frisian"), strings.NewReader(strings.ReplaceAll(twoGames, `"20"`, `"21"`)), 3)
	assert.ErrorContains(t, err, "game 1: ")
	broken := strings.Replace(twoGames, "33-28", "33-99", 1)
	_, err = ReadPDN(v, strings.NewReader(broken), 0)
	assert.ErrorContains(t, err, "game 1: ")
	list, err = ReadPDN(v, strings.NewReader(broken), 4)
	require.NoError(t, err, "the fault comes after the opening")
	assert.Len(t, list, 2)
	over := `[GameType "20"]` + "\n" + `[FEN "W:WK46:B41,36"]` + "\n\n1. 46x37 36-41 2. 37x46 2-0\n"
	_, err = ReadPDN(v, strings.NewReader(over), 0)
	assert.ErrorContains(t, err, "take fewer plies")
}

func TestReadFileKnowsTheForm(t *testing.T) {
	v := variant(t, "international")
	for text, n := range map[string]int{
		twoGames: 2, "% remark\n" + twoGames: 2, "\ufeff\n\n" + twoGames: 2, "32-28\n# x\n33-28\n": 2, "": 0, "# only a remark": 0,
	} {
		file := filepath.Join(t.TempDir(), "f")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		list, err := ReadFile(v, file, 2)
		require.NoError(t, err, text)
		assert.Len(t, list, n, text)
	}
	_, err := ReadFile(v, filepath.Join(t.TempDir(), "none"), 0)
	assert.ErrorIs(t, err, os.ErrNotExist)
	assert.True(t, isPDN(bufio.NewReader(strings.NewReader("  [Event"))))
}

// Shells of Windows write lists in UTF-16.
func TestReadFileInUTF16(t *testing.T) {
	v := variant(t, "international")
	for text, want := range map[string]string{"32-28 19-23\n": "32-28 19-23", "[Event \"x\"]\n1. 31-27 *\n": "31-27"} {
		data := []byte{0xff, 0xfe}
		for _, c := range []byte(text) {
			data = append(data, c, 0)
		}
		name := filepath.Join(t.TempDir(), "list")
		require.NoError(t, os.WriteFile(name, data, 0o644))
		list, err := ReadFile(v, name, 0)
		require.NoError(t, err)
		require.Len(t, list, 1)
		assert.Equal(t, want, list[0].Text(v))
		list, _, err = ReadGames(v, name, 9)
		require.NoError(t, err)
		require.Len(t, list, 1)
	}
}
