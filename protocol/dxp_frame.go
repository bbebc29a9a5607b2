package protocol

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/damiera/damiera/board"
)

// DXP is DamExchange protocol 1.0: messages of 1 to 127 ASCII characters, each
// ended by a NUL. Fields have fixed widths; there are no separators.
const (
	// DXPVersion is the version of the protocol, the 01 of a GAMEREQ.
	DXPVersion = 1
	// DXPPort is the TCP port that programs agree on.
	DXPPort = 27531
	// dxpMaxFrame is the most characters of a message, the NUL left out.
	dxpMaxFrame = 127
	// dxpNameWidth is the width of a program's name.
	dxpNameWidth = 32
)

// DXPMessage is one message of the protocol: a DXPGameRequest, DXPGameAccept,
// DXPMove, DXPGameEnd, DXPChat, DXPBackRequest or DXPBackAccept.
type DXPMessage interface {
	// Frame returns the message as sent, without the NUL. It is an error when a
	// field does not fit its width.
	Frame() (string, error)
}

// DXPGameRequest (GAMEREQ) is what the initiator starts a game with.
type DXPGameRequest struct {
	// Version is 1; a peer with another one is refused.
	Version int
	// Name of the initiator, up to 32 characters.
	Name string
	// Follower is the colour of the side that answers.
	Follower board.Color
	// Minutes a player for the whole game, from 0 to 999. Values below 1 are
	// sent as .05 or 0.5, which peers read as a real number.
	Minutes float64
	// Moves a player for the game, from 0 to 999; 0 for no limit.
	Moves int
	// Letters is the position, one of w z W Z e for each playing square in board
	// order; empty for the start position.
	Letters string
	// Mover is the side to move in the position.
	Mover board.Color
}

// DXPAcceptCode is the follower's answer to a request.
type DXPAcceptCode int

const (
	// DXPAccepted starts the game.
	DXPAccepted DXPAcceptCode = iota
	// DXPWrongVersion refuses the version of the protocol.
	DXPWrongVersion
	// DXPOtherGame refuses this game, but would play another.
	DXPOtherGame
	// DXPNoGame refuses to play at all.
	DXPNoGame
)

// String returns the meaning of the code in plain English.
func (c DXPAcceptCode) String() string {
	switch c {
	case DXPAccepted:
		return "accepted"
	case DXPWrongVersion:
		return "refused: another version of the protocol is spoken"
	case DXPOtherGame:
		return "refused: this game is not played, but others are"
	case DXPNoGame:
		return "refused: no game is played at all"
	}
	return fmt.Sprintf("refused with the unknown code %d", int(c))
}

// DXPGameAccept (GAMEACC) answers a DXPGameRequest.
type DXPGameAccept struct {
	Name string
	Code DXPAcceptCode
}

// DXPMove (MOVE) is a move, forced ones too.
type DXPMove struct {
	// Seconds the move took, from 0 to 9999, for information only.
	Seconds int
	// From, To and Captured are board numbers: 1 is the top left playing square.
	// Captured has no order.
	From, To int
	Captured []int
}

// DXPReason is the reason of a DXPGameEnd, seen from the side that sends it.
type DXPReason int

const (
	// DXPUnknown gives no reason; acknowledgements carry it.
	DXPUnknown DXPReason = iota
	// DXPLose tells that the sender has lost.
	DXPLose
	// DXPDraw tells that the game is drawn.
	DXPDraw
	// DXPWin tells that the sender has won.
	DXPWin
)

// String returns the reason in plain English.
func (r DXPReason) String() string {
	switch r {
	case DXPUnknown:
		return "no reason"
	case DXPLose:
		return "the sender loses"
	case DXPDraw:
		return "draw"
	case DXPWin:
		return "the sender wins"
	}
	return fmt.Sprintf("unknown reason %d", int(r))
}

// DXPGameEnd (GAMEEND) ends a game; the other side answers once with the same
// Stop.
type DXPGameEnd struct {
	Reason DXPReason
	// Stop ends the session; otherwise another game may follow.
	Stop bool
}

// DXPChat (CHAT) is text for the operator.
type DXPChat struct{ Text string }

// DXPBackRequest (BACKREQ) asks to go back to the position before a move.
type DXPBackRequest struct {
	// Move is the number of the move, 1 for the first one, up to 999.
	Move int
	// Mover is the side to move there.
	Mover board.Color
}

// DXPBackCode is the answer to a DXPBackRequest.
type DXPBackCode int

const (
	// DXPBackDone tells that the moves are taken back.
	DXPBackDone DXPBackCode = iota
	// DXPBackUnsupported tells that moves cannot be taken back.
	DXPBackUnsupported
	// DXPBackContinue tells that the sender wants to go on.
	DXPBackContinue
)

// DXPBackAccept (BACKACC) answers a DXPBackRequest.
type DXPBackAccept struct{ Code DXPBackCode }

// Frame implements DXPMessage.
func (m *DXPGameRequest) Frame() (string, error) {
	minutes, err := dxpMinutes(m.Minutes)
	if err != nil {
		return "", err
	}
	var w dxpWriter
	w.text("R")
	w.number("version", m.Version, 2)
	w.name(m.Name)
	w.text(dxpColor(m.Follower))
	w.text(minutes)
	w.number("number of moves", m.Moves, 3)
	if m.Letters == "" {
		w.text("A")
	} else {
		w.text("B" + dxpColor(m.Mover) + m.Letters)
	}
	return w.frame()
}

// Frame implements DXPMessage.
func (m *DXPGameAccept) Frame() (string, error) {
	var w dxpWriter
	w.text("A")
	w.name(m.Name)
	w.number("acceptance code", int(m.Code), 1)
	return w.frame()
}

// Frame implements DXPMessage.
func (m *DXPMove) Frame() (string, error) {
	var w dxpWriter
	w.text("M")
	w.number("seconds", m.Seconds, 4)
	w.number("from square", m.From, 2)
	w.number("to square", m.To, 2)
	w.number("number of captures", len(m.Captured), 2)
	for _, n := range m.Captured {
		w.number("captured square", n, 2)
	}
	return w.frame()
}

// Frame implements DXPMessage.
func (m *DXPGameEnd) Frame() (string, error) {
	var w dxpWriter
	w.text("E")
	w.number("reason", int(m.Reason), 1)
	if m.Stop {
		w.text("1")
	} else {
		w.text("0")
	}
	return w.frame()
}

// Frame implements DXPMessage. Text that does not fit is cut.
func (m *DXPChat) Frame() (string, error) {
	s := "C" + dxpASCII(m.Text)
	return s[:min(len(s), dxpMaxFrame)], nil
}

// Frame implements DXPMessage.
func (m *DXPBackRequest) Frame() (string, error) {
	var w dxpWriter
	w.text("B")
	w.number("move number", m.Move, 3)
	w.text(dxpColor(m.Mover))
	return w.frame()
}

// Frame implements DXPMessage.
func (m *DXPBackAccept) Frame() (string, error) {
	var w dxpWriter
	w.text("K")
	w.number("acceptance code", int(m.Code), 1)
	return w.frame()
}

// dxpWriter puts fields of fixed width together and remembers the first error.
type dxpWriter struct {
	strings.Builder
	problem error
}

func (w *dxpWriter) text(s string) { w.WriteString(s) }

func (w *dxpWriter) number(what string, n, width int) {
	s := strconv.Itoa(n)
	if w.problem == nil && (n < 0 || len(s) > width) {
		w.problem = fmt.Errorf("DXP cannot send the %s %d: it has %d digits", what, n, width)
	}
	w.WriteString(strings.Repeat("0", max(0, width-len(s))) + s)
}

// name writes a program's name, which must not start with a blank.
func (w *dxpWriter) name(s string) {
	s = strings.TrimSpace(dxpASCII(s))
	if s == "" {
		s = "unnamed"
	}
	fmt.Fprintf(w, "%-*.*s", dxpNameWidth, dxpNameWidth, s)
}

func (w *dxpWriter) frame() (string, error) {
	if w.problem == nil && w.Len() > dxpMaxFrame {
		return "", fmt.Errorf("DXP cannot send a message of %d characters: the most is %d", w.Len(), dxpMaxFrame)
	}
	return w.String(), w.problem
}

func dxpColor(c board.Color) string {
	if c == board.White {
		return "W"
	}
	return "Z" // zwart
}

// dxpMinutes writes minutes in three characters.
func dxpMinutes(m float64) (string, error) {
	if !(m >= 0 && m < 999.5) {
		return "", fmt.Errorf("DXP cannot send %v minutes: the time is a number from 0 to 999", m)
	}
	if m >= 10 || m == math.Trunc(m) {
		return fmt.Sprintf("%03.0f", m), nil
	}
	if m >= 1 {
		return fmt.Sprintf("%.1f", m)[:3], nil
	}
	if s := fmt.Sprintf("%.2f", m); s[0] == '0' && s[3] != '0' {
		return s[1:], nil // .05
	}
	return fmt.Sprintf("%.1f", m), nil
}

// dxpASCII replaces what a message may not hold.
func dxpASCII(s string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return '?'
		}
		return r
	}, s)
}
