package protocol

import (
	"context"
	"errors"
	"net"
	"sync"
	"time"
)

// dxpSlowTimeout is how long a peer may take from the first character of a
// message to its end.
const dxpSlowTimeout = 30 * time.Second

// ListenDXP plays with those who connect, one after the other: who comes
// during a session is told that no game can be had. A follower goes on until
// the context ends, an initiator until it has played its games with the first
// peer; the error is that peer's session's. All games are counted.
func ListenDXP(ctx context.Context, l net.Listener, o DXPOptions) (DXPTally, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { l.Close() })
	defer stop()
	var (
		clients sync.WaitGroup
		free    = make(chan struct{}, 1) // holds a token while nobody plays
		queue   = make(chan struct{}, maxRefusals+1)
		tally   DXPTally // belongs to who has the token
		played  error
	)
	free <- struct{}{}
	for {
		n, err := l.Accept()
		if err != nil {
			if ctx.Err() != nil || errors.Is(err, net.ErrClosed) {
				clients.Wait()
				return tally, played
			}
			o.Log.Error().Err(err).Msg("cannot accept a connection")
			time.Sleep(100 * time.Millisecond)
			continue
		}
		session := o
		session.Log = o.Log.With().Stringer("peer", n.RemoteAddr()).Logger()
		play := func() {
			session.Log.Info().Msg("connected")
			player := NewDXPSession(NewDXPConn(newClientConn(n, 0, 0, dxpSlowTimeout)), session)
			err := player.play(ctx)
			tally = tally.add(player.tally)
			if o.Initiator && !errors.Is(err, ErrDXPNoAnswer) { // who only looked in is not the peer
				played = err
				cancel()
			}
			free <- struct{}{}
			hangUp(n, dxpLinger)
		}
		select {
		case queue <- struct{}{}:
		default:
			n.Close()
			continue
		}
		clients.Go(func() {
			defer func() { <-queue }()
			select {
			case <-free:
				play()
			case <-time.After(admitTime):
				session.Log.Info().Msg("refused: another peer is playing")
				refuseDXP(ctx, n, o.Name)
			case <-ctx.Done():
				n.Close()
			}
		})
	}
}

// refuseDXP waits for a game request and declines it.
func refuseDXP(ctx context.Context, n net.Conn, name string) {
	ctx, cancel := context.WithTimeout(ctx, refusalTime)
	defer cancel()
	stop := context.AfterFunc(ctx, func() { n.Close() })
	defer stop()
	conn := NewDXPConn(n)
	for {
		m, err := conn.Receive()
		if err != nil {
			n.Close()
			return
		}
		if _, ok := m.(*DXPGameRequest); ok {
			_ = conn.Send(&DXPGameAccept{Name: name, Code: DXPNoGame})
			hangUp(n, farewellTime)
			return
		}
	}
}
