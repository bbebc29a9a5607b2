package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/search"
)

// SignatureDepth is the depth in plies of the standard signature; some games
// are searched a little less or more.
const SignatureDepth = 12

// signatureHash is the size of the transposition table: it is part of what the
// signature depends on.
const signatureHash = 16 << 20

// SignatureGame is the work done on the positions of one game.
type SignatureGame struct {
	Variant string  `json:"variant"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
	NPS     uint64  `json:"nps"` // nodes a second
}

// Signature is the work done on fixed positions of every game. Its number of
// nodes is the same on every machine and changes only when the search, the
// evaluation or the move generator does.
type Signature struct {
	Nodes   uint64          `json:"nodes"`
	Seconds float64         `json:"seconds"`
	NPS     uint64          `json:"nps"`
	Games   []SignatureGame `json:"games"`
}

// SignatureOptions change what RunSignature does; the zero value is the
// standard signature.
type SignatureOptions struct {
	// Depth in plies, SignatureDepth if zero.
	Depth int
	// Variants are the canonical names of the games, all if empty.
	Variants []string
	// Evaluator makes the evaluation of a game, the default one if nil.
	Evaluator func(*board.Variant) *eval.Evaluator
	// Off leaves techniques of the search out.
	Off search.Technique
	// Progress, if not nil, is called before every position with the number of
	// positions done and of all.
	Progress func(done, all int)
}

// RunSignature searches the fixed positions with one thread. It returns an
// error if a name is unknown or the context ends.
func RunSignature(ctx context.Context, o SignatureOptions) (Signature, error) {
	if o.Depth <= 0 {
		o.Depth = SignatureDepth
	}
	sets, all := signaturePositions, 0
	if len(o.Variants) > 0 {
		sets = nil
		for _, name := range o.Variants {
			v, err := board.Lookup(name)
			if err != nil {
				return Signature{}, err
			}
			set, ok := setOf(v.Name)
			if !ok {
				return Signature{}, fmt.Errorf("there are no bench positions of %s", v.Name)
			}
			sets = append(sets, set)
		}
	}
	for _, set := range sets {
		all += len(set.fens) + 1
	}
	var total Signature
	done := 0
	for _, set := range sets {
		game, err := set.run(ctx, o, func() {
			if o.Progress != nil {
				o.Progress(done, all)
			}
			done++
		})
		if err != nil {
			return Signature{}, err
		}
		total.Games = append(total.Games, game)
		total.Nodes += game.Nodes
		total.Seconds += game.Seconds
	}
	total.NPS = perSecond(total.Nodes, total.Seconds)
	return total, nil
}

func (set signatureSet) run(ctx context.Context, o SignatureOptions, next func()) (SignatureGame, error) {
	game := SignatureGame{Variant: set.variant}
	v, err := board.Lookup(set.variant)
	if err != nil {
		return game, err
	}
	options := search.Options{Threads: 1, HashBytes: signatureHash, Off: o.Off}
	if o.Evaluator != nil {
		options.Evaluator = o.Evaluator(v)
	}
	engine := search.New(v, options)
	starts := []board.Position{v.Start()}
	for _, fen := range set.fens {
		p, err := v.ParseFEN(fen)
		if err != nil {
			return game, fmt.Errorf("%s %s: %w", set.variant, fen, err)
		}
		starts = append(starts, p)
	}
	stop := context.AfterFunc(ctx, engine.Stop)
	defer stop()
	for _, p := range starts {
		next()
		engine.Clear()
		begin := time.Now()
		result := engine.Search(board.NewGame(v, p), search.Limits{Depth: max(o.Depth+set.deeper, 1), Analyze: true}, nil)
		if err := ctx.Err(); err != nil {
			return game, err
		}
		game.Nodes += result.Nodes
		game.Seconds += time.Since(begin).Seconds()
	}
	game.NPS = perSecond(game.Nodes, game.Seconds)
	return game, nil
}

func perSecond(nodes uint64, seconds float64) uint64 {
	if seconds <= 0 {
		return 0
	}
	return uint64(float64(nodes) / seconds)
}
