//go:build unix

package protocol

import (
	"net"
	"syscall"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/sys/unix"
)

// TestDXP7SocketOptions: a listener may be started again at once, and no
// message waits for the next one.
func TestDXP7SocketOptions(t *testing.T) {
	option := func(c syscall.Conn, level, name int) int {
		raw, err := c.SyscallConn()
		require.NoError(t, err)
		value := 0
		require.NoError(t, raw.Control(func(fd uintptr) { value, err = unix.GetsockoptInt(int(fd), level, name) }))
		require.NoError(t, err)
		return value
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	assert.NotZero(t, option(l.(*net.TCPListener), unix.SOL_SOCKET, unix.SO_REUSEADDR))
	c, err := DialDXP(t.Context(), l.Addr().String())
	require.NoError(t, err)
	defer c.Close()
	assert.NotZero(t, option(c.stream.(*net.TCPConn), unix.IPPROTO_TCP, unix.TCP_NODELAY))
	accepted, err := l.Accept()
	require.NoError(t, err)
	defer accepted.Close()
	NewDXPConn(newClientConn(accepted, 0, 0, 0))
	assert.NotZero(t, option(accepted.(*net.TCPConn), unix.IPPROTO_TCP, unix.TCP_NODELAY))
}
