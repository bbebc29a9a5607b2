package protocol

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/damiera/damiera/board"
)

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
