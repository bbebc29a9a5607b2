package main

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// memorySize is a flag of so many bytes.
type memorySize int64

var memoryPattern = regexp.MustCompile(`^([0-9]+(?:\.[0-9]+)?) *([kmgt]?)(?:i?b)?$`)

// Set reads a number of MiB, or a number with a unit: KB, MB, GB, TB with or
// without i and B, all of them powers of two. Numbers from a million on are
// bytes.
func (m *memorySize) Set(text string) error {
	lower := strings.ToLower(strings.TrimSpace(text))
	parts := memoryPattern.FindStringSubmatch(lower)
	if parts == nil {
		return fmt.Errorf("%q is not a size such as 512, 512MB or 2GB", text)
	}
	n, err := strconv.ParseFloat(parts[1], 64)
	if err != nil {
		return err
	}
	shift := strings.Index("bkmgt", parts[2]) * 10
	if parts[2] == "" {
		shift = 0
		if !strings.HasSuffix(lower, "b") && n < 1e6 {
			shift = 20
		}
	}
	n *= math.Exp2(float64(shift))
	if n < 1 || n > 1<<60 {
		return fmt.Errorf("%q is not a size that a machine can have", text)
	}
	*m = memorySize(n)
	return nil
}

// String writes the size in MiB.
func (m *memorySize) String() string { return fmt.Sprintf("%dMiB", int64(*m)>>20) }

// Type is what --help calls the value.
func (m *memorySize) Type() string { return "SIZE" }
