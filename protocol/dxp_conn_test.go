package protocol

import (
	"errors"
	"io"
	"net"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// stream joins a reader and a writer.
type stream struct {
	io.Reader
	io.Writer
}

func (stream) Close() error { return nil }

// receiveAll receives until an error that ends the stream.
func receiveAll(in io.Reader) (frames []string, err error) {
	c := NewDXPConn(stream{in, io.Discard})
	for {
		m, err := c.Receive()
		var malformed *DXPFrameError
		switch {
		case errors.As(err, &malformed):
			frames = append(frames, "! "+malformed.Problem)
		case err != nil:
			return frames, err
		default:
			frame, _ := m.Frame()
			frames = append(frames, frame)
		}
	}
}

// TestReceive reads messages however the stream cuts them.
func TestReceive(t *testing.T) {
	text := "M0000322800\x00\x00E10\x00Chello\x00" + strings.Repeat("x", 300) + "\x00E00\x00M00"
	want := []string{"M0000322800", "E10", "Chello", "! it is longer than 127 characters", "E00"}
	for name, in := range map[string]io.Reader{
		"at once":       strings.NewReader(text),
		"byte by byte":  iotest.OneByteReader(strings.NewReader(text)),
		"halves":        iotest.HalfReader(strings.NewReader(text)),
		"data with EOF": iotest.DataErrReader(strings.NewReader(text)),
		"empty reads":   &emptyReads{strings.NewReader(text), false},
	} {
		frames, err := receiveAll(in)
		assert.Equal(t, io.EOF, err, name)
		assert.Equal(t, want, frames, name)
	}
}

// emptyReads returns nothing at every second read.
type emptyReads struct {
	io.Reader
	odd bool
}

func (r *emptyReads) Read(b []byte) (int, error) {
	if r.odd = !r.odd; r.odd {
		return 0, nil
	}
	return r.Reader.Read(b)
}

func TestReceiveBoundsGarbage(t *testing.T) {
	_, err := receiveAll(strings.NewReader(strings.Repeat("x", 1<<20)))
	assert.Equal(t, ErrDXPGarbage, err)
	_, err = receiveAll(strings.NewReader(strings.Repeat("\x00", 1<<20)))
	assert.Equal(t, ErrDXPGarbage, err)
}

// tcpPair returns both ends of a TCP connection.
func tcpPair(t testing.TB) (net.Conn, net.Conn) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	here, err := net.Dial("tcp", l.Addr().String())
	require.NoError(t, err)
	there, err := l.Accept()
	require.NoError(t, err)
	t.Cleanup(func() { here.Close(); there.Close() })
	return here, there
}

// TestOneMessageAPacket is point 1 of the pitfalls of DXP: clients take one
// read for one message.
func TestOneMessageAPacket(t *testing.T) {
	var sent recorder
	c := NewDXPConn(stream{strings.NewReader(""), &sent})
	messages := []DXPMessage{&DXPGameAccept{Name: "a"}, &DXPMove{From: 32, To: 28}, &DXPChat{Text: "x"}, &DXPGameEnd{}}
	for i, m := range messages {
		require.NoError(t, c.Send(m))
		frame, _ := m.Frame()
		assert.Equal(t, frame+"\x00", sent.writes[i])
		if i > 0 {
			assert.GreaterOrEqual(t, sent.times[i].Sub(sent.times[i-1]), 30*time.Millisecond)
		}
	}
	assert.Len(t, sent.writes, len(messages))
}

func TestReceiveSlowPeer(t *testing.T) {
	here, there := tcpPair(t)
	c := NewDXPConn(here)
	c.SlowTimeout = time.Second
	go func() {
		time.Sleep(1100 * time.Millisecond) // silence is no fault
		_, _ = there.Write([]byte("E0"))
		time.Sleep(10 * time.Millisecond)
		_, _ = there.Write([]byte("0\x00M"))
		for { // one byte after the other does not help
			time.Sleep(10 * time.Millisecond)
			if _, err := there.Write([]byte("0")); err != nil {
				return
			}
		}
	}()
	m, err := c.Receive()
	require.NoError(t, err)
	assert.Equal(t, &DXPGameEnd{}, m)
	_, err = c.Receive()
	assert.Equal(t, ErrDXPSlow, err)
}

func TestDialNobody(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := l.Addr().String()
	l.Close()
	_, err = DialDXP(t.Context(), address)
	assert.ErrorContains(t, err, "cannot connect to the DXP program at "+address)
}

func FuzzReceiveDXP(f *testing.F) {
	f.Add("M0000322800\x00\x00E10\x00Chello\x00", uint8(3))
	f.Add(strings.Repeat("x", 200)+"\x00E00\x00", uint8(1))
	// The bound of garbage is passed within a message that ends.
	f.Add(strings.Repeat("x", dxpMaxFrame+dxpMaxGarbage)+"\x00"+strings.Repeat("y", 200)+"\x00", uint8(6))
	f.Fuzz(func(t *testing.T, text string, piece uint8) {
		whole, err := receiveAll(strings.NewReader(text))
		cut, errCut := receiveAll(&pieces{text, int(piece)%7 + 1})
		require.Equal(t, err, errCut)
		require.Equal(t, whole, cut)
	})
}

// pieces returns a text some bytes at a time.
type pieces struct {
	text string
	size int
}

func (p *pieces) Read(b []byte) (int, error) {
	if p.text == "" {
		return 0, io.EOF
	}
	n := copy(b, p.text[:min(p.size, len(p.text))])
	p.text = p.text[n:]
	return n, nil
}
