package protocol

import (
	"fmt"
	"os"
)

// memoryInUse returns the bytes of memory that the system counts as this
// program's, its file included.
func memoryInUse() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return goMemory()
	}
	var size, resident int64 // pages
	if n, _ := fmt.Sscan(string(text), &size, &resident); n != 2 {
		return goMemory()
	}
	return resident * int64(os.Getpagesize())
}
