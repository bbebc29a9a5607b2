package main

import "golang.org/x/sys/windows"

// lowerPriority gives this process the lowest priority.
func lowerPriority() {
	_ = windows.SetPriorityClass(windows.CurrentProcess(), windows.IDLE_PRIORITY_CLASS) // always allowed
}
