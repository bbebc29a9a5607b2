package protocol

import (
	"strings"

	"github.com/damiera/damiera/board"
)

// admission is a command that waits for SessionOptions.Admit.
type admission struct {
	input  hubInput
	game   *board.Variant // nil for a session without an engine
	answer chan error
	giveUp chan struct{}
}

// isLight holds the commands that need neither a game nor an engine.
var isLight = map[string]bool{"hub": true, "ping": true, "set-param": true, "set": true}

// needs reports whether a command needs what has not been admitted yet: a game's
// engine or, without one, a place among the sessions.
func (h *hubServer) needs(l *HubLine) (v *board.Variant, needed bool) {
	if h.session.options.Admit == nil {
		return nil, false
	}
	switch {
	case l.Command == "init", isSearch[l.Command]:
		v = h.session.Variant()
	case isLight[l.Command]:
		if v = changedVariant(l); v == nil || h.admitted == nil { // the engine is not there to be made anew
			return nil, false
		}
	default:
		return nil, !h.seated
	}
	return v, v != h.admitted
}

// changedVariant returns the game that a command changes to, nil if it does not.
func changedVariant(l *HubLine) *board.Variant {
	name, _ := l.Get("name")
	value, _ := l.Get("value")
	if w := words(l); l.Command == "set" && len(w) > 1 {
		name, value = w[0], strings.Join(w[1:], " ")
	}
	if name != ParamVariant {
		return nil
	}
	v, _ := board.Lookup(value)
	return v
}

// ask asks whether there is room for a command, which waits for the answer: see
// admit.
func (h *hubServer) ask(input hubInput, v *board.Variant) {
	a := &admission{input: input, game: v, answer: make(chan error, 1), giveUp: make(chan struct{})}
	h.admission = a
	if h.ending {
		close(a.giveUp)
	}
	admit := h.session.options.Admit
	go func() { a.answer <- admit(v, a.giveUp) }()
}

// admit takes in the answer and obeys the command that has waited for it. It
// reports whether the session is to end.
func (h *hubServer) admit(err error) (quit bool) {
	a := h.admission
	h.admission = nil
	if err != nil {
		h.fail(err.Error())
		h.waiting = nil // it is all in vain
		return true
	}
	h.seated = true
	if a.game != nil {
		h.admitted = a.game
	}
	quit = h.execute(a.input)
	if ready := h.session.options.Ready; ready != nil {
		ready() // if the engine was not made after all
	}
	return quit
}
