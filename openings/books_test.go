package openings

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// The books in the program are whole and large enough.
func TestBooksOfEveryGame(t *testing.T) {
	large := map[string]bool{"international": true, "english": true, "russian": true, "brazilian": true, "italian": true}
	for _, v := range board.Variants() {
		b, err := DefaultBook(v)
		require.NoError(t, err)
		least := 2000
		if large[v.Name] {
			least = 10_000
		}
		assert.GreaterOrEqual(t, b.Len(), least, v.Name)
		assert.GreaterOrEqual(t, b.Deepest(), 6, v.Name)
		start := v.Start()
		assert.NotEmpty(t, b.Moves(&start), v.Name)
	}
}

// fewLines are the games in whose books fewer moves are nearly as good as the
// best, even within the largest margin, and the number of different lines that is
// asked of them (docs/testing.md).
var fewLines = map[string]int{
	"spanish": 14, "portuguese": 14, "czech": 14, "spantsiretti": 46, "losing": 12,
	"italian+free": 52, "pool+free": 50, "spanish+free": 37, "portuguese+free": 37, "czech+free": 28,
}

// A hundred games from the book are mostly different after ten plies. Beyond the
// book a game goes on in one way here, so that lines differ only where the book
// makes them.
func TestVariety(t *testing.T) {
	for _, v := range board.Variants() {
		b, err := DefaultBook(v)
		require.NoError(t, err)
		r := rand.New(rand.NewPCG(9, 10))
		lines := map[string]bool{}
		inBook := 0
		for range 100 {
			g := board.NewGame(v, v.Start())
			for len(g.Moves()) < 10 {
				m, ok := b.Choose(g, Choice{Margin: OwnMargin, Plies: 20, Random: r})
				if !ok || g.Play(m.Move) != nil {
					break
				}
				inBook++
			}
			o := Opening{Start: v.Start(), Moves: g.Moves()}
			lines[o.Text(v)] = true
		}
		wanted := 60
		if n, ok := fewLines[v.Name]; ok {
			wanted = n
		}
		assert.GreaterOrEqual(t, len(lines), wanted, v.Name)
		t.Logf("%-20s margin %2d: %3d lines in 100 games, %4.1f plies of 10 from the book",
			v.Name, b.PlayMargin(OwnMargin), len(lines), float64(inBook)/100)
	}
}

// Where the book ends no side has played itself into a bad position: a search ten
// times as large as the book's finds none more than 0.3 men behind after its own
// move of the book. Where it does, one ten times as large again has the last word:
// scores of single positions have errors of that size.
func TestBookExits(t *testing.T) {
	if os.Getenv("DAMIERA_LONG") != "1" {
		t.Skip("takes minutes: DAMIERA_LONG=1")
	}
	for _, v := range board.Variants() {
		b, err := DefaultBook(v)
		require.NoError(t, err)
		e := search.New(v, search.Options{Threads: 1, HashBytes: hashFor(10 * b.Nodes)})
		r := rand.New(rand.NewPCG(11, 12))
		seen := map[uint64]bool{}
		worst := 0
		for range 40 {
			g := board.NewGame(v, v.Start())
			for {
				m, ok := b.Choose(g, Choice{Margin: OwnMargin, Plies: 20, Random: r})
				if !ok || g.Play(m.Move) != nil {
					break
				}
			}
			if key := v.Key(g.Position()); seen[key] || len(g.Moves()) == 0 {
				continue
			} else {
				seen[key] = true
			}
			score := -opine(e, g, 10*b.Nodes).score
			if score < -30 {
				score = -opine(e, g, 100*b.Nodes).score
			}
			worst = min(worst, score)
			o := Opening{Start: v.Start(), Moves: g.Moves()}
			assert.GreaterOrEqual(t, score, -30, "%s: %s", v.Name, o.Text(v))
		}
		t.Logf("%-20s %2d exits, the worst %+.2f men", v.Name, len(seen), float64(worst)/100)
	}
}
