package protocol

import (
	"io"
	"sync"
	"time"
)

const (
	// LineGap is the least time between two lines to a peer. Some clients wait
	// for input with select and then take one line out of a buffered reader: of
	// lines that arrive in one burst they see the first.
	LineGap = 3 * time.Millisecond

	// maxSpaced is how many lines may wait for their gaps: the handshake fits. Of
	// more, the first are written at once, so that no answer waits long behind
	// what a client asked for in one flood.
	maxSpaced = 24

	// maxPending bounds the bytes that wait for a peer that does not read, if
	// nothing else is said. A writer that has as many is broken.
	maxPending = 4 << 20
)

// LineWriter writes lines to a peer from a goroutine of its own, one write a
// line with LineGap between them unless very many wait, so that who sends a line
// never waits for the peer. It is safe for concurrent use.
type LineWriter struct {
	out    io.Writer
	gap    time.Duration
	max    int           // most bytes that may wait
	done   chan struct{} // closed when the goroutine has ended
	failed chan struct{} // closed when there is an error

	mu      sync.Mutex
	wake    *sync.Cond
	queue   []pendingLine
	bytes   int
	closing bool
	err     error
}

// pendingLine is a line that waits to be written. A later line of the same
// topic takes its place.
type pendingLine struct {
	text  string
	topic int
}

// errPeerDoesNotRead is the error of a writer whose peer lets too many bytes
// wait.
type errPeerDoesNotRead struct{}

func (errPeerDoesNotRead) Error() string { return "the peer does not read what is sent to it" }

// NewLineWriter returns a writer that leaves at least gap between lines.
func NewLineWriter(out io.Writer, gap time.Duration) *LineWriter {
	w := &LineWriter{out: out, gap: gap, max: maxPending, done: make(chan struct{}), failed: make(chan struct{})}
	w.wake = sync.NewCond(&w.mu)
	go w.run()
	return w
}

// Line sends a line, given without its end.
func (w *LineWriter) Line(text string) { w.send(text, 0) }

// Update sends a line about a topic, a number above 0. A line about the same
// topic that has not been written yet is dropped: the newest is what counts.
func (w *LineWriter) Update(topic int, text string) { w.send(text, topic) }

func (w *LineWriter) send(text string, topic int) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.closing || w.err != nil {
		return
	}
	if topic != 0 {
		// Only the lines since the last one without a topic may be replaced:
		// those before belong to an earlier search.
		for i := len(w.queue) - 1; i >= 0 && w.queue[i].topic != 0; i-- {
			if w.queue[i].topic == topic {
				w.bytes -= len(w.queue[i].text)
				w.queue = append(w.queue[:i], w.queue[i+1:]...)
				break
			}
		}
	}
	w.queue = append(w.queue, pendingLine{text, topic})
	if w.bytes += len(text); w.bytes > w.max {
		w.fail(errPeerDoesNotRead{})
	}
	w.wake.Signal()
}

// fail notes the first error, with which all that waits is in vain.
func (w *LineWriter) fail(err error) {
	w.queue = nil
	if w.err == nil {
		w.err = err
		close(w.failed)
	}
}

// Failed returns a channel that is closed when there is an error: see Err.
func (w *LineWriter) Failed() <-chan struct{} { return w.failed }

// Err returns the error of the first write that failed, nil if none did.
func (w *LineWriter) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.err
}

// Close writes what is pending without gaps, waits for it for at most timeout
// and lets nothing be sent any more.
func (w *LineWriter) Close(timeout time.Duration) {
	w.mu.Lock()
	w.closing = true
	w.wake.Signal()
	w.mu.Unlock()
	select {
	case <-w.done:
	case <-time.After(timeout):
	}
}

func (w *LineWriter) run() {
	defer close(w.done)
	var last time.Time
	for {
		w.mu.Lock()
		for len(w.queue) == 0 && !w.closing && w.err == nil {
			w.wake.Wait()
		}
		if w.err != nil || len(w.queue) == 0 {
			w.mu.Unlock()
			return
		}
		if wait := w.gap - time.Since(last); wait > 0 && !w.closing && len(w.queue) <= maxSpaced {
			w.mu.Unlock()
			time.Sleep(wait)
			w.mu.Lock() // meanwhile a newer line may have taken the first one's place
		}
		if len(w.queue) == 0 { // overflowed
			w.mu.Unlock()
			continue
		}
		line := w.queue[0]
		w.queue = w.queue[1:]
		w.bytes -= len(line.text)
		w.mu.Unlock()

		_, err := io.WriteString(w.out, line.text+"\n")
		last = time.Now()
		if err != nil {
			w.mu.Lock()
			w.fail(err)
			w.mu.Unlock()
			return
		}
	}
}
