package endgame

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame/files"
)

// BuildOptions tell Build what to do.
type BuildOptions struct {
	Variant *board.Variant
	Dir     string // of all databases; the game's files go into a directory of its name
	Pieces  int    // most pieces
	Threads int    // all processors if zero
	// GiveUp ends with ErrBusy when another process builds the same database,
	// instead of waiting for it.
	GiveUp bool
	// Progress is told how far the work has come, from several goroutines.
	Progress func(Progress)
	// Done is told when a slice and its twin are on disk.
	Done func(Material)
}

// Progress is how far Build has come.
type Progress struct {
	Slice       Material
	Done, Total uint64 // positions of this run
	Waiting     bool   // for another process that builds
}

// ErrBusy is why a build gives up.
var ErrBusy = errors.New("another process builds this database")

// Build computes all slices of a game that are not on disk yet. It can be ended
// at any time, also by killing the process: what is on disk stays valid and the
// next call goes on from there.
func Build(ctx context.Context, o BuildOptions) error {
	if o.Pieces < 2 || o.Pieces > MaxPieces {
		return fmt.Errorf("a database of %d pieces cannot be built: it must be from 2 to %d", o.Pieces, MaxPieces)
	}
	if o.Threads < 1 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	b := &builder{BuildOptions: o, dir: gameDir(o.Variant, o.Dir), cache: newCache()}
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		return fmt.Errorf("cannot make a directory for the endgame database: %w; name another one with --dir", err)
	}
	unlock, err := b.lock(ctx)
	if err != nil {
		return err
	}
	defer unlock()
	var stop atomic.Bool
	defer context.AfterFunc(ctx, func() { stop.Store(true) })()
	return b.run(ctx, &stop)
}

// builder is one call of Build.
type builder struct {
	BuildOptions
	dir    string
	cache  *cache
	tables tables // those in memory
	done   atomic.Uint64
	total  uint64
}

// lock waits until no other process builds in the directory.
func (b *builder) lock(ctx context.Context) (unlock func(), err error) {
	f, err := os.OpenFile(filepath.Join(b.dir, ".lock"), os.O_CREATE|os.O_RDWR, 0o644)
	if err != nil {
		return nil, fmt.Errorf("cannot write the endgame database: %w; name another directory with --dir", err)
	}
	const pause = 200 * time.Millisecond
	for files.TryLock(f) != nil {
		if b.GiveUp {
			f.Close()
			return nil, ErrBusy
		}
		b.tell(Progress{Waiting: true})
		select {
		case <-ctx.Done():
			f.Close()
			return nil, ctx.Err()
		case <-time.After(pause):
		}
	}
	return func() { f.Close() }, nil
}

func (b *builder) tell(p Progress) {
	if b.Progress != nil {
		b.Progress(p)
	}
}

func (b *builder) run(ctx context.Context, stop *atomic.Bool) error {
	// what a killed builder has left; nobody else writes while we have the lock
	if left, err := filepath.Glob(filepath.Join(b.dir, tempPattern)); err == nil {
		for _, name := range left {
			os.Remove(name)
		}
	}
	var todo []Material
	for n := 2; n <= b.Pieces; n++ {
		for _, m := range Slices(b.Variant, n) {
			if !b.isDone(m) {
				todo = append(todo, m)
				b.total += pairSize(b.Variant, m)
			}
		}
	}
	for _, m := range todo {
		if err := b.prepare(m); err != nil {
			return err
		}
		b.tell(Progress{Slice: m, Done: b.done.Load(), Total: b.total})
		first, second, ok := solve(b.Variant, m, &b.tables, b.Threads, func(n uint64) {
			b.tell(Progress{Slice: m, Done: b.done.Add(n), Total: b.total})
		}, stop)
		if !ok {
			return ctx.Err()
		}
		if err := writeSlice(b.Variant, b.dir, first, second, b.Threads); err != nil {
			return fmt.Errorf("cannot write the endgame database: %w", err)
		}
		b.tables.add(first)
		b.tables.add(second)
		if b.Done != nil {
			b.Done(m)
		}
	}
	return nil
}

// pairSize returns the numbers of a slice and its twin.
func pairSize(v *board.Variant, m Material) uint64 {
	size := newIndexer(v, m).size
	if m != m.Swap() {
		size += newIndexer(v, m.Swap()).size
	}
	return size
}

// isDone reports whether both files of a slice are there and whole. Others are
// built again.
func (b *builder) isDone(m Material) bool {
	for _, k := range []kind{valueKind, distanceKind} {
		f, err := openFile(b.Variant, b.dir, m, k, b.cache)
		if err != nil {
			return false
		}
		err = f.intact()
		f.close()
		if err != nil {
			return false
		}
	}
	return true
}

// prepare brings the slices that a slice and its twin need into memory and
// drops the others.
func (b *builder) prepare(m Material) error {
	var need tables
	for _, side := range []Material{m, m.Swap()} {
		for _, t := range targets(b.Variant, side) {
			if *need.at(t) != nil {
				continue
			}
			if have := b.tables.of(t); have != nil {
				need.add(have)
				continue
			}
			first, section := t, 0
			if t.key() < t.Swap().key() {
				first, section = t.Swap(), 1
			}
			f, err := openFile(b.Variant, b.dir, first, distanceKind, b.cache)
			if err != nil {
				return err
			}
			table, err := f.table(b.Variant, section)
			f.close()
			if err != nil {
				return err
			}
			need.add(table)
		}
	}
	b.tables = need
	return nil
}

// targets returns the slices, with the other side to move, that captures and
// promotions lead to.
func targets(v *board.Variant, m Material) (out []Material) {
	for crowned := uint8(0); crowned <= min(1, m.Men[0]); crowned++ {
		if crowned == 1 && v.Goal == board.GoalBreakthrough {
			break
		}
		for men := uint8(0); men <= m.Men[1]; men++ {
			for kings := uint8(0); kings <= m.Kings[1]; kings++ {
				if crowned+men+kings == 0 || men+kings == m.Men[1]+m.Kings[1] {
					continue
				}
				after := Material{
					Men:   [2]uint8{m.Men[0] - crowned, m.Men[1] - men},
					Kings: [2]uint8{m.Kings[0] + crowned, m.Kings[1] - kings},
				}
				out = append(out, after.Swap())
			}
		}
	}
	return out
}

// MemoryNeeded returns about how many bytes a build takes at most: the states
// and codes of the largest slice and its twin, and the slices they lead to.
func MemoryNeeded(v *board.Variant, pieces int) uint64 {
	const perPosition = 4 + 2 // state, code and packed code
	var most uint64
	for _, m := range Slices(v, pieces) {
		need := pairSize(v, m) * perPosition
		seen := map[Material]bool{}
		for _, t := range append(targets(v, m), targets(v, m.Swap())...) {
			if !seen[t] {
				seen[t] = true
				need += newIndexer(v, t).size
			}
		}
		most = max(most, need)
	}
	return most
}
