package bench

import (
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

func TestParseEngine(t *testing.T) {
	tests := []struct {
		name, each, own string
		want            EngineSpec
	}{
		{"self is the default", "", "", EngineSpec{Name: "Damiera", Protocol: ProtocolSelf,
			Control: TimeControl{MoveTime: 100 * time.Millisecond}}},
		{"a program speaks hub", "", "cmd=./bin/scan", EngineSpec{Name: "scan", Protocol: ProtocolHub,
			Command: []string{"./bin/scan"}, Control: TimeControl{MoveTime: 100 * time.Millisecond}}},
		{"arguments without quotes", "", "cmd=./scan hub -v cpu-time nodes=1", EngineSpec{Name: "scan", Protocol: ProtocolHub,
			Command: []string{"./scan", "hub", "-v"}, Control: TimeControl{Nodes: 1, CPU: true}}},
		{"everything", "tc=40/2:30+1.5 param.threads=1 env.A=b",
			`name="My engine" cmd="'/opt/my engine/scan' hub" arg=--log dir=/tmp proto=hub1 param.threads=2 param.book=false env.C=d timemargin=50 depth=9 nodes=1000`,
			EngineSpec{Name: "My engine", Protocol: ProtocolHub1, Command: []string{"/opt/my engine/scan", "hub", "--log"},
				Dir: "/tmp", Env: []string{"A=b", "C=d"}, Params: []Param{{"threads", "2"}, {"book", "false"}},
				Control: TimeControl{Clock: true, Moves: 40, Time: 150 * time.Second, Increment: 1500 * time.Millisecond,
					Depth: 9, Nodes: 1000, Margin: 50 * time.Millisecond}}},
		{"own time control replaces the common one", "tc=0/60+0.6", "movetime=50ms",
			EngineSpec{Name: "Damiera", Protocol: ProtocolSelf, Control: TimeControl{MoveTime: 50 * time.Millisecond}}},
		{"and the other way round", "st=0.05", "tc=10",
			EngineSpec{Name: "Damiera", Protocol: ProtocolSelf, Control: TimeControl{Clock: true, Time: 10 * time.Second}}},
		{"dxp", "", "proto=dxp connect=127.0.0.1:27531 tc=75/300",
			EngineSpec{Name: "127.0.0.1:27531", Protocol: ProtocolDXP, Address: "127.0.0.1:27531",
				Control: TimeControl{Clock: true, Moves: 75, Time: 300 * time.Second}}},
		{"dxp in short", "", "proto=dxp cmd=localhost:27531 tc=300",
			EngineSpec{Name: "localhost:27531", Protocol: ProtocolDXP, Address: "localhost:27531",
				Control: TimeControl{Clock: true, Time: 300 * time.Second}}},
		{"pondering", "", "cmd=x ponder movetime=1 arg=y", EngineSpec{Name: "x", Protocol: ProtocolHub, Ponder: true,
			Command: []string{"x", "y"}, Control: TimeControl{MoveTime: time.Second}}},
		{"processor time", "cpu-time", "nodes=5 cmd=x",
			EngineSpec{Name: "x", Protocol: ProtocolHub, Command: []string{"x"}, Control: TimeControl{Nodes: 5, CPU: true}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := ParseEngine(tt.each, tt.own)
			require.NoError(t, err)
			assert.Equal(t, tt.want, got)
		})
	}
}

// Messages name the word that is wrong.
func TestParseEngineErrors(t *testing.T) {
	for text, want := range map[string]string{
		"proto=uci":                     "proto=uci: protocols are hub, hub1, dxp and self",
		"colour=red":                    `"colour" is no engine setting`,
		"cmd":                           `"cmd" is no engine setting: write key=value`,
		"=x":                            "has no name before '='",
		`name="A`:                       `a quote " is never closed`,
		"arg=x":                         "give cmd= before its arguments",
		"proto=hub":                     "write cmd=PROGRAM or connect=HOST:PORT",
		"proto=dxp":                     "write connect=127.0.0.1:27531",
		"proto=self cmd=x":              "it takes no cmd and no connect",
		"cmd=x connect=a:1":             "cmd and connect exclude each other",
		"connect=localhost":             `"localhost" is no address: write HOST:PORT`,
		"connect=localhost:1 cpu-time":  "cannot be measured",
		"tc=abc":                        `tc=abc: "abc" is no time in seconds`,
		"tc=-1":                         `tc=-1: "-1" is no time in seconds`,
		"tc=x/60":                       `tc=x/60: "x" is no number of moves`,
		"tc=0/x:60":                     `"x" is no number of minutes`,
		"tc=0/0":                        "tc gives no time at all",
		"tc=1e300":                      "is no time in seconds",
		"movetime=0":                    "movetime=0: must be above zero",
		"depth=-3":                      "depth=-3: must be a whole number of plies",
		"nodes=1e6":                     "nodes=1e6: must be a whole number of positions",
		"timemargin=-1":                 "timemargin=-1: must be whole milliseconds",
		"cpu-time=perhaps":              "is a switch: write just cpu-time",
		"ponder":                        "ponder needs proto=hub, not proto=self",
		"cmd=x proto=hub1 ponder":       "ponder needs proto=hub, not proto=hub1",
		"cmd=x ponder cpu-time":         "ponder and cpu-time exclude each other",
		"cmd=x ponder=7":                "ponder=7: it is a switch",
		"name=A name=B":                 `name is given twice, "A" and "B": leave one of them out`,
		"depth=1 depth=1":               "depth is given twice",
		"param.a=1 option.a=2":          `param.a is given twice, "1" and "2"`,
		"env.A=1 env.A=2":               "env.A is given twice",
		"st=1 movetime=2":               "movetime is given twice",
		"cmd=x host=a:1 connect=b:1":    "connect is given twice",
		"tc=10 movetime=1":              "tc and movetime exclude each other",
		"cmd=x arg=a arg=a -v -v":       "",
		"tc=NaN":                        "is no time in seconds",
		"movetime=inf":                  "is no time in seconds",
		"depth=0 nodes=0 timemargin=10": "",
	} {
		_, err := ParseEngine("", text)
		if want == "" {
			assert.NoError(t, err, text)
			continue
		}
		assert.ErrorContains(t, err, want, text)
	}
}

func TestSplitWords(t *testing.T) {
	for text, want := range map[string][]string{
		"":                         nil,
		"  a  b\tc\n":              {"a", "b", "c"},
		`a="b c" 'd "e"' f\ g`:     {"a=b c", `d "e"`, "f g"},
		`a="say \"x\"" ''`:         {`a=say "x"`, ""},
		`cmd=C:\bin\scan.exe x\\y`: {`cmd=C:\bin\scan.exe`, `x\y`},
	} {
		got, err := splitWords(text)
		require.NoError(t, err)
		assert.Equal(t, want, got, text)
	}
}

func TestTimeControlString(t *testing.T) {
	for text, want := range map[string]string{
		"tc=0/60+0.6":           "60+0.6",
		"tc=40/1:00":            "40/60",
		"movetime=0.05":         "0.05/move",
		"depth=9 nodes=1000":    "depth 9, 1000 nodes",
		"tc=1+1 cpu-time":       "1+1, cpu time",
		"tc=40/2:30.5 depth=20": "40/150.5, depth 20",
	} {
		s, err := ParseEngine("", text)
		require.NoError(t, err)
		assert.Equal(t, want, s.Control.String(), text)
	}
}

func TestUniqueNames(t *testing.T) {
	engines := []EngineSpec{{Name: "A"}, {Name: "A"}, {Name: "B"}, {Name: "A"}, {Name: "A 2"}}
	uniqueNames(engines)
	names := []string{}
	for _, e := range engines {
		names = append(names, e.Name)
	}
	assert.Equal(t, []string{"A", "A 2", "B", "A 3", "A 2 2"}, names)
}

func TestParseSPRT(t *testing.T) {
	s, err := ParseSPRT("elo0=-1 elo1=4 alpha=0.1 beta=0.02 model=normalized")
	require.NoError(t, err)
	assert.Equal(t, &SPRT{Elo0: -1, Elo1: 4, Alpha: 0.1, Beta: 0.02, Model: Normalized}, s)
	for text, want := range map[string]string{
		"elo0=x":                "elo0=x: it must be a number",
		"model=bayes":           "there are logistic and normalized",
		"gamma=1":               `"gamma" is no setting of an SPRT`,
		"elo0=5 elo1=5":         "must be below",
		"alpha=0.7":             "below 0.5",
		"elo1=10 elo0=2 beta=0": "above 0",

		"elo0=nan":                   "must be below",
		"alpha=nan":                  "above 0",
		"elo1=inf":                   "between -1000 and 1000",
		"elo1=inf model=normalized":  "between -1000 and 1000",
		"elo1=5 alpha=0.1 alpha=0.2": "alpha is given twice",
	} {
		_, err := ParseSPRT(text)
		assert.ErrorContains(t, err, want, text)
	}
}

func TestParseScoreRule(t *testing.T) {
	r, err := ParseScoreRule("movenumber=40 movecount=8 score=0.1", true)
	require.NoError(t, err)
	assert.Equal(t, ScoreRule{From: 40, Moves: 8, Score: 0.1}, r)
	for _, bad := range []string{"", "movecount=3", "score=1", "movecount=0 score=1", "movecount=x score=1",
		"movecount=2 score=-1", "movecount=2 score=NaN", "movenumber=4 movecount=2 score=1", "x=1"} {
		_, err := ParseScoreRule(bad, false)
		assert.Error(t, err, bad)
	}
}

func TestClock(t *testing.T) {
	second := time.Second
	c := newClock(&TimeControl{Clock: true, Moves: 2, Time: 10 * second, Increment: second, Margin: 100 * time.Millisecond})
	assert.Equal(t, 2, c.limits().MovesToGo)
	most, limited := c.allowed()
	assert.True(t, limited)
	assert.Equal(t, 11*second+100*time.Millisecond, most)
	assert.True(t, c.charge(4*second))
	assert.Equal(t, 7*second, c.left)
	assert.Equal(t, 1, c.limits().MovesToGo)
	assert.True(t, c.charge(8*second), "the increment counts for the move itself")
	assert.Equal(t, 10*second, c.left, "the next period begins")
	assert.Equal(t, 2, c.limits().MovesToGo)
	assert.True(t, c.charge(11*second+50*time.Millisecond), "within the margin")
	assert.Equal(t, -50*time.Millisecond, c.left, "which is a debt")
	assert.False(t, c.charge(2*second))

	c = newClock(&TimeControl{MoveTime: second})
	assert.True(t, c.charge(1400*time.Millisecond))
	assert.False(t, c.charge(1600*time.Millisecond))
	assert.Equal(t, second, c.limits().MoveTime)

	c = newClock(&TimeControl{Depth: 5})
	assert.True(t, c.charge(time.Hour), "no time limit")
	assert.Equal(t, endlessTime, c.patience().Stop)

	wall := newClock(&TimeControl{MoveTime: second}).patience()
	cpu := newClock(&TimeControl{MoveTime: second, CPU: true}).patience()
	assert.Greater(t, wall.HangUp, wall.Stop)
	assert.Greater(t, cpu.Stop, 10*wall.Stop, "a loaded machine may be much slower")
}

func TestSchedule(t *testing.T) {
	s := newSchedule(Gauntlet, 3, 2)
	var got []fixture
	for game := 1; game <= 9; game++ {
		got = append(got, s.fixture(game))
	}
	assert.Equal(t, []fixture{
		{1, 0, 0, 1}, {2, 0, 1, 0}, {3, 0, 0, 2}, {4, 0, 2, 0},
		{5, 1, 0, 1}, {6, 1, 1, 0}, {7, 1, 0, 2}, {8, 1, 2, 0}, {9, 0, 0, 1},
	}, got)
	assert.Len(t, newSchedule(RoundRobin, 4, 1).pairings, 6)
}

// none is a score that an engine does not tell.
const none = 999

func TestAdjudicator(t *testing.T) {
	rules := &Adjudication{Resign: ScoreRule{Moves: 2, Score: 3}, Draw: ScoreRule{From: 3, Moves: 2, Score: 0.1}, MaxMoves: 50}
	verdict := func(plies int, scores ...float64) string {
		a := adjudicator{rules: rules}
		for i, s := range scores {
			a.see(board.Color(i%2), s != none, s)
		}
		o, _ := a.verdict(nil, plies)
		return o.String()
	}
	assert.Equal(t, "ongoing", verdict(10, 3, -3, 3))
	assert.Equal(t, "white wins", verdict(10, 3, -3, 4, -9))
	assert.Equal(t, "black wins", verdict(10, -3, 3, -4, 9))
	assert.Equal(t, "ongoing", verdict(10, 3, 0, 4, -9), "one of them does not agree")
	assert.Equal(t, "ongoing", verdict(10, 3, none, 4, -9), "one of them does not tell")
	assert.Equal(t, "draw", verdict(6, 0, 0.1, -0.1, 0))
	assert.Equal(t, "ongoing", verdict(5, 0, 0.1, -0.1, 0), "too early")
	assert.Equal(t, "draw", verdict(100, 1))
}

func TestMatchOptionsErrors(t *testing.T) {
	good := testMatch(t, "russian", "nodes=10", "", "")
	good.Games, good.Concurrency = 2, 1
	for name, tt := range map[string]struct {
		spoil func(*MatchOptions)
		want  string
	}{
		"one engine":  {func(o *MatchOptions) { o.Engines = o.Engines[:1] }, "give --engine twice"},
		"no games":    {func(o *MatchOptions) { o.Games = 0 }, "--games 0"},
		"concurrency": {func(o *MatchOptions) { o.Concurrency = 1000 }, "--concurrency 1000"},
		"resume":      {func(o *MatchOptions) { o.Resume = true }, "--resume needs the file"},
		"openings":    {func(o *MatchOptions) { o.Openings = nil }, "no openings"},
		"sprt of three": {func(o *MatchOptions) {
			o.SPRT = &SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}
			o.Engines = append(o.Engines, o.Engines[0])
		}, "--sprt compares two engines, not 3"},
		"parameter": {func(o *MatchOptions) { o.Engines[1].setParam("speed", "9") }, "engine Damiera 2: param.speed"},
		"value":     {func(o *MatchOptions) { o.Engines[0].setParam("threads", "many") }, "param.threads=many"},
		"weights":   {func(o *MatchOptions) { o.Engines[0].setParam("eval", "nowhere.dwt") }, "param.eval=nowhere.dwt"},
		"hub1":      {func(o *MatchOptions) { o.Engines[0].Protocol = ProtocolHub1 }, "version 1 of Hub"},
	} {
		t.Run(name, func(t *testing.T) {
			o := good
			o.Engines = append([]EngineSpec(nil), good.Engines...)
			tt.spoil(&o)
			_, err := NewMatch(o)
			assert.ErrorContains(t, err, tt.want)
		})
	}
}
