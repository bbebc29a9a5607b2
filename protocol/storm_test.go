package protocol

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestCommandStorm sends commands at random and without waiting for answers,
// alone and several in one write. Whatever comes in whatever order, every go gets
// exactly one done with a move, and nothing but what the commands ask for is said.
func TestCommandStorm(t *testing.T) {
	for name, o := range map[string]SessionOptions{
		"local":  {MaxThreads: 2, MaxHashBytes: 1 << 20},
		"remote": {MaxThreads: 2, MaxHashBytes: 1 << 20, Remote: true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			seed := uint64(time.Now().UnixNano())
			t.Log("seed", seed)
			storm(t, newHubClient(t, o), rand.New(rand.NewPCG(seed, 0)))
		})
	}
}

// stormCommands make one command each.
var stormCommands = []func(*rand.Rand) string{
	func(*rand.Rand) string { return "level move-time=0.01" },
	func(*rand.Rand) string { return "level move-time=0.01" },
	func(*rand.Rand) string { return "level time=0.1 inc=0.01" },
	func(r *rand.Rand) string { return fmt.Sprintf("level depth=%d", 1+r.IntN(6)) },
	func(*rand.Rand) string { return "level time=-1" },
	func(*rand.Rand) string { return "level infinite" },
	func(*rand.Rand) string { return "go think" },
	func(*rand.Rand) string { return "go ponder" },
	func(*rand.Rand) string { return "go analyze" },
	func(*rand.Rand) string { return "stop" },
	func(*rand.Rand) string { return "stop" },
	func(*rand.Rand) string { return "ponder-hit" },
	func(*rand.Rand) string { return "ping" },
	func(*rand.Rand) string { return "new-game" },
	func(*rand.Rand) string { return "init" },
	func(*rand.Rand) string { return "pos" },
	func(*rand.Rand) string { return `pos pos=start moves="32-28 19-23 28x19x23"` },
	func(*rand.Rand) string { return `pos pos=start moves="1-50"` }, // is refused
	func(*rand.Rand) string { return "pos pos=nonsense" },           // so is this
	func(*rand.Rand) string { return "\x00 \xff garbage=\"" },
	func(r *rand.Rand) string { return fmt.Sprintf("set-param name=tt-size value=%d", 10+r.IntN(3)) },
	func(r *rand.Rand) string { return fmt.Sprintf("set-param name=threads value=%d", 1+r.IntN(2)) },
	func(r *rand.Rand) string { return fmt.Sprintf("set-param name=multi-pv value=%d", 1+r.IntN(3)) },
	func(r *rand.Rand) string { return fmt.Sprintf("set-param name=book value=%t", r.IntN(2) == 0) },
	func(r *rand.Rand) string {
		return "set-param name=variant value=" + []string{"normal", "killer", "bt", "losing"}[r.IntN(4)]
	},
}

func storm(t *testing.T, c *hubClient, random *rand.Rand) {
	length, most := 2*time.Second, 8 // searches that nobody has answered yet
	if testing.Short() {
		length = time.Second
	}
	asked, done, pings, pongs := 0, 0, 0, 0
	count := func(line string) {
		switch command, rest, _ := strings.Cut(line, " "); command {
		case "done":
			done++
			assert.True(t, strings.HasPrefix(rest, "move="), line)
		case "pong":
			pongs++
		case "info", "ready", "id", "param":
		case "error":
			assert.Regexp(t, `^message="(move 1: |bad position|.*nonsense)`, rest)
		default:
			assert.Fail(t, "stray answer", line)
		}
	}
	for begun := time.Now(); time.Since(begun) < length; {
		var lines []string
		for range 1 + random.IntN(4) {
			line := stormCommands[random.IntN(len(stormCommands))](random)
			if strings.HasPrefix(line, "go") {
				asked++
			}
			if line == "ping" {
				pings++
			}
			lines = append(lines, line)
		}
		c.send(lines...)
		time.Sleep(time.Duration(random.IntN(4)) * time.Millisecond)
		for more := true; more; {
			select {
			case a := <-c.lines:
				count(a.text)
			default:
				more = false
			}
		}
		if asked-done > most {
			c.send("stop", "hub")
			for _, line := range c.collect("wait") {
				count(line)
			}
			require.Equal(t, asked, done)
		}
	}
	c.send("stop", "hub")
	for _, line := range c.collect("wait") {
		count(line)
	}
	assert.Equal(t, asked, done, "every go has one answer")
	assert.Equal(t, pings, pongs)
	t.Log(asked, "searches")
}
