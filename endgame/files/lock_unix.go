//go:build unix

package files

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

func tryLock(f *os.File) error {
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		switch {
		case errors.Is(err, unix.EINTR):
			continue
		case errors.Is(err, unix.EWOULDBLOCK):
			return ErrInUse
		case errors.Is(err, errors.ErrUnsupported), errors.Is(err, unix.ENOLCK):
			return nil
		}
		return err
	}
}
