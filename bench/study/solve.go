package study

import (
	"context"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// Solution is what Solve has found.
type Solution struct {
	search.Result
	// Solved tells that Score is proved: a forced win or loss.
	Solved bool
	// Line is the whole of best play to the end of the game if Complete.
	Line     []board.Move
	Complete bool
}

// decided reports whether a score is a forced win or loss.
func decided(score int) bool { return max(score, -score) >= search.DatabaseScore }

// followTime is the time for each move of a solution's line that the proof has
// not shown.
const followTime = time.Second

// Solve searches until a forced win or loss is proved, or the limits end it, and
// completes the line. The engine should be without search.Unsound techniques, so
// that no sacrifice is looked at too late.
func Solve(ctx context.Context, e *search.Engine, g *board.Game, l search.Limits, report func(search.Info)) Solution {
	l.Analyze, l.MultiPV = true, 1
	stop := context.AfterFunc(ctx, e.Stop)
	var proof search.Info
	s := Solution{Result: e.Search(g, l, func(i search.Info) {
		if proof.PV == nil { // the table may tell more between the proof and the stop
			report(i)
		}
		if decided(i.Score) && proof.PV == nil {
			proof = i
			e.Stop()
		}
	})}
	stop()
	if len(proof.PV) == 0 {
		s.Line = s.PV
		return s
	}
	nodes, spent := s.Nodes, s.Time
	s.Info, s.Move, s.Solved = proof, proof.PV[0], true
	s.Nodes, s.Time = nodes, spent
	s.HasPonder = len(proof.PV) > 1
	if s.HasPonder {
		s.Ponder = proof.PV[1]
	}
	s.Line, s.Complete = follow(ctx, e, g, proof.PV)
	return s
}

// follow plays a line, and best play after it, until the game is over.
func follow(ctx context.Context, e *search.Engine, g *board.Game, line []board.Move) ([]board.Move, bool) {
	const longest = 300
	now := g.Clone()
	var played []board.Move
	for len(played) < longest {
		if outcome, _ := now.Outcome(); outcome != board.Ongoing {
			return played, true
		}
		if len(line) == 0 {
			if ctx.Err() != nil {
				break
			}
			stop := context.AfterFunc(ctx, e.Stop)
			r := e.Search(now, search.Limits{MoveTime: followTime}, nil)
			stop()
			if !r.HasMove || !decided(r.Score) { // the proof is out of sight
				break
			}
			line = r.PV
		}
		if now.Play(line[0]) != nil {
			break
		}
		played, line = append(played, line[0]), line[1:]
	}
	return played, false
}
