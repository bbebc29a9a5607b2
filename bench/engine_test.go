package bench

import (
	"bufio"
	"fmt"
	"math/rand"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/protocol"
)

// The test binary is an engine too when this variable names one of its
// characters.
const characterVariable = "DAMIERA_TEST_CHARACTER"

func TestMain(m *testing.M) {
	if character := os.Getenv(characterVariable); character != "" {
		playCharacter(character)
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// character returns the words of an engine of some character.
func character(name string) string {
	return fmt.Sprintf("name=%s cmd='%s' env.%s=%s", name, os.Args[0], characterVariable, name)
}

// playCharacter speaks Hub (version 2, or 1 for "old") and moves at random,
// with one fault.
//
//	fair      has none
//	old       speaks version 1
//	chatter   prints greetings and wrong commands, which is no fault
//	shuffler  moves a king to and fro
//	claimer   claims wins, draws and that the game is over
//	crasher   exits in its third move
//	killed    is killed by a signal in its third move
//	hanger    falls silent in its third move
//	deaf      does not even read any more
//	garbler   prints text instead of its third move
//	flooder   prints without end and without line ends
//	cheater   plays an illegal move
//	mute      gives no move
//	late      thinks for a second, and answers when told to stop
//	sleeper   sleeps for a second in its third move
//	burner    keeps the processor busy for half a second in its third move
//	stranger  prints no Hub at all
//	ponderer  expects a reply to every move, and ponders when told so: with much
//	          to say, and exits when it hears anything but a stop or a ponder-hit
//	dreamer   does not stop its pondering
func playCharacter(name string) {
	e := &testEngine{name: name, variant: board.Variants()[0], random: rand.New(rand.NewSource(1))}
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	lines := make(chan string)
	go func() {
		for in.Scan() {
			lines <- in.Text()
		}
		os.Exit(0)
	}()
	if name == "stranger" {
		for range 3 {
			fmt.Println("Segmentation fault, as always")
		}
		select {}
	}
	for line := range lines {
		e.obey(line, lines)
	}
}

type testEngine struct {
	name    string
	variant *board.Variant
	random  *rand.Rand
	game    *board.Game
	thought int
}

func (e *testEngine) obey(line string, lines <-chan string) {
	l := protocol.ParseHubLine(line)
	switch l.Command {
	case "hub":
		if e.name == "old" {
			fmt.Print("name Old\nauthor Nobody\ncountry Nowhere\nwait\n")
			return
		}
		if e.name == "chatter" {
			fmt.Print("Welcome!\n\nid\nparam\nfoo bar=baz\n")
		}
		fmt.Printf("id name=%s author=Nobody\nwait\n", e.name)
	case "init":
		fmt.Println("ready")
	case "set-param":
		if name, _ := l.Get("name"); name == "variant" {
			value, _ := l.Get("value")
			if v, err := board.Lookup(value); err == nil {
				e.variant = v
			}
		}
	case "pos":
		e.position(l, strings.TrimPrefix(line, "pos "))
	case "move":
		if _, err := e.game.PlayHub(strings.Fields(line)[1]); err != nil {
			fmt.Println("error", err)
		}
	case "go":
		if l.Has("ponder") {
			e.ponder(lines)
			return
		}
		if e.thought++; e.thought == 3 && e.misbehave(lines) {
			return
		}
		e.move()
	case "ping":
		fmt.Println("pong")
	case "quit":
		os.Exit(0)
	}
}

func (e *testEngine) position(l *protocol.HubLine, text string) {
	if e.name != "old" {
		text, _ = l.Get("pos")
	}
	p, err := e.variant.ParseHub(text)
	if err != nil {
		fmt.Println("error message=position")
		return
	}
	e.game = board.NewGame(e.variant, p)
	moves, _ := l.Get("moves")
	for _, m := range strings.Fields(moves) {
		if _, err := e.game.PlayHub(m); err != nil {
			fmt.Println("error message=move")
		}
	}
}

func (e *testEngine) move() {
	moves := e.game.LegalMoves()
	m := e.variant.HubMove(&moves[e.random.Intn(len(moves))])
	if e.name == "shuffler" {
		m = e.shuffle(moves)
	}
	switch e.name {
	case "old":
		fmt.Printf("info 3 3.1 12 4567 0.01 1.2 %s\nmove %s\n", m, m)
	case "claimer":
		fmt.Printf("info depth=1 score=99.9\ndraw\nresign\nclaim win\nresult 2-0\ndone move=%s claim=win\n", m)
	case "chatter":
		fmt.Printf("thinking...\ninfo depth=x score=y nodes=-1\ndone move=%s ponder=99-98\n", m)
	case "ponderer", "dreamer":
		reply := "1-2"
		if _, err := e.game.PlayHub(m); err == nil {
			if replies := e.game.LegalMoves(); len(replies) > 0 {
				reply = e.variant.HubMove(&replies[0])
			}
		}
		fmt.Printf("done move=%s ponder=%s\n", m, reply)
	default:
		fmt.Printf("info depth=3 mean-depth=3.1 score=0.12 nodes=4567 time=0.01 nps=1.2 pv=\"%s\"\ndone move=%s\n", m, m)
	}
}

// hitScore is the score that a ponderer tells after a ponder-hit.
const hitScore = 0.77

func (e *testEngine) ponder(lines <-chan string) {
	for n := 0; n < 5000 && e.name == "ponderer"; n++ { // more than a pipe takes
		fmt.Println("info depth=1 score=9.99 pv=" + strings.Repeat("x", 100))
	}
	line := <-lines
	switch {
	case line == "ponder-hit":
		fmt.Printf("info depth=9 score=%g\n", hitScore)
		e.move()
	case line == "stop" && e.name == "ponderer":
		fmt.Println("done move=1-2 ponder=3-4")
	case line == "stop":
		<-lines
	default:
		os.Exit(3)
	}
}

// shuffle takes the last move back, or makes the first king's move that the
// opponent cannot punish.
func (e *testEngine) shuffle(moves []board.Move) string {
	for _, m := range moves {
		var q board.Position
		e.variant.Do(e.game.Position(), &m, &q)
		if n := len(e.game.Moves()); n >= 2 {
			last := e.game.Moves()[n-2]
			if m.From == last.To && m.To == last.From {
				return e.variant.HubMove(&m)
			}
		} else if m.Kind&board.KingMoves != 0 && !e.variant.CanCapture(&q, q.Side) {
			return e.variant.HubMove(&m)
		}
	}
	return e.variant.HubMove(&moves[0])
}

// misbehave shows the engine's fault; it reports false for engines that have
// none.
func (e *testEngine) misbehave(lines <-chan string) bool {
	switch e.name {
	case "crasher":
		fmt.Fprintln(os.Stderr, "out of luck")
		os.Exit(3)
	case "killed":
		p, _ := os.FindProcess(os.Getpid())
		_ = p.Kill()
		select {}
	case "hanger":
		for range lines {
		}
	case "deaf":
		select {}
	case "garbler":
		for range 20 {
			fmt.Println("\x01\x02 lorem ipsum dolor sit amet", strconv.Itoa(e.random.Int()))
		}
	case "flooder":
		for {
			fmt.Print(strings.Repeat("x", 1000))
		}
	case "sleeper":
		time.Sleep(time.Second)
		e.move()
	case "burner":
		runtime.LockOSThread()
		for start := threadTime(); threadTime()-start < 500*time.Millisecond; {
			e.game.LegalMoves()
		}
		e.move()
	case "cheater":
		fmt.Println("done move=1-50")
	case "mute":
		fmt.Println("done")
	case "late":
		select {
		case <-time.After(time.Minute):
		case <-lines:
		}
		e.move()
	default:
		return false
	}
	return true
}
