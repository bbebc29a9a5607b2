package train

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// gamesFile writes games, each in a block of its own, and returns the file's
// bytes after the header and after each block.
func gamesFile(t *testing.T, file string, games []*Game) (ends []int) {
	w, err := Append(file, "russian", 60)
	require.NoError(t, err)
	size := func() int {
		info, err := os.Stat(file)
		require.NoError(t, err)
		return int(info.Size())
	}
	ends = append(ends, size())
	for _, g := range games {
		require.NoError(t, w.Add(g))
		require.NoError(t, w.Flush())
		ends = append(ends, size())
	}
	require.NoError(t, w.Close())
	return ends
}

// TestDamagedBlocks: every flipped bit costs the games of its block and no
// others, is told, and costs no more when the file is appended to.
func TestDamagedBlocks(t *testing.T) {
	games := selfPlay(t, variant(t, "russian"), 6, 2)
	file := filepath.Join(t.TempDir(), "games.dgm")
	ends := gamesFile(t, file, games[:5])
	whole, err := os.ReadFile(file)
	require.NoError(t, err)
	read := func() (got []*Game, err error) {
		err = Read(file, "russian", func(g *Game) { got = append(got, g) })
		return got, err
	}
	for block := range 5 {
		last := block == 4
		for at := ends[block]; at < ends[block+1]; at += 7 {
			damaged := append([]byte(nil), whole...)
			damaged[at] ^= 4
			require.NoError(t, os.WriteFile(file, damaged, 0o644))
			kept := append(append([]*Game(nil), games[:block]...), games[block+1:5]...)
			got, err := read()
			require.Equal(t, kept, got, "byte %d", at)
			tellsLength := at < ends[block]+4
			if last && tellsLength && err == nil { // it looks unfinished
				continue
			}
			var d *Damage
			require.ErrorAs(t, err, &d, "byte %d", at)
			missing := 1
			if last {
				missing = 0 // no later game tells that there was one
			}
			require.Equal(t, Damage{file, int64(ends[block]), int64(ends[block+1] - ends[block]), 1, 4, missing}, *d)

			w, err := Append(file, "russian", 60)
			require.NoError(t, err)
			require.Equal(t, d, w.Damage)
			require.NotContains(t, w.Indices, uint32(block))
			require.NoError(t, w.Add(games[5]))
			require.NoError(t, w.Close())
			got, err = read()
			require.ErrorAs(t, err, &d)
			require.Equal(t, append(kept, games[5]), got, "byte %d", at)
		}
	}
	_, err = read()
	require.ErrorContains(t, err, "games.dgm is damaged at byte ")
	require.ErrorContains(t, err, "5 games kept, 1 missing")
}

// TestManyFalseBlocks: what looks like blocks and is none costs bounded time.
func TestManyFalseBlocks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.dgm")
	gamesFile(t, file, nil)
	f, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	require.NoError(t, err)
	head := append([]byte{4, 0, 0, 0, 0, 0, 0, 0}, zstdMagic...)
	for range 20_000 {
		_, err = f.Write(head)
		require.NoError(t, err)
	}
	require.NoError(t, f.Close())
	var d *Damage
	require.ErrorAs(t, Read(file, "russian", nil), &d)
	assert.EqualValues(t, 20_000*len(head), d.Bytes)
}

func TestOneWriterOnly(t *testing.T) {
	file := filepath.Join(t.TempDir(), "games.dgm")
	w, err := Append(file, "russian", 60)
	require.NoError(t, err)
	_, err = Append(file, "russian", 60)
	require.ErrorContains(t, err, "games.dgm is being written by another process")
	require.NoError(t, Read(file, "russian", nil))
	require.NoError(t, w.Close())
	w, err = Append(file, "russian", 60)
	require.NoError(t, err)
	require.NoError(t, w.Close())
}

func TestOneTrainingOnly(t *testing.T) {
	v := variant(t, "russian")
	o := Options{
		Variant: v, Dir: t.TempDir(), Games: 4, Generations: 1, Nodes: 20, GateGames: 2, Epochs: 1, Workers: 1, Seed: 1,
		Log: func(string, ...any) {},
	}
	inner := o
	inner.Progress = func(string, float64, float64, string) {}
	var second error
	o.Progress = func(string, float64, float64, string) {
		if second == nil {
			_, second = Run(context.Background(), inner)
		}
	}
	_, err := Run(context.Background(), o)
	require.NoError(t, err)
	require.ErrorContains(t, second, "another training works in "+o.Dir)
	_, err = Run(context.Background(), inner) // nothing is left locked
	require.NoError(t, err)
}
