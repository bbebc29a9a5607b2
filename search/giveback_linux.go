package search

import (
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// giveBack lets the system have the memory of plies that have never been used
// until a search comes to them: most have room for moves that no position has.
// Memory that the allocator had before has been cleared by it, and so touched. A
// page that was given back is all zeros when it is next seen, as it is now.
func giveBack(stack []ply) {
	page := os.Getpagesize() // the system rounds up to its own pages, which differ between machines
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(stack))), len(stack)*int(unsafe.Sizeof(ply{})))
	memory = memory[-uintptr(unsafe.Pointer(unsafe.SliceData(memory)))%uintptr(page):]
	_ = unix.Madvise(memory[:len(memory)/page*page], unix.MADV_DONTNEED)
}
