package files

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// Replace replaces a file at once: whoever reads it sees the old bytes or the
// new ones, also when the program is killed. A symbolic link stays one: the file it leads
// to is replaced. A device or a pipe cannot be replaced and is written to.
func Replace(name string, data []byte) error {
	name, err := follow(name)
	if err != nil {
		return err
	}
	mode := os.FileMode(0o644)
	if info, err := os.Stat(name); err == nil {
		if !info.Mode().IsRegular() {
			return writeInPlace(name, data)
		}
		mode = info.Mode().Perm()
	}
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // no more there when all went well
	_, err = f.Write(data)
	if err := errors.Join(err, f.Chmod(mode), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

func writeInPlace(name string, data []byte) error {
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	return errors.Join(err, f.Close())
}

// follow returns what a symbolic link leads to, which need not be there yet.
func follow(name string) (string, error) {
	const mostLinks = 40
	for range mostLinks {
		info, err := os.Lstat(name)
		if err != nil || info.Mode()&os.ModeSymlink == 0 {
			return name, nil // an error comes again when the file is made
		}
		to, err := os.Readlink(name)
		if err != nil {
			return "", err
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(filepath.Dir(name), to)
		}
		name = to
	}
	return "", fmt.Errorf("%s: too many symbolic links", name)
}
