//go:build !linux

package tt

// adviseHugePages does nothing where the system has no such call.
func adviseHugePages([]bucket) {}
