//go:build !linux

package endgame

// lowerPriority does nothing: this system lowers only whole processes.
func lowerPriority() {}
