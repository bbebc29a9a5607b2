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
	// hash table, before it is left to itself.
	stuckTime = 80 * time.Millisecond
	// answerTime takes its place when the client has asked for something that it
	// has not been told yet, as the last line of a script may: making the engine for
	// it takes long on a busy machine. It is what the protocol allows for init.
	answerTime = 2 * time.Second

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
	// grace is how much longer than exitTime the end may take to make engines.
	grace time.Duration
	// owed counts the commands whose answer the client waits for.
	owed atomic.Int64

	seated    bool           // SessionOptions.Admit has agreed to the session
	admitted  *board.Variant // and to an engine for this game
	admission *admission     // it has been asked and has not answered yet
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
	h.grace = answerTime
	maxLine := MaxLine
	if h.session.options.Remote {
		h.exitTime, h.grace = max(h.exitTime, remoteExitTime), remoteExitTime
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
		waitEnded(done, ended, &h.owed)
	}
	h.out.Close(h.exitTime)
	return h.out.Err()
}

// waitEnded waits until a session is done, or until it may be left to itself
// after the end of its input: after stuckTime, or answerTime if it owes an answer.
func waitEnded(done, ended <-chan struct{}, owed *atomic.Int64) {
	select {
	case <-done:
		return
	case <-ended:
	}
	stuck := time.After(stuckTime)
	late := time.After(answerTime)
	select {
	case <-done:
		return
	case <-stuck:
	}
	if owed.Load() > 0 { // a search is ended meanwhile, so what takes long is an engine
		select {
		case <-done:
		case <-late:
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
	for !h.step(ctx, lines) {
	}
	h.end()
}

// step does one thing that there is to do. It reports whether the session is to
// end.
func (h *hubServer) step(ctx context.Context, lines <-chan hubInput) (over bool) {
	if h.thinking == nil && h.admission == nil && len(h.waiting) > 0 {
		if quit := h.execute(h.takeWaiting()); quit {
			return true
		}
		h.catchUp()
		return false
	}
	var done <-chan search.Result
	var admitted <-chan error
	from := lines
	if t := h.thinking; t != nil && t.result == nil {
		done = t.Done
		if h.waitingBytes > maxWaitingBytes { // the search has been stopped: see receive
			from = nil
		}
	}
	if h.admission != nil {
		admitted = h.admission.answer
	}
	select {
	case input, ok := <-from:
		if !ok || h.receive(input) {
			return true
		}
	case result := <-done:
		h.thinking.result = &result
		h.answer()
	case err := <-admitted:
		if quit := h.admit(err); quit {
			return true
		}
		h.catchUp()
	case <-h.out.Failed(): // also during a search without end
		return true
	case <-ctx.Done():
		h.grace = 0
		return true
	}
	return h.out.Err() != nil
}

// end finishes what the client has asked for, as fast as it can: every go gets
// its answer.
func (h *hubServer) end() {
	h.ending = true
	if h.admission != nil {
		close(h.admission.giveUp)
	}
	deadline := time.Now().Add(h.exitTime)
	for {
		begun := time.Now()
		switch {
		case h.thinking != nil:
			if !h.endSearch(deadline) {
				return
			}
			continue
		case h.admission != nil:
			if quit := h.admit(<-h.admission.answer); quit {
				return
			}
		case len(h.waiting) == 0 || time.Now().After(deadline):
			return
		default:
			if quit := h.execute(h.takeWaiting()); quit {
				return
			}
		}
		longer := min(time.Since(begun), h.grace)
		deadline, h.grace = deadline.Add(longer), h.grace-longer
	}
}

// endSearch ends a search and answers it. It reports false if it has not ended by
// the deadline.
func (h *hubServer) endSearch(deadline time.Time) bool {
	t := h.thinking
	t.stopped = true
	t.Stop()
	if t.result == nil {
		select {
		case result := <-t.Done:
			t.result = &result
		case <-time.After(time.Until(deadline)):
			return false
		}
	}
	h.answer()
	return true
}

// receive takes a line from the client. During a search, commands about the
// search are obeyed and the others wait for its end; a search that has no end of
// its own is ended by them. While a place among the sessions is waited for, they
// wait as well. It reports whether the session is to end.
func (h *hubServer) receive(input hubInput) (quit bool) {
	h.log.Debug().Str("line", shorten(input.text)).Bool("too long", input.tooLong).Msg("received")
	l := ParseHubLine(input.text)
	if isAnswered[l.Command] {
		h.owed.Add(1)
	}
	if active := h.session.options.Active; active != nil && isHubCommand(l.Command) && !isPassive[l.Command] {
		active()
	}
	t := h.thinking
	if t == nil && h.admission == nil {
		return h.execute(input)
	}
	switch l.Command {
	case "quit":
		return true
	case "ping":
		h.send("pong")
		return false
	case "stop", "ponder-hit":
		if len(h.waiting) > 0 || t == nil { // it stands after a go that waits
			h.wait(input)
		}
		switch {
		case t == nil:
		case l.Command == "stop":
			h.stop()
		case len(h.waiting) == 0:
			h.ponderHit()
		}
		return false
	}
	if !isHubCommand(l.Command) && (t == nil || !t.v1) {
		return false
	}
	h.wait(input)
	full := h.waitingBytes > maxWaitingBytes
	switch {
	case t == nil && full:
		h.fail("too many commands wait for an engine")
		h.waiting = nil
		return true
	case t != nil && (t.mustEnd() || full):
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
