package bench

import (
	"context"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/search"
)

// TacticsNodes is the number of positions that each shot is searched for: few enough
// that a search that is worse at tactics solves fewer.
const TacticsNodes = 5_000

// TacticsGame is what became of the suite of one game.
type TacticsGame struct {
	Variant   string   `json:"variant"`
	Positions int      `json:"positions"`
	Solved    int      `json:"solved"`
	Seconds   float64  `json:"seconds"`
	Failed    []string `json:"failed"` // identifiers of the unsolved
}

// Tactics is the result of one or more suites.
type Tactics struct {
	Nodes     uint64        `json:"nodes"` // for each position
	Positions int           `json:"positions"`
	Solved    int           `json:"solved"`
	Seconds   float64       `json:"seconds"`
	Games     []TacticsGame `json:"games"`
}

// TacticsOptions change what RunTactics does.
type TacticsOptions struct {
	// Nodes for each position, TacticsNodes if zero.
	Nodes uint64
	// Evaluator is the evaluation, the default one of the game if nil.
	Evaluator *eval.Evaluator
	// Off leaves techniques of the search out.
	Off search.Technique
	// Progress, if not nil, is called after every position.
	Progress func()
}

// Add searches every position of a game's suite with one thread and an empty
// table, and counts those where the search ends with a best move. It returns an
// error only if the context ends.
func (t *Tactics) Add(ctx context.Context, v *board.Variant, shots []Shot, o TacticsOptions) error {
	if o.Nodes == 0 {
		o.Nodes = TacticsNodes
	}
	t.Nodes = o.Nodes
	g := TacticsGame{Variant: v.Name, Positions: len(shots), Failed: []string{}}
	engine := search.New(v, search.Options{Threads: 1, HashBytes: signatureHash, Evaluator: o.Evaluator, Off: o.Off})
	defer context.AfterFunc(ctx, engine.Stop)()
	for i := range shots {
		engine.Clear()
		begin := time.Now()
		r := engine.Search(board.NewGame(v, shots[i].Position), search.Limits{Nodes: o.Nodes, Analyze: true}, nil)
		if err := ctx.Err(); err != nil {
			return err
		}
		g.Seconds += time.Since(begin).Seconds()
		if shots[i].solvedBy(r.Move) {
			g.Solved++
		} else {
			g.Failed = append(g.Failed, shots[i].ID)
		}
		if o.Progress != nil {
			o.Progress()
		}
	}
	t.Positions += g.Positions
	t.Solved += g.Solved
	t.Seconds += g.Seconds
	t.Games = append(t.Games, g)
	return nil
}
