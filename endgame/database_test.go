package endgame

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"

	"github.com/damiera/damiera/board"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func lookup(t testing.TB, name string) *board.Variant {
	t.Helper()
	v, err := board.Lookup(name)
	require.NoError(t, err)
	return v
}

// built builds a database in a directory of its own.
func built(t testing.TB, v *board.Variant, pieces int) string {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, Build(context.Background(), BuildOptions{Variant: v, Dir: dir, Pieces: pieces}))
	return dir
}

func TestDatabaseHoldsWhatWasSolved(t *testing.T) {
	for _, name := range []string{"english", "frisian", "russian+free", "bt", "losing"} {
		v := lookup(t, name)
		pieces := 3
		if v.Squares > 32 {
			pieces = 2
		}
		dir := built(t, v, pieces)
		d, err := Open(v, dir, pieces)
		require.NoError(t, err)
		all := solveAll(v, pieces)
		assert.Equal(t, pieces, d.Pieces())
		assert.True(t, d.Complete(pieces))
		assert.False(t, d.Complete(pieces+1))
		for n := 2; n <= pieces; n++ {
			for _, m := range Slices(v, n) {
				for _, m := range []Material{m, m.Swap()} {
					table := all.of(m)
					var p board.Position
					for i := range table.size {
						if i%7 != 0 && n > 2 || !table.position(i, &p) {
							continue
						}
						c := table.code(i)
						value, distance, ok := d.Distance(&p)
						require.True(t, ok)
						require.Equal(t, valueOf(v, c), value)
						if c != 0 {
							require.Equal(t, int(c)-1, distance)
						}
						if v.OptionalCaptures || !v.CanCapture(&p, p.Side) {
							value, ok := d.WDL(&p)
							require.True(t, ok)
							require.Equal(t, valueOf(v, c), value)
						}
						turned := v.Flip(&p)
						value, distance, ok = d.Distance(&turned)
						require.True(t, ok)
						require.Equal(t, valueOf(v, c), value)
						require.Equal(t, max(int(c)-1, 0), distance)
					}
				}
			}
		}
		r, err := Verify(context.Background(), VerifyOptions{Variant: v, Dir: dir, Pieces: pieces})
		require.NoError(t, err)
		assert.Positive(t, r.Positions)
		require.NoError(t, d.Close())
	}
}

func TestBuildGoesOnWhereItStopped(t *testing.T) {
	v := lookup(t, "italian")
	dir := t.TempDir()
	ctx, cancel := context.WithCancel(context.Background())
	n := 0
	err := Build(ctx, BuildOptions{Variant: v, Dir: dir, Pieces: 3, Done: func(Material) {
		if n++; n == 4 {
			cancel()
		}
	}})
	require.ErrorIs(t, err, context.Canceled)
	stale := filepath.Join(dir, v.Name, ".unfinished-1")
	require.NoError(t, os.WriteFile(stale, []byte("x"), 0o600))
	_, err = Verify(context.Background(), VerifyOptions{Variant: v, Dir: dir, Pieces: 3})
	require.ErrorIs(t, err, os.ErrNotExist)

	d, err := Open(v, dir, 3)
	require.NoError(t, err)
	assert.False(t, d.Complete(3))
	again := 0
	require.NoError(t, Build(context.Background(), BuildOptions{Variant: v, Dir: dir, Pieces: 3, Done: func(Material) { again++ }}))
	total := len(Slices(v, 2)) + len(Slices(v, 3))
	assert.Equal(t, total, n+again)
	assert.NoFileExists(t, stale)
	require.NoError(t, d.Refresh())
	assert.True(t, d.Complete(3))
	_, err = Verify(context.Background(), VerifyOptions{Variant: v, Dir: dir, Pieces: 3})
	require.NoError(t, err)
}

func TestTwoBuildersAtOnce(t *testing.T) {
	v := lookup(t, "thai")
	dir := t.TempDir()
	errs := make(chan error)
	for range 2 {
		go func() {
			errs <- Build(context.Background(), BuildOptions{Variant: v, Dir: dir, Pieces: 3, Threads: 1})
		}()
	}
	require.NoError(t, <-errs)
	require.NoError(t, <-errs)
	_, err := Verify(context.Background(), VerifyOptions{Variant: v, Dir: dir, Pieces: 3})
	require.NoError(t, err)
}

func TestBuildWithoutPermission(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write everywhere")
	}
	dir := t.TempDir()
	require.NoError(t, os.Chmod(dir, 0o500))
	err := Build(context.Background(), BuildOptions{Variant: lookup(t, "english"), Dir: dir, Pieces: 2})
	require.ErrorIs(t, err, os.ErrPermission)
	assert.ErrorContains(t, err, "--dir")
}

// TestBadFiles opens files with all kinds of faults: each is named in the error
// and left out, and the rest of the database works.
func TestBadFiles(t *testing.T) {
	v := lookup(t, "english")
	dir := built(t, v, 2)
	other := built(t, lookup(t, "russian"), 2)
	name := filepath.Join(dir, v.Name, "1k-1k.wdl")
	good, err := os.ReadFile(name)
	require.NoError(t, err)
	foreign, err := os.ReadFile(filepath.Join(other, "russian", "1k-1k.wdl"))
	require.NoError(t, err)
	wrongPlace, err := os.ReadFile(filepath.Join(dir, v.Name, "1k-1k.dtm"))
	require.NoError(t, err)
	change := func(at int) []byte {
		b := append([]byte(nil), good...)
		b[at] ^= 0xff
		return b
	}
	kings, err := v.ParsePosition("W:WK1:BK32")
	require.NoError(t, err)
	men, err := v.ParsePosition("W:W30:B2")
	require.NoError(t, err)
	for _, c := range []struct {
		name string
		data []byte
		want error
	}{
		{"empty", nil, ErrForeign},
		{"text", []byte("hello, this is no database"), ErrForeign},
		{"newer", change(8), ErrVersion},
		{"header", change(80), ErrDamaged},
		{"index", change(headerSize + 3), ErrDamaged},
		{"cut in the header", good[:100], ErrTruncated},
		{"cut in the data", good[:len(good)-1], ErrTruncated},
		{"too long", append(change(0)[:0:0], append(good, 1)...), ErrDamaged},
		{"other game", foreign, ErrGame},
		{"other kind", wrongPlace, ErrDamaged},
	} {
		t.Run(c.name, func(t *testing.T) {
			require.NoError(t, os.WriteFile(name, c.data, 0o600))
			d, err := Open(v, dir, 4)
			require.ErrorIs(t, err, c.want)
			assert.ErrorContains(t, err, name)
			assert.ErrorContains(t, err, "endgame build")
			_, ok := d.WDL(&kings)
			assert.False(t, ok)
			_, ok = d.WDL(&men)
			assert.True(t, ok)
			require.NoError(t, d.Close())
		})
	}
	// damage in a block shows when it is read
	require.NoError(t, os.WriteFile(name, change(len(good)-1), 0o600))
	d, err := Open(v, dir, 4)
	require.NoError(t, err)
	_, ok := d.WDL(&kings)
	assert.False(t, ok)
	advice := fmt.Sprintf("endgame database %s: it is damaged; 'damiera endgame build --variant english --pieces 2 --dir %s' computes this file again", name, dir)
	require.EqualError(t, d.Damaged(), advice)
	require.ErrorIs(t, d.Damaged(), ErrDamaged)
	_, err = Verify(context.Background(), VerifyOptions{Variant: v, Dir: dir, Pieces: 2})
	require.EqualError(t, err, advice)
	var again []Material
	require.NoError(t, Build(context.Background(), BuildOptions{Variant: v, Dir: dir, Pieces: 2, Done: func(m Material) { again = append(again, m) }}))
	require.Len(t, again, 1)
	assert.Equal(t, "1k-1k", again[0].String())
	mended, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, good, mended)
	// a file that is cut while it is open
	require.NoError(t, os.WriteFile(name, good, 0o600))
	d, err = Open(v, dir, 4)
	require.NoError(t, err)
	require.NoError(t, os.Truncate(name, 0))
	_, ok = d.WDL(&kings)
	assert.False(t, ok)
	// a build mends it
	require.NoError(t, Build(context.Background(), BuildOptions{Variant: v, Dir: dir, Pieces: 2}))
	d, err = Open(v, dir, 4)
	require.NoError(t, err)
	_, ok = d.WDL(&kings)
	assert.True(t, ok)
	require.NoError(t, os.Chmod(name, 0o400))
	_, err = Open(v, dir, 4)
	require.NoError(t, err)
}

func FuzzOpenFile(f *testing.F) {
	v := lookup(f, "english")
	dir := built(f, v, 2)
	for _, name := range []string{"1m-1k.wdl", "1m-1k.dtm"} {
		data, err := os.ReadFile(filepath.Join(dir, v.Name, name))
		require.NoError(f, err)
		f.Add(data, true)
		f.Add(data[:len(data)-9], false)
		random := rand.New(rand.NewPCG(3, 4))
		for range 20 {
			bad := append([]byte(nil), data...)
			bad[random.IntN(len(bad))] ^= byte(1 + random.IntN(255))
			f.Add(bad, random.IntN(2) == 0)
		}
	}
	m := Material{Men: [2]uint8{1, 0}, Kings: [2]uint8{0, 1}} // the man first
	game := filepath.Join(f.TempDir(), v.Name)
	require.NoError(f, os.MkdirAll(game, 0o700))
	f.Fuzz(func(t *testing.T, data []byte, isValue bool) {
		k := distanceKind
		if isValue {
			k = valueKind
		}
		name := filepath.Join(game, fileName(m, k))
		require.NoError(t, os.WriteFile(name, data, 0o600))
		file, err := openFile(v, game, m, k, newCache())
		if err != nil {
			return
		}
		defer file.close()
		for section := range file.sections {
			if isValue {
				file.value(section, 0)
				continue
			}
			_, _ = file.table(v, section)
		}
	})
}

func BenchmarkWDL(b *testing.B) {
	v := lookup(b, "english")
	dir := built(b, v, 3)
	d, err := Open(v, dir, 3)
	require.NoError(b, err)
	var positions []board.Position
	random := rand.New(rand.NewPCG(1, 2))
	x := d.at(Material{Men: [2]uint8{1, 1}, Kings: [2]uint8{1, 0}}).Load()
	for len(positions) < 1024 {
		var p board.Position
		if x.position(random.Uint64N(x.size), &p) {
			if len(positions)%2 == 1 {
				p = v.Flip(&p)
			}
			positions = append(positions, p)
		}
	}
	for b.Loop() {
		for i := range positions {
			d.WDL(&positions[i])
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(len(positions)), "ns/probe")
}
