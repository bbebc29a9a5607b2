package train

import (
	"context"
	"math"
	"math/rand/v2"

	"golang.org/x/sync/errgroup"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/openings"
	"github.com/damiera/damiera/search"
)

// Gate is a match between two evaluations in one process, from random openings
// that are played twice with the colours changed. Both sides search a fixed
// number of nodes.
type Gate struct {
	Variant      *board.Variant
	New, Old     *eval.Evaluator
	Nodes        uint64
	Games        int // the most games, an even number
	Workers      int
	Seed         uint64
	FirstOpening int
	Ballots      []openings.Opening // of every second pair, if there are any
}

// Score is the outcome of a match from the side of the new evaluation.
type Score struct {
	Wins, Draws, Losses int
	// pairs counts openings by the points of both games in halves, 0 to 4.
	pairs [5]int
}

// Games returns the number of games.
func (s *Score) Games() int { return s.Wins + s.Draws + s.Losses }

// Mean returns the points a game and their standard error, which is that of
// pairs of games.
func (s *Score) Mean() (mean, deviation float64) {
	n, sum, squares := 0.0, 0.0, 0.0
	for points, times := range s.pairs {
		x := float64(points) / 4
		n += float64(times)
		sum += float64(times) * x
		squares += float64(times) * x * x
	}
	if n < 2 {
		return 0.5, 0.5
	}
	mean = sum / n
	// One pair more of each kind keeps one-sided matches from looking certain.
	variance := max((squares-n*mean*mean)/(n-1), 0.25/n)
	return mean, math.Sqrt(variance / n)
}

// Elo returns the difference in Elo and half of its 95 % interval.
func (s *Score) Elo() (elo, margin float64) {
	mean, deviation := s.Mean()
	low, high := eloOf(mean-1.96*deviation), eloOf(mean+1.96*deviation)
	return eloOf(mean), (high - low) / 2
}

func eloOf(mean float64) float64 {
	mean = min(max(mean, 0.001), 0.999)
	return -400 * math.Log10(1/mean-1)
}

// Standard errors by which a match is decided: at its end, and before.
const (
	acceptAtEnd   = 1.645
	acceptEarly   = 3.5
	rejectEarly   = -2.0
	earliestPairs = 40
)

// Better reports whether the new evaluation has proven to be the better one.
func (s *Score) Better() bool {
	mean, deviation := s.Mean()
	return mean-0.5 > acceptAtEnd*deviation
}

func (s *Score) decided() bool {
	if s.Games() < 2*earliestPairs {
		return false
	}
	mean, deviation := s.Mean()
	z := (mean - 0.5) / deviation
	return z > acceptEarly || z < rejectEarly
}

// round is the number of openings between two looks at the score. It is fixed
// so that the match ends at the same game however many workers there are.
const round = 20

// Run plays the match until it is decided or all games are played.
func (g *Gate) Run(ctx context.Context, report func(Score)) (Score, error) {
	var total Score
	players := make([]*pairPlayer, g.Workers)
	for i := range players {
		players[i] = g.newPairPlayer()
	}
	for opening := 0; opening < g.Games/2 && !total.decided(); opening += round {
		n := min(round, g.Games/2-opening)
		points := make([]int, n) // of each pair, in halves, and wins and losses
		wins, losses := make([]int, n), make([]int, n)
		var group errgroup.Group
		next := make(chan int, n)
		for i := range n {
			next <- i
		}
		close(next)
		for _, p := range players {
			group.Go(func() error {
				for i := range next {
					if ctx.Err() != nil {
						return ctx.Err()
					}
					wins[i], losses[i] = p.play(g.FirstOpening + opening + i)
					points[i] = 2 + wins[i] - losses[i]
				}
				return nil
			})
		}
		if err := group.Wait(); err != nil {
			return total, err
		}
		for i := range n {
			total.pairs[points[i]]++
			total.Wins += wins[i]
			total.Losses += losses[i]
			total.Draws += 2 - wins[i] - losses[i]
		}
		report(total)
	}
	return total, nil
}

type pairPlayer struct {
	*Gate
	engines [2]*search.Engine // new and old
	list    *board.List
}

func (g *Gate) newPairPlayer() *pairPlayer {
	p := &pairPlayer{Gate: g, list: new(board.List)}
	for i, e := range []*eval.Evaluator{g.New, g.Old} {
		p.engines[i] = search.New(g.Variant, search.Options{Threads: 1, HashBytes: hashBytes, Evaluator: e})
	}
	return p
}

// play plays both games of an opening that neither side finds lopsided.
func (p *pairPlayer) play(index int) (wins, losses int) {
	r := rand.New(rand.NewPCG(p.Seed, uint64(index)))
	opening := p.opening(r)
	for white := range p.engines {
		game := board.NewGame(p.Variant, p.Variant.Start())
		for _, m := range opening {
			_ = game.Play(m) // legal: it comes from the generator
		}
		result := p.finish(game, white)
		if white == 1 {
			result = -result
		}
		if result > 0 {
			wins++
		} else if result < 0 {
			losses++
		}
	}
	return wins, losses
}

func (p *pairPlayer) opening(r *rand.Rand) []board.Move {
	for try := 0; ; try++ {
		game, _ := randomOpening(p.Variant, r, p.list, p.Ballots)
		fair := true
		for _, e := range p.engines {
			e.Clear()
			s := e.Search(game, search.Limits{Nodes: p.Nodes}, nil)
			fair = fair && s.HasMove && s.Score <= maxLopsided && s.Score >= -maxLopsided
		}
		if fair || try == openingTries {
			return game.Moves()
		}
	}
}

// finish plays a game to its end; engine white has White. The judge wants the scores of
// both sides to agree.
func (p *pairPlayer) finish(game *board.Game, white int) int8 {
	var judge judge
	for _, e := range p.engines {
		e.Clear()
	}
	for {
		mover := white
		if game.Position().Side == board.Black {
			mover = 1 - white
		}
		r := p.engines[mover].Search(game, search.Limits{Nodes: p.Nodes}, nil)
		if !r.HasMove {
			return lostBy(p.Variant, game.Position())
		}
		if result, over := judge.over(game, r.Score); over {
			return result
		}
		_ = game.Play(r.Move) // legal: it comes from the generator
	}
}
