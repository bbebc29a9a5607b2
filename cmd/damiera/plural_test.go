package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPlural(t *testing.T) {
	for want, got := range map[string]string{
		"0 games": plural(0, "game"), "1 game": plural(1, "game"), "2 games": plural(uint64(2), "game"),
		"1 ply": plural(1, "ply"), "3 plies": plural(3, "ply"),
	} {
		assert.Equal(t, want, got)
	}
}
