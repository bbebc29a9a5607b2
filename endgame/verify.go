package endgame

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/damiera/damiera/board"
)

// VerifyOptions tell Verify what to do.
type VerifyOptions struct {
	Variant  *board.Variant
	Dir      string
	Pieces   int // most pieces
	Threads  int // all processors if zero
	Progress func(Progress)
}

// VerifyResult is what Verify has looked at.
type VerifyResult struct {
	Slices    int
	Positions uint64
}

// Verify reads all files of up to a number of pieces and compares every position
// with those that its moves lead to, and both files with each other. The error
// names the first position or file that is wrong, or is os.ErrNotExist when a
// slice is missing.
func Verify(ctx context.Context, o VerifyOptions) (r VerifyResult, err error) {
	b := &builder{BuildOptions: BuildOptions{Variant: o.Variant, Progress: o.Progress}, dir: gameDir(o.Variant, o.Dir), cache: newCache()}
	if o.Threads < 1 {
		o.Threads = runtime.GOMAXPROCS(0)
	}
	var all []Material
	for n := 2; n <= o.Pieces; n++ {
		all = append(all, Slices(o.Variant, n)...)
	}
	for _, m := range all {
		b.total += pairSize(o.Variant, m)
	}
	for _, m := range all {
		if err := b.prepare(m); err != nil {
			return r, missing(err, m)
		}
		b.tell(Progress{Slice: m, Done: b.done.Load(), Total: b.total})
		values, err := openFile(o.Variant, b.dir, m, valueKind, b.cache)
		if err != nil {
			return r, missing(err, m)
		}
		distances, err := openFile(o.Variant, b.dir, m, distanceKind, b.cache)
		if err != nil {
			values.close()
			return r, missing(err, m)
		}
		n, err := b.verify(ctx, values, distances, o.Threads)
		values.close()
		distances.close()
		if err != nil {
			return r, err
		}
		r.Slices += len(values.sections)
		r.Positions += n
	}
	return r, nil
}

func missing(err error, m Material) error {
	if errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("the slice %s is missing: %w", m, err)
	}
	return err
}

// verify checks both files of a slice and its twin.
func (b *builder) verify(ctx context.Context, values, distances *file, threads int) (uint64, error) {
	for section := range distances.sections {
		t, err := distances.table(b.Variant, section)
		if err != nil {
			return 0, err
		}
		b.tables.add(t)
	}
	var checked uint64
	for section := range distances.sections {
		m := distances.material
		if section == 1 {
			m = m.Swap()
		}
		t := b.tables.of(m)
		var count Counts
		var mutex sync.Mutex
		var failed error
		var stop atomic.Bool
		var next atomic.Uint64
		run := func() {
			c := &checker{builder: b, table: t}
			for !stop.Load() && ctx.Err() == nil {
				block := next.Add(1) - 1
				if block >= valueKind.blocksOf(t.size) {
					break
				}
				if err := c.check(values, section, block); err != nil {
					mutex.Lock()
					failed = err
					mutex.Unlock()
					stop.Store(true)
				}
				n := min(t.size-block<<valueShift, 1<<valueShift)
				b.tell(Progress{Slice: m, Done: b.done.Add(n), Total: b.total})
			}
			mutex.Lock()
			count.add(&c.Counts)
			mutex.Unlock()
		}
		parallel(threads, run)
		if failed == nil {
			failed = ctx.Err()
		}
		if failed != nil {
			return 0, failed
		}
		for _, f := range []*file{values, distances} {
			if s := f.sections[section].Counts; s.Won != count.Won || s.Drawn != count.Drawn || s.Lost != count.Lost || s.Longest != count.Longest {
				return 0, f.broken(fmt.Errorf("%w: its counts are wrong", ErrDamaged))
			}
		}
		checked += count.Won + count.Drawn + count.Lost
	}
	return checked, nil
}

// parallel runs the same work on several threads.
func parallel(threads int, run func()) {
	var group sync.WaitGroup
	for range threads {
		group.Go(run)
	}
	group.Wait()
}

// checker checks positions; every thread has its own.
type checker struct {
	*builder
	table *table
	list  board.List
	q     board.Position
	Counts
}

// check compares the positions of one block of the value file.
func (c *checker) check(values *file, section int, block uint64) error {
	from := block << valueShift
	at := newCursor(c.table.indexer, from)
	for n := from; n < min(from+1<<valueShift, c.table.size); n++ {
		if at.valid {
			if err := c.compare(values, section, n, &at.p); err != nil {
				return err
			}
		}
		at.next()
	}
	return nil
}

// compare compares the stored value and distance of a position with its moves.
func (c *checker) compare(values *file, section int, n uint64, p *board.Position) error {
	v := c.Variant
	have, want := c.table.code(n), c.best(p)
	if have != want {
		return fmt.Errorf("the slice %s is wrong: %s has code %d and must have %d", c.table.material, v.FEN(p), have, want)
	}
	value := valueOf(v, have)
	switch value {
	case Win:
		c.Won++
		c.Longest = max(c.Longest, int(have)-1)
	case Draw:
		c.Drawn++
	case Loss:
		c.Lost++
	}
	if !v.OptionalCaptures && v.CanCapture(p, p.Side) {
		return nil
	}
	if stored, ok := values.value(section, n); !ok {
		return values.broken(ErrDamaged)
	} else if stored != value {
		return fmt.Errorf("the slice %s is wrong: %s is a %s by its distance and a %s by its value", c.table.material, v.FEN(p), value, stored)
	}
	return nil
}

// best returns the code of a position by those of its moves.
func (c *checker) best(p *board.Position) code {
	v := c.Variant
	v.Generate(p, &c.list)
	if c.list.Len() == 0 {
		return 1
	}
	var win, loss code
	draw := false
	turned := v.Flip(p)
	twin := c.tables.of(c.table.material.Swap())
	for i := range c.list.Len() {
		m := c.list.At(i)
		k := code(1)
		if m.Count == 0 && m.Kind&board.Crowns == 0 {
			// a piece moves, and nothing else changes
			pieces := &turned.Men[board.Black]
			if m.Kind&board.KingMoves != 0 {
				pieces = &turned.Kings[board.Black]
			}
			before := *pieces
			*pieces = before.Without(v.Rotate(m.From)).With(v.Rotate(m.To))
			k = twin.code(twin.index(&turned))
			*pieces = before
		} else if v.Goal != board.GoalBreakthrough || m.Kind&board.Crowns == 0 {
			v.Do(p, m, &c.q)
			if !c.q.Pieces(board.Black).Empty() {
				flipped := v.Flip(&c.q)
				t := c.tables.of(MaterialOf(&flipped))
				k = t.code(t.index(&flipped))
			}
		}
		switch {
		case k == 0:
			draw = true
		case wins(v, k):
			loss = max(loss, k+1)
		case win == 0 || k+1 < win:
			win = k + 1
		}
	}
	switch {
	case win != 0:
		return win
	case draw:
		return 0
	}
	return loss
}
