package bench

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/protocol"
)

// TimeForfeit is the reason of games lost on time. The others that are an
// engine's fault are those of protocol.Failure.
const TimeForfeit = "time forfeit"

// seat is one side of a game.
type seat struct {
	spec   *EngineSpec
	player player
	clock  *clock
	broken bool // the engine cannot be used any more
}

// referee plays one game. It trusts nobody: moves are checked, the rules alone
// end the game and nothing that an engine claims does.
type referee struct {
	game   *board.Game
	seats  [2]seat // by colour
	rules  *Adjudication
	record *GameRecord
	failed *seat // whose fault the end is
}

// play plays the game to its end and fills the record. The error is the
// context's; the game does not count then.
func (r *referee) play(ctx context.Context) error {
	for c := range r.seats {
		s := &r.seats[c]
		s.clock = newClock(&s.spec.Control)
		if err := s.player.begin(ctx, r.game, board.Color(c), &s.spec.Control); err != nil {
			return r.blame(ctx, s, err)
		}
	}
	judge := adjudicator{rules: r.rules}
	played := 0
	for {
		o, reason := r.game.Outcome()
		if o == board.Ongoing {
			o, reason = judge.verdict(r.game, played)
		}
		if o != board.Ongoing {
			r.end(ctx, o, plainReason(reason), "")
			return nil
		}
		side := r.game.Position().Side
		thought, err := r.move(ctx, &r.seats[side])
		if err != nil || r.failed != nil {
			return err
		}
		judge.see(side, thought.HasScore, thought.Score)
		played++
	}
}

// move lets a side think and plays its move.
func (r *referee) move(ctx context.Context, s *seat) (protocol.Thought, error) {
	t, err := s.player.think(ctx, r.game, s.clock.limits(), s.clock.patience())
	if err != nil {
		return t, r.blame(ctx, s, err)
	}
	used := t.Elapsed
	if s.spec.Control.CPU {
		if used = t.CPU; used < 0 {
			return t, fmt.Errorf("the processor time of %s cannot be measured: leave out cpu-time", s.spec.Name)
		}
	}
	most, _ := s.clock.allowed()
	if !s.clock.charge(used) {
		r.fail(ctx, s, TimeForfeit, fmt.Sprintf("%.3f s used of %.3f s", used.Seconds(), most.Seconds()))
		return t, nil
	}
	// the text of the move is written before the position changes
	ply := Ply{Move: r.game.Variant().HubMove(&t.Move), Depth: t.Depth, Nodes: t.Nodes, Seconds: roundTime(used)}
	if t.HasScore {
		ply.Score = &t.Score
	}
	if s.spec.Control.Clock {
		left := roundTime(s.clock.left)
		ply.Clock = &left
	}
	if err := r.game.Play(t.Move); err != nil {
		r.fail(ctx, s, string(protocol.IllegalMove), err.Error())
		return t, nil
	}
	r.record.Moves = append(r.record.Moves, ply)
	return t, r.ponder(ctx, s, t.Reply)
}

// ponder lets a side that has just moved think about the reply that it expects.
// One that is no legal move is nobody's fault: it is not played.
func (r *referee) ponder(ctx context.Context, s *seat, text string) error {
	if !s.spec.Ponder || text == "" {
		return nil
	}
	if o, _ := r.game.Outcome(); o != board.Ongoing {
		return nil
	}
	reply, err := r.game.Variant().ParseHubMove(r.game.Position(), text)
	if err != nil {
		return nil
	}
	if err := s.player.ponder(r.game, reply, s.clock.limits()); err != nil {
		return r.blame(ctx, s, err)
	}
	return nil
}

// roundTime returns seconds with a precision of 0.1 ms.
func roundTime(d time.Duration) float64 { return d.Round(100 * time.Microsecond).Seconds() }

// blame ends the game by an engine's error; other errors are passed on.
func (r *referee) blame(ctx context.Context, s *seat, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	e, ok := failure(err)
	if !ok {
		return fmt.Errorf("%s: %w", s.spec.Name, err)
	}
	r.fail(ctx, s, string(e.Failure), e.Detail)
	return nil
}

// fail ends the game as a loss of the side that did wrong.
func (r *referee) fail(ctx context.Context, s *seat, reason, detail string) {
	winner := board.White
	if s == &r.seats[board.White] {
		winner = board.Black
	}
	r.failed = s
	r.record.Loser = s.spec.Name
	r.end(ctx, board.Won(winner), reason, detail)
}

func (r *referee) end(ctx context.Context, o board.Outcome, reason, detail string) {
	r.record.Result, r.record.Reason, r.record.Detail = resultOf(o), reason, detail
	for i := range r.seats {
		if s := &r.seats[i]; s != r.failed && s.player != nil {
			s.broken = s.player.finish(ctx, r.game, o) != nil
		}
	}
}

// plainReason makes one reason of those that differ only in colour: "black
// wins: white has no legal move" becomes "no legal move".
func plainReason(reason string) string {
	if _, after, found := strings.Cut(reason, " wins: "); found {
		reason = after
	}
	reason = strings.TrimPrefix(reason, "draw: ")
	for _, c := range []board.Color{board.White, board.Black} {
		reason = strings.TrimPrefix(reason, c.String()+" has ")
	}
	return reason
}
