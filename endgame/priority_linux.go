package endgame

import "golang.org/x/sys/unix"

// lowerPriority gives the calling thread the lowest priority.
func lowerPriority() {
	const lowest = 19
	// on Linux the call means one thread; without the right to it the thread
	// stays as it is
	_ = unix.Setpriority(unix.PRIO_PROCESS, unix.Gettid(), lowest)
}
