package protocol

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"strings"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/require"
)

// hubClient is a client of a session in the same process.
type hubClient struct {
	t     *testing.T
	in    *io.PipeWriter
	lines chan hubAnswer
	ended chan error
}

type hubAnswer struct {
	text string
	at   time.Time
}

// patience is how long an answer may take on a busy machine.
const patience = 60 * time.Second

func newHubClient(t *testing.T, o SessionOptions) *hubClient {
	t.Helper()
	inRead, inWrite := io.Pipe()
	outRead, outWrite := io.Pipe()
	c := &hubClient{t: t, in: inWrite, lines: make(chan hubAnswer, 10_000), ended: make(chan error, 1)}
	go func() {
		c.ended <- ServeHub(context.Background(), inRead, outWrite, o, zerolog.Nop())
		inRead.Close()
		outWrite.Close()
	}()
	go func() {
		defer close(c.lines)
		for s := bufio.NewScanner(outRead); s.Scan(); {
			c.lines <- hubAnswer{s.Text(), time.Now()}
		}
	}()
	t.Cleanup(func() { inWrite.Close() })
	c.send("set-param name=tt-size value=14")
	return c
}

// send sends lines in one write.
func (c *hubClient) send(lines ...string) {
	c.t.Helper()
	_, err := io.WriteString(c.in, strings.Join(lines, "\n")+"\n")
	require.NoError(c.t, err)
}

// next returns the next line.
func (c *hubClient) next(limit <-chan time.Time, wanted string) hubAnswer {
	c.t.Helper()
	select {
	case a, ok := <-c.lines:
		require.True(c.t, ok, "the session ended")
		return a
	case <-limit:
		require.Fail(c.t, "no answer", wanted)
		return hubAnswer{}
	}
}

// await returns the next line that begins with a word, any line for "".
func (c *hubClient) await(word string) hubAnswer {
	c.t.Helper()
	limit := time.After(patience)
	for {
		if a := c.next(limit, word); word == "" || strings.HasPrefix(a.text+" ", word+" ") {
			return a
		}
	}
}

// collect returns all lines up to one that is equal to last.
func (c *hubClient) collect(last string) (lines []string) {
	c.t.Helper()
	limit := time.After(patience)
	for {
		a := c.next(limit, last)
		if a.text == last {
			return lines
		}
		lines = append(lines, a.text)
	}
}

// converse feeds a whole conversation to a session and returns its output.
func converse(t testing.TB, o SessionOptions, lines ...string) string {
	t.Helper()
	var out bytes.Buffer
	in := strings.NewReader("set-param name=tt-size value=12\n" + strings.Join(lines, "\n"))
	h := &hubServer{session: NewSession(o), log: zerolog.Nop(), exitTime: patience}
	require.NoError(t, serveHub(context.Background(), in, &out, h))
	return out.String()
}
