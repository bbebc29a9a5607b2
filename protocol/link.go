package protocol

import (
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// Bounds of an engine that is driven: none of them is reached by a sane one.
const (
	// maxEngineLine is the longest line that is read from an engine.
	maxEngineLine = 64 << 10
	// engineWriteTime is how long an engine may leave its input unread.
	engineWriteTime = 5 * time.Second
	// engineQuitTime is how long an engine may take to end when told so.
	engineQuitTime = time.Second
	// dialTime is how long a connection may take to come about.
	dialTime = 5 * time.Second
)

// link is the connection to an engine that is driven: a process with pipes or a
// TCP connection. Lines arrive through a channel that is closed at the end of
// the engine's output.
type link struct {
	in    deadlineWriter
	out   io.Closer
	lines chan engineLine
	read  atomic.Int64 // bytes that came from the engine
	// skipInfo drops info lines: nobody reads while the engine ponders.
	skipInfo atomic.Bool
	process  *exec.Cmd // nil over TCP
	stderr   tail
	exited   chan struct{} // closed when the process has been waited for
	done     chan struct{} // closed by close and kill
	once     sync.Once
}

type engineLine struct {
	text    string
	tooLong bool
}

type deadlineWriter interface {
	io.WriteCloser
	SetWriteDeadline(time.Time) error
}

// startProcess runs an engine as a child with its own process group.
func startProcess(command []string, dir string, env []string) (*link, error) {
	if len(command) == 0 {
		return nil, errors.New("no program is given")
	}
	path, err := FindProgram(command[0], dir)
	if err != nil {
		return nil, err
	}
	childIn, in, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	out, childOut, err := os.Pipe()
	if err != nil {
		childIn.Close()
		in.Close()
		return nil, err
	}
	l := &link{in: in, out: out, exited: make(chan struct{}), done: make(chan struct{})}
	cmd := exec.Command(path, command[1:]...)
	cmd.Dir = dir
	if len(env) > 0 {
		cmd.Env = append(os.Environ(), env...)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = childIn, childOut, &l.stderr
	cmd.WaitDelay = engineQuitTime
	ownGroup(cmd)
	err = startProgram(cmd)
	childIn.Close()
	childOut.Close()
	if err != nil {
		in.Close()
		out.Close()
		return nil, fmt.Errorf("cannot start %s: %w", command[0], err)
	}
	l.process = cmd
	go func() {
		_ = cmd.Wait()
		close(l.exited)
	}()
	l.listen(out)
	return l, nil
}

// FindProgram looks for a program as the shell does, but a relative path first
// in the directory that the program is to run in.
func FindProgram(name, dir string) (string, error) {
	if dir != "" && !filepath.IsAbs(name) && strings.ContainsRune(filepath.ToSlash(name), '/') {
		if inDir, err := filepath.Abs(filepath.Join(dir, name)); err == nil {
			if path, err := exec.LookPath(inDir); err == nil {
				return path, nil
			}
		}
	}
	path, err := exec.LookPath(name)
	if err != nil {
		return "", fmt.Errorf("there is no program %s: %w", name, err)
	}
	return filepath.Abs(path)
}

// dialEngine connects to an engine that listens.
func dialEngine(address string) (*link, error) {
	c, err := net.DialTimeout("tcp", address, dialTime)
	if err != nil {
		return nil, err
	}
	l := &link{in: c, out: c, done: make(chan struct{})}
	l.listen(c)
	return l, nil
}

// listen starts to read lines.
func (l *link) listen(out io.Reader) {
	l.lines = make(chan engineLine, 64)
	reader := NewLineReader(&countingReader{out, &l.read}, maxEngineLine)
	go func() {
		defer close(l.lines)
		for {
			text, tooLong, err := reader.Read()
			if err != nil {
				return
			}
			if l.skipInfo.Load() && strings.HasPrefix(text, "info ") {
				continue
			}
			select {
			case l.lines <- engineLine{text, tooLong}:
			case <-l.done:
				return
			}
		}
	}()
}

// send writes a line.
func (l *link) send(line string) error {
	_ = l.in.SetWriteDeadline(time.Now().Add(engineWriteTime))
	_, err := io.WriteString(l.in, line+"\n")
	return err
}

// cpu returns the processor time of the process so far.
func (l *link) cpu() (time.Duration, error) {
	if l.process == nil {
		return 0, errors.New("the engine is not a process of this machine")
	}
	return processTime(l.process.Process.Pid)
}

// quit asks the engine to end and ends it if it does not.
func (l *link) quit() {
	_ = l.send("quit")
	_ = l.in.Close()
	if l.process != nil {
		select {
		case <-l.exited:
		case <-time.After(engineQuitTime):
		}
	}
	l.kill()
}

// kill ends the connection at once, and the process with all its children.
func (l *link) kill() {
	l.once.Do(func() {
		close(l.done)
		if l.process != nil {
			killGroup(l.process.Process)
			<-l.exited
		}
		_ = l.in.Close()
		_ = l.out.Close()
	})
}

// end describes how the engine's output came to its end.
func (l *link) end() string {
	if l.process == nil {
		return "the connection was closed"
	}
	text := "it closed its output"
	select {
	case <-l.exited:
		text = "it ended with " + l.process.ProcessState.String()
	case <-time.After(engineQuitTime):
	}
	if said := l.stderr.String(); said != "" {
		text += "; its last words: " + said
	}
	return text
}

// countingReader counts what passes through.
type countingReader struct {
	io.Reader
	n *atomic.Int64
}

func (r *countingReader) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	r.n.Add(int64(n))
	return n, err
}

// tail keeps the end of what is written to it.
type tail struct {
	mutex sync.Mutex
	text  []byte
}

const tailSize = 512

func (t *tail) Write(p []byte) (int, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - tailSize; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(p), nil
}

// String returns the last line with text.
func (t *tail) String() string {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	lines := strings.Split(strings.TrimSpace(string(t.text)), "\n")
	return plainText(lines[len(lines)-1])
}
