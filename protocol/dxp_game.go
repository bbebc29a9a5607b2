package protocol

import (
	"fmt"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// dxpGame is a game of a session.
type dxpGame struct {
	*board.Game
	peer  string
	total time.Duration // a player, for the game
	left  time.Duration // ours
	moves int           // a player, for the game, 0 for no limit
	since time.Time     // when our turn began

	decided    bool // the rules have ended the game, whatever is played on
	outcome    board.Outcome
	why        string // in plain English
	bad, level int    // our last moves in a row with a lost and an even score
	list       board.List
}

func (g *dxpGame) mover() board.Color { return g.Position().Side }

// made returns the number of moves a side has made.
func (g *dxpGame) made(c board.Color) int {
	n := len(g.Moves())
	if g.Positions()[0].Side == c {
		return (n + 1) / 2
	}
	return n / 2
}

// judge asks the rules whether the game is over. A game that was over stays so.
func (g *dxpGame) judge() {
	if !g.decided {
		g.outcome, g.why = g.Outcome()
		g.decided = g.outcome != board.Ongoing
	}
}

// begin starts a game that both sides have agreed on.
func (s *DXPSession) begin(peer string, start board.Position, minutes float64, moves int) error {
	s.engine.NewGame()
	if err := s.engine.SetPosition(s.Variant.Hub(&start), "", ""); err != nil {
		return err // not after the checks of a request
	}
	total := time.Duration(minutes * float64(time.Minute))
	s.game = &dxpGame{Game: s.engine.Game(), peer: peer, total: total, left: total, moves: moves}
	s.state = dxpPlaying
	s.Log.Info().Str("peer", peer).Stringer("color", s.color).Float64("minutes", minutes).
		Int("moves", moves).Msg("game begun")
	s.game.judge()
	s.turn()
	return nil
}

// turn thinks, or ends a game that is over, if it is our turn.
func (s *DXPSession) turn() {
	g := s.game
	if g.mover() != s.color {
		return
	}
	g.since = time.Now()
	switch {
	case g.decided:
		s.end(dxpReason(g.outcome, s.color), g.why)
	case s.StopAtLimit && g.moves > 0 && g.made(s.color) >= g.moves:
		s.end(DXPUnknown, fmt.Sprintf("all %d moves are made", g.moves))
	case s.Resign > 0 && g.bad >= 3:
		s.end(DXPLose, "we resign")
	case s.Draw && g.level >= 10 && g.made(s.color) >= 40:
		s.end(DXPDraw, "the game is level")
	default:
		limits := s.Limits
		g.limit(&limits, s.color)
		s.result, s.stop = s.think(g.Game, limits)
	}
}

// limit sets the clock of our next move. A part of the time is held back: a
// move has to reach the peer before its clock runs out.
func (g *dxpGame) limit(l *search.Limits, color board.Color) {
	l.Clock = true
	l.Time = max(0, g.left-min(g.total/8, time.Second))
	if g.moves > 0 {
		l.MovesToGo = max(1, g.moves-g.made(color))
	}
}

// stopThinking ends a search and forgets its result.
func (s *DXPSession) stopThinking() {
	if s.result != nil {
		s.stop()
		<-s.result
		s.result = nil
	}
}

// reply sends the move that was found.
func (s *DXPSession) reply(r search.Result) {
	g := s.game
	if !r.HasMove { // judge has seen moves, so this is a fault of ours
		s.end(DXPUnknown, "no move was found")
		return
	}
	g.count(r.Score, s.Resign, s.DrawMargin)
	used := time.Since(g.since).Round(time.Second)
	send := s.conn.Send
	if s.answered && g.total > 0 && g.left < dxpHurry {
		send = s.conn.SendNow // not two in one read: the peer has read the one before
	}
	s.sendBy(send, NewDXPMove(s.Variant, &r.Move, int(used/time.Second)).renumbered(s.engine.numbering()))
	g.left -= time.Since(g.since) // the gap before a message is our time too
	s.push(r.Move)
}

// count counts our moves in a row that invite to give the game up or to call
// it a draw.
func (g *dxpGame) count(score, resign, margin int) {
	g.bad++
	if score > -resign {
		g.bad = 0
	}
	g.level++
	if max(score, -score) > margin {
		g.level = 0
	}
}

// handleMove plays the peer's move.
func (s *DXPSession) handleMove(m *DXPMove) {
	if s.state != dxpPlaying || s.game.mover() == s.color {
		s.complain("ignored a move out of turn", m.String())
		return
	}
	g := s.game
	s.Variant.Generate(g.Position(), &g.list)
	move, ok := m.renumbered(s.engine.numbering()).Find(s.Variant, &g.list)
	if !ok {
		s.end(DXPUnknown, fmt.Sprintf("the move %s is not legal here", m))
		return
	}
	s.answered = s.moved
	s.push(move)
	s.turn()
}

// push plays a move of either side.
func (s *DXPSession) push(m board.Move) {
	if err := s.game.Play(m); err != nil {
		s.Log.Error().Err(err).Msg("fault of this program: the move is not legal")
	}
	s.game.judge()
}

// end ends the game from our side, in our turn or after an illegal move of the
// peer.
func (s *DXPSession) end(reason DXPReason, why string) {
	stop := s.Initiator && s.asked == s.Games
	if reason == DXPUnknown {
		s.send(&DXPChat{Text: why})
	}
	s.send(&DXPGameEnd{Reason: reason, Stop: stop})
	s.finish(why, reason)
	s.state = dxpEnding
	s.timer.Reset(dxpEndTimeout)
}

// handleEnd handles GAMEEND in every state. Only the end of a game that we
// play is answered, and only once: two programs that echo would never stop.
func (s *DXPSession) handleEnd(m *DXPGameEnd) error {
	switch s.state {
	case dxpPlaying:
		s.stopThinking()
		s.send(&DXPGameEnd{Reason: DXPUnknown, Stop: m.Stop})
		s.finish("by the peer", m.Reason.reverse())
		return s.afterGame(m.Stop)
	case dxpEnding: // the answer to ours, or both came at the same time
		s.timer.Stop()
		return s.afterGame(m.Stop)
	default:
		if m.Stop {
			s.Log.Info().Msg("session ended: the peer wants no other game")
			return errSessionOver
		}
		s.complain("ignored the end of a game that is not played", "")
		return nil
	}
}

// afterGame goes on to the next game or ends the session.
func (s *DXPSession) afterGame(stop bool) error {
	s.state = dxpIdle
	if stop {
		s.Log.Info().Msg("session ended: no other game is wanted")
		return errSessionOver
	}
	if s.Initiator {
		return s.ask()
	}
	return nil
}

// finish counts a game that has ended. The rules' result stands; without one
// the reason given, from our side, is taken.
func (s *DXPSession) finish(why string, reason DXPReason) {
	g := s.game
	if g.decided {
		reason = dxpReason(g.outcome, s.color)
	}
	result := ""
	switch reason {
	case DXPWin:
		s.tally.Wins++
		result = "win"
	case DXPDraw:
		s.tally.Draws++
		result = "draw"
	case DXPLose:
		s.tally.Losses++
		result = "loss"
	default:
		s.tally.Unknown++
		result = "unknown"
	}
	s.state = dxpIdle
	s.Log.Info().Str("peer", g.peer).Str("result", result).Str("ended", why).Int("plies", len(g.Moves())).
		Stringer("left", g.left.Round(time.Millisecond)).Msg("game ended")
}

// handleBack takes moves back.
func (s *DXPSession) handleBack(m *DXPBackRequest) {
	if s.state != dxpPlaying {
		s.complain("refused to take back: no game is played", "")
		s.send(&DXPBackAccept{Code: DXPBackUnsupported})
		return
	}
	g := s.game
	plies, ok := g.ply(m)
	if !ok {
		s.Log.Warn().Int("move", m.Move).Stringer("mover", m.Mover).Msg("refused to take back: there is no such move")
		s.send(&DXPBackAccept{Code: DXPBackContinue})
		return
	}
	s.stopThinking()
	s.send(&DXPBackAccept{Code: DXPBackDone})
	s.Log.Info().Int("move", m.Move).Stringer("mover", m.Mover).Msg("moves taken back")
	for len(g.Moves()) > plies {
		g.Undo()
	}
	g.decided, g.bad, g.level = false, 0, 0
	g.judge()
	s.turn()
}

// ply returns the number of plies before a move. Moves are numbered as on a
// score sheet: the number rises when the side that starts the game in this
// variant is to move, so with Black to move first in international draughts
// the first move is 1 Z and the second one 2 W.
func (g *dxpGame) ply(m *DXPBackRequest) (int, bool) {
	first := g.Variant().Starts
	index := func(number int, c board.Color) int {
		if c == first {
			return 2 * number
		}
		return 2*number + 1
	}
	n := index(m.Move, m.Mover) - index(1, g.Positions()[0].Side)
	return n, n >= 0 && n <= len(g.Moves())
}

// reverse returns the reason from the other side.
func (r DXPReason) reverse() DXPReason {
	switch r {
	case DXPLose:
		return DXPWin
	case DXPWin:
		return DXPLose
	}
	return r
}

// dxpReason returns how a game that the rules have ended stands for a side.
func dxpReason(o board.Outcome, c board.Color) DXPReason {
	switch {
	case o == board.Drawn:
		return DXPDraw
	case o == board.Ongoing:
		return DXPUnknown
	case (o == board.WhiteWins) == (c == board.White):
		return DXPWin
	}
	return DXPLose
}
