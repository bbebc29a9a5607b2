package main

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// lowerPriority gives this process the lowest priority. Linux knows priorities
// of threads only; those that begin later take that of their maker.
func lowerPriority() {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return
	}
	for _, t := range threads {
		const lowest = 19
		if id, err := strconv.Atoi(t.Name()); err == nil {
			_ = unix.Setpriority(unix.PRIO_PROCESS, id, lowest) // always allowed
		}
	}
}
