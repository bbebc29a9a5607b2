package protocol

import (
	"bytes"
	"context"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/rs/zerolog"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHandshakeIsPlain(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(converse(t, SessionOptions{MaxThreads: 8}, "hub", "init"), "\n"), "\n")
	require.Greater(t, len(lines), 10)
	assert.Regexp(t, `^id name=Damiera version=\S+ author="[^"]+" country=\S+$`, lines[0])
	assert.True(t, strings.HasPrefix(lines[1], "param name=variant value=normal type=enum values="), lines[1])
	assert.Equal(t, []string{"wait", "ready"}, lines[len(lines)-2:])
	token := regexp.MustCompile(`^( [a-z-]+=([^" =]+|"[^"=]*"))+$`)
	for _, line := range lines[:len(lines)-2] {
		command, rest, _ := strings.Cut(line, " ")
		assert.Contains(t, []string{"id", "param"}, command)
		assert.Regexp(t, token, " "+rest)
		if command == "param" {
			l := ParseHubLine(line)
			assert.Equal(t, "name", l.Arguments[0].Name)
			kind, _ := l.Get("type")
			last := l.Arguments[len(l.Arguments)-1].Name
			switch ParamKind(kind) {
			case EnumParam:
				assert.Equal(t, "values", last)
			case IntParam, RealParam:
				assert.Equal(t, "max", last)
				assert.True(t, l.Has("min"))
			default:
				assert.Contains(t, []ParamKind{BoolParam, StringParam}, ParamKind(kind))
			}
		}
	}
}

func TestInfoAndDone(t *testing.T) {
	c := newHubClient(t, SessionOptions{})
	info := regexp.MustCompile(`^info depth=\d+ mean-depth=\d+\.\d+ score=-?\d+\.\d+ nodes=\d+ time=\d+\.\d+ nps=\d+\.\d+ pv=("[-x 0-9]+"|[-x0-9]+)$`)
	done := regexp.MustCompile(`^done move=\d+(-\d+|(x\d+){2,})( ponder=\d+(-\d+|(x\d+){2,}))?$`)
	for _, v := range board.Variants() {
		c.send("set-param name=variant value="+v.Name, "level depth=5", "go think")
		infos := 0
		for {
			a := c.await("")
			if strings.HasPrefix(a.text, "done") {
				assert.Regexp(t, done, a.text, v.Name)
				break
			}
			infos++
			assert.Regexp(t, info, a.text, v.Name)
		}
		assert.NotZero(t, infos, v.Name)
	}
}

func TestOneLegalMoveIsAnalyzed(t *testing.T) {
	c := newHubClient(t, SessionOptions{})
	c.send("set-param name=variant value=russian", "pos pos=W:Wh6:Bg7,c5,d2", "go analyze")
	assert.Regexp(t, `score=-?\d+`, c.await("info").text)
	c.send("stop")
	assert.True(t, strings.HasPrefix(c.await("done").text, "done move=12x31x8x14x26"))
}

func TestExactlyOneDone(t *testing.T) {
	for name, test := range map[string]struct {
		lines []string
		dones int
	}{
		"stop in the same write":    {[]string{"go think", "stop"}, 1},
		"stop twice":                {[]string{"go analyze", "stop", "stop"}, 1},
		"rejected position":         {[]string{"pos pos=nonsense", "level depth=3", "go think"}, 1},
		"two searches":              {[]string{"level depth=3", "go think", "level depth=3", "go think"}, 2},
		"a go ends an endless one":  {[]string{"go analyze", "level depth=3", "go think"}, 2},
		"stop of a later go":        {[]string{"level depth=30", "go think", "go analyze", "stop"}, 2},
		"three endless ones":        {[]string{"go analyze", "go ponder", "go analyze", "stop"}, 3},
		"ponder-hit of a later go":  {[]string{"go analyze", "level depth=2", "go ponder", "ponder-hit"}, 2},
		"position after an endless": {[]string{"level infinite", "go think", "pos moves=32-28"}, 1},
		"finished game":             {[]string{"pos pos=B:W50:B", "go think", "go analyze", "go ponder", "stop"}, 3},
		"commands in between":       {[]string{"level depth=9", "go think", "new-game", "set-param name=threads value=2", "init", "go think", "stop"}, 2},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := newHubClient(t, SessionOptions{MaxThreads: 2})
			c.send(test.lines...)
			for range test.dones {
				c.await("done")
			}
			c.send("ping")
			for _, line := range c.collect("pong") {
				assert.NotRegexp(t, "^done", line)
			}
		})
	}
}

// TestMirroredScore holds P7: scores are from the side to move. Deeper searches
// order moves by their squares and may prune otherwise.
func TestMirroredScore(t *testing.T) {
	score := regexp.MustCompile(`depth=3 .*score=(\S+) `)
	read := func(position string) string {
		out := scoreOf(t, position, score)
		return out
	}
	for _, v := range []string{"normal", "russian", "frisian"} {
		variant, err := board.Lookup(v)
		require.NoError(t, err)
		p := variant.Start()
		g := board.NewGame(variant, p)
		require.NoError(t, g.Play(g.LegalMoves()[0]))
		require.NoError(t, g.Play(g.LegalMoves()[1]))
		p = *g.Position()
		q := variant.Flip(&p)
		assert.Equal(t, read(v+" "+variant.Hub(&p)), read(v+" "+variant.Hub(&q)), v)
	}
}

func scoreOf(t *testing.T, position string, score *regexp.Regexp) string {
	t.Helper()
	variant, letters, _ := strings.Cut(position, " ")
	c := newHubClient(t, SessionOptions{})
	c.send("set-param name=variant value="+variant, "pos pos="+letters, "level depth=3", "go analyze")
	text := ""
	for {
		a := c.await("")
		if m := score.FindStringSubmatch(a.text); m != nil {
			text = m[1]
		}
		if strings.HasPrefix(a.text, "done") {
			require.NotEmpty(t, text, a.text)
			return text
		}
	}
}

func TestRemoteSessions(t *testing.T) {
	out := converse(t, SessionOptions{Remote: true, MaxThreads: 2, MaxHashBytes: 1 << 20},
		"set-param name=eval value=/etc/passwd", "set-param name=bb-dir value=/etc", "hub")
	assert.Contains(t, out, "param name=threads value=1 type=int min=1 max=2\n")
	assert.Contains(t, out, "param name=tt-size value=12 type=int min=10 max=16\n")
	assert.Contains(t, out, "param name=eval value=\"\" type=string\n")
	assert.Contains(t, out, "param name=bb-dir value=\"\" type=string\n")
}

// A peer over the network that changes its mind all the time does not have an
// engine made each time.
func TestRemoteChanges(t *testing.T) {
	s := NewSession(SessionOptions{Remote: true, MaxHashBytes: 1 << 20})
	s.Prepare()
	engine, begun := s.engine, time.Now()
	for n := range 100 {
		require.NoError(t, s.SetParam(ParamTableSize, strconv.Itoa(minTableSize+n%2)))
		s.NewGame()
	}
	assert.Same(t, engine, s.engine)
	s.Prepare()
	assert.NotSame(t, engine, s.engine)
	assert.GreaterOrEqual(t, time.Since(begun), remakePause*9/10)

	local := NewSession(SessionOptions{MaxHashBytes: 1 << 20})
	local.Prepare()
	engine = local.engine
	require.NoError(t, local.SetParam(ParamTableSize, "10"))
	assert.NotSame(t, engine, local.engine, "later it would be on the clock")
}

// TestNumberings plays a whole game in the numbers of each game's GameType.
func TestNumberings(t *testing.T) {
	for _, v := range board.Variants()[:18] {
		t.Run(v.Name, func(t *testing.T) {
			for _, turned := range []bool{false, true} {
				n := numbering{variant: v, pdn: true, turned: turned}
				g := board.NewGame(v, v.Start())
				for ply := range 60 {
					legal := g.LegalMoves()
					if len(legal) == 0 {
						break
					}
					seen := map[string]bool{}
					for i := range legal {
						text := n.write(&legal[i])
						assert.False(t, seen[text])
						seen[text] = true
						m, err := v.ParseHubMove(g.Position(), n.read(text))
						require.NoError(t, err)
						assert.Equal(t, legal[i], m)
					}
					require.NoError(t, g.Play(legal[(ply*7)%len(legal)]))
				}
			}
			for square := 1; square <= v.Squares; square++ {
				s, _ := v.SquareOf(square)
				got := numbering{variant: v, pdn: true}.number(square)
				if v.Notation == board.Numeric {
					assert.Equal(t, v.SquareName(s), strconv.Itoa(got))
					continue
				}
				row, col := v.RowCol(s)
				columns := v.Squares / v.Height
				assert.Equal(t, (v.Height-1-row)*columns+col*columns/v.Width+1, got)
			}
		})
	}
}

// TestTurnedEnglish holds the client that keeps English positions with White
// below and writes moves from Black's side.
func TestTurnedEnglish(t *testing.T) {
	s := NewSession(SessionOptions{})
	require.NoError(t, s.SetParam(ParamVariant, "english"))
	require.NoError(t, s.SetParam(ParamMoveNumbering, "pdn"))
	require.NoError(t, s.SetPosition("Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "11-15 23-19", ""))
	own := NewSession(SessionOptions{})
	require.NoError(t, own.SetParam(ParamVariant, "english"))
	require.NoError(t, own.SetPosition("Wbbbbbbbbbbbbeeeeeeeewwwwwwwwwwww", "22-18 10-14", ""))
	assert.Equal(t, own.Game().Position(), s.Game().Position())
	require.NoError(t, s.SetPosition("start", "11-15 23-19", ""))
}

func FuzzHubSession(f *testing.F) {
	f.Add("go think\nstop\n")
	f.Add("hub\ninit\npos pos=start moves=\"32-28\"\nlevel depth=2\ngo think\ngo ponder\nponder-hit\ngo analyze\nquit")
	f.Add("new\nset a b\nset book false\npos wbbb\nmove 32-28\ntime 3\nlevel 1 2 3\ndepth 2\ngo\nanalyse\nponder\n")
	f.Add("set-param name=variant value=turkish\nlevel time=-1 inc=x\ngo think\nset-param name=multi-pv value=3\ngo analyze\nstop\n")
	f.Add("set-param name=move-numbering value=pdn\npos pos=W:WK46:B10 wolf=\"W46=9\" moves=46-5\ngo\x00 think\ngo =\n")
	f.Fuzz(func(t *testing.T, text string) {
		const most = 30
		searches := 0
		for line := range strings.SplitSeq(text, "\n") {
			switch ParseHubLine(strings.TrimSuffix(line, "\r")).Command {
			case "go", "analyse", "ponder":
				searches++
			}
		}
		if searches > most || len(text) > 4096 || strings.Contains(text, "quit") || strings.Contains(text, "tt-size") || strings.Contains(text, "threads") {
			t.Skip()
		}
		out := converse(t, SessionOptions{}, text)
		answers := 0
		for line := range strings.SplitSeq(strings.TrimSuffix(out, "\n"), "\n") {
			word, _, _ := strings.Cut(line, " ")
			switch word {
			case "done", "move":
				answers++
			case "", "id", "param", "wait", "ready", "pong", "info", "error", "name", "author", "country":
			default:
				t.Fatalf("the session said %q", line)
			}
			for _, c := range []byte(line) {
				if c < ' ' || c > '~' {
					t.Fatalf("not ASCII: %q", line)
				}
			}
		}
		if answers != searches {
			t.Fatalf("%d searches, %d answers:\n%s", searches, answers, out)
		}
	})
}

func ExampleServeHub() {
	in := strings.NewReader("set-param name=variant value=russian\nset-param name=tt-size value=12\npos pos=W:Wh6:Bg7,c5,d2\ngo think\n")
	var out bytes.Buffer
	if err := ServeHub(context.Background(), in, &out, SessionOptions{}, zerolog.Nop()); err != nil {
		fmt.Println(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	fmt.Println(lines[len(lines)-1])
	// Output: done move=12x31x8x14x26
}
