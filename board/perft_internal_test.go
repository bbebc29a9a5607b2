package board

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The moves that perft plays at its last ply are played as all others are.
func TestPlayAllPlaysAsDo(t *testing.T) {
	for _, v := range Variants() {
		if v.wide != nil {
			checkPlayAll(t, v, v.wide)
		} else {
			checkPlayAll(t, v, v.narrow)
		}
	}
}

func checkPlayAll[W width](t *testing.T, v *Variant, g *generator[W]) {
	random := rand.New(rand.NewPCG(3, uint64(v.GameType)))
	var l, one List
	for range 20 {
		p := v.Start()
		for range 80 {
			if v.Generate(&p, &l); l.n == 0 {
				break
			}
			for _, m := range l.Moves() {
				one.n, one.moves[0] = 1, m
				var want, got Position
				g.do(&p, &m, &want)
				require.Equal(t, 1, g.playAll(&p, &one, &got))
				require.Equal(t, []any{want.Men, want.Kings, want.Side}, []any{got.Men, got.Kings, got.Side}, "%s %s", v.FEN(&p), v.HubMove(&m))
			}
			var q Position
			v.Do(&p, &l.moves[random.IntN(l.n)], &q)
			p = q
		}
	}
}
