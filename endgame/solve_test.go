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

// TestGoldenCounts holds single slices against counts that issue E names.
func TestGoldenCounts(t *testing.T) {
	kings := func(mover, other uint8) Material { return Material{Kings: [2]uint8{mover, other}} }
	men := Material{Men: [2]uint8{1, 1}}
	kingMan := Material{Kings: [2]uint8{1, 0}, Men: [2]uint8{0, 1}}
	for _, c := range []struct {
		game string
		m    Material
		want Counts
	}{
		{"english", kings(1, 1), Counts{Won: 230, Drawn: 654, Lost: 108, Longest: 11}},
		{"italian", kings(1, 1), Counts{Won: 230, Drawn: 654, Lost: 108, Longest: 11}},
		{"english", kings(2, 1), Counts{Won: 14846, Drawn: 34, Longest: 33}},
		{"english", men, Counts{Won: 102, Drawn: 611, Lost: 47, Longest: 13}},
		{"international", kings(1, 1), Counts{Won: 424, Drawn: 2024, Lost: 2, Longest: 3}},
		{"international", kingMan, Counts{Won: 1924, Drawn: 281, Longest: 7}},
		{"international", men, Counts{Won: 736, Drawn: 799, Lost: 450, Longest: 17}},
		{"international", kings(2, 1), Counts{Won: 19398, Drawn: 39402, Longest: 7}},
		{"russian", kings(1, 1), Counts{Won: 194, Drawn: 796, Lost: 2, Longest: 3}},
		{"russian", kingMan, Counts{Won: 746, Drawn: 122, Longest: 7}},
		{"russian", men, Counts{Won: 284, Drawn: 327, Lost: 149, Longest: 13}},
		{"brazilian", kings(1, 1), Counts{Won: 194, Drawn: 796, Lost: 2, Longest: 3}},
		{"brazilian", kingMan, Counts{Won: 746, Drawn: 122, Longest: 7}},
		{"brazilian", men, Counts{Won: 284, Drawn: 327, Lost: 149, Longest: 13}},
		{"frisian", kings(1, 1), Counts{Won: 664, Drawn: 1784, Lost: 2, Longest: 3}},
		{"frisian", men, Counts{Won: 856, Drawn: 654, Lost: 475, Longest: 19}},
	} {
		v := lookup(t, c.game)
		all := solveAll(v, 2)
		if c.m.Pieces() == 3 {
			a, b, _ := solve(v, c.m, all, 0, nil, nil)
			all.add(a)
			all.add(b)
		}
		got := all.of(c.m).count(v)
		got.longest = 0
		require.Equal(t, c.want, got, "%s %s", c.game, c.m)
	}
}

// TestGoldenKingAndManEach is the slice by which the speed of other programs is
// known: 4,478,160 positions.
func TestGoldenKingAndManEach(t *testing.T) {
	if os.Getenv("DAMIERA_LONG") == "" {
		t.Skip("long: set DAMIERA_LONG=1")
	}
	v := lookup(t, "international")
	got := solveAll(v, 4).of(Material{Men: [2]uint8{1, 1}, Kings: [2]uint8{1, 1}}).count(v)
	got.longest = 0
	require.Equal(t, Counts{Won: 882645, Drawn: 3568953, Lost: 26562, Longest: 19}, got)
}

func TestIndexRoundTrip(t *testing.T) {
	for _, v := range board.Variants() {
		for _, m := range Slices(v, 3) {
			x := newIndexer(v, m)
			var p board.Position
			for n := uint64(0); n < x.size; n += 1 + x.size/5000 {
				if x.position(n, &p) {
					require.Equal(t, n, x.index(&p), "%s %s", v.Name, m)
				}
			}
		}
	}
}

// TestCursor: walking meets the same positions as numbering does.
func TestCursor(t *testing.T) {
	for _, v := range board.Variants() {
		for n := 2; n <= 4; n++ {
			for _, m := range Slices(v, n) {
				x := newIndexer(v, m)
				var p board.Position
				for part := range uint64(4) {
					from := x.size * part / 4
					c := newCursor(x, from)
					for n := from; n < min(from+2000, x.size); n++ {
						valid := x.position(n, &p)
						require.Equal(t, valid, c.valid, "%s %s %d", v.Name, m, n)
						if valid {
							require.Equal(t, placementOf(&p), placementOf(&c.p), "%s %s %d", v.Name, m, n)
						}
						c.next()
					}
				}
			}
		}
	}
}
