package files

import (
	"errors"
	"os"
	"path/filepath"
)

// ErrInUse tells that another process holds a lock.
var ErrInUse = errors.New("another process is using it")

// TryLock takes an open file for this process until it is closed, or returns ErrInUse.
// The lock is advisory. Where the file system has no locks it does nothing.
func TryLock(f *os.File) error { return tryLock(f) }

// Lock makes a lock file and takes it, or returns ErrInUse. Unlock removes it; after a kill the
// file stays, but nobody holds it.
func Lock(name string) (unlock func(), err error) {
	for {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_RDWR, 0o644)
		if err != nil {
			return nil, err
		}
		if err := TryLock(f); err != nil {
			f.Close()
			return nil, err
		}
		// who held it before may have removed the file after it was opened here
		mine, err := f.Stat()
		if there, statErr := os.Stat(name); err == nil && statErr == nil && os.SameFile(mine, there) {
			return func() {
				removed := os.Remove(name) == nil
				f.Close()
				if !removed { // windows removes no open file
					os.Remove(name)
				}
			}, nil
		}
		f.Close()
	}
}

// LockFor takes the lock that belongs to a file which is replaced now and then,
// a hidden file beside it, or returns ErrInUse.
func LockFor(name string) (unlock func(), err error) {
	name, err = follow(name)
	if err != nil {
		return nil, err
	}
	return Lock(filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+".lock"))
}
