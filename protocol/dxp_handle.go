package protocol

import (
	"errors"
	"fmt"
	"io"
)

// handle handles a message.
func (s *DXPSession) handle(m DXPMessage) error {
	if e := s.Log.Debug(); e.Enabled() {
		frame, _ := m.Frame()
		e.Str("message", frame).Msg("received")
	}
	switch m := m.(type) {
	case *DXPGameRequest:
		return s.handleRequest(m)
	case *DXPGameAccept:
		return s.handleAccept(m)
	case *DXPMove:
		s.handleMove(m)
	case *DXPGameEnd:
		return s.handleEnd(m)
	case *DXPBackRequest:
		s.handleBack(m)
	case *DXPBackAccept:
		s.complain("ignored an answer to a take-back that was not asked for", "")
	case *DXPChat:
		s.complain("chat", m.Text)
	}
	return nil
}

// handleMalformed answers a message that cannot be read. A request always gets
// an answer, as clients wait for it; a move that cannot be read is illegal.
func (s *DXPSession) handleMalformed(e *DXPFrameError) error {
	s.malformed++
	s.Log.Warn().Str("problem", e.Problem).Str("message", e.Frame).Msg("malformed message")
	if s.malformed > dxpMaxMalformed {
		s.Log.Warn().Int("malformed", s.malformed).Msg("session ended: too many malformed messages")
		return ErrDXPGarbage
	}
	switch {
	case e.Frame[0] == 'R' && s.state != dxpPlaying && !s.Initiator:
		s.refuse(DXPOtherGame, "the game request is malformed: "+e.Problem)
	case e.Frame[0] == 'M' && s.state == dxpPlaying && s.game.mover() != s.color:
		s.end(DXPUnknown, "the move is malformed: "+e.Problem)
	default:
		s.send(&DXPChat{Text: "ignored a malformed message: " + e.Problem})
	}
	return nil
}

// broken handles an error of Receive.
func (s *DXPSession) broken(err error) error {
	var malformed *DXPFrameError
	if errors.As(err, &malformed) {
		return s.handleMalformed(malformed)
	}
	s.stopThinking()
	playing := s.state == dxpPlaying
	if errors.Is(err, errSlow) || errors.Is(err, ErrDXPSlow) {
		s.giveUp("a message was not ended in time", "a message was begun and not ended in time")
	} else if playing {
		s.finish("the connection was lost", DXPUnknown)
	}
	switch {
	case !errors.Is(err, io.EOF):
		s.Log.Warn().Err(err).Msg("session ended: connection lost")
	case playing:
		s.Log.Warn().Msg("session ended: the peer closed the connection in a game")
	default:
		s.Log.Info().Msg("session ended: the peer closed the connection")
		if s.state == dxpIdle || s.state == dxpEnding {
			return errSessionOver
		}
	}
	if s.state == dxpAsked {
		return fmt.Errorf("%w: %w", ErrDXPNoAnswer, err)
	}
	if playing {
		return fmt.Errorf("%w: %w", ErrDXPLost, err)
	}
	return err
}

// expired handles a peer that does not answer.
func (s *DXPSession) expired() error {
	if s.state == dxpAsked {
		s.Log.Warn().Stringer("after", dxpAcceptTimeout).Msg("session ended: no answer to the game request")
		return ErrDXPNoAnswer
	}
	s.Log.Warn().Stringer("after", dxpEndTimeout).Msg("no answer to the end of the game")
	return s.afterGame(false)
}

// complain logs what a peer may send without end, so a bounded number of
// times.
func (s *DXPSession) complain(what, text string) {
	s.complaints++
	if s.complaints > dxpMaxComplaints {
		return
	}
	e := s.Log.Info()
	if text != "" {
		e = e.Str("text", text)
	}
	e.Msg(what)
	if s.complaints == dxpMaxComplaints {
		s.Log.Info().Msg("no more chat and stray messages of this session are logged")
	}
}
