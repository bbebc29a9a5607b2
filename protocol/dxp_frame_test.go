package protocol

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// position50 is the start position of 10x10 as a GAMEREQ carries it.
var position50 = strings.Repeat("z", 20) + strings.Repeat("e", 10) + strings.Repeat("w", 20)

// goldenFrames pairs messages with the bytes they are on the wire. The first
// ones are the examples of the protocol's description.
var goldenFrames = []struct {
	name    string
	frame   string
	message DXPMessage
}{
	{"request, start position", "R01Tornado voor Windows 4.0        W060065A",
		&DXPGameRequest{Version: 1, Name: "Tornado voor Windows 4.0", Follower: board.White, Minutes: 60, Moves: 65}},
	{"move", "M0000322800", &DXPMove{From: 32, To: 28}},
	{"capture, any order", "M001205250422122320",
		&DXPMove{Seconds: 12, From: 5, To: 25, Captured: []int{22, 12, 23, 20}}},
	{"move, leading zeros", "M0012061100", &DXPMove{Seconds: 12, From: 6, To: 11}},
	{"end, lost", "E10", &DXPGameEnd{Reason: DXPLose}},
	{"end, acknowledged", "E00", &DXPGameEnd{}},
	{"end, drawn, session too", "E21", &DXPGameEnd{Reason: DXPDraw, Stop: true}},
	{"end, won", "E30", &DXPGameEnd{Reason: DXPWin}},
	{"take back", "B005Z", &DXPBackRequest{Move: 5, Mover: board.Black}},
	{"take back, first move", "B001W", &DXPBackRequest{Move: 1, Mover: board.White}},
	{"take back done", "K0", &DXPBackAccept{Code: DXPBackDone}},
	{"take back unsupported", "K1", &DXPBackAccept{Code: DXPBackUnsupported}},
	{"take back refused", "K2", &DXPBackAccept{Code: DXPBackContinue}},
	{"accepted", "A" + "Damiera 0.1                     " + "0", &DXPGameAccept{Name: "Damiera 0.1"}},
	{"wrong version", "A" + "x" + strings.Repeat(" ", 31) + "1", &DXPGameAccept{Name: "x", Code: DXPWrongVersion}},
	{"full name", "A" + strings.Repeat("n", 32) + "3", &DXPGameAccept{Name: strings.Repeat("n", 32), Code: DXPNoGame}},
	{"chat", "CWhat do you think about move 35?", &DXPChat{Text: "What do you think about move 35?"}},
	{"empty chat", "C", &DXPChat{}},
	{"request, position, no time, no limit", "R01" + "a" + strings.Repeat(" ", 31) + "Z000000BZ" + position50,
		&DXPGameRequest{Version: 1, Name: "a", Follower: board.Black, Mover: board.Black, Letters: position50}},
	{"request, part of a minute", "R01" + "a" + strings.Repeat(" ", 31) + "Z.05000A",
		&DXPGameRequest{Version: 1, Name: "a", Follower: board.Black, Minutes: 0.05}},
	{"request, half a minute", "R01" + "a" + strings.Repeat(" ", 31) + "Z0.5000A",
		&DXPGameRequest{Version: 1, Name: "a", Follower: board.Black, Minutes: 0.5}},
	{"request, 72 squares", "R01" + "a" + strings.Repeat(" ", 31) + "Z999999BW" + strings.Repeat("eZW", 24),
		&DXPGameRequest{Version: 1, Name: "a", Follower: board.Black, Minutes: 999, Moves: 999, Letters: strings.Repeat("eZW", 24)}},
}

func TestGoldenFrames(t *testing.T) {
	for _, g := range goldenFrames {
		t.Run(g.name, func(t *testing.T) {
			frame, err := g.message.Frame()
			require.NoError(t, err)
			assert.Equal(t, g.frame, frame)
			message, err := ParseDXP(g.frame)
			require.NoError(t, err)
			assert.Equal(t, g.message, message)
		})
	}
}

func TestParseLenient(t *testing.T) {
	name := strings.Repeat(" ", 32)
	for frame, want := range map[string]DXPMessage{
		"M  12061100": &DXPMove{Seconds: 12, From: 6, To: 11}, // padded with blanks
		"E00 ":        &DXPGameEnd{},
		"R02anything": &DXPGameRequest{Version: 2}, // the rest of another version is not ours to read
		"A\xff\x01é" + strings.Repeat("q", 28) + "0": &DXPGameAccept{Name: "\xff\x01é" + strings.Repeat("q", 28)},
		"R01" + name + "W-05000A":                    &DXPGameRequest{Version: 1, Follower: board.White},
		"R01" + name + "W1.5010A":                    &DXPGameRequest{Version: 1, Follower: board.White, Minutes: 1.5, Moves: 10},
		"R01" + name + "W  5   A":                    nil,
	} {
		message, err := ParseDXP(frame)
		if want == nil {
			assert.Error(t, err, frame)
			continue
		}
		if assert.NoError(t, err, frame) {
			assert.Equal(t, want, message, frame)
		}
	}
}

func TestParseMalformed(t *testing.T) {
	name := strings.Repeat("n", 32)
	for frame, problem := range map[string]string{
		"":                                "it is empty",
		"X":                               `"X" is not one of the message types R A M E C B K`,
		"M":                               "it ends within the seconds, which has 4 characters",
		"M00003228":                       "it ends within the number of captures, which has 2 characters",
		"M000032280":                      "it ends within the number of captures, which has 2 characters",
		"M00003228011":                    "it ends within the captured square, which has 2 characters",
		"M0000322899":                     "it ends within the captured square, which has 2 characters",
		"M0000322800xy":                   `"xy" is left over at its end`,
		"M0000+32800":                     `the from square "+3" is not a number of 2 digits`,
		"M00003a2800":                     `the from square "3a" is not a number of 2 digits`,
		"E1":                              "it ends within the stop code, which has 1 characters",
		"Ex0":                             `the reason "x" is not a number of 1 digits`,
		"K":                               "it ends within the acceptance code, which has 1 characters",
		"B05Z":                            `the move number "05Z" is not a number of 3 digits`,
		"B005B":                           `the side to move "B" is not W or Z`,
		"Ashort0":                         "it ends within the name, which has 32 characters",
		"R01" + name + "B060065A":         `the follower's colour "B" is not W or Z`,
		"R01" + name + "Wabc065A":         `the time in minutes "abc" is not a number such as 060 or 0.5`,
		"R01" + name + "WNaN065A":         `the time in minutes "NaN" is not a number such as 060 or 0.5`,
		"R01" + name + "WInf065A":         `the time in minutes "Inf" is not a number such as 060 or 0.5`,
		"R01" + name + "W060065C":         `the position code "C" is not A or B`,
		"R01" + name + "W060065BW":        `the position "" is not made of the letters w z W Z e`,
		"R01" + name + "W060065BWwbe":     `the position "wbe" is not made of the letters w z W Z e`,
		"R01" + name + "W060065Aeeee":     `"eeee" is left over at its end`,
		"C" + strings.Repeat("x", 127):    "it is longer than 127 characters",
		"Rxx" + strings.Repeat(" ", 1000): "it is longer than 127 characters",
	} {
		_, err := ParseDXP(frame)
		var malformed *DXPFrameError
		if assert.ErrorAs(t, err, &malformed, frame) {
			assert.Equal(t, problem, malformed.Problem, frame)
			assert.LessOrEqual(t, len(malformed.Frame), 127)
		}
	}
}

func TestFrameRefusesWhatDoesNotFit(t *testing.T) {
	for _, m := range []DXPMessage{
		&DXPMove{Seconds: 10000, From: 1, To: 2},
		&DXPMove{From: 100, To: 2},
		&DXPMove{From: -1, To: 2},
		&DXPGameRequest{Version: 1, Moves: 1000},
		&DXPGameRequest{Version: 1, Minutes: 1000},
		&DXPGameRequest{Version: 1, Minutes: -1},
		&DXPGameRequest{Version: 1, Letters: strings.Repeat("e", 84)},
		&DXPBackRequest{Move: 1000},
		&DXPGameEnd{Reason: 10},
	} {
		_, err := m.Frame()
		assert.Error(t, err, "%#v", m)
	}
}

func TestFrameMendsText(t *testing.T) {
	frame, err := (&DXPChat{Text: "più\x00\n" + strings.Repeat("x", 200)}).Frame()
	require.NoError(t, err)
	assert.Equal(t, "Cpi???"+strings.Repeat("x", 121), frame)
	frame, err = (&DXPGameAccept{Name: "  " + strings.Repeat("è", 40)}).Frame()
	require.NoError(t, err)
	assert.Equal(t, "A"+strings.Repeat("?", 32)+"0", frame)
	frame, err = (&DXPGameAccept{}).Frame()
	require.NoError(t, err)
	assert.Equal(t, "Aunnamed                         0", frame)
}

func TestMinutes(t *testing.T) {
	for minutes, want := range map[float64]string{
		0: "000", 1: "001", 60: "060", 999: "999", 999.4: "999", 12.5: "012", 0.5: "0.5", 0.05: ".05", 0.25: ".25",
		1.5: "1.5", 0.001: "0.0", 0.999: "1.0", 0.1: "0.1",
	} {
		got, err := dxpMinutes(minutes)
		assert.NoError(t, err)
		assert.Equal(t, want, got, "%v", minutes)
	}
}

func TestLettersOfEveryGame(t *testing.T) {
	for _, v := range board.Variants() {
		start := v.Start()
		letters := DXPLetters(v, &start)
		assert.Len(t, letters, v.Squares)
		back, err := parseDXPLetters(v, letters, start.Side)
		require.NoError(t, err, v.Name)
		assert.Equal(t, start, back, v.Name)
		request := &DXPGameRequest{Version: 1, Name: strings.Repeat("n", 32), Letters: letters}
		_, err = request.Frame()
		assert.NoError(t, err, v.Name)
	}
	international, err := board.Lookup("international")
	require.NoError(t, err)
	start := international.Start()
	assert.Equal(t, position50, DXPLetters(international, &start))
	_, err = parseDXPLetters(international, position50[1:], board.White)
	assert.EqualError(t, err, "the position has 49 letters, but the board of international has 50 squares")
}

// TestMovesOfEveryGame sends each legal move of some positions of each game
// and finds it again.
func TestMovesOfEveryGame(t *testing.T) {
	var list board.List
	for _, v := range board.Variants() {
		p := v.Start()
		for ply := range 60 {
			v.Generate(&p, &list)
			if list.Len() == 0 {
				break
			}
			for _, m := range list.Moves() {
				frame, err := NewDXPMove(v, &m, ply).Frame()
				require.NoError(t, err)
				message, err := ParseDXP(frame)
				require.NoError(t, err)
				found, ok := message.(*DXPMove).Find(v, &list)
				require.True(t, ok, "%s %s", v.Name, frame)
				assert.Equal(t, m, found)
			}
			m := *list.At((ply * 7) % list.Len())
			q := p
			v.Do(&p, &m, &q)
			p = q
		}
	}
}

func TestFindWantsAllCaptures(t *testing.T) {
	v, err := board.Lookup("international")
	require.NoError(t, err)
	p, err := v.ParseFEN("W:WK4:B13,32,37,20") // 4x15 exists twice
	require.NoError(t, err)
	var list board.List
	v.Generate(&p, &list)
	find := func(captured ...int) bool {
		_, ok := (&DXPMove{From: 4, To: 15, Captured: captured}).Find(v, &list)
		return ok
	}
	assert.True(t, find(13, 20, 32))
	assert.True(t, find(37, 13, 20))
	assert.False(t, find())
	assert.False(t, find(13, 20))
	assert.False(t, find(13, 20, 20))
	assert.False(t, find(13, 20, 99))
	assert.False(t, find(13, 20, 32, 37))
}

func FuzzParseDXP(f *testing.F) {
	for _, g := range goldenFrames {
		f.Add(g.frame)
	}
	f.Add("R01\xff")
	f.Add("M0000322899010203")
	f.Fuzz(func(t *testing.T, frame string) {
		message, err := ParseDXP(frame)
		if err != nil {
			var malformed *DXPFrameError
			require.ErrorAs(t, err, &malformed)
			return
		}
		again, err := message.Frame()
		if err != nil {
			return // numbers are read with blanks in front, so all fit: only the minutes may not
		}
		require.LessOrEqual(t, len(again), dxpMaxFrame)
		require.NotContains(t, again, "\x00")
		if r, ok := message.(*DXPGameRequest); ok && r.Version != DXPVersion {
			return // what we write has the fields of version 1
		}
		second, err := ParseDXP(again)
		require.NoError(t, err)
		third, err := second.Frame()
		require.NoError(t, err)
		require.Equal(t, again, third)
	})
}
