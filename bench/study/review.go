package study

import (
	"context"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// Mark says how bad a move was.
type Mark int

// Marks, by the loss from which on a move has them: see MarkOf.
const (
	NoMark Mark = iota
	Dubious
	Mistake
	Blunder
)

// Losses in centimen from which on a move is marked.
const (
	DubiousLoss = 30
	MistakeLoss = 80
	BlunderLoss = 200
)

// enough is the score in centimen beyond which nothing counts: a side so far
// ahead that chooses the longer way, or does not see the forced win, wins just as
// well. Forced wins and losses count as this much, so that to lose a drawn
// position is a blunder.
const enough = 400

// MarkOf returns the mark of a loss in centimen.
func MarkOf(loss int) Mark {
	switch {
	case loss >= BlunderLoss:
		return Blunder
	case loss >= MistakeLoss:
		return Mistake
	case loss >= DubiousLoss:
		return Dubious
	}
	return NoMark
}

// String returns ?!, ?, ?? or "".
func (m Mark) String() string { return [...]string{"", "?!", "?", "??"}[m] }

// NAG returns the numeric annotation glyph of PDN: 6, 2, 4, or 0 for none.
func (m Mark) NAG() int { return [...]int{0, 6, 2, 4}[m] }

// Judgement is one move of a game beside the best one.
type Judgement struct {
	Position board.Position // before the move
	Played   board.Move
	Best     search.Result // of the position
	// Score is that of the played move, from the side that moved; Depth its depth.
	Score, Depth int
	Loss         int // centimen, not negative
	Mark         Mark
	Nodes        uint64
}

// Reviewer judges the moves of games.
type Reviewer struct {
	Engine *search.Engine
	// Limits are those of one search. A move that is not the best one takes a
	// second search to the depth of the first.
	Limits search.Limits
}

// Review judges the moves of a game in their order and calls each after every
// one; false ends the review. It returns the error of the context, if that ends,
// or of each.
func (r *Reviewer) Review(ctx context.Context, p *board.PDNGame, each func(Judgement) error) error {
	g := board.NewGame(p.Variant, p.Start)
	stop := context.AfterFunc(ctx, r.Engine.Stop)
	defer stop()
	r.Engine.Clear()
	for i := range p.Moves {
		if err := ctx.Err(); err != nil {
			return err
		}
		j := r.judge(g, p.Moves[i].Move)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := each(j); err != nil {
			return err
		}
		if err := g.Play(p.Moves[i].Move); err != nil {
			return err
		}
	}
	return nil
}

func (r *Reviewer) judge(g *board.Game, played board.Move) Judgement {
	l := r.Limits
	l.Analyze, l.MultiPV, l.Moves = true, 1, nil
	best := r.Engine.Search(g, l, nil)
	j := Judgement{
		Position: *g.Position(), Played: played, Best: best,
		Score: best.Score, Depth: best.Depth, Nodes: best.Nodes,
	}
	if best.Move == played {
		return j
	}
	l.Moves = []board.Move{played}
	l.Depth = max(best.Depth, 1)
	second := r.Engine.Search(g, l, nil)
	j.Depth, j.Nodes = second.Depth, best.Nodes+second.Nodes
	// what is not the best cannot score more: the second search only saw further
	j.Score = min(second.Score, best.Score)
	j.Loss = clamp(best.Score) - clamp(j.Score)
	j.Mark = MarkOf(j.Loss)
	return j
}

func clamp(score int) int { return max(-enough, min(score, enough)) }
