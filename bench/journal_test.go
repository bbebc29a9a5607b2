package bench

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

var testIdentity = MatchIdentity{Variant: "international", Engines: []string{"A", "B"}, Openings: "x", Tournament: "gauntlet"}

func writeJournal(t *testing.T, name string, games int) {
	t.Helper()
	j, records, err := OpenJournal(name, testIdentity, false)
	require.NoError(t, err)
	defer j.Close()
	require.Empty(t, records)
	for game := 1; game <= games; game++ {
		require.NoError(t, j.Append(&GameRecord{Game: game, White: "A", Black: "B", Result: "1-1", Reason: "<&>",
			Moves: []Ply{{Move: "32-28"}}}))
	}
}

// A journal cut off at any byte gives back all games whose line is complete and
// can be written on.
func TestJournalCutAnywhere(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	writeJournal(t, name, 3)
	whole, err := os.ReadFile(name)
	require.NoError(t, err)
	for n := range len(whole) {
		atEnd := n == 0 || whole[n-1] == '\n' || whole[n] == '\n'
		if n%17 != 0 && !atEnd { // writing through to the disk takes its time
			continue
		}
		cut := filepath.Join(t.TempDir(), "cut")
		require.NoError(t, os.WriteFile(cut, whole[:n], 0o644))
		complete := max(0, strings.Count(string(whole[:n]), "\n")-1)
		j, records, err := OpenJournal(cut, testIdentity, true)
		require.NoError(t, err, "cut at %d", n)
		require.Len(t, records, complete, "cut at %d", n)
		require.NoError(t, j.Append(&GameRecord{Game: 99, Result: resultDraw}))
		j.Close()
		j, records, err = OpenJournal(cut, testIdentity, true)
		require.NoError(t, err)
		require.Len(t, records, complete+1, "cut at %d", n)
		assert.Equal(t, 99, records[complete].Game)
		j.Close()
	}
}

func TestJournalRefusals(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "j")
	writeJournal(t, name, 2)

	other := testIdentity
	other.Engines = []string{"A", "C"}
	_, _, err := OpenJournal(name, other, true)
	assert.ErrorContains(t, err, "engine 2: B in the journal, C now")
	assert.ErrorContains(t, err, "remove --resume")
	other = testIdentity
	other.Variant = "russian"
	_, _, err = OpenJournal(name, other, true)
	assert.ErrorContains(t, err, "the game: international in the journal, russian now")

	j, _, err := OpenJournal(name, testIdentity, true)
	require.NoError(t, err)
	_, _, err = OpenJournal(name, testIdentity, true)
	assert.ErrorContains(t, err, "in use by another match")
	_, _, err = OpenJournal(name, testIdentity, false)
	assert.ErrorContains(t, err, "in use by another match")
	assert.ErrorContains(t, j.Append(&GameRecord{Game: 2}), "game 2 is in the journal already")
	j.Close()

	for text, want := range map[string]string{
		"{\"match\":{}}\n":                      "belongs to another match",
		"{\"match\":{\"variant\":\"russian\"}}": "",
		"{\"match\":7}\n":                       "does not begin like a journal",
	} {
		file := filepath.Join(dir, "other")
		require.NoError(t, os.WriteFile(file, []byte(text), 0o644))
		j, _, err := OpenJournal(file, testIdentity, true)
		if want == "" { // cut off before its first line was written: begun anew
			require.NoError(t, err)
			j.Close()
			continue
		}
		assert.ErrorContains(t, err, want)
	}

	text, err := os.ReadFile(name)
	require.NoError(t, err)
	lines := strings.SplitAfter(string(text), "\n")
	for _, bad := range []string{lines[1], "nonsense\n", "{}\n", "null\n",
		`{"game":9,"white":"A","black":"B","result":"a1-h8"}` + "\n"} {
		require.NoError(t, os.WriteFile(name, []byte(string(text)+bad), 0o644))
		_, _, err = OpenJournal(name, testIdentity, true)
		assert.Error(t, err, bad)
	}
}

// A file that is no journal stays as it is, also when it stands where an old
// journal would go.
func TestJournalLeavesOtherFilesAlone(t *testing.T) {
	for _, text := range []string{"hello\n", "PDN", "\x00\x00\x00\x00\n", "[Event \"x\"]\n\n1. 32-28 *\n"} {
		name := filepath.Join(t.TempDir(), "games.pdn")
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
		for _, resume := range []bool{false, true} {
			_, _, err := OpenJournal(name, testIdentity, resume)
			assert.ErrorContains(t, err, "games.pdn is there and is no journal of a match: give --journal another name")
		}
		assert.NoFileExists(t, name+".old")
		after, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.Equal(t, text, string(after))
	}
	name := filepath.Join(t.TempDir(), "j")
	writeJournal(t, name, 1)
	require.NoError(t, os.WriteFile(name+".old", []byte("dear diary"), 0o644))
	_, _, err := OpenJournal(name, testIdentity, false)
	assert.ErrorContains(t, err, "j.old is there and is no journal of a match")
}

// A name mistyped must not play the match all over again.
func TestResumeWithoutJournal(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	_, _, err := OpenJournal(name, testIdentity, true)
	assert.ErrorContains(t, err, "to resume from: leave out --resume to begin the match")
	assert.NoFileExists(t, name)
	require.NoError(t, os.WriteFile(name, nil, 0o644)) // killed before its first line
	j, records, err := OpenJournal(name, testIdentity, true)
	require.NoError(t, err)
	assert.Empty(t, records)
	j.Close()
}

// Without resume a new journal begins and the old one is kept beside it.
func TestJournalBeginsAnew(t *testing.T) {
	name := filepath.Join(t.TempDir(), "j")
	writeJournal(t, name, 3)
	before, err := os.ReadFile(name)
	require.NoError(t, err)
	writeJournal(t, name, 1)
	old, err := os.ReadFile(name + ".old")
	require.NoError(t, err)
	assert.Equal(t, before, old)
	j, records, err := OpenJournal(name, testIdentity, true)
	require.NoError(t, err)
	defer j.Close()
	assert.Len(t, records, 1)
	assert.Equal(t, "<&>", records[0].Reason)
}
