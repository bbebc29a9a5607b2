package servertest

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// patience is how long an answer may take on a busy machine.
const patience = 60 * time.Second

// Crowd is how many clients of each kind come to a server at once.
type Crowd struct{ Searching, Silent, Garbage, Moves int }

// NewCrowd returns a small crowd, or with DAMIERA_LONG a large one.
func NewCrowd() (c Crowd, long bool) {
	if os.Getenv("DAMIERA_LONG") != "" {
		return Crowd{Searching: 50, Silent: 500, Garbage: 20, Moves: 10}, true
	}
	return Crowd{Searching: 8, Silent: 60, Garbage: 6, Moves: 3}, false
}

// All returns the number of clients.
func (c Crowd) All() int { return c.Searching + c.Silent + c.Garbage }

// Client is a client that speaks Hub.
type Client struct {
	net.Conn
	t  testing.TB
	in *bufio.Reader
}

// Dial connects a client; the end of the test closes it.
func Dial(t testing.TB, address string) *Client {
	c, err := net.Dial("tcp", address)
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return &Client{c, t, bufio.NewReader(c)}
}

// Send sends lines in one write.
func (c *Client) Send(lines ...string) error {
	_, err := io.WriteString(c, strings.Join(lines, "\n")+"\n")
	return err
}

// Until reads lines until one begins so, and returns it; "" at the end. An error
// line on the way fails the test.
func (c *Client) Until(prefix string) string {
	_ = c.SetReadDeadline(time.Now().Add(patience))
	for {
		line, err := c.in.ReadString('\n')
		if line = strings.TrimRight(line, "\r\n"); err != nil || strings.HasPrefix(line, prefix) {
			return line
		}
		if strings.HasPrefix(line, "error") {
			c.t.Error(line)
		}
	}
}

var doneMove = regexp.MustCompile(`^done move=(\S+)`)

// Play asks for moves of a game, which depends on i, checks that they come, and
// returns how late they were.
func (c *Client) Play(i, moves int) (late []time.Duration) {
	const moveTime = 50 * time.Millisecond
	names := []string{"normal", "frisian", "russian", "canadian", "turkish", "english"}
	v, err := board.Lookup(names[i%len(names)])
	assert.NoError(c.t, err)
	assert.NoError(c.t, c.Send("hub", "set-param name=variant value="+v.HubName(), "set-param name=book value=false", "init"))
	assert.Equal(c.t, "ready", c.Until("ready"))
	start := v.Start()
	played := ""
	for range moves {
		begun := time.Now()
		assert.NoError(c.t, c.Send(fmt.Sprintf("pos pos=%s moves=%q", v.Hub(&start), played),
			fmt.Sprintf("level move-time=%g", moveTime.Seconds()), "go think"))
		done := c.Until("done")
		late = append(late, time.Since(begun)-moveTime)
		move := doneMove.FindStringSubmatch(done)
		if !assert.NotNil(c.t, move, done) {
			return late
		}
		played = strings.TrimSpace(played + " " + move[1])
	}
	return late
}

// SendGarbage sends noise of a kind that depends on i, until it is cut off.
func SendGarbage(address string, i int) {
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
