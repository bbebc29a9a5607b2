package protocol

import (
	"context"
	"io"
	"sync/atomic"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
	"github.com/rs/zerolog"
)

const (
	// exitTime is how long a session may take to end: to stop its search and to
	// write what is pending.
	exitTime = 60 * time.Millisecond
	// remoteExitTime takes its place where many sessions share the processors.
	remoteExitTime = 300 * time.Millisecond

	// stuckTime is how long after the end of its input a session may still be busy
	// with a command that cannot be interrupted, such as to clear gigabytes of
	// hash table, before it is left to itself. The last commands of a script must
	// be able to finish in it on a busy machine.
	stuckTime = 400 * time.Millisecond

	// maxWaitingBytes bounds the commands that wait for the end of a search.
	maxWaitingBytes = 1 << 20

	// remoteMaxLine and remoteMaxPending take the place of MaxLine and
	// maxPending with peers over the network, of which there are many. A game of
	// 2,000 moves still fits.
	remoteMaxLine    = 32 << 10
	remoteMaxPending = 32 << 10
)

// hubServer is the engine's side of the conversation with one client. It answers
// version 2 and, where they do not clash, version 1's commands.
type hubServer struct {
	session *Session
	out     *LineWriter
	log     zerolog.Logger
	level   Level
	v1      bool // the last command that tells was one of version 1

	thinking     *hubSearch
	waiting      []hubInput // commands that came during a search
	waitingBytes int
	ending       bool // searches end at once
	exitTime     time.Duration
	admitted     *board.Variant // SessionOptions.Admit has agreed to it
}

// hubInput is a line from the client.
type hubInput struct {
	text    string
	tooLong bool
}

// hubSearch is a search and what the client has said since it began.
type hubSearch struct {
	*Search
	v1 bool
	// write makes an info line.
	write func(*search.Info) string
	// last is the last info line that was made.
	last atomic.Pointer[string]
	// endless searches have no limit; pondering ones wait for the ponder-hit.
	// Neither may end before the client says so.
	endless, pondering, stopped bool
	result                      *search.Result
}

// ServeHub speaks Hub with a client until it quits, its input ends or the
// context does. The error is of the writer: nil when the client could be told
// everything. The caller closes the streams.
func ServeHub(ctx context.Context, in io.Reader, out io.Writer, o SessionOptions, log zerolog.Logger) error {
	o.Log = log
	return serveHub(ctx, in, out, &hubServer{session: NewSession(o), log: log, exitTime: exitTime})
}

func serveHub(ctx context.Context, in io.Reader, out io.Writer, h *hubServer) error {
	h.out = NewLineWriter(out, LineGap)
	maxLine := MaxLine
	if h.session.options.Remote {
		h.exitTime = max(h.exitTime, remoteExitTime)
		maxLine = remoteMaxLine
		h.out.max = remoteMaxPending
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	lines, ended := make(chan hubInput), make(chan struct{})
	go func() {
		defer close(ended)
		readHub(ctx, NewLineReader(in, maxLine), lines, h.log)
	}()
	done := make(chan struct{})
	go func() {
		defer close(done)
		h.run(ctx, lines)
		h.session.stopBuilding()
	}()
	if h.session.options.Remote { // its memory is in use until it is done
		<-done
	} else {
		waitEnded(done, ended)
	}
	h.out.Close(h.exitTime)
	return h.out.Err()
}

// waitEnded waits until a session is done, or until stuckTime after the end of
// its input.
func waitEnded(done, ended <-chan struct{}) {
	select {
	case <-done:
	case <-ended:
		select {
		case <-done:
		case <-time.After(stuckTime):
		}
	}
}

// readHub hands lines on until the input ends, and then closes the channel.
func readHub(ctx context.Context, r *LineReader, lines chan<- hubInput, log zerolog.Logger) {
	defer close(lines)
	for {
		text, tooLong, err := r.Read()
		if err != nil {
			log.Debug().Err(err).Msg("input ended")
			return
		}
		select {
		case lines <- hubInput{text, tooLong}:
		case <-ctx.Done():
			return
		}
	}
}

func (h *hubServer) run(ctx context.Context, lines <-chan hubInput) {
	for {
		if h.thinking == nil && len(h.waiting) > 0 {
			if quit := h.execute(h.takeWaiting()); quit {
				h.end()
				return
			}
			h.catchUp()
			continue
		}
		var done <-chan search.Result
		from := lines
		if t := h.thinking; t != nil && t.result == nil {
			done = t.Done
			if h.waitingBytes > maxWaitingBytes { // the search has been stopped: see receive
				from = nil
			}
		}
		select {
		case input, ok := <-from:
			if !ok {
				h.end()
				return
			}
			if quit := h.receive(input); quit {
				h.end()
				return
			}
		case result := <-done:
			h.thinking.result = &result
			h.answer()
		case <-ctx.Done():
			h.end()
			return
		}
		if h.out.Err() != nil {
			h.end()
			return
		}
	}
}

// end finishes what the client has asked for, as fast as it can: every go gets
// its answer.
func (h *hubServer) end() {
	h.ending = true
	deadline := time.After(h.exitTime)
	for {
		if h.thinking != nil {
			h.thinking.stopped = true
			h.thinking.Stop()
			if h.thinking.result == nil {
				select {
				case result := <-h.thinking.Done:
					h.thinking.result = &result
				case <-deadline:
					return
				}
			}
			h.answer()
		}
		if len(h.waiting) == 0 {
			return
		}
		select {
		case <-deadline:
			return
		default:
		}
		if quit := h.execute(h.takeWaiting()); quit {
			return
		}
	}
}

// receive takes a line from the client. During a search, commands about the
// search are obeyed and the others wait for its end; a search that has no end of
// its own is ended by them. It reports whether the client quits.
func (h *hubServer) receive(input hubInput) (quit bool) {
	h.log.Debug().Str("line", shorten(input.text)).Bool("too long", input.tooLong).Msg("received")
	t := h.thinking
	if t == nil {
		return h.execute(input)
	}
	l := ParseHubLine(input.text)
	switch l.Command {
	case "quit":
		return true
	case "ping":
		h.send("pong")
		return false
	case "stop", "ponder-hit":
		if len(h.waiting) > 0 { // it stands after a go that waits
			h.wait(input)
		}
		if l.Command == "stop" {
			h.stop()
		} else if len(h.waiting) == 0 {
			h.ponderHit()
		}
		return false
	}
	if !isHubCommand(l.Command) && !t.v1 {
		return false
	}
	h.wait(input)
	if t.mustEnd() || h.waitingBytes > maxWaitingBytes {
		h.stop()
	}
	return false
}

// mustEnd reports whether another command ends the search.
func (t *hubSearch) mustEnd() bool { return t.endless || t.pondering || t.v1 }

// catchUp obeys what waits behind a go whose search has just begun, as receive
// would have.
func (h *hubServer) catchUp() {
	for h.thinking != nil && len(h.waiting) > 0 {
		switch ParseHubLine(h.waiting[0].text).Command {
		case "stop":
			h.takeWaiting()
			h.stop()
		case "ponder-hit":
			h.takeWaiting()
			h.ponderHit()
		default:
			if h.thinking.mustEnd() {
				h.stop()
			}
			return
		}
	}
}

// stop ends the search that is under way.
func (h *hubServer) stop() {
	h.thinking.stopped = true
	h.thinking.Stop()
	h.answer()
}

// ponderHit starts the clock of a search that ponders.
func (h *hubServer) ponderHit() {
	if h.thinking.pondering {
		h.thinking.pondering = false
		h.thinking.PonderHit()
		h.answer()
	}
}

// wait keeps a line until the search is over.
func (h *hubServer) wait(input hubInput) {
	h.waiting = append(h.waiting, input)
	h.waitingBytes += waitingCost(input)
}

// takeWaiting returns the first line that waits.
func (h *hubServer) takeWaiting() hubInput {
	input := h.waiting[0]
	h.waiting = h.waiting[1:]
	h.waitingBytes -= waitingCost(input)
	return input
}

// waitingCost is what a waiting line takes, with its bookkeeping.
func waitingCost(input hubInput) int { return len(input.text) + 64 }

// send sends a line.
func (h *hubServer) send(line string) {
	h.log.Debug().Str("line", shorten(line)).Msg("sent")
	h.out.Line(line)
}

// fail tells the client what it must know.
func (h *hubServer) fail(message string) {
	if h.v1 {
		h.send("error " + plainText(message))
		return
	}
	h.send(NewHubLine("error", "message", message).String())
}

// shorten bounds a line in the log.
func shorten(line string) string {
	const most = 300
	if len(line) > most {
		return line[:most] + "..."
	}
	return line
}
