package protocol

import "runtime/metrics"

// goMemory returns the bytes that Go holds of the system's memory, whether they
// have been touched or not.
func goMemory() int64 {
	sample := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(sample)
	return int64(sample[0].Value.Uint64() - sample[1].Value.Uint64())
}
