package protocol

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// recorder keeps every write with its time.
type recorder struct {
	mu     sync.Mutex
	writes []string
	times  []time.Time
}

func (r *recorder) Write(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.writes = append(r.writes, string(p))
	r.times = append(r.times, time.Now())
	return len(p), nil
}

// holds reports whether a line that begins so was written.
func (r *recorder) holds(prefix string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.ContainsFunc(r.writes, func(line string) bool { return strings.HasPrefix(line, prefix) })
}

func TestLineWriterKeepsGaps(t *testing.T) {
	var r recorder
	w := NewLineWriter(&r, LineGap)
	for i := range 5 {
		w.Line(fmt.Sprint(i))
	}
	require.Eventually(t, func() bool { r.mu.Lock(); defer r.mu.Unlock(); return len(r.writes) == 5 }, patience, time.Millisecond)
	w.Close(patience)
	assert.Equal(t, []string{"0\n", "1\n", "2\n", "3\n", "4\n"}, r.writes, "one write a line")
	for i := 1; i < 5; i++ {
		assert.GreaterOrEqual(t, r.times[i].Sub(r.times[i-1]), LineGap)
	}
}

func TestLineWriterUpdates(t *testing.T) {
	var r recorder
	w := NewLineWriter(&r, 5*time.Second)
	w.Line("wait")
	require.Eventually(t, func() bool { r.mu.Lock(); defer r.mu.Unlock(); return len(r.writes) == 1 }, patience, time.Millisecond)
	for i := range 100 {
		w.Update(1, fmt.Sprint("first ", i))
		w.Update(2, fmt.Sprint("second ", i))
	}
	w.Line("done 1")
	w.Update(1, "of the next search")
	w.Line("done 2")
	start := time.Now()
	w.Close(patience)
	assert.Less(t, time.Since(start), 10*time.Second, "the last lines go without gaps")
	assert.Equal(t, "wait\nfirst 99\nsecond 99\ndone 1\nof the next search\ndone 2\n", strings.Join(r.writes, ""))
	w.Line("too late")
	assert.Len(t, r.writes, 6)
}

func TestLineWriterNeverWaitsForThePeer(t *testing.T) {
	in, out := io.Pipe() // nobody reads
	w := NewLineWriter(out, 0)
	start := time.Now()
	line := strings.Repeat("x", 1000)
	for range 2 * maxPending / len(line) {
		w.Line(line)
	}
	assert.ErrorIs(t, w.Err(), errPeerDoesNotRead{})
	w.Close(10 * time.Millisecond)
	assert.Less(t, time.Since(start), patience)
	in.Close()
}

func TestLineWriterReportsErrors(t *testing.T) {
	in, out := io.Pipe()
	gone := errors.New("gone")
	in.CloseWithError(gone)
	w := NewLineWriter(out, 0)
	w.Line("x")
	w.Close(patience)
	assert.ErrorIs(t, w.Err(), gone)
}

// A client that asks for thousands of answers at once gets them without gaps, so
// that the session stays usable; the last ones are spaced again.
// gate lets nothing through until it is opened.
type gate struct {
	recorder
	open chan struct{}
}

func (g *gate) Write(p []byte) (int, error) {
	<-g.open
	return g.recorder.Write(p)
}

func TestLineWriterFlood(t *testing.T) {
	g := gate{open: make(chan struct{})}
	w := NewLineWriter(&g, LineGap)
	const lines = 2000 // with a gap each they would take 6 s
	for i := range lines {
		w.Line(fmt.Sprint(i))
	}
	begun := time.Now()
	close(g.open)
	require.Eventually(t, func() bool { g.mu.Lock(); defer g.mu.Unlock(); return len(g.writes) == lines },
		time.Minute, 20*time.Millisecond)
	assert.Less(t, time.Since(begun), lines*LineGap)
	assert.Equal(t, "0\n", g.writes[0])
	assert.Equal(t, fmt.Sprintln(lines-1), g.writes[lines-1])
}
