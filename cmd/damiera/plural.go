package main

import (
	"fmt"
	"strings"
)

// plural writes a number of things: 1 game, 2 games, 3 plies.
func plural[N int | uint64](n N, one string) string {
	if n == 1 {
		return "1 " + one
	}
	if stem, ok := strings.CutSuffix(one, "ply"); ok { // and reply
		return fmt.Sprintf("%d %splies", n, stem)
	}
	return fmt.Sprintf("%d %ss", n, one)
}
