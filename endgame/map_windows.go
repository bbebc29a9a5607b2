package endgame

import (
	"os"
	"unsafe"

	"golang.org/x/sys/windows"
)

// mapFile maps a file into memory until it is closed.
func mapFile(f *os.File, size int64) ([]byte, func() error, error) {
	mapping, err := windows.CreateFileMapping(windows.Handle(f.Fd()), nil, windows.PAGE_READONLY, 0, 0, nil)
	if err != nil {
		return nil, nil, err
	}
	defer windows.CloseHandle(mapping) // the view keeps it
	at, err := windows.MapViewOfFile(mapping, windows.FILE_MAP_READ, 0, 0, uintptr(size))
	if err != nil {
		return nil, nil, err
	}
	data := unsafe.Slice((*byte)(unsafe.Add(unsafe.Pointer(nil), at)), size)
	return data, func() error { return windows.UnmapViewOfFile(at) }, nil
}
