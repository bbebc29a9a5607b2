package bench

import (
	"context"
	"net"
	"testing"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/protocol"
)

// serveDXP answers one connection after the other with this program's engine.
func serveDXP(t *testing.T, v *board.Variant, o protocol.DXPOptions) string {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	t.Cleanup(func() { l.Close() })
	o.Variant, o.Name, o.Log = v, "Follower", zerolog.Nop()
	o.Limits.Nodes = 200
	o.Open = func() (*protocol.Session, func(), error) {
		s := protocol.NewSession(protocol.SessionOptions{})
		if err := s.SetParam(protocol.ParamTableSize, "12"); err != nil {
			return nil, nil, err
		}
		return s, nil, s.SetParam(protocol.ParamVariant, v.HubName())
	}
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_ = protocol.NewDXPSession(protocol.NewDXPConn(c), o).Run(context.Background())
		}
	}()
	return l.Addr().String()
}

func TestMatchOverDXP(t *testing.T) {
	for _, variant := range []string{"international", "russian", "turkish", "canadian"} {
		t.Run(variant, func(t *testing.T) {
			t.Parallel()
			v, err := board.Lookup(variant)
			require.NoError(t, err)
			o := testMatch(t, variant, "", "name=A nodes=200", "name=B proto=dxp tc=60 connect="+serveDXP(t, v, protocol.DXPOptions{}))
			o.Games, o.Concurrency = 2, 1
			o.Adjudication.MaxMoves = 10 // DXP needs 35 ms between messages
			for _, r := range play(t, o).Records() {
				assert.Empty(t, r.Loser, r.Detail)
			}
		})
	}
}

func TestDXPEngineResigns(t *testing.T) {
	v := board.Variants()[0]
	address := serveDXP(t, v, protocol.DXPOptions{Resign: 1}) // at the least disadvantage
	o := testMatch(t, "international", "", "name=A nodes=200", "name=B proto=dxp tc=60 connect="+address)
	p, err := v.ParseFEN("W:W41,42,43,44,46,47,48,49,50:B1,2,3,4")
	require.NoError(t, err)
	o.Openings[0].Start, o.Openings[0].Moves = p, nil
	o.Games, o.Concurrency = 1, 1
	m := play(t, o)
	r := m.Records()[0]
	assert.Equal(t, "resignation", r.Reason)
	assert.Equal(t, "B", r.Loser)
	assert.Equal(t, "2-0", r.Result)
}

func TestDXPEngineIsNotThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	address := l.Addr().String()
	l.Close()
	o := testMatch(t, "international", "", "name=A nodes=200", "name=B proto=dxp tc=60 connect="+address)
	o.Games, o.Concurrency = 2, 1
	for _, r := range play(t, o).Records() {
		assert.Equal(t, "crash", r.Reason)
		assert.Equal(t, "B", r.Loser)
		assert.Contains(t, r.Detail, address)
	}
}
