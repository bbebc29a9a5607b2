package protocol

import (
	"context"
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/search"
	"github.com/damiera/damiera/tt"
	"github.com/rs/zerolog"
)

// SessionOptions are the budget of a session and what it may do.
type SessionOptions struct {
	// MaxThreads is the most search threads, 1 if zero.
	MaxThreads int
	// MaxHashBytes is the most memory for the transposition table, 64 MiB if
	// zero.
	MaxHashBytes int64
	// Remote sessions serve peers over the network: parameters that name files
	// are not theirs to set, and their lines are bounded more tightly.
	Remote bool
	// BuildEndgames, if set, is called in a goroutine of its own to build the
	// endgame database of a game, of up to a number of pieces, in a directory. It
	// must leave the processors to the search, call done after every slice, and end
	// with the context.
	BuildEndgames func(ctx context.Context, v *board.Variant, dir string, pieces int, done func()) error
	// Admit, if set, is asked before a Hub session sets up a game (without a
	// variant), before it makes its engine, and again before it changes to another
	// game. It is called in a goroutine of its own and may wait, but not when giveUp
	// is closed. Its error ends the session.
	Admit func(v *board.Variant, giveUp <-chan struct{}) error
	// Ready, if set, is called when an engine that has been admitted is made, and
	// when it turned out not to be needed.
	Ready func()
	// Active, if set, is called when a Hub client gives a command that shows it at
	// work: any but ping, and stop and ponder-hit, which are of the search.
	Active func()
	// Searching, if set, is called with 1 when a search begins and with -1 when
	// it has ended.
	Searching func(int64)
	// Log is told of data files that cannot be used. The zero value logs nothing.
	Log zerolog.Logger
}

func (o SessionOptions) withDefaults() SessionOptions {
	o.MaxThreads = max(o.MaxThreads, 1)
	if o.MaxHashBytes <= 0 {
		o.MaxHashBytes = tt.EntryBytes << defaultTableSize
	}
	return o
}

// Session is one game with the engine that plays it and its parameters: what
// every protocol drives. All methods belong to one goroutine; while a Search is
// under way only reading is allowed.
type Session struct {
	options SessionOptions
	params  *Params
	variant *board.Variant
	game    *board.Game
	set     position // how the game was set up, to set it up again in another variant

	endgames endgames

	engine *search.Engine // nil until it is needed
	made   engineParams   // what the engine was made with
	madeAt time.Time
	fresh  bool // nothing has been searched since it was made or cleared
	book   sessionBook
}

// position is a game as a peer describes it.
type position struct{ start, moves, wolf string }

// engineParams are the parameters that an engine is made with.
type engineParams struct {
	variant *board.Variant
	threads int
	table   int
	eval    string
	// overhead is the time that a move loses between the engine and its peer.
	overhead time.Duration
}

// NewSession returns a session at the start of a game of international
// draughts.
func NewSession(o SessionOptions) *Session {
	o = o.withDefaults()
	s := &Session{options: o, params: newParams(o)}
	s.variant, _ = board.Lookup(s.params.String(ParamVariant))
	s.newGame()
	return s
}

// Params returns the parameters, to be read. SetParam changes them.
func (s *Session) Params() *Params { return s.params }

// Variant returns the game that is played.
func (s *Session) Variant() *board.Variant { return s.variant }

// Game returns the game as it stands. Moves may be played in it.
func (s *Session) Game() *board.Game { return s.game }

// SetParam changes a parameter. Names that are not declared are ignored, as are
// files named over the network. A change of the variant keeps a position that
// the new game can have; otherwise the game begins anew. An engine that is there
// already is made anew at once, as later it would be on the clock; for peers over
// the network, who may change their mind all the time, only in another game.
func (s *Session) SetParam(name, value string) error {
	if !s.params.Has(name) || s.options.Remote && s.params.byName[name].IsPath {
		return nil
	}
	if err := s.params.Set(name, value); err != nil {
		return err
	}
	switch name {
	case ParamVariant:
		v, err := board.Lookup(s.params.String(ParamVariant))
		if err != nil || v == s.variant {
			return err
		}
		s.variant = v
		if s.SetPosition(s.set.start, s.set.moves, s.set.wolf) != nil {
			s.newGame()
		}
	case ParamDrawRule:
		s.applyDrawRule(s.game)
	}
	if s.engine != nil && (name == ParamVariant || !s.options.Remote) {
		s.Prepare()
	}
	return nil
}

func (s *Session) applyDrawRule(g *board.Game) {
	if s.params.String(ParamDrawRule) == "site" {
		g.SetDraws(&board.SiteDraws)
	} else {
		g.SetDraws(&s.variant.Draws)
	}
}

// remakePause is the least time between two engines that a peer over the network
// has made: each costs the clearing of its memory.
const remakePause = 100 * time.Millisecond

// usefulThreads is the most threads that a search runs with, whatever is asked
// for. More of them than the processors can run add nothing to the search, and
// hundreds would take turns so rarely that a stop or the end of input would not
// be seen for seconds.
func usefulThreads() int { return max(4, 2*processors) }

// processors is how many the program can use, as found when it started.
var processors = runtime.GOMAXPROCS(0)

// SpareProcessors lets the Go scheduler run some goroutines more than a session
// has search threads, as a program should that serves one peer. With no more of
// its processors than the machine has, a search and a read that waits for the peer
// may occupy them all, and a command that has come is then not looked at before
// the scheduler's watchdog finds it, up to 10 ms later: more than a fast move
// has. So it is the operating system that finds room, which it does at once.
func SpareProcessors() {
	const reading, writing = 1, 1
	runtime.GOMAXPROCS(usefulThreads() + reading + writing)
}

// Prepare makes the engine for the parameters as they are, and opens the book,
// if they are not there yet.
func (s *Session) Prepare() {
	s.openBook()
	want := engineParams{
		variant: s.variant, threads: min(s.params.Int(ParamThreads), usefulThreads()), table: s.params.Int(ParamTableSize),
		eval: s.params.String(ParamEval), overhead: s.overhead(),
	}
	if changed := s.openEndgames(); s.engine != nil && s.made == want && !changed {
		return
	}
	switch {
	case s.engine == nil:
	case s.options.Remote: // the server looks after its memory
		s.engine = nil
		time.Sleep(remakePause - time.Since(s.madeAt))
	default: // two tables at once might not fit into memory
		s.engine = nil
		debug.FreeOSMemory()
	}
	o := search.Options{Threads: want.threads, HashBytes: tt.EntryBytes << want.table, MoveOverhead: want.overhead, Endgame: s.endgames.Database, Shared: s.options.Remote}
	if o.MoveOverhead == 0 {
		o.MoveOverhead = -1 // none, where 0 means the default
	}
	e, err := eval.Named(s.variant, want.eval)
	if err != nil { // clients set parameters of other engines and abort on errors
		s.options.Log.Warn().Err(err).Msg("the built-in evaluation is used")
		e, _ = eval.Default(s.variant)
	}
	o.Evaluator = e
	s.engine = search.New(s.variant, o)
	s.made, s.madeAt, s.fresh = want, time.Now(), true
	if s.options.Ready != nil {
		s.options.Ready()
	}
}

// NewGame forgets the game and what the engine has learnt from it.
func (s *Session) NewGame() {
	s.newGame()
	if s.engine != nil && !s.fresh {
		s.engine.Clear()
		s.fresh = true
	}
}

func (s *Session) newGame() {
	s.set = position{}
	s.game = board.NewGame(s.variant, s.variant.Start())
	s.applyDrawRule(s.game)
}

// SetPosition sets the game up: a start position in Hub's letters or as FEN ("",
// "start": the game's own) and the moves played since, divided by blanks. Wolf
// tells the quiet moves in a row of one king of each side in the start position,
// as "W46=2 B5=1" (frisian). An error leaves the game as it was.
func (s *Session) SetPosition(start, moves, wolf string) error {
	if start == "" {
		start = "start"
	}
	parse := s.variant.ParseHub
	if start == "start" || strings.Contains(start, ":") {
		parse = s.variant.ParsePosition
	}
	p, err := parse(start)
	if err != nil {
		return err
	}
	if err := s.variant.SetKingRuns(&p, wolf); err != nil {
		return err
	}
	g := board.NewGame(s.variant, p)
	s.applyDrawRule(g)
	n := s.numberingOf(g)
	for text := range strings.FieldsSeq(moves) {
		if _, err := g.PlayHub(n.read(text)); err != nil {
			return fmt.Errorf("move %d: %w", len(g.Moves())+1, err)
		}
	}
	s.game = g
	s.set = position{start, moves, wolf}
	return nil
}

// numbering returns how moves of the game are written.
func (s *Session) numbering() numbering { return s.numberingOf(s.game) }

func (s *Session) numberingOf(g *board.Game) numbering {
	const english = 21
	n := numbering{variant: s.variant, pdn: s.params.String(ParamMoveNumbering) == "pdn"}
	if s.variant.GameType == english {
		own := s.variant.Start()
		n.turned = s.variant.Hub(&g.Positions()[0]) != s.variant.Hub(&own)
	}
	return n
}

// overhead returns the time that a move loses between engine and peer.
func (s *Session) overhead() time.Duration {
	return time.Duration(s.params.Real(ParamMoveOverhead) * float64(time.Second))
}

// Search is a search under way.
type Search struct {
	// Done receives the result, once.
	Done <-chan search.Result

	mu     sync.Mutex
	engine *search.Engine // nil when the search is over
}

// Search begins to think about the game. Report is called from another
// goroutine, until the result is there. A move of the opening book is there at
// once, reported before Search returns.
func (s *Session) Search(limits search.Limits, report func(search.Info)) *Search {
	s.Prepare()
	if limits.MultiPV == 0 {
		limits.MultiPV = s.params.Int(ParamMultiPV)
	}
	done := make(chan search.Result, 1)
	if found, ok := s.bookMove(&limits); ok {
		if report != nil {
			report(found.Info)
		}
		done <- found
		return &Search{Done: done}
	}
	s.fresh = false
	s.engine.ForgetStop() // one that came too late for the search before
	r := &Search{Done: done, engine: s.engine}
	engine, game, count := s.engine, s.game, s.options.Searching
	if count == nil {
		count = func(int64) {}
	}
	count(1)
	go func() {
		result := engine.Search(game, limits, report)
		count(-1)
		r.mu.Lock()
		r.engine = nil // a stop from now on would end the next search
		r.mu.Unlock()
		done <- result
	}()
	return r
}

// Stop ends the search at once. It may be called at any time.
func (r *Search) Stop() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.engine != nil {
		r.engine.Stop()
	}
}

// PonderHit starts the clock of a search that ponders.
func (r *Search) PonderHit() {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.engine != nil {
		r.engine.PonderHit()
	}
}
