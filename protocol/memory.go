package protocol

import (
	"os"
	"strconv"
	"strings"
)

// MemoryLimit returns how many bytes a local session's transposition table may
// take: half of what the machine, or the control group that the program runs
// in, has.
func MemoryLimit() int64 {
	limit := machineMemory()
	if text, err := os.ReadFile("/sys/fs/cgroup/memory.max"); err == nil { // absent on other systems than Linux
		if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 {
			limit = min(limit, n)
		}
	}
	return limit / 2
}
