package tt

import (
	"math/bits"
	"runtime"
	"sync"
	"sync/atomic"
)

const (
	bucketSize = 4
	// EntryBytes is the memory that an entry takes.
	EntryBytes = 16
	// BucketBytes is the size of a bucket: one cache line.
	BucketBytes = bucketSize * EntryBytes
	// MinBytes is the smallest table.
	MinBytes = 1 << 20
	// hugeFrom is the size from which a garbage collection comes before a new
	// table, so that the one it takes the place of does not stay in memory.
	hugeFrom = 128 << 20
	// hugePagesFrom is the size from which huge pages are asked for. The processor's
	// page cache holds about as much in small ones, and many small tables at once,
	// as a server has, are there sooner without.
	hugePagesFrom = 16 << 20
	// chunkBytes is what one goroutine clears at a time.
	chunkBytes = 16 << 20
)

type slot struct {
	check atomic.Uint64 // key ^ entry
	entry atomic.Uint64
}

type bucket [bucketSize]slot

// Table is a transposition table. Probe and Store may be called from any
// number of goroutines; NewSearch and Clear only while none of them searches.
type Table struct {
	buckets    []bucket
	generation uint64
}

// New makes a table of the given size in bytes, at least MinBytes. The memory
// is touched at once, so that no search pays for it later.
func New(size int64) *Table {
	size = max(size, MinBytes)
	if size >= hugeFrom {
		runtime.GC()
	}
	t := &Table{buckets: make([]bucket, size/BucketBytes)}
	if size >= hugePagesFrom {
		adviseHugePages(t.buckets)
	}
	t.each(func(part []bucket) {
		const page = 4096 / BucketBytes
		for i := 0; i < len(part); i += page {
			part[i][0].entry.Store(0)
		}
	})
	return t
}

// Bytes returns the size of the table.
func (t *Table) Bytes() int64 { return int64(len(t.buckets)) * BucketBytes }

// Clear forgets everything.
func (t *Table) Clear() {
	t.each(func(part []bucket) { clear(part) })
	t.generation = 0
}

// each calls work on all parts of the table, several at once.
func (t *Table) each(work func(part []bucket)) {
	const chunk = chunkBytes / BucketBytes
	chunks := (len(t.buckets) + chunk - 1) / chunk
	var next atomic.Int64
	var wait sync.WaitGroup
	for range min(chunks, runtime.GOMAXPROCS(0)) {
		wait.Go(func() {
			for {
				n := int(next.Add(1)) - 1
				if n >= chunks {
					return
				}
				work(t.buckets[n*chunk : min((n+1)*chunk, len(t.buckets))])
			}
		})
	}
	wait.Wait()
}

// NewSearch makes all entries one search older.
func (t *Table) NewSearch() { t.generation = (t.generation + 1) % (1 << generationBits) }

// bucketOf maps the key's upper bits onto the buckets, whose number need not
// be a power of two.
func (t *Table) bucketOf(key uint64) *bucket {
	i, _ := bits.Mul64(key, uint64(len(t.buckets)))
	return &t.buckets[i]
}

// Probe returns what is known about the position with this key, if anything.
func (t *Table) Probe(key uint64) (Entry, bool) {
	b := t.bucketOf(key)
	for i := range b {
		e := b[i].entry.Load()
		if b[i].check.Load()^e == key && Entry(e).Bound() != None {
			return Entry(e), true
		}
	}
	return 0, false
}

// Store remembers a result. A result of the same position takes the old one's
// place unless that is a much deeper one of this search; otherwise the entry
// that is worth least, by depth and age, makes room. Score and eval must fit
// in 16 bits, move is an index or NoMove, depth is cut to 0..MaxDepth.
func (t *Table) Store(key uint64, move, score, eval, depth int, bound Bound) {
	depth = min(max(depth, 0), MaxDepth)
	b := t.bucketOf(key)
	victim, least := &b[0], 1<<30
	for i := range b {
		s := &b[i]
		word := s.entry.Load()
		e := Entry(word)
		if s.check.Load()^word == key && e.Bound() != None {
			if bound != Exact && e.Depth() > depth+3 && e.generation() == t.generation {
				return
			}
			if move == NoMove {
				move = e.Move()
			}
			victim = s
			break
		}
		if w := t.worth(e); w < least {
			victim, least = s, w
		}
	}
	word := uint64(pack(move, score, eval, depth, bound, t.generation))
	victim.entry.Store(word)
	victim.check.Store(key ^ word)
}

// worth orders entries for replacement: every search gone by costs an entry as
// much as four plies of depth. Empty entries are worth least.
func (t *Table) worth(e Entry) int {
	if e.Bound() == None {
		return -1 << 20
	}
	age := int((t.generation - e.generation()) % (1 << generationBits))
	return e.Depth() - 4*age
}

// Full returns how much of the table the current search has filled, in
// thousandths, from a sample.
func (t *Table) Full() int {
	n := min(len(t.buckets), 1000)
	used := 0
	for i := range t.buckets[:n] {
		for j := range t.buckets[i] {
			e := Entry(t.buckets[i][j].entry.Load())
			if e.Bound() != None && e.generation() == t.generation {
				used++
			}
		}
	}
	return used * 1000 / (n * bucketSize)
}
