package files

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// Locks of windows bind all readers, so it is a byte far behind the end that is
// locked.
func tryLock(f *os.File) error {
	at := windows.Overlapped{Offset: ^uint32(0), OffsetHigh: ^uint32(0) >> 1}
	err := windows.LockFileEx(windows.Handle(f.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, &at)
	switch {
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION), errors.Is(err, windows.ERROR_IO_PENDING):
		return ErrInUse
	case errors.Is(err, errors.ErrUnsupported):
		return nil
	}
	return err
}
