package tt

import (
	"math/rand/v2"
	"sync"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestEntryFields(t *testing.T) {
	for _, c := range []struct {
		move, score, eval, depth int
		bound                    Bound
	}{
		{0, 0, 0, 0, Exact},
		{NoMove, -10000, 3000, MaxDepth, Lower},
		{512, 9999, -3000, 17, Upper},
		{1, -1, -1, 1, Exact},
	} {
		e := pack(c.move, c.score, c.eval, c.depth, c.bound, 63)
		assert.Equal(t, c.move, e.Move())
		assert.Equal(t, c.score, e.Score())
		assert.Equal(t, c.eval, e.Eval())
		assert.Equal(t, c.depth, e.Depth())
		assert.Equal(t, c.bound, e.Bound())
		assert.EqualValues(t, 63, e.generation())
	}
}

func TestSizeAndAlignment(t *testing.T) {
	assert.EqualValues(t, BucketBytes, unsafe.Sizeof(bucket{}))
	assert.EqualValues(t, MinBytes, New(0).Bytes())
	for _, size := range []int64{1 << 20, 3<<20 + 17, 64 << 20} {
		table := New(size)
		assert.LessOrEqual(t, table.Bytes(), size)
		assert.Greater(t, table.Bytes(), size-BucketBytes)
		assert.Zero(t, uintptr(unsafe.Pointer(&table.buckets[0]))%BucketBytes, "a bucket must be one cache line")
	}
}

func TestStoreAndProbe(t *testing.T) {
	table := New(MinBytes)
	_, ok := table.Probe(0)
	assert.False(t, ok, "an empty table knows nothing, not even of key 0")
	random := rand.New(rand.NewPCG(1, 2))
	keys := make([]uint64, 2000)
	for i := range keys {
		keys[i] = random.Uint64()
		table.Store(keys[i], i%NoMove, i, -i, 5, Lower)
	}
	for i, key := range keys {
		e, ok := table.Probe(key)
		require.True(t, ok)
		assert.Equal(t, i, e.Score())
		assert.Equal(t, -i, e.Eval())
		assert.Equal(t, i%NoMove, e.Move())
	}
	assert.Positive(t, table.Full())
	table.Clear()
	assert.Zero(t, table.Full())
	_, ok = table.Probe(keys[0])
	assert.False(t, ok)
}

func TestReplacement(t *testing.T) {
	table := New(MinBytes)
	key := func(n uint64) uint64 { return n } // all in the first bucket
	for n := range uint64(4) {
		table.Store(key(n), 1, 0, 0, int(n)+5, Exact)
	}
	table.Store(key(9), 1, 0, 0, 1, Exact)
	_, ok := table.Probe(key(0))
	assert.False(t, ok, "the shallowest makes room")
	_, ok = table.Probe(key(9))
	assert.True(t, ok, "the newest is always kept")

	table.NewSearch()
	table.NewSearch()
	table.NewSearch()
	table.Store(key(20), 1, 0, 0, 1, Exact)
	table.Store(key(21), 1, 0, 0, 1, Exact)
	_, ok = table.Probe(key(20))
	assert.True(t, ok, "older entries make room before newer shallower ones")

	table.Store(key(3), NoMove, 7, 0, 9, Lower)
	e, _ := table.Probe(key(3))
	assert.Equal(t, 1, e.Move(), "a move once known is kept")
	table.Store(key(3), 2, 8, 0, 2, Lower)
	e, _ = table.Probe(key(3))
	assert.Equal(t, 7, e.Score(), "a much shallower bound does not take a deep one's place")
	table.Store(key(3), 2, 8, 0, 2, Exact)
	e, _ = table.Probe(key(3))
	assert.Equal(t, 8, e.Score())
}

// TestTornEntries lets goroutines write different entries to the same buckets:
// whatever is read must be an entry that somebody wrote for that key.
func TestTornEntries(t *testing.T) {
	table := New(MinBytes)
	const keys = 64
	var wait sync.WaitGroup
	for g := range 4 {
		wait.Go(func() {
			random := rand.New(rand.NewPCG(uint64(g), 7))
			for range 20000 {
				n := random.Uint64N(keys)
				key := n<<8 | n
				table.Store(key, int(n), int(n)+g, int(n), g, Exact)
				n = random.Uint64N(keys)
				if e, ok := table.Probe(n<<8 | n); ok {
					if e.Move() != int(n) || e.Eval() != int(n) || e.Score() != int(n)+e.Depth() {
						t.Error("an entry of another key or a torn one was read")
						return
					}
				}
			}
		})
	}
	wait.Wait()
}

func TestNoAllocation(t *testing.T) {
	table := New(MinBytes)
	assert.Zero(t, testing.AllocsPerRun(100, func() {
		table.Store(12345, 1, 2, 3, 4, Exact)
		table.Probe(12345)
	}))
}

func BenchmarkProbeStore(b *testing.B) {
	table := New(64 << 20)
	key := uint64(1)
	for b.Loop() {
		key = key*6364136223846793005 + 1442695040888963407
		if _, ok := table.Probe(key); !ok {
			table.Store(key, 1, 2, 3, 4, Exact)
		}
	}
}
