package protocol

import (
	"errors"
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

// DXPFrameError tells what is wrong with a message. The frames that follow can
// still be read.
type DXPFrameError struct {
	// Frame is the message without the NUL, cut to 127 characters.
	Frame string
	// Problem names the field and the bad value.
	Problem string
}

// Error implements error.
func (e *DXPFrameError) Error() string {
	return fmt.Sprintf("malformed DXP message %q: %s", e.Frame, e.Problem)
}

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

// ParseDXP reads one message, without its NUL. Errors are of type
// *DXPFrameError.
func ParseDXP(frame string) (DXPMessage, error) {
	m, problem := parseDXP(frame)
	if problem != nil {
		return nil, &DXPFrameError{Frame: frame[:min(len(frame), dxpMaxFrame)], Problem: problem.Error()}
	}
	return m, nil
}

func parseDXP(frame string) (DXPMessage, error) {
	if len(frame) > dxpMaxFrame {
		return nil, fmt.Errorf("it is longer than %d characters", dxpMaxFrame)
	}
	if frame == "" {
		return nil, errors.New("it is empty")
	}
	if frame[0] == 'C' { // before anything else: its text may hold whatever it likes
		return &DXPChat{Text: frame[1:]}, nil
	}
	r := dxpReader{rest: frame[1:]}
	var m DXPMessage
	switch frame[0] {
	case 'R':
		m = r.gameRequest()
	case 'A':
		m = &DXPGameAccept{Name: r.name(), Code: DXPAcceptCode(r.number("acceptance code", 1))}
	case 'M':
		m = r.move()
	case 'E':
		e := &DXPGameEnd{Reason: DXPReason(r.number("reason", 1))}
		e.Stop = r.number("stop code", 1) != 0
		m = e
	case 'B':
		m = &DXPBackRequest{Move: r.number("move number", 3), Mover: r.color("side to move")}
	case 'K':
		m = &DXPBackAccept{Code: DXPBackCode(r.number("acceptance code", 1))}
	default:
		return nil, fmt.Errorf("%q is not one of the message types R A M E C B K", frame[:1])
	}
	if r.problem == nil && strings.Trim(r.rest, " ") != "" {
		return nil, fmt.Errorf("%q is left over at its end", r.rest)
	}
	return m, r.problem
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

// dxpReader takes fields of fixed width off a message and remembers the first
// error.
type dxpReader struct {
	rest    string
	problem error
}

func (r *dxpReader) field(what string, width int) string {
	if len(r.rest) < width {
		if r.problem == nil {
			r.problem = fmt.Errorf("it ends within the %s, which has %d characters", what, width)
		}
		r.rest = ""
		return strings.Repeat("0", width)
	}
	s := r.rest[:width]
	r.rest = r.rest[width:]
	return s
}

func (r *dxpReader) bad(what, value, want string) {
	if r.problem == nil {
		r.problem = fmt.Errorf("the %s %q is not %s", what, value, want)
	}
}

// number reads a number of exactly width digits; blanks may stand for zeros in
// front, as some programs pad so.
func (r *dxpReader) number(what string, width int) int {
	s := r.field(what, width)
	n, err := strconv.ParseUint(strings.TrimLeft(s, " "), 10, 31)
	if err != nil {
		r.bad(what, s, fmt.Sprintf("a number of %d digits", width))
	}
	return int(n)
}

func (r *dxpReader) name() string { return strings.TrimRight(r.field("name", dxpNameWidth), " ") }

func (r *dxpReader) color(what string) board.Color {
	switch s := r.field(what, 1); s {
	case "W":
		return board.White
	case "Z":
		return board.Black
	default:
		r.bad(what, s, "W or Z")
		return board.White
	}
}

// minutes reads a time such as 060, .05 or 0.5.
func (r *dxpReader) minutes() float64 {
	s := r.field("time in minutes", 3)
	f, err := strconv.ParseFloat(strings.TrimSpace(s), 64)
	if err != nil || math.IsNaN(f) || math.IsInf(f, 0) {
		r.bad("time in minutes", s, "a number such as 060 or 0.5")
		return 0
	}
	return min(max(f, 0), 999)
}

func (r *dxpReader) gameRequest() *DXPGameRequest {
	m := &DXPGameRequest{Version: r.number("version", 2)}
	if r.problem == nil && m.Version != DXPVersion {
		r.rest = "" // the rest may look different: the version is all there is to answer
		return m
	}
	m.Name = r.name()
	m.Follower = r.color("follower's colour")
	m.Minutes = r.minutes()
	m.Moves = r.number("number of moves", 3)
	switch kind := r.field("position code", 1); kind {
	case "A":
	case "B":
		m.Mover = r.color("side to move")
		m.Letters = strings.TrimRight(r.rest, " ")
		r.rest = ""
		if m.Letters == "" || strings.Trim(m.Letters, "wzWZe") != "" {
			r.bad("position", m.Letters, "made of the letters w z W Z e")
		}
	default:
		r.bad("position code", kind, "A or B")
	}
	return m
}

func (r *dxpReader) move() *DXPMove {
	m := &DXPMove{Seconds: r.number("seconds", 4), From: r.number("from square", 2), To: r.number("to square", 2)}
	for range r.number("number of captures", 2) {
		if r.problem != nil {
			break
		}
		m.Captured = append(m.Captured, r.number("captured square", 2))
	}
	return m
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
