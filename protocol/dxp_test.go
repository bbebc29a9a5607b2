package protocol

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

func TestDXP1FirstMoveIsNotInOneReadWithTheAnswer(t *testing.T) {
	p := newPeer(t, DXPOptions{})
	p.session.conn.sending.Lock()
	p.session.conn.gap, p.session.conn.answerGap = dxpGap, dxpAnswerGap
	p.session.conn.sending.Unlock()
	p.send(request("W", "001000A"))
	buffer := make([]byte, 1024)
	n, err := p.c.stream.Read(buffer)
	require.NoError(t, err)
	first := time.Now()
	assert.Equal(t, accepted+"\x00", string(buffer[:n]))
	n, err = p.c.stream.Read(buffer)
	require.NoError(t, err)
	assert.GreaterOrEqual(t, time.Since(first), 30*time.Millisecond)
	assert.Regexp(t, `^M0000\d{4}00\x00$`, string(buffer[:n]))
}

// TestDXP1HurriedMoves: with little time left a move that answers a move does not
// wait for the gap, as the peer has read the one before. It does when something
// else was said last, which the peer need not have read.
func TestDXP1HurriedMoves(t *testing.T) {
	const gap = 1500 * time.Millisecond
	answer := func(frames ...string) time.Duration {
		p := newPeer(t, DXPOptions{})
		p.send(request("W", ".02000A")) // 1.2 seconds
		p.expect(accepted, "M0000")
		p.session.conn.sending.Lock()
		p.session.conn.gap, p.session.conn.pause = gap, gap
		p.session.conn.sending.Unlock()
		begun := time.Now()
		p.send(frames...)
		for !strings.HasPrefix(p.next(), "M") {
		}
		return time.Since(begun)
	}
	assert.Less(t, answer("M0000202500"), gap)
	assert.GreaterOrEqual(t, answer("X", "M0000202500"), gap, "the complaint about X has not been read")
}

func TestDXP2EndWithoutGame(t *testing.T) {
	p := newPeer(t, DXPOptions{})
	p.send("E00", "E10", "E30")
	p.silent()
	p.send(request("Z", "001000A"))
	p.expect(accepted)
	p.send("E00")
	p.expect("E00")
	p.send("E00") // the answer to the answer
	p.silent()
	p.send("E01")
	assert.NoError(t, p.ended())
	p.expect("")
}

func TestDXP2StopCode(t *testing.T) {
	p := newPeer(t, DXPOptions{})
	p.send(request("Z", "001000A"))
	p.expect(accepted)
	p.send("E11")
	p.expect("E01")
	assert.NoError(t, p.ended())
	assert.Equal(t, DXPTally{Wins: 1}, p.session.Tally())
}

func TestDXP3EndWhileThinking(t *testing.T) {
	engine := waiting()
	p := newPeer(t, DXPOptions{}, engine.think)
	p.send(request("W", "001000A"))
	p.expect(accepted)
	p.send("E30")
	p.expect("E00")
	p.silent() // no move
	assert.Equal(t, 1, engine.stopped)
	engine.waits = false
	p.send(request("W", "001000A")) // the next game is fresh
	p.expect(accepted, "M")
	p.send("E01")
	p.expect("E01")
	assert.NoError(t, p.ended())
	assert.Equal(t, DXPTally{Losses: 1, Unknown: 1}, p.session.Tally())
}

func TestDXP3PeerDies(t *testing.T) {
	for name, engine := range map[string]*scripted{"in its turn": {}, "in ours": waiting()} {
		t.Run(name, func(t *testing.T) {
			p := newPeer(t, DXPOptions{}, engine.think)
			p.send(request("W", "001000A"))
			p.expect(accepted)
			if !engine.waits {
				p.expect("M")
			}
			p.c.Close()
			assert.ErrorIs(t, p.ended(), ErrDXPLost)
			assert.Contains(t, p.log.String(), "the connection was lost")
		})
	}
	t.Run("without a game", func(t *testing.T) {
		p := newPeer(t, DXPOptions{})
		p.c.Close()
		assert.NoError(t, p.ended())
	})
}

func TestDXP4Positions(t *testing.T) {
	for _, v := range board.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			p := newPeer(t, DXPOptions{Variant: v})
			start := v.Start()
			ours := dxpColor(start.Side)
			p.send(request(ours, "001000B"+ours+DXPLetters(v, &start)))
			p.expect(accepted, "M")
			p.send("E00")
			p.expect("E00")
			p.send(request(ours, "001000A"))
			p.expect(accepted, "M")
		})
	}
}

func TestDXP4PositionsRefused(t *testing.T) {
	international := variant(t, "international")
	for rest, why := range map[string]string{
		"001000BW" + position50[1:]:                      "the position has 49 letters, but the board of international has 50 squares",
		"001000BW" + position50[:32]:                     "the position has 32 letters, but the board of international has 50 squares",
		"001000BW" + "w" + position50[1:]:                "the white man on square 1 stands on its own crowning row",
		"001000BW" + strings.Repeat("e", 50):             "there is no piece on the board",
		"001000BW" + "b" + position50[1:]:                "is not made of the letters w z W Z e",
		"001000CW" + position50:                          `the position code "C" is not A or B`,
		"abc000A":                                        `the time in minutes "abc" is not a number`,
		"001000BX" + position50:                          `the side to move "X" is not W or Z`,
		"001000BW" + position50 + strings.Repeat("e", 9): "the position has 59 letters",
	} {
		p := newPeer(t, DXPOptions{Variant: international})
		p.send(request("W", rest))
		p.expect(otherGame)
		assert.Contains(t, p.next(), why[:20], rest)
		assert.Contains(t, strings.ReplaceAll(p.log.String(), `\"`, `"`), why)
		p.send(request("W", "001000A")) // the connection is as good as before
		p.expect(accepted, "M")
	}
}

// TestDXPOtherNumbers: one client numbers the moves of Russian draughts from
// a1, while the position stays as it is.
func TestDXPOtherNumbers(t *testing.T) {
	p := newPeer(t, DXPOptions{Variant: variant(t, "russian"), Open: func() (*Session, func(), error) {
		s, _, _ := smallSession()
		return s, nil, s.SetParam(ParamMoveNumbering, "pdn")
	}})
	p.send(requestFEN(t, variant(t, "russian"), "W", "001000", "W:Wc3:Bd4,b8")) // c3 is 22 on the board
	p.expect(accepted, "M00001019"+"0114")
	p.send("M0000292500") // b8-a7, 1-5 on the board
	p.expect("M")
}

func TestDXP5Minutes(t *testing.T) {
	for text, want := range map[string]time.Duration{
		"000": 0, ".05": 3 * time.Second, "0.5": 30 * time.Second, "001": time.Minute, "120": 2 * time.Hour, "-01": 0,
	} {
		engine := &scripted{}
		p := newPeer(t, DXPOptions{}, engine.think)
		p.send(request("W", text+"000A"))
		p.expect(accepted, "M")
		l := engine.limits[0]
		assert.True(t, l.Clock)
		assert.Zero(t, l.MovesToGo)
		assert.LessOrEqual(t, l.Time, want)
		assert.GreaterOrEqual(t, l.Time, want-max(want/7, 0), text) // a part is kept back
	}
}

func TestDXP5ClockRunsDown(t *testing.T) {
	engine := &scripted{}
	p := newPeer(t, DXPOptions{}, engine.think)
	p.send(request("Z", ".05075A"))
	p.expect(accepted)
	time.Sleep(50 * time.Millisecond) // the peer's time
	p.send("M0000322800")
	p.expect("M")
	p.session.conn.sending.Lock()
	p.session.conn.gap = 200 * time.Millisecond // makes our second move slow
	p.session.conn.sending.Unlock()
	v := p.session.Variant
	g := board.NewGame(v, v.Start())
	playHub(t, g, "32-28")
	require.NoError(t, g.Play(g.LegalMoves()[7%len(g.LegalMoves())]))
	for range 3 {
		reply := g.LegalMoves()[0]
		require.NoError(t, g.Play(reply))
		frame, _ := NewDXPMove(v, &reply, 0).Frame()
		p.send(frame)
		message, err := ParseDXP(p.next())
		require.NoError(t, err)
		var list board.List
		v.Generate(g.Position(), &list)
		m, ok := message.(*DXPMove).Find(v, &list)
		require.True(t, ok)
		require.NoError(t, g.Play(m))
	}
	engine.mu.Lock()
	defer engine.mu.Unlock()
	require.Len(t, engine.limits, 4)
	assert.InDelta(t, 3*7./8, engine.limits[0].Time.Seconds(), 0.04)
	assert.Equal(t, []int{75, 74, 73}, []int{engine.limits[0].MovesToGo, engine.limits[1].MovesToGo, engine.limits[2].MovesToGo})
	assert.Less(t, engine.limits[3].Time, engine.limits[2].Time-100*time.Millisecond)
}

// TestDXP6NeverEndsEarly plays on past the number of moves with a lost score.
func TestDXP6NeverEndsEarly(t *testing.T) {
	engine := &scripted{score: -9000}
	p := newPeer(t, DXPOptions{}, engine.think)
	v := p.session.Variant
	p.send(request("W", "001003A"))
	p.expect(accepted)
	g := board.NewGame(v, v.Start())
	for range 6 {
		frame := p.next()
		message, err := ParseDXP(frame)
		require.NoError(t, err)
		move, ok := message.(*DXPMove)
		require.True(t, ok, frame)
		playHub(t, g, move.String())
		reply := g.LegalMoves()[0]
		require.NoError(t, g.Play(reply))
		out, _ := NewDXPMove(v, &reply, 0).Frame()
		p.send(out)
	}
}

// TestDXP6EndsInOurTurn ends games that the rules have ended.
func TestDXP6EndsInOurTurn(t *testing.T) {
	for _, c := range []struct {
		name, variant, fen string
		moves              []string
		end                string
		tally              DXPTally
	}{
		{"no move at once", "international", "W:W:B1", nil, "E10", DXPTally{Losses: 1}},
		{"losing: no piece left", "losing", "B:W:B1", nil, "", DXPTally{}},
		{"losing: our last piece is taken", "losing", "B:W28:B22", []string{"M0000223301" + "28"}, "E30", DXPTally{Wins: 1}},
		{"our last piece is taken", "international", "B:W28:B22", []string{"M0000223301" + "28"}, "E10", DXPTally{Losses: 1}},
		{"the peer breaks through", "bt", "B:W31:B41", []string{"M0000414600"}, "E10", DXPTally{Losses: 1}},
	} {
		t.Run(c.name, func(t *testing.T) {
			v := variant(t, c.variant)
			p := newPeer(t, DXPOptions{Variant: v})
			p.send(requestFEN(t, v, "W", "001000", c.fen))
			p.expect(accepted)
			for _, m := range c.moves {
				p.send(m)
			}
			if c.end == "" { // over, but it is the peer's turn to say so
				p.silent()
				return
			}
			p.expect(c.end)
			p.silent()
			p.send("E00")
			p.send(request("W", "001000A"))
			p.expect(accepted, "M")
			p.send("E01")
			p.expect("E01")
			require.NoError(t, p.ended())
			c.tally.Unknown++
			assert.Equal(t, c.tally, p.session.Tally())
		})
	}
}

// TestDXP6DrawByRule: the peer plays on after the third repetition; in our
// next turn the game is ended.
func TestDXP6DrawByRule(t *testing.T) {
	v := variant(t, "international")
	p := newPeer(t, DXPOptions{Variant: v}, shuffle)
	p.send(requestFEN(t, v, "W", "001000", "W:WK46,K49,31:BK1,K2,6"))
	p.expect(accepted, "M")
	for i := range 20 {
		p.send([]string{"M0000010700", "M0000070100"}[i%2])
		frame := p.next()
		if frame[0] == 'E' {
			assert.Equal(t, "E20", frame)
			assert.Greater(t, i, 2)
			return
		}
	}
	t.Fatal("the game goes on")
}

// shuffle moves the king on 46 or 41 to and fro.
func shuffle(g *board.Game, _ search.Limits) (<-chan search.Result, func()) {
	done := make(chan search.Result, 1)
	for _, text := range []string{"46-41", "41-46"} {
		if m, err := g.Variant().ParseHubMove(g.Position(), text); err == nil {
			done <- search.Result{Move: m, HasMove: true}
		}
	}
	return done, func() {}
}

func TestDXP6Options(t *testing.T) {
	for _, c := range []struct {
		name    string
		options DXPOptions
		score   int
		moves   int // of ours before the end
		end     string
	}{
		{"resign", DXPOptions{Resign: 500}, -600, 3, "E10"},
		{"do not resign a small deficit", DXPOptions{Resign: 500}, -400, 5, "M"},
		{"move limit", DXPOptions{StopAtLimit: true}, 0, 4, "C"},
		{"draw", DXPOptions{Draw: true, DrawMargin: 5}, -5, 5, "M"}, // not so early
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPeer(t, c.options, (&scripted{score: c.score}).think)
			v := p.session.Variant
			p.send(request("W", "001004A"))
			p.expect(accepted)
			g := board.NewGame(v, v.Start())
			for range c.moves {
				message, err := ParseDXP(p.next())
				require.NoError(t, err)
				playHub(t, g, message.(*DXPMove).String())
				reply := g.LegalMoves()[0]
				require.NoError(t, g.Play(reply))
				out, _ := NewDXPMove(v, &reply, 0).Frame()
				p.send(out)
			}
			p.expect(c.end)
		})
	}
}

func TestDXP7Names(t *testing.T) {
	for _, name := range []string{"ünïcödé\x01\x7f\xff", "", strings.Repeat("M", 32), `"quotes' {and} \ more`} {
		p := newPeer(t, DXPOptions{})
		p.send("R01" + name + strings.Repeat(" ", 32-len(name)) + "W001000A")
		p.expect(accepted, "M")
	}
}

func TestDXP7Version(t *testing.T) {
	p := newPeer(t, DXPOptions{})
	p.send("R02" + strings.Repeat("?", 80))
	p.expect("ADamiera                         1", "C")
	p.send(request("W", "001000A"))
	p.expect(accepted, "M")
}

func TestDXP8ChatBeforeTheRequest(t *testing.T) {
	p := newPeer(t, DXPOptions{Initiator: true, Chat: []string{"console time 50"}, Minutes: 1})
	p.expect("Cconsole time 50", "R01Damiera                         Z001000A")
}
