package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// outputFile is a file that a command shall write, and the flag that names it.
type outputFile struct{ flag, name string }

// checkOutputs refuses files that cannot be written, before the work whose result
// they are to hold. Two outputs in one file would destroy each other. Files
// without a name are not wanted.
func checkOutputs(files ...outputFile) error {
	for i, f := range files {
		if f.name == "" {
			continue
		}
		for _, other := range files[:i] {
			if other.name != "" && sameFile(f.name, other.name) {
				return usagef("--%s and --%s are the same file %s: give each a file of its own", other.flag, f.flag, f.name)
			}
		}
	}
	for _, f := range files {
		if err := f.check(); err != nil {
			return err
		}
	}
	return nil
}

// check tries whether the file can be replaced: it needs a place beside it.
func (f outputFile) check() error {
	if f.name == "" {
		return nil
	}
	info, err := os.Stat(f.name)
	switch {
	case err == nil && info.IsDir():
		return fmt.Errorf("--%s %s: it is a directory: write the name of a file", f.flag, f.name)
	case err == nil && !info.Mode().IsRegular():
		return fmt.Errorf("--%s %s: it is no ordinary file, which could be replaced", f.flag, f.name)
	}
	dir := filepath.Dir(f.name)
	trial, err := os.CreateTemp(dir, ".damiera.*")
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("--%s %s: there is no directory %s", f.flag, f.name, dir)
	}
	if err != nil {
		return fmt.Errorf("--%s %s: cannot write there: %w", f.flag, f.name, cause(err))
	}
	return errors.Join(trial.Close(), os.Remove(trial.Name()))
}

// cause cuts from an error the name of a file that is not the user's.
func cause(err error) error {
	var path *fs.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// sameFile tells whether two names mean one file, which need not exist.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB)
	}
	return place(a) == place(b)
}

// place is the full name of a file in a directory without symbolic links.
func place(name string) string {
	dir, err := filepath.EvalSymlinks(filepath.Dir(name))
	if err != nil {
		dir = filepath.Dir(name)
	}
	if full, err := filepath.Abs(dir); err == nil {
		dir = full
	}
	return filepath.Join(dir, filepath.Base(name))
}
