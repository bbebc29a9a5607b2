package main

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// dxpTalk holds the conversation in a file with the program, by DXP:
//
//	dxptalk FILE stdio PROGRAM ARGUMENTS...  on its standard input and output
//	dxptalk FILE dial ADDRESS                as the one who connects
//	dxptalk FILE accept ADDRESS PROGRAM ...  as the one who listens
//
// The lines of the file are
//
//	> TEXT     a message to send
//	< PATTERN  the next message must match; chat is skipped unless meant
//	.          the program must end the connection
//
// Others are comments. At the end the connection is closed; a program that was
// started must then end without an error, or with the one that a line
// "! PATTERN" describes.
func dxpTalk(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: dxptalk FILE stdio|dial|accept ...")
	}
	file, way, rest := args[0], args[1], args[2:]
	t := &dxpConversation{}
	var err error
	switch way {
	case "stdio":
		err = t.start(ts, rest)
	case "dial":
		err = t.dial(rest[0])
	case "accept":
		err = t.accept(ts, rest[0], rest[1:])
	default:
		err = fmt.Errorf("unknown way %q", way)
	}
	ts.Check(err)
	defer t.kill()
	for i, line := range strings.Split(ts.ReadFile(file), "\n") {
		if err := t.step(line); err != nil {
			ts.Fatalf("%s:%d: %s\n%v", filepath.Base(file), i+1, line, err)
		}
	}
	ts.Check(t.end())
}

// dxpConversation is a connection with the program.
type dxpConversation struct {
	cmd    *exec.Cmd // nil when it was not started here
	in     io.WriteCloser
	out    *bufio.Reader
	errors strings.Builder
	fails  *regexp.Regexp // the error the program must end with, or nil
}

func (t *dxpConversation) program(ts *testscript.TestScript, args []string) error {
	path, err := exec.LookPath(args[0])
	if err != nil {
		return err
	}
	t.cmd = exec.Command(path, args[1:]...)
	t.cmd.Dir = ts.Getenv("WORK")
	t.cmd.Stderr = &t.errors
	return nil
}

func (t *dxpConversation) start(ts *testscript.TestScript, args []string) error {
	if err := t.program(ts, args); err != nil {
		return err
	}
	in, err := t.cmd.StdinPipe()
	if err != nil {
		return err
	}
	out, err := t.cmd.StdoutPipe()
	if err != nil {
		return err
	}
	t.in, t.out = in, bufio.NewReader(out)
	return t.cmd.Start()
}

func (t *dxpConversation) dial(address string) error {
	for begun := time.Now(); ; time.Sleep(20 * time.Millisecond) {
		c, err := net.Dial("tcp", address)
		if err == nil {
			t.in, t.out = c, bufio.NewReader(c)
			return nil
		}
		if time.Since(begun) > patience {
			return err
		}
	}
}

func (t *dxpConversation) accept(ts *testscript.TestScript, address string, args []string) error {
	l, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	defer l.Close()
	if err := t.program(ts, args); err != nil {
		return err
	}
	if err := t.cmd.Start(); err != nil {
		return err
	}
	_ = l.(*net.TCPListener).SetDeadline(time.Now().Add(patience))
	c, err := l.Accept()
	if err != nil {
		return err
	}
	t.in, t.out = c, bufio.NewReader(c)
	return nil
}

func (t *dxpConversation) step(line string) error {
	mark, text, _ := strings.Cut(line, " ")
	switch mark {
	case ">":
		_, err := io.WriteString(t.in, text+"\x00")
		return err
	case "<":
		re, err := regexp.Compile("^(?:" + text + ")$")
		if err != nil {
			return err
		}
		for {
			message, err := t.next()
			switch {
			case err != nil:
				return err
			case re.MatchString(message):
				return nil
			case !strings.HasPrefix(message, "C"):
				return fmt.Errorf("the message was %q", message)
			}
		}
	case ".":
		for {
			message, err := t.next()
			if err == io.EOF {
				return nil
			}
			if err != nil || !strings.HasPrefix(message, "C") {
				return fmt.Errorf("the message was %q, %w", message, err)
			}
		}
	case "!":
		t.fails = regexp.MustCompile(text)
	}
	return nil
}

// next returns the next message.
func (t *dxpConversation) next() (string, error) {
	type answer struct {
		text string
		err  error
	}
	c := make(chan answer, 1)
	go func() {
		text, err := t.out.ReadString(0)
		c <- answer{strings.TrimSuffix(text, "\x00"), err}
	}()
	select {
	case a := <-c:
		return a.text, a.err
	case <-time.After(patience):
		return "", errSilence
	}
}

// end closes the connection and waits for a program that was started.
func (t *dxpConversation) end() error {
	_ = t.in.Close()
	if t.cmd == nil {
		return nil
	}
	timer := time.AfterFunc(patience, func() { _ = t.cmd.Process.Kill() })
	defer timer.Stop()
	err := t.cmd.Wait()
	switch {
	case t.fails == nil && err != nil:
		return fmt.Errorf("%w; the program said %q on stderr", err, t.errors.String())
	case t.fails != nil && (err == nil || !t.fails.MatchString(t.errors.String())):
		return fmt.Errorf("the program ended with %v and said %q on stderr", err, t.errors.String())
	}
	return nil
}

func (t *dxpConversation) kill() {
	if t.cmd != nil && t.cmd.Process != nil {
		_ = t.cmd.Process.Kill()
		_ = t.cmd.Wait()
	}
}

// freePorts sets $PORT1 to $PORT4 to ports that nobody listens on.
func freePorts(e *testscript.Env) error {
	for n := range 4 {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return err
		}
		defer l.Close()
		e.Setenv(fmt.Sprintf("PORT%d", n+1), fmt.Sprint(l.Addr().(*net.TCPAddr).Port))
	}
	return nil
}

// dxpWait waits until somebody listens at an address.
func dxpWait(ts *testscript.TestScript, neg bool, args []string) {
	t := &dxpConversation{}
	ts.Check(t.dial(args[0]))
	_ = t.in.Close()
}
