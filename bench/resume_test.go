package bench

import (
	"context"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// An interruption at any time, and going on, loses and doubles no game.
func TestResume(t *testing.T) {
	journal := filepath.Join(t.TempDir(), "m.journal")
	o := testMatch(t, "international", "nodes=200 param.tt-size=10", "name=A", "name=B")
	o.Games, o.Journal = 30, journal
	rounds := 0
	for ; rounds < 20; rounds++ {
		m, err := NewMatch(o)
		require.NoError(t, err)
		ctx, cancel := context.WithCancel(context.Background())
		before := len(m.Records())
		m.options.Report = func(s *MatchStatus) error {
			if s.Done >= before+4 {
				cancel()
			}
			return nil
		}
		err = m.Run(ctx)
		cancel()
		m.Close()
		if err == nil {
			break
		}
		require.ErrorIs(t, err, ErrUndecided)
		o.Resume = true
	}
	assert.Greater(t, rounds, 3, "the match was interrupted several times")
	o.Resume = true
	m, err := NewMatch(o)
	require.NoError(t, err)
	defer m.Close()
	checkRecords(t, o.Variant, m.Records(), 30)
	require.NoError(t, m.Run(context.Background()), "nothing is left to play")
	assert.Len(t, m.Records(), 30)
}

// A journal damaged by hand must not count games for engines that did not play
// them.
func TestResumeOfStrangers(t *testing.T) {
	o := testMatch(t, "russian", "nodes=20", "name=A", "name=B")
	o.Games, o.Journal = 2, filepath.Join(t.TempDir(), "j")
	m, err := NewMatch(o)
	require.NoError(t, err)
	require.NoError(t, m.journal.Append(&GameRecord{Game: 1, White: "A", Black: "C", Result: resultWhite}))
	m.Close()
	o.Resume = true
	_, err = NewMatch(o)
	assert.ErrorContains(t, err, `game 1 is between "A" and "C", which do not play this match`)
}
