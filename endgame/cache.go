package endgame

import "sync/atomic"

// cache keeps unpacked blocks. Every block has one place, which it takes from
// whichever block was there: no lock and a bound on the memory.
type cache struct {
	places []atomic.Pointer[cached]
	ids    atomic.Uint32
}

type cached struct {
	file  uint32
	block uint64 // counted over all sections
	data  []byte
}

// cachePlaces bounds a cache to about 64 MiB.
const cachePlaces = 1 << 14

// blocks is the cache of all databases, so that their memory has one bound.
var blocks = newCache()

func newCache() *cache { return &cache{places: make([]atomic.Pointer[cached], cachePlaces)} }

func (c *cache) newID() uint32 { return c.ids.Add(1) }

// block returns an unpacked block, nil when it is damaged.
func (c *cache) block(f *file, section int, block uint64) []byte {
	n := f.first[section&1] + block
	place := &c.places[(n+uint64(f.id)<<40)*0x9e3779b97f4a7c15>>(64-14)]
	if b := place.Load(); b != nil && b.block == n && b.file == f.id {
		return b.data
	}
	if f.damaged.Load() {
		return nil
	}
	data, err := f.load(section, block)
	if err != nil {
		f.damaged.Store(true)
		return nil
	}
	place.Store(&cached{file: f.id, block: n, data: data})
	return data
}
