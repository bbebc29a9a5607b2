package protocol

import (
	"fmt"
	"os"
)

// memoryInUse returns the bytes of memory that belong to this program alone.
func memoryInUse() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return goMemory()
	}
	var size, resident, shared int64 // pages; files that are mapped are shared
	if n, _ := fmt.Sscan(string(text), &size, &resident, &shared); n != 3 {
		return goMemory()
	}
	return (resident - shared) * int64(os.Getpagesize())
}
