//go:build !linux

package protocol

// memoryInUse returns the bytes of memory that belong to this program alone.
func memoryInUse() int64 { return goMemory() }
