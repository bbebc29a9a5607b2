package endgame

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/damiera/damiera/board"
)

// Database looks positions of one game up. All methods but Close are safe for
// concurrent use.
type Database struct {
	variant   *board.Variant
	dir       string
	maxPieces int
	pieces    atomic.Int32 // most pieces of a slice that is there
	slices    [MaxPieces][MaxPieces][MaxPieces][MaxPieces]atomic.Pointer[slice]
	cache     *cache

	mutex  sync.Mutex // of files
	files  []*file
	closed bool
}

// slice is one slice of an open database, the mover first.
type slice struct {
	*indexer
	values, distances *file
	section           int
}

// DefaultDir is where databases are kept when nothing else is said: in the
// user's cache directory.
func DefaultDir() (string, error) {
	cache, err := os.UserCacheDir()
	if err != nil {
		return "", err
	}
	return filepath.Join(cache, "damiera", "endgame"), nil
}

// gameDir is the directory of a game within a directory of databases.
func gameDir(v *board.Variant, dir string) string { return filepath.Join(dir, v.Name) }

// Open opens the slices of up to maxPieces pieces that dir has for a game. It
// always returns a database; it is closed when it is garbage, or earlier by Close.
// Files that are missing, damaged or foreign are left out of it. The error tells about those that are there but cannot be used.
func Open(v *board.Variant, dir string, maxPieces int) (*Database, error) {
	d := &Database{variant: v, dir: gameDir(v, dir), maxPieces: min(maxPieces, MaxPieces), cache: blocks}
	// a lookup needs the database, so files are not closed under it
	runtime.SetFinalizer(d, func(d *Database) { _ = d.Close() })
	return d, d.Refresh()
}

// Refresh opens the slices that were not there when it was called last. Lookups
// may go on meanwhile.
func (d *Database) Refresh() error {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	if d.closed {
		return nil
	}
	if _, err := os.Stat(d.dir); err != nil {
		return nil // no database; a build says what is wrong with the directory
	}
	var failed []error
	for n := 2; n <= d.maxPieces; n++ {
		for _, m := range Slices(d.variant, n) {
			if d.at(m).Load() != nil {
				continue
			}
			switch err := d.open(m); {
			case err == nil:
				d.pieces.Store(max(d.pieces.Load(), int32(n)))
			case !errors.Is(err, os.ErrNotExist):
				failed = append(failed, err)
			}
		}
	}
	return errors.Join(failed...)
}

// open opens both files of a slice.
func (d *Database) open(m Material) error {
	values, err := openFile(d.variant, d.dir, m, valueKind, d.cache)
	if err != nil {
		return err
	}
	distances, err := openFile(d.variant, d.dir, m, distanceKind, d.cache)
	if err != nil {
		values.close()
		return err
	}
	d.files = append(d.files, values, distances)
	for section := range values.sections {
		d.at(m).Store(&slice{newIndexer(d.variant, m), values, distances, section})
		m = m.Swap()
	}
	return nil
}

// Close gives the files back. No lookup may run or come after it.
func (d *Database) Close() error {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	var failed []error
	for _, f := range d.files {
		failed = append(failed, f.close())
	}
	d.files, d.closed = nil, true
	return errors.Join(failed...)
}

// Damaged tells which files a lookup has found damaged since they were opened, and
// what to do about it; nil for none. They are not asked any more.
func (d *Database) Damaged() error {
	d.mutex.Lock()
	defer d.mutex.Unlock()
	var found []error
	for _, f := range d.files {
		if f.damaged.Load() {
			found = append(found, f.broken(ErrDamaged))
		}
	}
	return errors.Join(found...)
}

// Variant returns the game.
func (d *Database) Variant() *board.Variant { return d.variant }

// Pieces returns the most pieces of a position that may be found, 0 if there is
// no slice at all. Ask it before anything else: it costs next to nothing.
func (d *Database) Pieces() int { return int(d.pieces.Load()) }

// Complete reports whether all slices of up to a number of pieces are there.
func (d *Database) Complete(pieces int) bool {
	for n := 2; n <= pieces; n++ {
		for _, m := range Slices(d.variant, n) {
			if d.at(m).Load() == nil {
				return false
			}
		}
	}
	return true
}

func (d *Database) at(m Material) *atomic.Pointer[slice] {
	const mask = MaxPieces - 1
	return &d.slices[m.Men[0]&mask][m.Kings[0]&mask][m.Men[1]&mask][m.Kings[1]&mask]
}

// find returns the slice of a position and its number in it.
func (d *Database) find(p *board.Position) (*slice, uint64) {
	m := MaterialOf(p)
	if m.Pieces() > MaxPieces || m.Men[0]+m.Kings[0] == 0 || m.Men[1]+m.Kings[1] == 0 {
		return nil, 0
	}
	s := d.at(m).Load()
	if s == nil {
		return nil, 0
	}
	if p.Side == board.White {
		return s, s.index(p)
	}
	flipped := d.variant.Flip(p)
	return s, s.index(&flipped)
}

// WDL returns how a position ends; false if the database does not know. A
// position with a compulsory capture is not to be asked: its value means
// nothing, see Distance.
func (d *Database) WDL(p *board.Position) (Value, bool) {
	s, n := d.find(p)
	if s == nil {
		return Draw, false
	}
	return s.values.value(s.section, n)
}

// Distance returns how a position ends and in how many plies, 0 for a game that
// is over and for a draw; false if the database does not know.
func (d *Database) Distance(p *board.Position) (Value, int, bool) {
	s, n := d.find(p)
	if s == nil {
		return Draw, 0, false
	}
	c, ok := s.distances.code(s.section, n)
	if !ok || c == 0 {
		return Draw, 0, ok
	}
	return valueOf(d.variant, c), int(c) - 1, true
}
