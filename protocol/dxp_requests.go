package protocol

import "fmt"

// open makes the engine before the first game.
func (s *DXPSession) open() (err error) {
	if s.engine != nil {
		return nil
	}
	if s.engine, s.release, err = s.Open(); err != nil {
		return err
	}
	if err = s.engine.SetParam(ParamVariant, s.Variant.HubName()); err == nil {
		s.engine.Prepare() // takes the memory now, not within the clock
		if fault := s.engine.BookFault(); fault != nil {
			s.Log.Warn().Err(fault).Msg("playing without a book")
		}
	}
	return err
}

// handleRequest answers an initiator.
func (s *DXPSession) handleRequest(m *DXPGameRequest) error {
	switch {
	case m.Version != DXPVersion:
		s.refuse(DXPWrongVersion, fmt.Sprintf("version %02d of DXP is not spoken here, only 01", m.Version))
		return nil
	case s.Initiator:
		s.refuse(DXPOtherGame, "both sides ask for a game: one must be the follower")
		return nil
	case s.state == dxpPlaying:
		s.refuse(DXPOtherGame, "a game is being played: end it first")
		return nil
	}
	start := s.Variant.Start()
	if m.Letters != "" {
		var err error
		if start, err = parseDXPLetters(s.Variant, m.Letters, m.Mover); err != nil {
			s.refuse(DXPOtherGame, err.Error())
			return nil
		}
	}
	if err := s.open(); err != nil {
		s.refuse(DXPNoGame, err.Error())
		return nil
	}
	s.timer.Stop() // a request also ends a game whose end was not answered
	s.color = m.Follower
	s.send(&DXPGameAccept{Name: s.Name, Code: DXPAccepted})
	return s.begin(m.Name, start, m.Minutes, m.Moves)
}

// refuse declines a request and tells the operator why.
func (s *DXPSession) refuse(code DXPAcceptCode, why string) {
	s.Log.Warn().Stringer("answer", code).Str("why", why).Msg("game request refused")
	s.send(&DXPGameAccept{Name: s.Name, Code: code})
	s.send(&DXPChat{Text: why})
}

// ask sends the initiator's next request, or ends the session after the last
// game.
func (s *DXPSession) ask() error {
	if s.asked == s.Games {
		s.Log.Info().Int("games", s.tally.Games()).Msg("session ended: all games are played")
		return errSessionOver
	}
	if s.asked > 0 {
		s.color = s.color.Opponent()
	}
	s.asked++
	r := &DXPGameRequest{Version: DXPVersion, Name: s.Name, Follower: s.color.Opponent(), Minutes: s.Minutes, Moves: s.Moves}
	if s.Start != nil {
		r.Letters, r.Mover = DXPLetters(s.Variant, s.Start), s.Start.Side
	}
	if _, err := r.Frame(); err != nil {
		return err
	}
	s.send(r)
	s.Log.Info().Int("game", s.asked).Stringer("color", s.color).Msg("asked for a game")
	s.state = dxpAsked
	s.timer.Reset(dxpAcceptTimeout)
	return nil
}

// handleAccept handles the peer's answer to our request.
func (s *DXPSession) handleAccept(m *DXPGameAccept) error {
	if s.state != dxpAsked {
		s.complain("ignored an answer to a game request that was not made", m.Name)
		return nil
	}
	s.timer.Stop()
	if m.Code != DXPAccepted {
		s.state = dxpIdle
		s.Log.Warn().Str("peer", m.Name).Stringer("answer", m.Code).Msg("session ended: game refused")
		return fmt.Errorf("%w: %s %s", ErrDXPRefused, m.Name, m.Code)
	}
	start := s.Variant.Start()
	if s.Start != nil {
		start = *s.Start
	}
	return s.begin(m.Name, start, s.Minutes, s.Moves)
}
