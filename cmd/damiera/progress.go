package main

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/spf13/cobra"
)

// progress is a line on stderr that shows how far long work has come. It
// appears after two seconds and only on a terminal, so short work and logs
// stay clean. It is not safe for concurrent use.
type progress struct {
	out    io.Writer // nil when there is nobody to read
	unit   string
	begun  float64 // units that were finished before: they have no part in the rate
	start  time.Time
	shown  time.Time
	length int // of the line on the screen
	now    func() time.Time
}

const (
	progressDelay = 2 * time.Second
	progressPause = 200 * time.Millisecond
)

// newProgress starts the clock of a command's work, counted in units such as
// "positions", of which so many were begun with, by an earlier run. Finish must be
// called before anything else is printed.
func newProgress(cmd *cobra.Command, unit string, begun int) *progress {
	p := &progress{unit: unit, begun: float64(begun), now: time.Now}
	if out := cmd.ErrOrStderr(); isTerminal(out) {
		p.out = out
	}
	p.start = p.now()
	return p
}

// update shows that done of total units are finished (total 0: unknown), with
// the rate, the time left and a note.
func (p *progress) update(done, total float64, note string) {
	now := p.now()
	elapsed := now.Sub(p.start)
	if p.out == nil || elapsed < progressDelay || now.Sub(p.shown) < progressPause {
		return
	}
	p.shown = now
	rate := max(0, done-p.begun) / elapsed.Seconds()
	line := fmt.Sprintf("%s %s, %s/s", count(done), p.unit, count(rate))
	if total > 0 {
		line = fmt.Sprintf("%3.0f%% %s of %s %s, %s/s", 100*done/total, count(done), count(total), p.unit, count(rate))
		if rate > 0 {
			left := time.Duration((total - done) / rate * float64(time.Second))
			line += ", " + left.Round(time.Second).String() + " left"
		}
	}
	if note != "" {
		line += ", " + note
	}
	p.write(line)
}

// finish wipes the line off the screen.
func (p *progress) finish() {
	if p.length > 0 {
		p.write("")
		fmt.Fprint(p.out, "\r")
		p.length = 0
	}
}

func (p *progress) write(line string) {
	pad := max(0, p.length-len(line))
	fmt.Fprintf(p.out, "\r%s%s", line, strings.Repeat(" ", pad))
	p.length = len(line)
}

// count writes a number as people read it: 950, 12.3k, 4.56M, 7.89G.
func count(n float64) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%.4g", n)
	case n < 1e6:
		return fmt.Sprintf("%.1fk", n/1e3)
	case n < 1e9:
		return fmt.Sprintf("%.2fM", n/1e6)
	}
	return fmt.Sprintf("%.2fG", n/1e9)
}
