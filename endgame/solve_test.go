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
	Won        uint64
	Drawn      uint64
	Lost       uint64
	Longest    int
}

func solveAll(v *board.Variant, pieces int) *tables {
	all := new(tables)
	for n := 2; n <= pieces; n++ {
		for _, m := range Slices(v, n) {
			a, b, _ := solve(v, m, all, 0, nil, nil)
			all.add(a)
			all.add(b)
		}
	}
	return all
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
			got := tables.of(m).count(v)
			got.longest = 0
			require.Equal(t, Counts{Won: want.Won, Drawn: want.Drawn, Lost: want.Lost, Longest: want.Longest}, got, "%s %s %s", name, m, want.Side)
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
