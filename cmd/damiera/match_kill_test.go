//go:build linux

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/bench"
	"github.com/damiera/damiera/board"
)

// killTest is a match that is shot at.
type killTest struct {
	*testing.T
	dir       string
	games     int
	arguments []string
}

// A match with a garbage-printing and a hanging engine in the pool survives a
// kill -9 of an engine and of the manager: resumed, it has every game exactly
// once, with the right reason.
func TestMatchSurvivesKills(t *testing.T) {
	t.Parallel()
	games, moveTime := 12, "0.01"
	if os.Getenv("DAMIERA_LONG") == "1" {
		games, moveTime = 200, "0.05"
	} else if testing.Short() {
		t.Skip("takes half a minute")
	}
	dir := t.TempDir()
	k := &killTest{t, dir, games, []string{
		"match", "--games", strconv.Itoa(games), "--concurrency", "2",
		"--each", "timemargin=2000 movetime=" + moveTime, // the machine may be busy
		"--engine", "name=new cmd=damiera param.tt-size=14",
		"--engine", "name=old cmd='damiera hub' param.tt-size=14 param.eval=material",
		"--engine", "name=garbage cmd=garbage-engine",
		"--engine", "name=hang cmd=hanging-engine",
		"--pdnout", filepath.Join(dir, "games.pdn"), "--json", filepath.Join(dir, "result.json"),
		"--html", filepath.Join(dir, "report.html"),
	}}

	manager := k.start()
	k.waitForGames(games / 6)
	k.killEngine(manager.Process.Pid)
	k.waitFor(func(journal []byte) bool { return bytes.Contains(journal, []byte(`"reason":"crash"`)) })
	k.waitForGames(games / 2)
	engines := children(manager.Process.Pid)
	require.NotEmpty(t, engines)
	require.NoError(t, manager.Process.Kill())
	_ = manager.Wait()
	k.waitUntilGone(engines)
	k.checkFiles(false)

	k.arguments = append(k.arguments, "--resume")
	manager = k.start()
	require.NoError(t, manager.Wait(), manager.Stderr)
	k.checkFiles(true)
}

// start runs the match manager.
func (k *killTest) start() *exec.Cmd {
	cmd := exec.Command("damiera", k.arguments...)
	cmd.Stderr, cmd.Stdout = &bytes.Buffer{}, &bytes.Buffer{}
	require.NoError(k, cmd.Start())
	k.Cleanup(func() { _ = cmd.Process.Kill() })
	return cmd
}

func (k *killTest) journal() string { return filepath.Join(k.dir, "games.pdn.journal") }

// waitForGames waits until the journal has more than n games.
func (k *killTest) waitForGames(n int) {
	k.waitFor(func(journal []byte) bool { return bytes.Count(journal, []byte("\n")) > n+1 })
}

func (k *killTest) waitFor(holds func(journal []byte) bool) {
	require.Eventually(k, func() bool {
		text, err := os.ReadFile(k.journal())
		return err == nil && holds(text)
	}, 10*time.Minute, 2*time.Millisecond)
}

// killEngine kills the engine that takes part in every game.
func (k *killTest) killEngine(manager int) {
	require.Eventually(k, func() bool {
		for _, pid := range children(manager) {
			name, err := os.ReadFile(fmt.Sprintf("/proc/%d/cmdline", pid))
			if err == nil && filepath.Base(strings.TrimSuffix(string(name), "\x00")) == "damiera" {
				return syscall.Kill(pid, syscall.SIGKILL) == nil
			}
		}
		return false
	}, patience, time.Millisecond)
}

func (k *killTest) waitUntilGone(pids []int) {
	for _, pid := range pids {
		assert.Eventually(k, func() bool {
			state, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
			return err != nil || strings.Contains(string(state), ") Z ")
		}, patience, 10*time.Millisecond, "the engines of a manager that was killed end with it")
	}
}

// checkFiles holds journal, PDN and JSON against each other.
func (k *killTest) checkFiles(complete bool) {
	records := k.records()
	seen := map[int]bool{}
	crashes := 0
	reasons := map[string]int{}
	for _, r := range records {
		assert.False(k, seen[r.Game], "game %d is there twice", r.Game)
		seen[r.Game] = true
		reasons[r.Reason]++
		switch {
		case r.Reason == "crash":
			crashes++
			// a busy machine may notice the closed pipe long before the exit
			assert.Regexp(k, "killed|closed its output", r.Detail)
			assert.Contains(k, []string{"new", "old"}, r.Loser)
		case r.Has("garbage"):
			assert.Equal(k, "garbage by garbage", r.Reason+" by "+r.Loser, r.Detail)
		case r.Has("hang"):
			assert.Equal(k, "hang by hang", r.Reason+" by "+r.Loser, r.Detail)
		default:
			assert.Empty(k, r.Loser, "game %d: %s: %s", r.Game, r.Reason, r.Detail)
		}
	}
	assert.LessOrEqual(k, crashes, 1, "one engine was killed")
	if !complete {
		return
	}
	assert.Equal(k, 1, crashes, "one engine was killed")
	require.Len(k, records, k.games)
	for game := 1; game <= k.games; game++ {
		assert.True(k, seen[game], "game %d is missing", game)
	}

	text, err := os.ReadFile(filepath.Join(k.dir, "result.json"))
	require.NoError(k, err)
	var s bench.Summary
	require.NoError(k, json.Unmarshal(text, &s))
	assert.Equal(k, k.games, s.Games)
	assert.Equal(k, k.games, s.Wins+s.Draws+s.Losses)
	assert.Equal(k, reasons, s.Reasons)
	k.checkPDN()
	page, err := os.ReadFile(filepath.Join(k.dir, "report.html"))
	require.NoError(k, err)
	assert.Contains(k, string(page), "</html>")
}

// records reads the complete lines of the journal.
func (k *killTest) records() (records []bench.GameRecord) {
	text, err := os.ReadFile(k.journal())
	require.NoError(k, err)
	lines := bytes.SplitAfter(text, []byte("\n"))
	for _, line := range lines[1:] {
		if !bytes.HasSuffix(line, []byte("\n")) {
			continue
		}
		var r bench.GameRecord
		require.NoError(k, json.Unmarshal(line, &r))
		records = append(records, r)
	}
	return records
}

// checkPDN wants every game in the PDN exactly once, legal to the end.
func (k *killTest) checkPDN() {
	f, err := os.Open(filepath.Join(k.dir, "games.pdn"))
	require.NoError(k, err)
	defer f.Close()
	rounds := map[string]bool{}
	games := board.NewPDNReader(f, nil)
	for {
		g, err := games.Next()
		if err != nil {
			break
		}
		assert.NoError(k, g.Err)
		assert.NotEqual(k, board.Ongoing, g.Outcome())
		assert.False(k, rounds[g.Tag("Round")], "round %s is there twice", g.Tag("Round"))
		rounds[g.Tag("Round")] = true
	}
	assert.Len(k, rounds, k.games)
}

// children returns the processes that a process has started.
func children(pid int) (ids []int) {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/children", pid))
	for _, file := range threads {
		text, err := os.ReadFile(file)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		for _, word := range strings.Fields(string(text)) {
			if id, err := strconv.Atoi(word); err == nil {
				ids = append(ids, id)
			}
		}
	}
	return ids
}
