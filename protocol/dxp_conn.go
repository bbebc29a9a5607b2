package protocol

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

const (
	// dxpGap is kept between two messages to a peer. Clients exist that take
	// what one read returns for one message and lose the second; 30 ms is what
	// they need, a few more cover a late wake-up.
	dxpGap = 35 * time.Millisecond
	// dxpAnswerGap is kept between an answer (GAMEACC, BACKACC) and the first
	// move after it: nobody is in a hurry there, and a client has to turn from
	// waiting for the one to waiting for the other, which took one on a busy
	// machine more than 100 ms.
	dxpAnswerGap = 250 * time.Millisecond
	// dxpWriteTimeout is how long a peer may refuse to read.
	dxpWriteTimeout = 10 * time.Second
	// dxpMaxGarbage bounds the characters of overlong and empty messages that
	// a connection may send before it is given up.
	dxpMaxGarbage = 4096
)

var (
	// ErrDXPSlow is returned by Receive when a message was begun and not ended
	// in time.
	ErrDXPSlow = errors.New("the peer did not end its message in time")
	// ErrDXPGarbage is returned by Receive for a peer that does not speak DXP.
	ErrDXPGarbage = errors.New("the peer does not speak DXP")
)

// DXPConn sends and receives messages, over TCP or any other stream. One
// goroutine may receive while others send.
type DXPConn struct {
	// SlowTimeout bounds the time from a message's first character to its end;
	// zero waits for ever. Streams without deadlines (stdin) ignore it. Set it
	// before the first Receive.
	SlowTimeout time.Duration

	stream    io.ReadWriteCloser
	deadlines interface {
		SetReadDeadline(time.Time) error
		SetWriteDeadline(time.Time) error
	}
	gap, answerGap time.Duration

	sending sync.Mutex
	last    time.Time     // when the last message was sent
	pause   time.Duration // to be kept after it

	buffer     [512]byte
	start, end int // the part of buffer that is not used yet
	garbage    int // characters skipped
}

// NewDXPConn speaks DXP over a stream.
func NewDXPConn(stream io.ReadWriteCloser) *DXPConn {
	c := &DXPConn{stream: stream, gap: dxpGap, answerGap: dxpAnswerGap}
	if n, ok := stream.(net.Conn); ok {
		c.deadlines = n
	}
	if t, ok := stream.(interface{ SetNoDelay(bool) error }); ok {
		_ = t.SetNoDelay(true) // a message must not wait for the next one
	}
	return c
}

// DialDXP connects to a program that listens at host:port.
func DialDXP(ctx context.Context, address string) (*DXPConn, error) {
	var d net.Dialer
	n, err := d.DialContext(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("cannot connect to the DXP program at %s: %w", address, err)
	}
	return NewDXPConn(n), nil
}

// Send sends one message in one write, at least 30 ms after the one before.
func (c *DXPConn) Send(m DXPMessage) error { return c.send(m, false) }

// SendNow sends without the wait. The peer must have answered the message
// before: then it has read that one, and the two can be neither in one segment
// nor in one read, whatever the network does.
func (c *DXPConn) SendNow(m DXPMessage) error { return c.send(m, true) }

func (c *DXPConn) send(m DXPMessage, now bool) error {
	frame, err := m.Frame()
	if err != nil {
		return err
	}
	c.sending.Lock()
	defer c.sending.Unlock()
	if !now {
		time.Sleep(c.pause - time.Since(c.last))
	}
	if c.deadlines != nil { // stdout has none
		_ = c.deadlines.SetWriteDeadline(time.Now().Add(dxpWriteTimeout))
	}
	_, err = c.stream.Write(append([]byte(frame), 0))
	c.last, c.pause = time.Now(), c.gap
	switch m.(type) {
	case *DXPGameAccept, *DXPBackAccept:
		c.pause = c.answerGap
	}
	return err
}

// Receive waits for the next message. After an error of type *DXPFrameError
// it may be called again; io.EOF tells that the peer has closed.
func (c *DXPConn) Receive() (DXPMessage, error) {
	frame, err := c.receiveFrame()
	if err != nil {
		return nil, err
	}
	return ParseDXP(frame)
}

// receiveFrame returns the next frame that is not empty. Of an overlong one it
// returns the first characters, one more than allowed.
func (c *DXPConn) receiveFrame() (string, error) {
	var frame []byte
	var begun time.Time
	for {
		data := c.buffer[c.start:c.end]
		n := bytes.IndexByte(data, 0)
		piece := data
		if n >= 0 {
			piece = data[:n]
		}
		keep := min(len(piece), dxpMaxFrame+1-len(frame))
		frame = append(frame, piece[:keep]...)
		c.garbage += len(piece) - keep
		if n < 0 {
			c.start, c.end = 0, 0
		} else {
			c.start += n + 1
			if len(frame) == 0 {
				c.garbage++
			}
		}
		// Before a frame is returned, so that it does not matter into which reads
		// the text was cut.
		if c.garbage > dxpMaxGarbage {
			return "", ErrDXPGarbage
		}
		if n >= 0 {
			if len(frame) > 0 {
				return string(frame), nil
			}
			continue
		}
		if len(frame) > 0 && begun.IsZero() {
			begun = time.Now()
		}
		if err := c.fill(begun); err != nil {
			return "", err
		}
	}
}

// fill reads what is there. A message has been begun unless begun is zero.
func (c *DXPConn) fill(begun time.Time) error {
	if c.deadlines != nil && c.SlowTimeout > 0 {
		var deadline time.Time
		if !begun.IsZero() {
			deadline = begun.Add(c.SlowTimeout)
		}
		_ = c.deadlines.SetReadDeadline(deadline)
	}
	n, err := c.stream.Read(c.buffer[:])
	c.end = n
	if n > 0 {
		return nil // an error comes again at the next read
	}
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return ErrDXPSlow
	}
	return err
}

// Close closes the stream.
func (c *DXPConn) Close() error { return c.stream.Close() }
