//go:build linux

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/protocol/servertest"
)

// TestServeCrowd holds the program to its promises among many clients: who
// searches gets its moves, the memory that the system counts as the server's
// stays within --memory, and it ends within a second although everybody has a
// search under way. With DAMIERA_LONG=1 there are 50 who search, 500 who say
// nothing and 20 who send garbage.
func TestServeCrowd(t *testing.T) {
	c, long := servertest.NewCrowd()
	ending, memories := longestEnd, []string{"192MB"}
	if long {
		ending, memories = time.Second, []string{"320MB", "512MB", "1GB"}
	} else if testing.Short() {
		c.Searching = 4
	}
	for _, memory := range memories {
		t.Run(memory, func(t *testing.T) { testCrowd(t, c, memory, ending) })
	}
}

func testCrowd(t *testing.T, c servertest.Crowd, memory string, ending time.Duration) {
	s := startServer(t, "--memory", memory, "--max-sessions", strconv.Itoa(c.Searching), "--max-connections", strconv.Itoa(c.All()))
	for range c.Silent {
		servertest.Dial(t, s.hub)
	}
	for i := range c.Garbage {
		go servertest.SendGarbage([]string{s.hub, s.dxp}[i%2], i)
	}
	clients := make([]*servertest.Client, c.Searching)
	late := make([][]time.Duration, c.Searching)
	var playing sync.WaitGroup
	for i := range clients {
		clients[i] = servertest.Dial(t, s.hub)
		playing.Go(func() { late[i] = clients[i].Play(i, c.Moves) })
	}
	playing.Wait()
	all := slices.Sorted(slices.Values(slices.Concat(late...)))
	require.Len(t, all, c.Searching*c.Moves)
	for _, p := range clients {
		require.NoError(t, p.Send("go infinite"))
	}
	for _, p := range clients {
		require.NotEmpty(t, p.Until("info"))
	}
	peak := s.peakBytes()
	begun := time.Now()
	require.NoError(t, s.cmd.Process.Signal(syscall.SIGTERM))
	for _, p := range clients {
		playing.Go(func() {
			assert.Regexp(t, "^done move=", p.Until("done"))
			assert.Equal(t, `error message="the server is shutting down"`, p.Until("error"))
		})
	}
	require.NoError(t, s.cmd.Wait(), "%s", s.errors.String())
	took := time.Since(begun)
	playing.Wait()
	t.Logf("%+v: %d MiB at most; answers late by %v in the middle, %v at worst; ended in %v", c, peak>>20, all[len(all)/2], all[len(all)-1], took)
	assert.Less(t, took, ending)
	var budget memorySize
	require.NoError(t, budget.Set(memory))
	assert.LessOrEqual(t, peak, int64(budget))
}

// crowdServer is a server that runs as a program of its own.
type crowdServer struct {
	t        *testing.T
	cmd      *exec.Cmd
	hub, dxp string
	errors   bytes.Buffer
}

var listensAt = regexp.MustCompile(`address=(127\.0\.0\.1:\d+)`)

func startServer(t *testing.T, arguments ...string) *crowdServer {
	program, err := exec.LookPath("damiera")
	require.NoError(t, err)
	s := &crowdServer{t: t, cmd: exec.Command(program, append([]string{"serve", "--hub", "127.0.0.1:0", "--dxp", "127.0.0.1:0"}, arguments...)...)}
	log, err := s.cmd.StderrPipe()
	require.NoError(t, err)
	require.NoError(t, s.cmd.Start())
	t.Cleanup(func() { _ = s.cmd.Process.Kill() })
	lines := bufio.NewScanner(log)
	for s.dxp == "" && lines.Scan() {
		if found := listensAt.FindStringSubmatch(lines.Text()); found != nil && s.hub == "" {
			s.hub = found[1]
		} else if found != nil {
			s.dxp = found[1]
		}
		fmt.Fprintln(&s.errors, lines.Text())
	}
	require.NotEmpty(t, s.dxp, s.errors.String())
	go func() { _, _ = io.Copy(io.Discard, log) }()
	return s
}

// peakBytes is the most memory that the server has had.
func (s *crowdServer) peakBytes() int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.cmd.Process.Pid))
	require.NoError(s.t, err)
	found := regexp.MustCompile(`VmHWM:\s*(\d+) kB`).FindSubmatch(status)
	require.NotNil(s.t, found)
	kilobytes, err := strconv.ParseInt(string(found[1]), 10, 64)
	require.NoError(s.t, err)
	return kilobytes << 10
}
