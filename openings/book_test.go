package openings

import (
	"bytes"
	"encoding/binary"
	"flag"
	"hash/crc32"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
)

var update = flag.Bool("update", false, "write the golden files")

// smallBuild are options of a book that is made in no time.
func smallBuild(v *board.Variant) BuildOptions {
	return BuildOptions{Variant: v, Nodes: 200, Threads: 2, Evaluator: eval.Material(v), Confirm: 10}
}

// grow makes a book of a number of positions.
func grow(t testing.TB, o BuildOptions, positions int, roots ...board.Position) *Book {
	t.Helper()
	b := NewBuilder(o, nil, roots)
	require.NoError(t, b.Grow(t.Context(), positions))
	return b.Book()
}

func encoded(t testing.TB, b *Book) []byte {
	t.Helper()
	data, err := b.Encode()
	require.NoError(t, err)
	return data
}

// The file of an older build stays readable and says what it said.
func TestGoldenBook(t *testing.T) {
	v := variant(t, "thai")
	file := filepath.Join("testdata", "thai.book")
	if *update {
		require.NoError(t, os.WriteFile(file, encoded(t, grow(t, smallBuild(v), 60)), 0o644))
	}
	b, err := OpenBook(v, file)
	require.NoError(t, err)
	assert.Equal(t, "thai", b.BookHeader.Variant)
	assert.Equal(t, 65, b.Len())
	assert.Equal(t, 65, b.Positions)
	expanded, confirmed := b.Count()
	assert.Equal(t, 9, expanded)
	assert.Equal(t, 0, confirmed)
	assert.Equal(t, uint64(200), b.Nodes)
	assert.Equal(t, "material", b.Evaluation)

	start := v.Start()
	e, ok := b.Probe(&start)
	require.True(t, ok)
	assert.True(t, e.Expanded)
	assert.Equal(t, 0, e.Plies)
	assert.Equal(t, 9, e.Visits)
	var text strings.Builder
	for _, m := range b.Moves(&start) {
		text.WriteString(v.MoveText(&start, &m.Move))
		text.WriteByte(' ')
		assert.Equal(t, 1, m.Entry.Plies)
	}
	golden(t, "thai.moves", text.String())
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.True(t, bytes.Equal(data, encoded(t, b)), "written as it was read")
}

// golden compares a text with a file.
func golden(t *testing.T, name, text string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), text)
}

// No change of a byte and no cut goes unnoticed.
func TestDamagedBook(t *testing.T) {
	v := variant(t, "thai")
	whole, err := os.ReadFile(filepath.Join("testdata", "thai.book"))
	require.NoError(t, err)
	for i := range whole {
		damaged := append([]byte(nil), whole...)
		damaged[i] ^= 1 << (i % 8)
		_, err := DecodeBook(v, damaged)
		assert.Error(t, err, "byte %d changed", i)
		_, err = DecodeBook(v, whole[:i])
		assert.Error(t, err, "cut off after %d bytes", i)
	}
	_, err = DecodeBook(v, append(whole, 0))
	assert.Error(t, err)
}

func TestForeignBook(t *testing.T) {
	thai, err := os.ReadFile(filepath.Join("testdata", "thai.book"))
	require.NoError(t, err)
	other := func(change func(*Book)) []byte {
		b, err := DecodeBook(variant(t, "thai"), thai)
		require.NoError(t, err)
		change(b)
		return encoded(t, b)
	}
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"text":          {[]byte("hello"), "not an opening book"},
		"nothing":       {nil, "not an opening book"},
		"another rules": {other(func(b *Book) { b.Rules = "0" }), "for other rules of thai than this version has"},
		"another keys":  {other(func(b *Book) { b.Start = "0" }), "counts positions in another way"},
		"unsorted":      {other(func(b *Book) { b.keys[3], b.keys[4] = b.keys[4], b.keys[3] }), "damaged"},
		"bad root":      {other(func(b *Book) { b.BookHeader.Roots = []string{"W"} }), "damaged"},
		"false number":  {other(func(b *Book) { b.Positions++ }), "damaged"},
	} {
		_, err := DecodeBook(variant(t, "thai"), c.data)
		assert.ErrorContains(t, err, c.want, name)
	}
	_, err = DecodeBook(variant(t, "english"), thai)
	assert.EqualError(t, err, `the book is for "thai", not english`)

	_, err = OpenBook(variant(t, "thai"), t.TempDir())
	assert.ErrorContains(t, err, "is not an opening book")
	_, err = OpenBook(variant(t, "thai"), filepath.Join(t.TempDir(), "none"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// Games share a book when their moves are the same.
func TestRulesID(t *testing.T) {
	ids := map[string][]string{}
	for _, v := range board.Variants() {
		ids[RulesID(v)] = append(ids[RulesID(v)], v.Name)
	}
	for _, names := range ids {
		if len(names) > 1 {
			assert.Len(t, names, 2)
			assert.Contains(t, names[0], "spanish")
			assert.Contains(t, names[1], "portuguese")
		}
	}
	assert.Len(t, ids, len(board.Variants())-2)
}

func FuzzDecodeBook(f *testing.F) {
	whole, err := os.ReadFile(filepath.Join("testdata", "thai.book"))
	require.NoError(f, err)
	f.Add(whole)
	f.Add(whole[:100])
	f.Add([]byte(bookMagic + "{}\n\x00\x00\x00\x00"))
	v, err := board.Lookup("thai")
	require.NoError(f, err)
	start := v.Start()
	f.Fuzz(func(t *testing.T, data []byte) {
		// A right checksum lets damage through to what comes after it.
		for _, data := range [][]byte{data, binary.LittleEndian.AppendUint32(data[:len(data):len(data)], crc32.Checksum(data, castagnoli))} {
			b, err := DecodeBook(v, data)
			if err != nil {
				assert.Nil(t, b)
				continue
			}
			assert.Equal(t, b.Len(), b.Positions)
			for _, m := range b.Moves(&start) {
				b.Line(&start, m.Move)
			}
			b.Lines(LineOptions{Plies: 3, Bound: -1})
			again, err := DecodeBook(v, encoded(t, b))
			assert.NoError(t, err)
			assert.Equal(t, b.keys, again.keys)
		}
	})
}

// A position is found however it was reached, and with colours exchanged.
func TestTranspositionsAndColours(t *testing.T) {
	for _, name := range []string{"english", "frisian", "italian", "turkish", "canadian"} {
		v := variant(t, name)
		b := grow(t, smallBuild(v), 400)
		r := rand.New(rand.NewPCG(1, 2))
		found := 0
		for range 300 {
			g := board.NewGame(v, v.Start())
			for range r.IntN(6) {
				moves := b.Moves(g.Position())
				if len(moves) == 0 {
					break
				}
				require.NoError(t, g.Play(moves[r.IntN(min(len(moves), 3))].Move))
			}
			p := *g.Position()
			q := v.Flip(&p)
			e, ok := b.Probe(&p)
			require.True(t, ok, name)
			f, ok := b.Probe(&q)
			require.True(t, ok, name)
			assert.Equal(t, e, f, name)
			found++
			for i, m := range b.Moves(&p) {
				assert.Equal(t, m.Score, b.Moves(&q)[i].Score, name)
			}
		}
		assert.Equal(t, 300, found)
	}
	// two ways to one position
	v := variant(t, "international")
	b := grow(t, smallBuild(v), 400)
	a, c := board.NewGame(v, v.Start()), board.NewGame(v, v.Start())
	for i, text := range []string{"31-26", "20-25", "32-27"} {
		_, err := a.PlayText(text)
		require.NoError(t, err)
		_, err = c.PlayText([]string{"32-27", "20-25", "31-26"}[i])
		require.NoError(t, err)
	}
	e, okE := b.Probe(a.Position())
	f, okF := b.Probe(c.Position())
	assert.Equal(t, okE, okF)
	assert.Equal(t, e, f)
}

// The book is one graph: an expanded position has the score of its best move,
// and all its moves.
func TestBookIsNegamax(t *testing.T) {
	for _, v := range board.Variants() {
		b := grow(t, smallBuild(v), 150)
		assert.GreaterOrEqual(t, b.Len(), 150, v.Name)
		list := new(board.List)
		expanded := 0
		var walk func(p board.Position, ply int)
		seen := map[uint64]bool{}
		walk = func(p board.Position, ply int) {
			e, ok := b.Probe(&p)
			require.True(t, ok)
			assert.LessOrEqual(t, e.Plies, ply)
			if key := canonicalKey(v, &p); seen[key] || !e.Expanded {
				return
			} else {
				seen[key] = true
			}
			expanded++
			v.Generate(&p, list)
			n := list.Len()
			moves := b.Moves(&p)
			require.Len(t, moves, n, v.Name)
			assert.Equal(t, e.Score, moves[0].Score, v.Name)
			assert.Positive(t, e.Visits)
			for i := range moves {
				var q board.Position
				v.Do(&p, &moves[i].Move, &q)
				walk(q, ply+1)
			}
		}
		walk(v.Start(), 0)
		counted, _ := b.Count()
		assert.Equal(t, counted, expanded, v.Name)
	}
}

func TestLines(t *testing.T) {
	v := variant(t, "russian")
	b := grow(t, smallBuild(v), 600)
	all := b.Lines(LineOptions{Margin: 1000, Bound: -1})
	some := b.Lines(LineOptions{Margin: 10, Bound: -1})
	assert.Greater(t, len(all), len(some))
	assert.NotEmpty(t, some)
	ends := map[uint64]bool{}
	for _, l := range b.Lines(LineOptions{Plies: 3, Margin: 40, Bound: 30}) {
		assert.Len(t, l.Moves, 3)
		assert.LessOrEqual(t, max(l.Score, -l.Score), 30)
		g, err := l.Game(v)
		require.NoError(t, err)
		key := v.Key(g.Position())
		assert.False(t, ends[key], "each line leads to another position")
		ends[key] = true
		e, ok := b.Probe(g.Position())
		assert.True(t, ok)
		assert.Equal(t, e.Score, l.Score)
	}
	assert.NotEmpty(t, ends)
}

func BenchmarkProbe(b *testing.B) {
	for _, name := range []string{"english", "international", "canadian"} {
		v, err := board.Lookup(name)
		require.NoError(b, err)
		book, err := DefaultBook(v)
		if err != nil {
			book = grow(b, smallBuild(v), 10000)
		}
		var positions []board.Position
		for _, l := range book.Lines(LineOptions{Margin: 30, Bound: -1}) {
			g, err := l.Game(v)
			require.NoError(b, err)
			positions = append(positions, g.Positions()...)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			found := 0
			for i := range b.N {
				if _, ok := book.Probe(&positions[i%len(positions)]); ok {
					found++
				}
			}
			require.Equal(b, b.N, found)
		})
	}
}
