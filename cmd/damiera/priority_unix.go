//go:build unix && !linux

package main

import "golang.org/x/sys/unix"

// lowerPriority gives this process the lowest priority.
func lowerPriority() {
	const lowest = 19
	_ = unix.Setpriority(unix.PRIO_PROCESS, 0, lowest) // always allowed
}
