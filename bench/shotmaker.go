package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// ShotMaker finds positions for a tactics suite in games of weak self-play.
//
// A position is taken when its best move takes nothing, is not the one that a
// shallow search plays, and wins by force: a deep search values it at least
// leastGain above the score of the shallow search, above zero and above every
// other move, and a search of many times the nodes says so again.
type ShotMaker struct {
	Variant *board.Variant
	Count   int    // shots wanted
	Games   int    // games to look at, at most
	Seed    uint64 // of the games
	// Shallow, Deep and Check are the nodes of the three searches.
	Shallow, Deep, Check uint64
	// Progress, if not nil, is called after every game with the shots so far.
	Progress func(shots int)

	engine *search.Engine
	seen   map[uint64]bool
}

// leastGain is how much a shot wins, in centimen: nearly a man, since the side
// that gives one more than the other has often better squares for it.
const leastGain = 80

// Make returns the shots, those that it has when the context or the games end.
func (s *ShotMaker) Make(ctx context.Context) []Shot {
	s.engine = search.New(s.Variant, search.Options{Threads: 1, HashBytes: signatureHash})
	defer context.AfterFunc(ctx, s.engine.Stop)()
	s.seen = map[uint64]bool{}
	var shots []Shot
	for i := 0; i < s.Games && len(shots) < s.Count && ctx.Err() == nil; i++ {
		shots = s.look(ctx, uint64(i), shots)
		if s.Progress != nil {
			s.Progress(len(shots))
		}
	}
	return shots
}

// look plays one game and adds its shots, at most two.
func (s *ShotMaker) look(ctx context.Context, number uint64, shots []Shot) []Shot {
	const plies, perGame = 160, 2
	random := rand.New(rand.NewPCG(s.Seed, number))
	opening := 4 + random.IntN(5)
	g := board.NewGame(s.Variant, s.Variant.Start())
	s.engine.Clear()
	most := min(len(shots)+perGame, s.Count)
	for ply := 0; ply < plies && len(shots) < most; ply++ {
		if outcome, _ := g.Outcome(); outcome != board.Ongoing {
			break
		}
		legal := g.LegalMoves()
		move := legal[random.IntN(len(legal))]
		if ply >= opening && len(legal) > 1 {
			shallow := s.engine.Search(g, search.Limits{Nodes: s.Shallow, Analyze: true}, nil)
			if shot, ok := s.shot(g.Position(), &shallow); ok && ctx.Err() == nil {
				shot.ID = fmt.Sprintf("%s.%02d", s.Variant.Name, len(shots)+1)
				shots = append(shots, shot)
			}
			if ctx.Err() != nil {
				break
			}
			const blunders = 8 // one move of so many is random
			if random.IntN(blunders) != 0 {
				move = shallow.Move
			}
		}
		if g.Play(move) != nil {
			break
		}
	}
	return shots
}

// shot reports whether a position is one, seen without the game before it.
func (s *ShotMaker) shot(p *board.Position, shallow *search.Result) (shot Shot, ok bool) {
	v := s.Variant
	alone, err := v.ParseFEN(v.FEN(p))
	if err != nil || s.seen[v.Key(&alone)] {
		return shot, false
	}
	g := board.NewGame(v, alone)
	deep, ok := s.winner(g, s.Deep)
	if !ok || deep.Move == shallow.Move || deep.Score-shallow.Score < leastGain {
		return shot, false
	}
	s.seen[v.Key(&alone)] = true
	s.engine.Clear() // nothing that the first look has left may persuade the second
	check, ok := s.winner(g, s.Check)
	if !ok || check.Move != deep.Move {
		return shot, false
	}
	return Shot{Position: alone, Best: []board.Move{check.Move}, Score: check.Score, Depth: check.Depth}, true
}

// winner searches for a quiet move that wins and is better than all others.
func (s *ShotMaker) winner(g *board.Game, nodes uint64) (search.Result, bool) {
	best := s.engine.Search(g, search.Limits{Nodes: nodes, Analyze: true}, nil)
	if best.Move.IsCapture() || best.Score < leastGain {
		return best, false
	}
	others := slices.DeleteFunc(g.LegalMoves(), func(m board.Move) bool { return m == best.Move })
	if len(others) == 0 {
		return best, false
	}
	rest := s.engine.Search(g, search.Limits{Nodes: nodes, Analyze: true, Moves: others}, nil)
	return best, best.Score-rest.Score >= leastGain
}
