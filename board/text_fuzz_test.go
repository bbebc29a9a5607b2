package board_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// FuzzLookup: any name gives a game or a short error, and a game that is found
// is found again by its own name.
func FuzzLookup(f *testing.F) {
	for _, v := range board.Variants() {
		f.Add(v.Name)
		for _, alias := range v.Aliases() {
			f.Add(alias)
		}
	}
	f.Add("25,W,8,8,A0,0")
	f.Add("english+free+free")
	f.Add("\xff+\x00")
	f.Fuzz(func(t *testing.T, name string) {
		v, err := board.Lookup(name)
		if err != nil {
			require.Less(t, len(err.Error()), 500)
			return
		}
		again, err := board.Lookup(v.Name)
		require.NoError(t, err)
		require.Same(t, v, again)
	})
}

// FuzzParseFEN: what is read is written, and read back the same.
func FuzzParseFEN(f *testing.F) {
	g, err := readGolden()
	if err != nil {
		f.Fatal(err)
	}
	for i, v := range board.Variants() {
		for _, p := range g.Variants[v.Name].Positions[:4] {
			f.Add(byte(i), p.FEN)
		}
	}
	f.Add(byte(0), "W:WW31-50,k3.:BB1-2:H0:F1")
	f.Add(byte(5), "w:wk21-32:bb8")
	f.Fuzz(func(t *testing.T, game byte, text string) {
		games := board.Variants()
		v := games[int(game)%len(games)]
		p, err := v.ParsePosition(text)
		if err != nil {
			require.Less(t, len(err.Error()), 500)
			return
		}
		checkPosition(t, v, &p)
	})
}

// FuzzParseHub is FuzzParseFEN for Hub's letters.
func FuzzParseHub(f *testing.F) {
	g, err := readGolden()
	if err != nil {
		f.Fatal(err)
	}
	for i, v := range board.Variants() {
		for _, p := range g.Variants[v.Name].Positions[:4] {
			f.Add(byte(i), p.Hub)
		}
	}
	f.Fuzz(func(t *testing.T, game byte, text string) {
		games := board.Variants()
		v := games[int(game)%len(games)]
		p, err := v.ParseHub(text)
		if err != nil {
			require.Less(t, len(err.Error()), 500)
			return
		}
		require.Equal(t, text[1:], v.Hub(&p)[1:])
		checkPosition(t, v, &p)
	})
}

// checkPosition writes a position that was read in every form, and reads it.
func checkPosition(t *testing.T, v *board.Variant, p *board.Position) {
	for _, text := range []string{v.FEN(p), v.Hub(p)} {
		again, err := v.ParsePosition(text)
		require.NoError(t, err, text)
		require.Equal(t, *p, again, text)
	}
	require.False(t, p.Occupied().Empty())
	require.True(t, p.Occupied().AndNot(v.Playable).Empty())
	require.True(t, p.Pieces(board.White).And(p.Pieces(board.Black)).Empty())
	require.NotEmpty(t, v.Diagram(p))
}

// FuzzParseMove: any text in any position gives a legal move or an error; every
// legal move is written so that it is read back.
func FuzzParseMove(f *testing.F) {
	g, err := readGolden()
	if err != nil {
		f.Fatal(err)
	}
	for i, v := range board.Variants() {
		for _, p := range g.Variants[v.Name].Positions[:6] {
			for _, text := range append(p.Moves[:min(2, len(p.Moves))], p.HubMoves[:min(1, len(p.HubMoves))]...) {
				f.Add(byte(i), p.Hub, text)
			}
		}
	}
	f.Add(byte(0), "start", "32x28:19-xx")
	f.Fuzz(func(t *testing.T, game byte, position, text string) {
		games := board.Variants()
		v := games[int(game)%len(games)]
		p, err := v.ParsePosition(position)
		if err != nil || p.Kings[0].Count()+p.Kings[1].Count() > 12 { // many flying kings take long to generate
			return
		}
		for _, parse := range []func(*board.Position, string) (board.Move, error){v.ParseMove, v.ParseHubMove} {
			before := p
			m, err := parse(&p, text)
			require.Equal(t, before, p)
			if err != nil {
				require.Less(t, len(err.Error()), 2000)
				continue
			}
			require.NoError(t, v.CheckMove(&p, &m))
			again, err := v.ParseMove(&p, v.MoveText(&p, &m))
			require.NoError(t, err)
			require.Equal(t, m, again)
			again, err = v.ParseHubMove(&p, v.HubMove(&m))
			require.NoError(t, err)
			require.Equal(t, m, again)
			v.SVG(&p, &m)
		}
	})
}
