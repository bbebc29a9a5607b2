package main

import (
	"fmt"
	"os"
	"testing"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/protocol"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestDocumentsAreComplete holds the README's table of games and the
// protocol's table of parameters against the program.
func TestDocumentsAreComplete(t *testing.T) {
	readme, err := os.ReadFile("../../README.md")
	require.NoError(t, err)
	for _, v := range board.Variants()[:18] {
		assert.Contains(t, string(readme), fmt.Sprintf("| `%s` |", v.Name))
	}
	reference, err := os.ReadFile("../../docs/protocol.md")
	require.NoError(t, err)
	for _, p := range protocol.NewSession(protocol.SessionOptions{}).Params().List() {
		assert.Contains(t, string(reference), fmt.Sprintf("| `%s` | %s", p.Name, p.Kind))
	}
}
