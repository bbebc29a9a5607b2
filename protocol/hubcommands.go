package protocol

import (
	"errors"
	"io/fs"
	"strconv"
	"strings"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// hubCommands are the commands of both versions of the protocol.
var hubCommands = map[string]func(*hubServer, *HubLine){
	"hub":        (*hubServer).handshake,
	"init":       (*hubServer).prepare,
	"set-param":  (*hubServer).setParam,
	"new-game":   (*hubServer).newGame,
	"pos":        (*hubServer).setPosition,
	"level":      (*hubServer).setLevel,
	"go":         (*hubServer).start,
	"ping":       func(h *hubServer, _ *HubLine) { h.send("pong") },
	"stop":       nil, // without a search there is nothing to stop
	"ponder-hit": nil,
	"quit":       nil, // see execute
	// version 1
	"set":     (*hubServer).setV1,
	"new":     (*hubServer).newGameV1,
	"start":   (*hubServer).startPositionV1,
	"move":    (*hubServer).moveV1,
	"time":    (*hubServer).timeV1,
	"depth":   (*hubServer).depthV1,
	"analyse": (*hubServer).analyseV1,
	"ponder":  (*hubServer).ponderV1,
}

func isHubCommand(name string) bool {
	_, ok := hubCommands[name]
	return ok
}

// execute obeys a command while no search is under way. Unknown ones are
// ignored. It reports whether the client quits.
func (h *hubServer) execute(input hubInput) (quit bool) {
	l := ParseHubLine(input.text)
	if l.Command == "quit" {
		return true
	}
	handler := hubCommands[l.Command]
	if handler == nil {
		return false
	}
	if input.tooLong {
		h.fail("the line of " + l.Command + " is too long and was ignored")
		if isAnswered[l.Command] {
			h.owed.Add(-1)
		}
		return false
	}
	if v, needed := h.needs(l); needed {
		h.ask(input, v)
		return false
	}
	handler(h, l)
	if isAnswered[l.Command] && !isSearch[l.Command] {
		h.owed.Add(-1)
	}
	return false
}

// isAnswered holds the commands whose answer a client waits for. Searches are
// answered when they end.
var (
	isAnswered = map[string]bool{"hub": true, "init": true, "go": true, "analyse": true, "ponder": true}
	isSearch   = map[string]bool{"go": true, "analyse": true, "ponder": true}
)

// isPassive holds the commands that a client may give for ever without any use of
// its engine.
var isPassive = map[string]bool{"ping": true, "stop": true, "ponder-hit": true}

func (h *hubServer) handshake(*HubLine) {
	if h.v1 {
		h.handshakeV1()
		return
	}
	h.send(NewHubLine("id", "name", "Damiera", "version", Version, "author", "The Damiera authors", "country", "Italy").String())
	for _, p := range h.session.Params().List() {
		h.send(declaration(p))
	}
	h.send("wait")
}

// declaration writes the line that declares a parameter.
func declaration(p *Param) string {
	l := NewHubLine("param", "name", p.Name, "value", p.Value, "type", string(p.Kind))
	switch p.Kind {
	case IntParam, RealParam:
		l.Add("min", strconv.FormatFloat(p.Min, 'f', -1, 64))
		l.Add("max", strconv.FormatFloat(p.Max, 'f', -1, 64))
	case EnumParam:
		l.Add("values", strings.Join(p.Values, " "))
	}
	return l.String()
}

func (h *hubServer) prepare(*HubLine) {
	h.session.Prepare()
	h.tellBookFault()
	if err := h.session.endgameError(); err != nil {
		h.fail(err.Error())
	}
	h.send("ready")
}

// tellBookFault tells why the client's book is not used. That a file is missing
// goes to the log only: some clients name files that they do not have, and give
// up at any error.
func (h *hubServer) tellBookFault() {
	err := h.session.BookFault()
	if err == nil {
		return
	}
	h.log.Warn().Err(err).Msg("playing without a book")
	if !errors.Is(err, fs.ErrNotExist) {
		h.fail("playing without a book: " + err.Error())
	}
}

func (h *hubServer) setParam(l *HubLine) {
	h.v1 = false
	name, _ := l.Get("name")
	value, _ := l.Get("value")
	if err := h.session.SetParam(name, value); err != nil {
		h.fail(err.Error())
	}
}

func (h *hubServer) newGame(*HubLine) {
	h.v1 = false
	h.session.NewGame()
}

func (h *hubServer) setPosition(l *HubLine) {
	if h.isPositionV1(l) {
		h.positionV1(l)
		return
	}
	h.v1 = false
	start, _ := l.Get("pos")
	moves, _ := l.Get("moves")
	wolf, _ := l.Get("wolf")
	if err := h.session.SetPosition(start, moves, wolf); err != nil {
		h.fail(err.Error())
	}
}

func (h *hubServer) setLevel(l *HubLine) {
	if h.isLevelV1(l) {
		h.levelV1(l)
		return
	}
	h.v1 = false
	for _, a := range l.Arguments {
		if err := h.level.set(a.Name, a.Value); err != nil {
			h.fail(err.Error())
		}
	}
}

func (h *hubServer) start(l *HubLine) {
	mode := Think
	switch {
	case l.Has("ponder"):
		mode = Ponder
	case l.Has("analyze"), l.Has("analyse"):
		mode = Analyze
	}
	if len(l.Arguments) > 0 {
		h.v1 = false
	}
	h.search(mode)
}

// search begins to think. The level is forgotten.
func (h *hubServer) search(mode Mode) {
	limits := h.level.Limits(mode, h.session.overhead())
	h.level = Level{}
	n := h.session.numbering()
	t := &hubSearch{v1: h.v1, endless: isEndless(&limits), pondering: mode == Ponder}
	if t.v1 {
		t.write = func(i *search.Info) string { return infoLineV1(i, n) }
	} else {
		params := h.session.Params()
		extra := infoFields{multiPV: params.Int(ParamMultiPV) > 1, database: params.Bool(ParamEndgameInfo)}
		t.write = func(i *search.Info) string { return infoLine(i, n, extra) }
	}
	if h.ending {
		limits.MoveTime = time.Millisecond
	}
	h.thinking = t
	t.Search = h.session.Search(limits, func(i search.Info) { h.report(t, &i) })
	h.tellBookFault()
}

// report sends an info line. Of several lines that come within LineGap only the
// newest is sent.
func (h *hubServer) report(t *hubSearch, i *search.Info) {
	line := t.write(i)
	if last := t.last.Swap(&line); last == nil || *last != line {
		h.out.Update(max(i.MultiPV, 1), line)
	}
}

// answer ends a search whose result is there, unless the client has not allowed
// it to end yet.
func (h *hubServer) answer() {
	t := h.thinking
	if t.result == nil || t.result.HasMove && !t.stopped && (t.endless || t.pondering) {
		return
	}
	h.thinking = nil
	h.owed.Add(-1)
	r := t.result
	if r.HasMove {
		h.report(t, &r.Info) // with the final time and nodes
	}
	n := h.session.numbering()
	move, reply := "", ""
	if r.HasMove {
		move = n.write(&r.Move)
		if m, ok := h.reply(r); ok {
			reply = n.write(&m)
		}
	}
	if t.v1 {
		h.send(doneLineV1(move, reply))
		return
	}
	l := &HubLine{Command: "done"}
	if move != "" {
		l.Add("move", move)
	}
	if reply != "" {
		l.Add("ponder", reply)
	}
	h.send(l.String())
}

// reply returns the move that is expected in answer to the best one: the
// search's own or, when it has none, the first legal one.
func (h *hubServer) reply(r *search.Result) (board.Move, bool) {
	if r.HasPonder {
		return r.Ponder, true
	}
	after := h.session.Game().Clone()
	if after.Play(r.Move) != nil {
		return board.Move{}, false
	}
	legal := after.LegalMoves()
	if len(legal) == 0 {
		return board.Move{}, false
	}
	return legal[0], true
}
