package bench

import (
	"context"
	"fmt"
	"runtime"
	"strconv"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/protocol"
	"github.com/damiera/damiera/search"
	"github.com/damiera/damiera/tt"
)

// selfPlayer is the engine of this program, searching inside this process.
type selfPlayer struct {
	engine  *search.Engine
	threads int
}

// selfOptions reads the parameters of an engine in this process.
func selfOptions(v *board.Variant, params []Param) (search.Options, error) {
	const defaultTable = 20 // 16 MiB
	o := search.Options{Threads: 1, HashBytes: tt.EntryBytes << defaultTable}
	evaluator := ""
	for _, p := range params {
		var err error
		switch p.Name {
		case "threads":
			o.Threads, err = number(p.Value, 1, search.MaxThreads)
		case "tt-size":
			var n int
			n, err = number(p.Value, 10, 32)
			o.HashBytes = tt.EntryBytes << n
		case "move-overhead":
			o.MoveOverhead, err = parseSeconds(p.Value)
			if o.MoveOverhead == 0 {
				o.MoveOverhead = -1 // none, where 0 means the default
			}
		case "eval":
			evaluator = p.Value
		case "off":
			var n int
			n, err = number(p.Value, 0, int(search.TechniqueAll))
			o.Off = search.Technique(n)
		default:
			return o, fmt.Errorf("param.%s: the engine in this program has threads, tt-size, move-overhead, eval and off", p.Name)
		}
		if err != nil {
			return o, fmt.Errorf("param.%s=%s: %w", p.Name, p.Value, err)
		}
	}
	var err error
	o.Evaluator, err = eval.Named(v, evaluator)
	if err != nil && evaluator != "" { // what plays by itself plays by material where there are no weights
		return o, fmt.Errorf("param.eval=%s: %w", evaluator, err)
	}
	return o, nil
}

func number(text string, low, high int) (int, error) {
	n, err := strconv.Atoi(text)
	if err != nil || n < low || n > high {
		return 0, fmt.Errorf("it must be a whole number from %d to %d", low, high)
	}
	return n, nil
}

func newSelfPlayer(v *board.Variant, s *EngineSpec) (player, error) {
	o, err := selfOptions(v, s.Params)
	if err != nil {
		return nil, err
	}
	return &selfPlayer{search.New(v, o), o.Threads}, nil
}

func (p *selfPlayer) begin(context.Context, *board.Game, board.Color, *TimeControl) error {
	p.engine.Clear()
	return nil
}

// think searches in a goroutine of its own, since it cannot be killed like a
// program; the search obeys Stop.
func (p *selfPlayer) think(ctx context.Context, g *board.Game, l search.Limits, w protocol.Patience) (protocol.Thought, error) {
	p.engine.ForgetStop() // that of a timer or context of the last search
	defer context.AfterFunc(ctx, p.engine.Stop)()
	timer := time.AfterFunc(w.Stop, p.engine.Stop)
	defer timer.Stop()
	runtime.LockOSThread() // one thread's time is measured
	defer runtime.UnlockOSThread()
	used := threadTime()
	start := time.Now()
	r := p.engine.Search(g, l, nil)
	t := protocol.Thought{
		Move: r.Move, Elapsed: time.Since(start), CPU: -1,
		HasScore: true, Score: float64(r.Score) / 100, Depth: r.Depth, Nodes: r.Nodes,
	}
	if used >= 0 && p.threads == 1 {
		t.CPU = threadTime() - used
	}
	if ctx.Err() != nil {
		return t, ctx.Err()
	}
	if !r.HasMove {
		return t, &protocol.ClientError{Failure: protocol.IllegalMove, Detail: "the search found no move"}
	}
	t.Text = g.Variant().HubMove(&r.Move)
	return t, nil
}

func (*selfPlayer) ponder(*board.Game, board.Move, search.Limits) error      { return errNoPonder }
func (*selfPlayer) finish(context.Context, *board.Game, board.Outcome) error { return nil }
func (p *selfPlayer) quit()                                                  { p.engine.Stop() }
func (p *selfPlayer) kill()                                                  { p.engine.Stop() }
