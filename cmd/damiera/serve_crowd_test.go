//go:build linux

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/protocol"
)

// crowd is how many clients of each kind come to a server at once.
type crowd struct{ searching, silent, garbage, moves int }

// TestServeCrowd holds the program to its promises among many clients: who
// searches gets its moves, the memory that the system counts as the server's
// stays within --memory, and it ends within a second although everybody has a
// search under way. With DAMIERA_LONG=1 there are 50 who search, 500 who say
// nothing and 20 who send garbage.
func TestServeCrowd(t *testing.T) {
	c, ending := crowd{searching: 8, silent: 60, garbage: 6, moves: 3}, longestEnd
	memories := []string{"192MB"}
	if os.Getenv("DAMIERA_LONG") != "" {
		c, ending = crowd{searching: 50, silent: 500, garbage: 20, moves: 10}, time.Second
		memories = []string{"320MB", "512MB", "1GB"}
	} else if testing.Short() {
		c.searching = 4
	}
	for _, memory := range memories {
		t.Run(memory, func(t *testing.T) { testCrowd(t, c, memory, ending) })
	}
}

func testCrowd(t *testing.T, c crowd, memory string, ending time.Duration) {
	s := startServer(t, "--memory", memory, "--max-sessions", strconv.Itoa(c.searching), "--max-connections", strconv.Itoa(c.searching+c.silent+c.garbage))
	for range c.silent {
		s.dial(s.hub)
	}
	for i := range c.garbage {
		go s.sendGarbage(i)
	}
	clients := make([]*crowdClient, c.searching)
	late := make([][]time.Duration, c.searching)
	var playing sync.WaitGroup
	for i := range clients {
		clients[i] = s.dial(s.hub)
		playing.Go(func() { late[i] = clients[i].play(i, c.moves) })
	}
	playing.Wait()
	all := slices.Sorted(slices.Values(slices.Concat(late...)))
	require.Len(t, all, c.searching*c.moves)
	for _, p := range clients {
		p.send("go infinite")
	}
	for _, p := range clients {
		require.NotEmpty(t, p.until("info"))
	}
	peak := s.peakBytes()
	begun := time.Now()
	require.NoError(t, s.cmd.Process.Signal(syscall.SIGTERM))
	for _, p := range clients {
		playing.Go(func() {
			assert.Regexp(t, "^done move=", p.until("done"))
			assert.Equal(t, `error message="the server is shutting down"`, p.until("error"))
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

// crowdClient is a client that speaks Hub.
type crowdClient struct {
	t *testing.T
	net.Conn
	in *bufio.Reader
}

func (s *crowdServer) dial(address string) *crowdClient {
	c, err := net.Dial("tcp", address)
	require.NoError(s.t, err)
	s.t.Cleanup(func() { c.Close() })
	return &crowdClient{s.t, c, bufio.NewReader(c)}
}

func (p *crowdClient) send(lines ...string) {
	_, err := io.WriteString(p, strings.Join(lines, "\n")+"\n")
	assert.NoError(p.t, err)
}

// until reads lines until one begins so, and returns it; "" at the end.
func (p *crowdClient) until(prefix string) string {
	_ = p.SetReadDeadline(time.Now().Add(patience))
	for {
		line, err := p.in.ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); err != nil || strings.HasPrefix(line, prefix) {
			return line
		}
		if strings.HasPrefix(line, "error") {
			p.t.Error(line)
		}
	}
}

// play asks for moves of a game, checks that they come, and returns how late
// they were.
func (p *crowdClient) play(i, moves int) (late []time.Duration) {
	const moveTime = 50 * time.Millisecond
	names := []string{"normal", "frisian", "russian", "canadian", "turkish", "english"}
	v, err := board.Lookup(names[i%len(names)])
	assert.NoError(p.t, err)
	p.send("hub", "set-param name=variant value="+v.HubName(), "set-param name=book value=false", "init")
	assert.Equal(p.t, "ready", p.until("ready"))
	start := v.Start()
	played := ""
	for range moves {
		begun := time.Now()
		p.send(fmt.Sprintf("pos pos=%s moves=%q", v.Hub(&start), played), fmt.Sprintf("level move-time=%g", moveTime.Seconds()), "go think")
		done := p.until("done")
		late = append(late, time.Since(begun)-moveTime)
		move, _ := protocol.ParseHubLine(done).Get("move")
		if !assert.NotEmpty(p.t, move, done) {
			return late
		}
		played = strings.TrimSpace(played + " " + move)
	}
	return late
}

// sendGarbage sends noise of several kinds until it is cut off.
func (s *crowdServer) sendGarbage(i int) {
	address := s.hub
	if i%2 == 1 {
		address = s.dxp
	}
	c, err := net.Dial("tcp", address)
	if err != nil {
		return
	}
	defer c.Close()
	random := rand.New(rand.NewPCG(uint64(i), 1))
	block := make([]byte, 4096)
	for {
		for j := range block {
			block[j] = byte(random.Uint32())
		}
		switch i % 4 {
		case 0: // one line without end
			block = []byte(strings.ReplaceAll(string(block), "\n", " "))
		case 2: // many answers that nobody reads
			copy(block, strings.Repeat("hub\nping\n", 455))
		}
		if _, err := c.Write(block); err != nil {
			return
		}
	}
}
