package protocol

import "golang.org/x/sys/unix"

func machineMemory() int64 {
	var info unix.Sysinfo_t
	if unix.Sysinfo(&info) != nil {
		return assumedMemory
	}
	return int64(info.Totalram) * int64(info.Unit)
}

// assumedMemory stands in when the system does not tell.
const assumedMemory = 4 << 30
