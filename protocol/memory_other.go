//go:build !linux

package protocol

// machineMemory is a careful guess: the systems have no common way to ask.
func machineMemory() int64 { return 4 << 30 }
