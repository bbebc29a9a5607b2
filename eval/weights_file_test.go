package eval

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

func encoded(t testing.TB, name string) (*board.Variant, *Weights, []byte) {
	v := named(name)
	_, w := randomWeights(v)
	for i := range w.Values {
		if i%50 != 0 {
			w.Values[i] = 0 // as rare as learned ones
		}
	}
	w.Generation, w.Games, w.Positions, w.Loss = 3, 1000, 50000, 0.5
	data, err := w.Encode()
	require.NoError(t, err)
	return v, w, data
}

func TestWeightsFileRoundTrip(t *testing.T) {
	v, w, data := encoded(t, "spantsiretti")
	got, err := DecodeWeights(NewLayout(v), data)
	require.NoError(t, err)
	assert.Equal(t, w, got)
	assert.Equal(t, []int16{0, 1, -1, 8000, -8000, 32767, -32768, 5},
		unshuffle(shuffle([]int16{0, 1, -1, 8000, -8000, 32767, -32768, 5})))
}

func TestDamagedWeightsFallBackToMaterial(t *testing.T) {
	v, _, data := encoded(t, "spantsiretti")
	header := bytes.Index(data, []byte("}\n")) + 2
	changed := func(at int) []byte {
		b := bytes.Clone(data)
		b[at] ^= 0x55
		return b
	}
	cases := []struct {
		name, message string
		data          []byte
	}{
		{"empty", "not a weights file", nil},
		{"other kind", "not a weights file", []byte("DAMIERA GAMES 1\n{}\n")},
		{"no header", "cut off", data[:30]},
		{"broken header", "damaged", changed(len(weightsMagic))},
		{"no data", "damaged", data[:header]},
		{"cut off", "damaged", data[:len(data)-10]},
		{"changed byte", "damaged", changed(header + (len(data)-header)/2)},
		{"wrong hash", "hash", bytes.Replace(data, []byte(`"hash":"`), []byte(`"hash":"0`), 1)},
		{"other game", "for russian", bytes.Replace(data, []byte("spantsiretti"), []byte("russian"), 1)},
		{"other shapes", "train again", bytes.Replace(data, []byte("10x8-1"), []byte("10x8-0"), 1)},
		{"endless header", "cut off", append([]byte(weightsMagic), make([]byte, 10000)...)},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "x.dwt")
			require.NoError(t, os.WriteFile(file, c.data, 0o644))
			e, err := Load(v, file)
			require.ErrorContains(t, err, c.message)
			assert.Equal(t, "material", e.Name())
		})
	}
	t.Run("missing", func(t *testing.T) {
		e, err := Load(v, filepath.Join(t.TempDir(), "none.dwt"))
		require.ErrorContains(t, err, "cannot read the weights")
		assert.Equal(t, "material", e.Name())
	})
	t.Run("directory", func(t *testing.T) {
		_, err := Load(v, t.TempDir())
		require.ErrorContains(t, err, "is not a file")
	})
}

func FuzzDecodeWeights(f *testing.F) {
	v, _, data := encoded(f, "spantsiretti")
	l := NewLayout(v)
	f.Add(data[:200])
	f.Add([]byte(weightsMagic + "{}\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		if w, err := DecodeWeights(l, data); err == nil {
			if _, err := FromWeights(l, w, "fuzz"); err != nil {
				require.ErrorContains(t, err, "the weights of the patterns are too large")
			}
		}
	})
}

func TestEmbeddedWeights(t *testing.T) {
	headers, err := Embedded()
	require.NoError(t, err)
	seen := map[string]bool{}
	for _, h := range headers {
		assert.False(t, seen[h.Variant], "two files of %s: a file has the name of its game", h.Variant)
		seen[h.Variant] = true
		v := named(h.Variant)
		require.NotNil(t, v, h.Variant)
		assert.Positive(t, h.Games, h.Variant)
		e, err := Default(v)
		require.NoError(t, err)
		assert.Equal(t, "pattern", e.Name())
		p := v.Start()
		assert.Less(t, max(e.Evaluate(&p), -e.Evaluate(&p)), 100, "%s: the start is nearly even", v.Name)
	}
}
