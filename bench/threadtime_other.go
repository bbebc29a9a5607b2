//go:build !linux

package bench

import "time"

// threadTime returns the processor time of the calling thread, -1 if it cannot
// be had.
func threadTime() time.Duration { return -1 }
