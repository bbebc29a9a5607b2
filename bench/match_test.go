package bench

import (
	"context"
	"fmt"
	"net"
	"runtime"
	"testing"
	"time"

	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/openings"
	"github.com/damiera/damiera/protocol"
)

// testMatch makes options for engines given by their words.
func testMatch(t *testing.T, variant, each string, engines ...string) MatchOptions {
	t.Helper()
	v, err := board.Lookup(variant)
	require.NoError(t, err)
	list, err := openings.Ballots(v)
	require.NoError(t, err)
	o := MatchOptions{
		Variant: v, Games: 4, Concurrency: 2, Openings: list, OpeningsName: "ballots",
		Adjudication: Adjudication{MaxMoves: 200},
	}
	for _, text := range engines {
		e, err := ParseEngine(each, text)
		require.NoError(t, err)
		o.Engines = append(o.Engines, e)
	}
	return o
}

// play plays a match to its end.
func play(t *testing.T, o MatchOptions) *Match {
	t.Helper()
	m, err := NewMatch(o)
	require.NoError(t, err)
	defer m.Close()
	require.NoError(t, m.Run(context.Background()))
	checkRecords(t, o.Variant, m.Records(), o.Games)
	return m
}

// checkRecords holds every game against the rules and the schedule.
func checkRecords(t *testing.T, v *board.Variant, records []*GameRecord, games int) {
	t.Helper()
	seen := map[int]bool{}
	for _, r := range records {
		assert.False(t, seen[r.Game], "game %d twice", r.Game)
		seen[r.Game] = true
		g, err := r.game(v)
		require.NoError(t, err, "game %d", r.Game)
		o, reason := g.Outcome()
		switch {
		case r.Loser != "":
			assert.Equal(t, 0, r.Points(r.Loser), "game %d: %s", r.Game, r.Reason)
		case o == board.Ongoing:
			assert.Contains(t, r.Reason, "adjudication", "game %d", r.Game)
		default:
			assert.Equal(t, resultOf(o), r.Result, "game %d", r.Game)
			assert.Equal(t, plainReason(reason), r.Reason)
		}
	}
	for game := 1; game <= games; game++ {
		assert.True(t, seen[game], "game %d is missing", game)
	}
	assert.Len(t, records, games)
}

// Every fault loses by its own reason, and the engine is there again for the
// next game.
func TestFaultsLose(t *testing.T) {
	faults := map[string]string{
		"crasher": "crash", "killed": "crash", "hanger": "hang", "deaf": "hang", "garbler": "garbage",
		"flooder": "garbage", "cheater": "illegal move", "mute": "illegal move", "late": "time forfeit",
		"stranger": "garbage",
	}
	for name, reason := range faults {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			o := testMatch(t, "international", "movetime=0.1 timemargin=2000", character("fair"), character(name))
			if name == "stranger" { // it never shakes hands
				o.Engines[1].handshake = 3 * time.Second
			}
			o.Games = 2
			m := play(t, o)
			for _, r := range m.Records() {
				assert.Equal(t, reason, r.Reason, r.Detail)
				assert.Equal(t, name, r.Loser)
				assert.NotEmpty(t, r.Detail)
			}
			s := m.Summary()
			assert.Equal(t, Summary{Games: 2, Wins: 2, Elo: s.Elo, EloError: s.EloError, LOS: s.LOS,
				Reasons: map[string]int{reason: 2}}, s)
		})
	}
}

// With cpu-time an engine that has to wait loses nothing, one that works too
// long does.
func TestProcessorTime(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("processor time is measured on Linux only")
	}
	each := "cpu-time movetime=0.05 timemargin=100"
	o := testMatch(t, "international", each, "name=self param.tt-size=10 nodes=100", character("sleeper"))
	o.Games = 1
	r := play(t, o).Records()[0]
	assert.Empty(t, r.Loser, r.Detail)
	for _, p := range r.Moves {
		assert.Less(t, p.Seconds, 0.15, "sleep is not charged")
	}

	o = testMatch(t, "international", each, "name=self param.tt-size=10 nodes=100", character("burner"))
	o.Games = 1
	r = play(t, o).Records()[0]
	assert.Equal(t, TimeForfeit, r.Reason)
	assert.Equal(t, "burner", r.Loser)

	o = testMatch(t, "international", "", "cpu-time param.threads=2", "")
	assert.ErrorContains(t, o.Check(), "cpu-time")
	o = testMatch(t, "international", "", "cpu-time nodes=100", "nodes=100")
	o.Games = 1
	play(t, o)
}

// An engine that ponders is told so after each of its moves, and whether the
// reply that it expects has come.
func TestPondering(t *testing.T) {
	o := testMatch(t, "russian", "tc=60+0.1", character("ponderer")+" ponder", character("fair"))
	o.Games = 4
	hits, misses := 0, 0
	for _, r := range play(t, o).Records() {
		assert.Empty(t, r.Loser, r.Detail)
		for i, p := range r.Moves {
			switch own := (r.White == "ponderer") == (i%2 == 0); {
			case !own || p.Book:
			case p.Score != nil && *p.Score == hitScore:
				hits++
			default:
				assert.Nil(t, p.Score, "what was said while it pondered is not of this move")
				misses++
			}
		}
	}
	assert.Positive(t, hits)
	assert.Positive(t, misses)

	o = testMatch(t, "russian", "tc=60+0.1", character("dreamer")+" ponder", character("fair"))
	o.Games = 2
	for _, r := range play(t, o).Records() {
		assert.Equal(t, "dreamer", r.Loser)
		assert.Equal(t, string(protocol.Hang), r.Reason)
	}

}

// An engine may be reached over TCP, and is gone when the connection is.
func TestHubOverTCP(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	defer l.Close()
	connections := 0
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			if connections++; connections == 1 {
				c.Close()
				continue
			}
			go func() {
				defer c.Close()
				_ = protocol.ServeHub(context.Background(), c, c, protocol.SessionOptions{}, zerolog.Nop())
			}()
		}
	}()
	o := testMatch(t, "frisian", "depth=2 param.tt-size=10", "name=A", "name=B connect="+l.Addr().String())
	o.Games, o.Concurrency = 3, 1
	records := play(t, o).Records()
	assert.Equal(t, "crash", records[0].Reason)
	assert.Equal(t, "B", records[0].Loser)
	for _, r := range records[1:] {
		assert.Empty(t, r.Loser, r.Detail)
	}
}

// What engines claim, chat or get wrong in their messages changes nothing.
func TestOddEnginesPlayToTheEnd(t *testing.T) {
	for _, variant := range []string{"international", "russian"} {
		o := testMatch(t, variant, "tc=0/20+0.2", character("fair"), character("claimer"), character("chatter"))
		o.Games = 8
		m := play(t, o)
		for _, r := range m.Records() {
			assert.Empty(t, r.Loser, "%s: %s", r.Reason, r.Detail)
			assert.Greater(t, len(r.Moves), 20)
		}
	}
}

func TestHubVersion1(t *testing.T) {
	o := testMatch(t, "international", "tc=0/20+0.2", character("fair"), character("old")+" proto=hub1")
	m := play(t, o)
	for _, r := range m.Records() {
		assert.Empty(t, r.Loser, r.Detail)
		for i, p := range r.Moves {
			if old := (r.White == "old") == (i%2 == 0); old && !p.Book {
				require.NotNil(t, p.Score)
				assert.Equal(t, 0.12, *p.Score)
				assert.Equal(t, uint64(4567), p.Nodes)
			}
		}
	}
}

// The engine in this process plays every game; with a limit of nodes the same
// match is played twice.
func TestSelfPlay(t *testing.T) {
	for _, v := range board.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			o := testMatch(t, v.Name, "nodes=300 param.tt-size=10", "name=A", "name=B nodes=100")
			first, second := play(t, o), play(t, o)
			assert.Equal(t, first.Summary(), second.Summary())
		})
	}
}

// Two engines that shuffle their kings to and fro get a draw at the third
// repetition, though neither claims it.
func TestThirdRepetition(t *testing.T) {
	o := testMatch(t, "international", "movetime=1", character("shuffler"), character("shuffler"))
	p, err := o.Variant.ParseFEN("W:WK46,K47,26:BK4,K5,25")
	require.NoError(t, err)
	o.Openings = []openings.Opening{{Name: "kings", Start: p}}
	o.Games = 2
	for _, r := range play(t, o).Records() {
		assert.Equal(t, "the position occurred three times", r.Reason)
		assert.Equal(t, "1-1", r.Result)
		assert.Len(t, r.Moves, 8)
	}
}

func TestSPRTStopsTheMatch(t *testing.T) {
	o := testMatch(t, "international", "", "name=A nodes=2000", "name=B depth=1")
	o.Games = 1000
	o.SPRT = &SPRT{Elo0: 0, Elo1: 200, Alpha: 0.05, Beta: 0.05}
	m, err := NewMatch(o)
	require.NoError(t, err)
	defer m.Close()
	var last *MatchStatus
	m.options.Report = func(s *MatchStatus) error { last = s; return nil }
	require.NoError(t, m.Run(context.Background()))
	assert.Less(t, len(m.Records()), 200)
	assert.Equal(t, AcceptH1, last.Verdict)
	assert.Greater(t, m.Summary().LLR, 2.94)
}

func TestReportErrorEndsTheMatch(t *testing.T) {
	o := testMatch(t, "international", "nodes=100 param.tt-size=10", "name=A", "name=B")
	o.Games = 1000
	o.Report = func(*MatchStatus) error { return fmt.Errorf("disk full") }
	m, err := NewMatch(o)
	require.NoError(t, err)
	defer m.Close()
	assert.EqualError(t, m.Run(context.Background()), "disk full")
}
