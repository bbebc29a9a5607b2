package protocol

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net"
	"os"
	"sync/atomic"
	"time"

	"golang.org/x/time/rate"
)

const (
	// clientRate and clientBurst bound how many bytes a client of a server may
	// send, a second and at once: what it sends costs time to look at.
	clientRate  = 64 << 10
	clientBurst = 256 << 10
)

var (
	errIdle = errors.New("no command came for too long")
	errSlow = errors.New("a line was begun and not ended in time")
)

// clientConn is the connection of a client that is not trusted: it bounds how
// long it may be idle, how long a line or message may take and how much comes a
// second. Zero times are no bounds.
type clientConn struct {
	net.Conn
	end        byte // of a line (LF) or message (NUL)
	idle, slow time.Duration
	limiter    *rate.Limiter
	active     atomic.Int64 // when the client was last known to be at work, Unix ns
	begun      time.Time    // when the line that is not ended was begun, or zero
	searching  atomic.Int64 // searches that the client waits for: it is not idle then
	failed     atomic.Pointer[error]
	ended      bool          // Read has failed
	gone       chan struct{} // closed then
}

func newClientConn(n net.Conn, end byte, idle, slow time.Duration) *clientConn {
	c := &clientConn{Conn: n, end: end, idle: idle, slow: slow, limiter: rate.NewLimiter(clientRate, clientBurst), gone: make(chan struct{})}
	c.touch()
	return c
}

// touch notes that the client is at work now. Bytes alone do not tell: pings keep
// nobody from being idle.
func (c *clientConn) touch() { c.active.Store(time.Now().UnixNano()) }

// search counts a search that begins (1) or ends (-1).
func (c *clientConn) search(n int64) {
	c.searching.Add(n)
	c.touch()
}

// Read implements io.Reader.
func (c *clientConn) Read(b []byte) (int, error) {
	n, err := c.read(b)
	if err != nil && !c.ended {
		c.ended = true
		close(c.gone)
	}
	return n, err
}

func (c *clientConn) read(b []byte) (int, error) {
	for {
		var deadline time.Time
		late := errIdle
		if c.idle > 0 {
			deadline = time.Unix(0, c.active.Load()).Add(c.idle)
		}
		if !c.begun.IsZero() && c.slow > 0 {
			deadline, late = c.begun.Add(c.slow), errSlow
		}
		_ = c.SetReadDeadline(deadline)
		n, err := c.Conn.Read(b)
		if n == 0 && errors.Is(err, os.ErrDeadlineExceeded) {
			if c.searching.Load() > 0 {
				c.touch()
			}
			if late == errIdle && time.Since(time.Unix(0, c.active.Load())) < c.idle {
				continue // a command was obeyed meanwhile
			}
			c.failed.Store(&late)
			return 0, late
		}
		if n > 0 {
			switch {
			case b[n-1] == c.end:
				c.begun = time.Time{}
			case c.begun.IsZero() || bytes.IndexByte(b[:n], c.end) >= 0:
				c.begun = time.Now()
			}
			_ = c.limiter.WaitN(context.Background(), min(n, clientBurst))
		}
		return n, err
	}
}

// Write implements io.Writer.
func (c *clientConn) Write(b []byte) (int, error) {
	_ = c.SetWriteDeadline(time.Now().Add(dxpWriteTimeout))
	return c.Conn.Write(b)
}

// cause returns why the server gave the client up, nil if it did not.
func (c *clientConn) cause() error {
	if err := c.failed.Load(); err != nil {
		return *err
	}
	return nil
}

// say writes a farewell.
func (c *clientConn) say(text string) {
	_ = c.SetWriteDeadline(time.Now().Add(farewellTime))
	_, _ = io.WriteString(c.Conn, text)
}

// hangUp closes a connection in such a way that the peer can still read what
// was sent last: closing with unread input would reset it.
func hangUp(c io.ReadWriteCloser, linger time.Duration) {
	if half, ok := c.(interface{ CloseWrite() error }); ok && half.CloseWrite() == nil {
		timer := time.AfterFunc(linger, func() { _ = c.Close() })
		defer timer.Stop()
		_, _ = io.Copy(io.Discard, io.LimitReader(c, 1<<16))
	}
	_ = c.Close()
}
