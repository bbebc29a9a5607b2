package bench

import (
	"os"

	"golang.org/x/sys/windows"
)

// lockFile takes a file for this process until it is closed.
func lockFile(f *os.File) error {
	const all = ^uint32(0)
	return windows.LockFileEx(windows.Handle(f.Fd()),
		windows.LOCKFILE_EXCLUSIVE_LOCK|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, all, all, &windows.Overlapped{})
}
