package endgame

import (
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime/debug"
	"sync/atomic"

	"github.com/damiera/damiera/board"
)

// file is an open file of a database. It is safe for concurrent use.
type file struct {
	header
	path    string
	variant string // by the place where it lies
	pieces  int
	id      uint32 // in its cache
	data    []byte
	close   func() error
	first   [2]uint64 // block at which each section begins
	cache   *cache
	// damaged is set when a block turns out to be unreadable; the file is not
	// asked again.
	damaged atomic.Bool
}

// openFile opens and checks a file of a slice; its blocks are checked when they
// are first read. A file that is not there is an error that os.ErrNotExist is in.
func openFile(v *board.Variant, dir string, m Material, k kind, c *cache) (*file, error) {
	f := &file{path: filepath.Join(dir, fileName(m, k)), variant: v.Name, pieces: m.Pieces(), cache: c, id: c.newID()}
	info, err := os.Stat(f.path) // first, for to open a pipe may take for ever
	if err != nil {
		return nil, err
	}
	if info.Size() == 0 || !info.Mode().IsRegular() {
		return nil, f.broken(ErrForeign)
	}
	file, err := os.Open(f.path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if f.data, f.close, err = mapFile(file, info.Size()); err != nil {
		return nil, fmt.Errorf("cannot read the endgame database %s: %w", f.path, err)
	}
	if err := f.check(v, k, m); err != nil {
		f.close()
		return nil, f.broken(err)
	}
	return f, nil
}

// broken says what is wrong with the file and what to do.
func (f *file) broken(err error) error {
	return fmt.Errorf("endgame database %s: %w; 'damiera endgame build --variant %s --pieces %d --dir %s' computes this file again",
		f.path, err, f.variant, f.pieces, filepath.Dir(filepath.Dir(f.path)))
}

// check reads the header and the index.
func (f *file) check(v *board.Variant, k kind, m Material) (err error) {
	return f.guard(func() error {
		if err := f.unmarshal(f.data, uint64(len(f.data)), v, k, m); err != nil {
			return err
		}
		for i := range f.sections {
			if f.sections[i].positions != newIndexer(v, []Material{m, m.Swap()}[i]).size {
				return ErrDamaged
			}
		}
		f.first[1] = k.blocksOf(f.sections[0].positions)
		end := headerSize + uint64(f.blocks)*12 + 8
		if crc32.Checksum(f.data[headerSize:end], castagnoli) != f.indexSum {
			return ErrDamaged
		}
		last := end
		for n := range uint64(f.blocks) + 1 {
			if o := f.offset(n); o < last || o > f.size {
				return ErrDamaged
			} else {
				last = o
			}
		}
		return nil
	})
}

// guard turns the fault that a file causes when another program cuts it short
// while it is mapped into an error.
func (f *file) guard(read func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(interface{ Addr() uintptr }); !ok {
				panic(r)
			}
			err = ErrTruncated
		}
	}()
	return read()
}

func (f *file) offset(n uint64) uint64 {
	return binary.LittleEndian.Uint64(f.data[headerSize+8*n:])
}

// stored returns a block as it is in the file, counted over all sections.
func (f *file) stored(n uint64) ([]byte, error) {
	from, to := f.offset(n), f.offset(n+1)
	sum := binary.LittleEndian.Uint32(f.data[headerSize+8*(uint64(f.blocks)+1)+4*n:])
	if from >= to || to > f.size || crc32.Checksum(f.data[from:to], castagnoli) != sum {
		return nil, ErrDamaged
	}
	return f.data[from:to], nil
}

// intact checks all blocks.
func (f *file) intact() error {
	return f.guard(func() error {
		for n := range uint64(f.blocks) {
			if _, err := f.stored(n); err != nil {
				return err
			}
		}
		return nil
	})
}

// load unpacks a block of a section.
func (f *file) load(section int, block uint64) (out []byte, err error) {
	err = f.guard(func() error {
		stored, err := f.stored(f.first[section] + block)
		if err != nil {
			return err
		}
		shift := f.kind.shift()
		positions := min(f.sections[section].positions-block<<shift, 1<<shift)
		out, err = unpack(stored, f.kind.unpacked(int(positions), f.width))
		return err
	})
	if err != nil {
		return nil, f.broken(err)
	}
	return out, nil
}

// value reads a value; false when the file turns out to be damaged.
func (f *file) value(section int, n uint64) (Value, bool) {
	b := f.cache.block(f, section, n>>valueShift)
	if b == nil {
		return Draw, false
	}
	i := n & (1<<valueShift - 1)
	return valuesOf[b[i/4]>>(i%4*2)&3], true
}

// code reads a code; false when the file turns out to be damaged.
func (f *file) code(section int, n uint64) (code, bool) {
	b := f.cache.block(f, section, n>>distanceShift)
	if b == nil {
		return 0, false
	}
	i := n & (1<<distanceShift - 1)
	if f.width == 2 {
		return code(b[2*i]) | code(b[2*i+1])<<8, true
	}
	return code(b[i]), true
}

// table reads a whole section of a distance file.
func (f *file) table(v *board.Variant, section int) (*table, error) {
	m := f.material
	if section == 1 {
		m = m.Swap()
	}
	t := &table{indexer: newIndexer(v, m)}
	if f.width == 1 {
		t.narrow = make([]uint8, 0, t.size)
	} else {
		t.wide = make([]uint16, 0, t.size)
	}
	for n := range distanceKind.blocksOf(t.size) {
		b, err := f.load(section, n)
		if err != nil {
			return nil, err
		}
		if f.width == 1 {
			t.narrow = append(t.narrow, b...)
			continue
		}
		for i := 0; i < len(b); i += 2 {
			t.wide = append(t.wide, binary.LittleEndian.Uint16(b[i:]))
		}
	}
	return t, nil
}
