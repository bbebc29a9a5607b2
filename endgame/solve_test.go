package endgame

import (
	"encoding/json"
	"os"
	"testing"

	"github.com/damiera/damiera/board"
	"github.com/stretchr/testify/require"
)

type count struct {
	WhiteMen   uint8 `json:"white_men"`
	WhiteKings uint8 `json:"white_kings"`
	BlackMen   uint8 `json:"black_men"`
	BlackKings uint8 `json:"black_kings"`
	Side       string
	Won        int
	Drawn      int
	Lost       int
	Longest    int
}

func solveAll(v *board.Variant, pieces int) map[Material]*table {
	tables := map[Material]*table{}
	for n := 2; n <= pieces; n++ {
		for _, m := range Slices(v, n) {
			a, b, _ := solve(v, m, func(m Material) *table { return tables[m] }, 0, nil, nil)
			tables[m], tables[m.Swap()] = a, b
		}
	}
	return tables
}

func (t *table) tally(v *board.Variant) (won, drawn, lost, longest int) {
	var p board.Position
	for n := range t.size {
		if !t.position(n, &p) {
			continue
		}
		switch c := t.code(n); {
		case c == 0:
			drawn++
		case wins(v, c):
			won++
			longest = max(longest, int(c)-1)
		default:
			lost++
		}
	}
	return won, drawn, lost, longest
}

func TestGoldenTwoPieces(t *testing.T) {
	data, err := os.ReadFile("testdata/endgame2.json")
	require.NoError(t, err)
	var golden struct{ Variants map[string][]count }
	require.NoError(t, json.Unmarshal(data, &golden))
	for name, slices := range golden.Variants {
		if name == "frisian-nolimit" {
			name = "frisian"
		}
		v, err := board.Lookup(name)
		require.NoError(t, err)
		tables := solveAll(v, 2)
		for _, want := range slices {
			m := Material{Men: [2]uint8{want.WhiteMen, want.BlackMen}, Kings: [2]uint8{want.WhiteKings, want.BlackKings}}
			if want.Side == "B" {
				m = m.Swap()
			}
			won, drawn, lost, longest := tables[m].tally(v)
			require.Equal(t, [4]int{want.Won, want.Drawn, want.Lost, want.Longest}, [4]int{won, drawn, lost, longest}, "%s %s %s", name, m, want.Side)
		}
	}
}

func TestIndexRoundTrip(t *testing.T) {
	for _, v := range board.Variants() {
		for _, m := range Slices(v, 3) {
			x := newIndexer(v, m)
			var p board.Position
			for n := range x.size {
				if x.position(n, &p) {
					require.Equal(t, n, x.index(&p), "%s %s", v.Name, m)
				}
			}
		}
	}
}
