package main

import (
	"bufio"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// converse runs the program with the arguments before "--" and holds the
// conversation in the file after it. Its lines are
//
//	> TEXT     a line to send; in quotes it is a Go string, for bytes of any kind
//	>> TEXT    the same, sent in one write with the line that follows
//	< PATTERN  the next line must match; info lines are skipped unless meant
//	<< PATTERN a line must match; all before it are skipped
//	= PERIOD   nothing but info lines may come for a while
//
// Others are comments. At the end the program's input is closed: it must end at
// once and without an error, and say nothing but the answer to a search.
func converse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[len(args)-2] != "--" {
		ts.Fatalf("usage: converse PROGRAM ARGUMENTS... -- FILE")
	}
	name := args[len(args)-1]
	program, err := exec.LookPath(args[0])
	ts.Check(err)
	cmd := exec.Command(program, args[1:len(args)-2]...)
	cmd.Dir = ts.Getenv("WORK")
	cmd.Env = append(cmd.Environ(), "HOME="+ts.Getenv("HOME"))
	c, err := startConversation(cmd)
	ts.Check(err)
	defer c.kill()
	for i, line := range strings.Split(ts.ReadFile(name), "\n") {
		if err := c.step(line); err != nil {
			ts.Fatalf("%s:%d: %s\n%v", filepath.Base(name), i+1, line, err)
		}
	}
	if err := c.end(); err != nil {
		ts.Fatalf("%s: at the end of input: %v", filepath.Base(name), err)
	}
}

// conversation is a running program whose lines arrive in a channel.
type conversation struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	lines   chan string
	pending string // to be sent with the next line
	errors  strings.Builder
}

// patience is how long an answer may take on a busy machine.
const patience = 60 * time.Second

// longestEnd is how long a program may take to end on a busy machine. Left to
// itself it takes less than 100 ms, which the tests of package protocol hold.
const longestEnd = 15 * time.Second

func startConversation(cmd *exec.Cmd) (*conversation, error) {
	c := &conversation{cmd: cmd, lines: make(chan string, 1000)}
	cmd.Stderr = &c.errors
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	c.in = in
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(c.lines)
		r := bufio.NewReader(out)
		for {
			line, err := r.ReadString('\n')
			if line != "" {
				c.lines <- line
			}
			if err != nil {
				return
			}
		}
	}()
	return c, nil
}

func (c *conversation) step(line string) error {
	mark, text, _ := strings.Cut(line, " ")
	switch mark {
	case ">", ">>":
		if strings.HasPrefix(text, `"`) {
			unquoted, err := strconv.Unquote(text)
			if err != nil {
				return err
			}
			text = unquoted
		}
		c.pending += text + "\n"
		if mark == ">" {
			_, err := io.WriteString(c.in, c.pending)
			c.pending = ""
			return err
		}
	case "<":
		return c.expect(text, "info ")
	case "<<":
		return c.expect(text, "")
	case "=":
		d, err := time.ParseDuration(text)
		if err != nil {
			return err
		}
		return c.silence(d)
	}
	return nil
}

// next returns the next line, which must be one whole line of ASCII.
func (c *conversation) next(limit <-chan time.Time) (string, error) {
	select {
	case line, ok := <-c.lines:
		if !ok {
			return "", fmt.Errorf("the program ended; it said %q on stderr", c.errors.String())
		}
		text, whole := strings.CutSuffix(line, "\n")
		if !whole || strings.Trim(text, " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~") != "" {
			return "", fmt.Errorf("not a line of ASCII: %q", line)
		}
		return text, nil
	case <-limit:
		return "", errSilence
	}
}

var errSilence = fmt.Errorf("no answer")

// expect waits for a line that matches. Lines with a prefix are skipped.
func (c *conversation) expect(pattern, skip string) error {
	re, err := regexp.Compile("^(?:" + pattern + ")$")
	if err != nil {
		return err
	}
	limit := time.After(patience)
	for {
		line, err := c.next(limit)
		switch {
		case err != nil:
			return err
		case re.MatchString(line):
			return nil
		case !strings.HasPrefix(line, skip):
			return fmt.Errorf("the answer was %q", line)
		}
	}
}

func (c *conversation) silence(d time.Duration) error {
	limit := time.After(d)
	for {
		line, err := c.next(limit)
		switch {
		case err == errSilence:
			return nil
		case err != nil:
			return err
		case !strings.HasPrefix(line, "info "):
			return fmt.Errorf("the program said %q", line)
		}
	}
}

// end closes the input and waits for the program.
func (c *conversation) end() error {
	if err := c.in.Close(); err != nil {
		return err
	}
	start := time.Now()
	for {
		line, err := c.next(time.After(patience))
		if err == errSilence {
			return fmt.Errorf("the program did not end")
		}
		if err != nil {
			break
		}
		if !strings.HasPrefix(line, "info ") && !strings.HasPrefix(line, "done ") {
			return fmt.Errorf("the program said %q", line)
		}
	}
	err := c.cmd.Wait()
	if took := time.Since(start); took > longestEnd {
		return fmt.Errorf("the program took %v to end", took)
	}
	if err != nil {
		return fmt.Errorf("%w; it said %q on stderr", err, c.errors.String())
	}
	if c.errors.Len() > 0 {
		return fmt.Errorf("the program said %q on stderr", c.errors.String())
	}
	return nil
}

func (c *conversation) kill() {
	_ = c.cmd.Process.Kill()
	_ = c.cmd.Wait()
}
