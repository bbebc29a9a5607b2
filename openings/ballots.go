package openings

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/search"
)

// BallotOptions tell which ballots to make.
type BallotOptions struct {
	Variant *board.Variant
	// Plies is the length of the lines, from 1.
	Plies int
	// Bound is the largest |score| of a ballot in centimen.
	Bound int
	// Nodes is the size of the search that judges a position.
	Nodes uint64
	// Max is how many ballots are wanted, 0 for all.
	Max int
	// Seed is the seed of the order.
	Seed uint64
	// Threads is the number of positions that are searched at a time. It does
	// not change the result.
	Threads int
	// Evaluator defaults to the best one of the game.
	Evaluator *eval.Evaluator
	// Progress is called now and then, from several goroutines, with the number
	// of positions judged and kept, and how many there are.
	Progress func(judged, kept, total int)
}

// Ballot is a short balanced opening.
type Ballot struct {
	Opening
	// Score is the search's opinion in centimen, from the side to move.
	Score int
}

// maxBallotPositions bounds the memory for lines: 100 bytes each and their
// moves.
const maxBallotPositions = 300_000

// ballotHash is the transposition table of a search that judges a ballot.
const ballotHash = 4 << 20

// MakeBallots returns balanced openings from the start position: all lines of
// some length, of which those that lead to the same position are one, in an
// order that depends on the seed alone, kept when a search of fixed size says
// that neither side is ahead by more than the bound. The same options give the
// same list on every machine, as long as the program's evaluation is the same.
func MakeBallots(ctx context.Context, o BallotOptions) ([]Ballot, error) {
	lines, err := allLines(ctx, o.Variant, o.Plies)
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(o.Seed, uint64(o.Plies)))
	r.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	if o.Evaluator == nil {
		o.Evaluator, _ = eval.Default(o.Variant) // by material where there are no weights
	}

	judged := make([]judgement, len(lines))
	var done, kept, next atomic.Int64
	group, judging := errgroup.WithContext(ctx)
	for range max(o.Threads, 1) {
		group.Go(func() error {
			e := search.New(o.Variant, search.Options{Threads: 1, HashBytes: ballotHash, Evaluator: o.Evaluator})
			for judging.Err() == nil {
				// Every line that is taken is judged, so that all lines before
				// the last one needed are, whoever comes first.
				if o.Max > 0 && int(kept.Load()) >= o.Max {
					break
				}
				i := int(next.Add(1)) - 1
				if i >= len(lines) {
					break
				}
				if judged[i] = judge(e, o.Variant, lines[i], &o); judged[i].keep {
					kept.Add(1)
				}
				if n := int(done.Add(1)); o.Progress != nil {
					o.Progress(n, int(kept.Load()), len(lines))
				}
			}
			return judging.Err()
		})
	}
	if err := group.Wait(); err != nil {
		return nil, err
	}
	start := o.Variant.Start()
	var ballots []Ballot
	for i, j := range judged {
		if j.keep && (o.Max == 0 || len(ballots) < o.Max) {
			ballots = append(ballots, Ballot{Opening{Start: start, Moves: lines[i]}, j.score})
		}
	}
	return ballots, nil
}

type judgement struct {
	keep  bool
	score int
}

// judge searches the position after a line.
func judge(e *search.Engine, v *board.Variant, line []board.Move, o *BallotOptions) judgement {
	g := board.NewGame(v, v.Start())
	for _, m := range line {
		if g.Play(m) != nil {
			return judgement{}
		}
	}
	if outcome, _ := g.Outcome(); outcome != board.Ongoing {
		return judgement{}
	}
	score := opine(e, g, o.Nodes).score
	return judgement{score >= -o.Bound && score <= o.Bound, score}
}

// allLines returns one line to every position that can arise after a number of
// plies: the first one in the order of the move lists.
func allLines(ctx context.Context, v *board.Variant, plies int) ([][]board.Move, error) {
	type node struct {
		position board.Position
		line     []board.Move
	}
	level := []node{{position: v.Start()}}
	var list board.List
	for ply := range plies {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		seen := map[uint64]bool{}
		var next []node
		for i := range level {
			n := &level[i]
			v.Generate(&n.position, &list)
			for _, m := range list.Moves() {
				var q board.Position
				v.Do(&n.position, &m, &q)
				if key := v.Key(&q); !seen[key] {
					seen[key] = true
					line := append(n.line[:len(n.line):len(n.line)], m)
					next = append(next, node{q, line})
				}
			}
			if len(next) > maxBallotPositions {
				return nil, fmt.Errorf("there are more than %d positions after %d plies: ask for fewer plies",
					maxBallotPositions, ply+1)
			}
		}
		level = next
	}
	lines := make([][]board.Move, len(level))
	for i := range level {
		lines[i] = level[i].line
	}
	return lines, nil
}
