package train

import (
	"context"
	"errors"
	"math/rand/v2"

	"golang.org/x/sync/errgroup"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/openings"
	"github.com/damiera/damiera/search"
)

// SelfPlay plays games of an evaluation against itself, each worker with one
// search thread. A game depends on the seed and its index only.
type SelfPlay struct {
	Variant    *board.Variant
	Evaluator  *eval.Evaluator
	Generation int
	Nodes      uint64 // of every search
	Workers    int
	Seed       uint64
	// Ballots are where every second game begins, if there are any.
	Ballots []openings.Opening
	// Endgames end games with the true result, if not nil.
	Endgames *endgame.Database
}

const (
	// hashBytes is small: it holds the few thousand nodes of some searches.
	hashBytes = 1 << 20
	// An opening is between minOpening and maxOpening random plies, or a ballot
	// and up to maxAfterBallot; one after which the search sees more than
	// maxLopsided centimen is not played.
	minOpening, maxOpening = 4, 10
	maxAfterBallot         = 4
	maxLopsided            = 160
	openingTries           = 30
)

// Adjudication: proven wins and positions in an endgame database end a game, as
// do winScore centimen on winPlies
// plies in a row, unless kings fly and the loser has one (most such endings are
// drawn), a third repetition, drawKings plies of kings, and endPlies altogether.
const (
	winScore  = 900
	winPlies  = 8
	drawKings = 40
	endPlies  = 300
)

// Run plays the games with indices from first to first+games-1 that skip does
// not hold and passes them to sink, one at a time, in any order.
func (s *SelfPlay) Run(ctx context.Context, first, games int, skip map[uint32]bool, sink func(*Game) error) error {
	jobs, done := make(chan int), make(chan *Game, s.Workers)
	outer := ctx
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error {
		defer close(jobs)
		for i := first; i < first+games; i++ {
			if skip[uint32(i)] {
				continue
			}
			select {
			case jobs <- i:
			case <-ctx.Done():
				return ctx.Err()
			}
		}
		return nil
	})
	var workers errgroup.Group
	for range s.Workers {
		workers.Go(func() error {
			p := s.newPlayer()
			for i := range jobs {
				g := p.play(ctx, uint32(i))
				if g == nil {
					return ctx.Err()
				}
				select {
				case done <- g:
				case <-ctx.Done():
					return ctx.Err()
				}
			}
			return nil
		})
	}
	group.Go(func() error {
		defer close(done)
		return workers.Wait()
	})
	group.Go(func() error {
		var err error
		for g := range done { // to the end, lest the workers hang
			if err == nil {
				err = sink(g)
			}
		}
		return err
	})
	if err := group.Wait(); err != nil && !errors.Is(err, context.Canceled) {
		return err
	}
	return outer.Err()
}

type player struct {
	*SelfPlay
	engine *search.Engine
	list   *board.List
}

func (s *SelfPlay) newPlayer() *player {
	e := search.New(s.Variant, search.Options{Threads: 1, HashBytes: hashBytes, Evaluator: s.Evaluator})
	return &player{s, e, new(board.List)}
}

// play plays one game, or returns nil when it is called off.
func (p *player) play(ctx context.Context, index uint32) *Game {
	r := rand.New(rand.NewPCG(p.Seed, uint64(p.Generation)<<32|uint64(index)))
	for try := 0; ; try++ {
		p.engine.Clear()
		game, plies := randomOpening(p.Variant, r, p.list, p.Ballots)
		record := &Game{Index: index, Generation: uint16(p.Generation), Opening: uint8(len(plies)), Plies: plies}
		result, ok := p.finish(ctx, game, record, try < openingTries)
		if ctx.Err() != nil {
			return nil
		}
		if ok {
			record.Result = result
			record.Check = uint32(p.Variant.Key(game.Position()))
			return record
		}
	}
}

// finish plays on from an opening and returns 1, 0 or -1 for White. It is not
// ok if the opening is lopsided and choosy is set.
func (p *player) finish(ctx context.Context, game *board.Game, record *Game, choosy bool) (result int8, ok bool) {
	judge := judge{endgames: p.Endgames}
	for first := true; ; first = false {
		r := p.engine.Search(game, search.Limits{Nodes: p.Nodes}, nil)
		if ctx.Err() != nil {
			return 0, false
		}
		if first && choosy && (!r.HasMove || r.Score > maxLopsided || r.Score < -maxLopsided) {
			return 0, false
		}
		if !r.HasMove {
			return lostBy(p.Variant, game.Position()), true
		}
		if result, over := judge.over(game, r.Score); over {
			return result, true
		}
		p.Variant.Generate(game.Position(), p.list)
		record.Plies = append(record.Plies, plyOf(p.list, r.Move, r.Score))
		_ = game.Play(r.Move) // legal: it comes from the generator
	}
}

// randomOpening plays a ballot or nothing and then random moves until the number
// drawn is reached; games that end on the way are begun again.
func randomOpening(v *board.Variant, r *rand.Rand, list *board.List, ballots []openings.Opening) (*board.Game, []Ply) {
	for {
		game := board.NewGame(v, v.Start())
		plies := make([]Ply, 0, 100)
		play := func(m board.Move) bool {
			v.Generate(game.Position(), list)
			plies = append(plies, plyOf(list, m, 0))
			return game.Play(m) == nil
		}
		n, ok := minOpening+r.IntN(maxOpening-minOpening+1), true
		if len(ballots) > 0 && r.IntN(2) == 0 {
			b := &ballots[r.IntN(len(ballots))]
			n = len(b.Moves) + r.IntN(maxAfterBallot+1)
			ok = b.Start == v.Start()
			for _, m := range b.Moves {
				ok = ok && play(m)
			}
		}
		for ok && len(plies) < n {
			v.Generate(game.Position(), list)
			ok = list.Len() > 0 && play(*list.At(r.IntN(list.Len())))
		}
		if ok {
			return game, plies
		}
	}
}

// lostBy returns the result of a position whose side to move has no move.
func lostBy(v *board.Variant, p *board.Position) int8 {
	loser := p.Side
	if v.Goal == board.GoalLosing {
		loser = loser.Opponent()
	}
	if loser == board.White {
		return -1
	}
	return 1
}

// judge ends games whose result is plain.
type judge struct {
	endgames *endgame.Database
	leader   int8 // of the last plies
	plies    int
}

// over reports whether the game is decided, given the score of the side to
// move, and the result for White.
func (j *judge) over(game *board.Game, score int) (int8, bool) {
	p := game.Position()
	sign := int8(1)
	if score < 0 {
		score, sign = -score, -1
	}
	if p.Side == board.Black {
		sign = -sign
	}
	if score >= search.DatabaseScore {
		return sign, true
	}
	v := game.Variant()
	if v.DrawnByRule(p, game.Draws()) || p.KingPlies >= drawKings || len(game.Moves()) >= endPlies || repeated(game) {
		return 0, true
	}
	if d := j.endgames; d != nil && p.Count() <= d.Pieces() && isQuiet(v, p) {
		if value, ok := d.WDL(p); ok {
			result := int8(value)
			if p.Side == board.Black {
				result = -result
			}
			return result, true
		}
	}
	if score < winScore || sign != j.leader {
		j.leader, j.plies = sign, 0
	}
	if score >= winScore {
		j.plies++
	}
	loser := board.White
	if sign > 0 {
		loser = board.Black
	}
	plain := v.Goal == board.GoalBlock && (!v.FlyingKings || p.Kings[loser].Empty())
	return sign, plain && j.plies >= winPlies
}

// repeated reports whether the position stands for the third time.
func repeated(game *board.Game) bool {
	keys := game.Keys()
	last := len(keys) - 1
	stop := max(0, last-int(game.Position().Reversible))
	n := 1
	for i := last - 2; i >= stop; i -= 2 {
		if keys[i] == keys[last] {
			n++
		}
	}
	return n >= 3
}
