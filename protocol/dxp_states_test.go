package protocol

import (
	"context"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

func TestDXPIllegalMoves(t *testing.T) {
	for move, why := range map[string]string{
		"M0000332800":     "", // legal
		"M0000322700":     "",
		"M0000311800":     "the move 31-18 is not legal here",
		"M0000009900":     "the move 0-99 is not legal here",
		"M000032280122":   "the move 32x28x22 is not legal here",
		"M00003a2800":     `the move is malformed: the from square "3a" is not a number of 2 digits`,
		"M0000322801":     "the move is malformed: it ends within the captured square, which has 2 characters",
		"M00003228009999": `the move is malformed: "9999" is left over at its end`,
	} {
		p := newPeer(t, DXPOptions{})
		p.send(request("Z", "001000A"))
		p.expect(accepted)
		p.send(move)
		if why == "" {
			p.expect("M")
			continue
		}
		assert.Equal(t, "C"+why, p.next())
		p.expect("E00")
		p.silent()
		p.send("E00")
		p.silent()
		p.send(request("W", "001000A"))
		p.expect(accepted, "M")
		assert.Contains(t, strings.ReplaceAll(p.log.String(), `\"`, `"`), why)
	}
}

func TestDXPMoveOutOfTurn(t *testing.T) {
	p := newPeer(t, DXPOptions{})
	p.send("M0000322800") // no game
	p.silent()
	p.send(request("W", "001000A"))
	p.expect(accepted, "M")
	engine := waiting()
	q := newPeer(t, DXPOptions{}, engine.think)
	q.send(request("W", "001000A"))
	q.expect(accepted)
	q.send("M0000322800", "M0000192300") // while it thinks
	q.silent()
	engine.enough <- struct{}{}
	q.expect("M")
	q.silent()
	assert.Contains(t, q.log.String(), "ignored a move out of turn")
}

func TestDXPMalformedMessages(t *testing.T) {
	p := newPeer(t, DXPOptions{})
	p.send("Q", "A", "K", "", "Bx", "E")
	for range 5 {
		p.expect("Cignored a malformed message: ")
	}
	p.send(request("W", "001000A"))
	p.expect(accepted, "M")
	for range 12 {
		p.send("nonsense")
	}
	assert.ErrorIs(t, p.ended(), ErrDXPGarbage)
	assert.Contains(t, p.log.String(), "too many malformed messages")
}

func TestDXPNoise(t *testing.T) {
	p := newPeer(t, DXPOptions{})
	p.send(request("W", "001000A"))
	p.expect(accepted, "M")
	for range 1000 {
		p.send("C"+strings.Repeat("\xff\x1b[2J", 20), "K0", accepted)
	}
	p.send("E00")
	p.expect("E00")
	assert.Less(t, len(p.log.String()), 60_000)
	assert.NotContains(t, p.log.String(), "\x1b")
	p.c.Close()
	assert.NoError(t, p.ended())
}

func TestDXPChatAnyTime(t *testing.T) {
	engine := waiting()
	p := newPeer(t, DXPOptions{}, engine.think)
	p.send("Chello", request("W", "001000A"), "Cgood luck", "C")
	p.expect(accepted)
	p.send("Cthinking?")
	p.silent()
	engine.enough <- struct{}{}
	p.expect("M")
	p.send("Cnice", "E00", "Cbye")
	p.expect("E00")
	p.silent()
	assert.Contains(t, p.log.String(), "good luck")
}

func TestDXPTakeBack(t *testing.T) {
	p := newPeer(t, DXPOptions{})
	p.send("B001W")
	p.expect("K1") // no game
	p.send(request("Z", "001000A"))
	p.expect(accepted)
	p.send("B002W", "B001Z", "B000W", "B999Z")
	p.expect("K2", "K2", "K2", "K2") // not played yet
	p.send("B001W")
	p.expect("K0") // nothing to take back
	p.silent()
	p.send("M0000322800")
	first := p.next()
	assert.Equal(t, "M", first[:1])
	p.send("B001Z") // it moves again
	p.expect("K0", first)
	p.send("B001W")
	p.expect("K0")
	p.silent()
	p.send("M0000322800")
	p.expect(first)
	p.send("E00")
	p.expect("E00")
	p.send("B001W")
	p.expect("K1")
}

func TestDXPTakeBackWhileThinking(t *testing.T) {
	engine := waiting()
	p := newPeer(t, DXPOptions{}, engine.think)
	p.send(request("Z", "001000A"))
	p.expect(accepted)
	p.send("M0000322800", "B001W")
	p.expect("K0")
	p.silent() // the search for the move that is gone sends nothing
	p.send("M0000332800")
	p.silent()
	engine.enough <- struct{}{}
	p.expect("M")
}

// TestDXPMoveNumbers counts as a score sheet does, whoever begins.
func TestDXPMoveNumbers(t *testing.T) {
	white, black := board.White, board.Black
	for _, c := range []struct {
		variant string
		fen     string
		number  int
		mover   board.Color
		plies   int
	}{
		{"international", "", 1, white, 0}, {"international", "", 1, black, 1}, {"international", "", 3, white, 4},
		{"international", "B:W31:B1", 1, black, 0}, {"international", "B:W31:B1", 2, white, 1},
		{"international", "B:W31:B1", 1, white, -1},
		{"english", "", 1, black, 0}, {"english", "", 1, white, 1}, {"english", "", 2, black, 2},
		{"english", "W:W21:B1", 1, white, 0}, {"english", "W:W21:B1", 2, black, 1},
	} {
		v := variant(t, c.variant)
		start := v.Start()
		if c.fen != "" {
			var err error
			start, err = v.ParseFEN(c.fen)
			require.NoError(t, err)
		}
		g := &dxpGame{Game: board.NewGame(v, start)}
		n, _ := g.ply(&DXPBackRequest{Move: c.number, Mover: c.mover})
		assert.Equal(t, c.plies, n, "%+v", c)
	}
}

func TestDXPRequestInAGame(t *testing.T) {
	p := newPeer(t, DXPOptions{})
	p.send(request("Z", "001000A"))
	p.expect(accepted)
	p.send(request("W", "001000A"))
	p.expect(otherGame, "C")
	p.send("M0000322800") // the game goes on
	p.expect("M")
}

func TestDXPNoEngineLeft(t *testing.T) {
	p := newPeer(t, DXPOptions{Open: func() (*Session, func(), error) { return nil, nil, assert.AnError }})
	p.send(request("Z", "001000A"))
	p.expect("ADamiera                         3", "C"+assert.AnError.Error()[:20])
}

func TestDXPShutdown(t *testing.T) {
	engine := waiting()
	p := newPeer(t, DXPOptions{}, engine.think)
	p.send(request("W", "001000A"))
	p.expect(accepted)
	begun := time.Now()
	p.cancel()
	p.expect("E01", "")
	p.c.Close()
	assert.NoError(t, p.ended())
	assert.Less(t, time.Since(begun), shutDownTime())
}

func TestDXPIdle(t *testing.T) {
	p := newPeer(t, DXPOptions{IdleTimeout: 500 * time.Millisecond})
	p.send(request("Z", ".20000A")) // 12 s
	p.expect(accepted)
	time.Sleep(600 * time.Millisecond) // the peer may think in a game
	p.send("M0000322800")
	p.expect("M")
	p.send("E00")
	p.expect("E00")
	assert.ErrorIs(t, p.ended(), ErrDXPIdle)
	p.expect("")
}

func TestDXPInitiator(t *testing.T) {
	p := newPeer(t, DXPOptions{Initiator: true, Games: 3, Minutes: 5, Moves: 75})
	p.expect("R01Damiera                         Z005075A") // we are White in the first game
	p.send("E00")                                           // nothing to end
	p.send("M0000322800")
	p.silent()
	p.send(accepted)
	p.expect("M")
	p.send("E10") // out of turn is no problem
	p.expect("E00", "R01Damiera                         W005075A")
	p.send(accepted)
	p.send("M0000322800")
	p.expect("M")
	p.send("E20")
	p.expect("E00", "R01Damiera                         Z005075A")
	p.send(accepted)
	p.expect("M")
	p.send("E30")
	p.expect("E00", "")
	assert.NoError(t, p.ended())
	assert.Equal(t, DXPTally{Wins: 1, Draws: 1, Losses: 1}, p.session.Tally())
}

func TestDXPInitiatorEndsTheLastGame(t *testing.T) {
	v := variant(t, "international")
	lost, err := v.ParseFEN("W:W:B1")
	require.NoError(t, err)
	p := newPeer(t, DXPOptions{Initiator: true, Games: 2, Start: &lost})
	p.expect("R01Damiera                         Z000000BWz" + strings.Repeat("e", 49))
	p.send(accepted)
	p.expect("E10")
	p.send("E00")
	p.expect("R01Damiera                         W000000BWz")
	p.send(accepted)
	p.silent() // the peer has lost, and has to say so
	p.send("E10")
	p.expect("E00", "")
	assert.NoError(t, p.ended())
	assert.Equal(t, DXPTally{Wins: 1, Losses: 1}, p.session.Tally())

	p = newPeer(t, DXPOptions{Initiator: true, Start: &lost})
	p.expect("R01")
	p.send(accepted)
	p.expect("E11") // the only game
	p.send("E01")
	p.expect("")
	assert.NoError(t, p.ended())
}

func TestDXPInitiatorRefused(t *testing.T) {
	for code, want := range map[string]string{
		"1": "another version of the protocol is spoken", "2": "this game is not played, but others are",
		"3": "no game is played at all", "7": "unknown code 7",
	} {
		p := newPeer(t, DXPOptions{Initiator: true})
		p.expect("R01")
		p.send("Aother engine                    " + code)
		err := p.ended()
		assert.ErrorIs(t, err, ErrDXPRefused)
		assert.ErrorContains(t, err, "other engine refused")
		assert.ErrorContains(t, err, want)
	}
	p := newPeer(t, DXPOptions{Initiator: true})
	p.expect("R01")
	p.c.Close()
	assert.ErrorIs(t, p.ended(), ErrDXPNoAnswer)
}

func TestDXPTwoInitiators(t *testing.T) {
	p := newPeer(t, DXPOptions{Initiator: true})
	p.expect("R01")
	p.send(request("W", "001000A"))
	p.expect(otherGame, "Cboth sides ask")
	p.send(accepted)
	p.expect("M")
}

// FuzzDXPSession feeds a session with anything; it must neither panic nor
// hang, and must end when the peer leaves.
func FuzzDXPSession(f *testing.F) {
	start := request("W", "001000A")
	f.Add(start + "\x00E00\x00" + start + "\x00M0000192300\x00B001W\x00")
	f.Add(request("Z", ".05003B"+"W"+position50) + "\x00M0000322800\x00Chello\x00E31\x00")
	f.Add("R02\x00K0\x00A\x00M\x00" + accepted + "\x00")
	v := variant(f, "international")
	f.Fuzz(func(t *testing.T, text string) {
		here, there := net.Pipe()
		go func() {
			_, _ = here.Write([]byte(text))
			here.Close()
		}()
		go func() {
			buffer := make([]byte, 256)
			for {
				if _, err := here.Read(buffer); err != nil {
					return
				}
			}
		}()
		c := NewDXPConn(there)
		c.gap = 0
		s := NewDXPSession(c, DXPOptions{Variant: v, Name: "x", Open: smallSession})
		s.think = (&scripted{}).think
		ctx, cancel := context.WithTimeout(t.Context(), patience)
		defer cancel()
		_ = s.Run(ctx)
		require.NoError(t, ctx.Err(), "hangs")
	})
}
