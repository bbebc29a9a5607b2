package bench

import (
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"time"
)

// Protocol is the way an engine is talked to.
type Protocol string

const (
	// ProtocolHub is Hub version 2 over pipes or TCP.
	ProtocolHub Protocol = "hub"
	// ProtocolHub1 is the first version of Hub, as Scan 2.0 speaks it.
	ProtocolHub1 Protocol = "hub1"
	// ProtocolDXP is DamExchange over TCP; the match manager is the initiator.
	ProtocolDXP Protocol = "dxp"
	// ProtocolSelf is this program's own engine inside this process.
	ProtocolSelf Protocol = "self"
)

// EngineSpec describes one player of a match.
type EngineSpec struct {
	Name     string
	Protocol Protocol
	// Command is the program with its arguments, empty when the engine is not
	// started by the match manager.
	Command []string
	// Address is HOST:PORT of an engine that listens.
	Address string
	// Dir is the directory that the program starts in.
	Dir string
	// Env holds NAME=VALUE settings added to the environment.
	Env []string
	// Params are the engine's parameters, in the order they are sent.
	Params  []Param
	Control TimeControl
	// Ponder lets the engine think on its opponent's time.
	Ponder bool

	handshake time.Duration // bounds the start of a program, 0 for the default
}

// Param is one parameter of an engine.
type Param struct{ Name, Value string }

// ParseEngine reads an engine in the manner of cutechess-cli. The words of
// --each come first, those of the engine's own --engine override them.
func ParseEngine(each, own string) (EngineSpec, error) {
	var s EngineSpec
	for _, text := range []string{each, own} {
		words, err := parseKeyValues(text)
		if err != nil {
			return s, err
		}
		if has(words, "tc") && has(words, "movetime") {
			return s, errTwoClocks
		}
		inCommand := false
		for _, w := range words {
			if inCommand && w.flag && w.key != "cpu-time" && w.key != "ponder" { // cmd=./scan hub, without quotes
				s.Command = append(s.Command, w.key)
				continue
			}
			inCommand = w.key == "cmd" || w.key == "arg"
			if err := s.set(w); err != nil {
				return s, err
			}
		}
	}
	return s, s.finish()
}

func (s *EngineSpec) set(w keyValue) (err error) {
	if known, err := s.Control.set(w); known {
		return err
	}
	if w.key == "ponder" {
		if s.Ponder = w.flag || w.value == "true"; !s.Ponder && w.value != "false" {
			return fmt.Errorf("ponder=%s: it is a switch: write just ponder", w.value)
		}
		return nil
	}
	if w.flag {
		return fmt.Errorf("%q is no engine setting: write key=value, and quote values that hold blanks", w.key)
	}
	switch w.key {
	case "name":
		s.Name = w.value
	case "cmd":
		s.Command, err = splitWords(w.value)
	case "arg":
		if len(s.Command) == 0 {
			return fmt.Errorf("arg=%s: give cmd= before its arguments", w.value)
		}
		s.Command = append(s.Command, w.value)
	case "connect", "host":
		s.Address = w.value
	case "proto":
		s.Protocol = Protocol(w.value)
		switch s.Protocol {
		case ProtocolHub, ProtocolHub1, ProtocolDXP, ProtocolSelf:
		default:
			return fmt.Errorf("proto=%s: protocols are hub, hub1, dxp and self", w.value)
		}
	case "dir":
		s.Dir = w.value
	default:
		group, name, found := strings.Cut(w.key, ".")
		switch {
		case found && name != "" && (group == "param" || group == "option"):
			s.setParam(name, w.value)
		case found && name != "" && group == "env":
			s.Env = append(s.Env, name+"="+w.value)
		default:
			return fmt.Errorf("%q is no engine setting: there are name, cmd, arg, connect, proto, dir, "+
				"param.NAME, env.NAME, tc, movetime, depth, nodes, timemargin, cpu-time, ponder", w.key)
		}
	}
	return err
}

func (s *EngineSpec) setParam(name, value string) {
	for i := range s.Params {
		if s.Params[i].Name == name {
			s.Params[i].Value = value
			return
		}
	}
	s.Params = append(s.Params, Param{name, value})
}

// finish fills in what was left out and refuses what does not fit together.
func (s *EngineSpec) finish() error {
	if s.Protocol == "" {
		s.Protocol = ProtocolHub
		if len(s.Command) == 0 && s.Address == "" {
			s.Protocol = ProtocolSelf
		}
	}
	if s.Protocol == ProtocolDXP && s.Address == "" && len(s.Command) == 1 {
		s.Address, s.Command = s.Command[0], nil
	}
	switch {
	case s.Protocol == ProtocolSelf && (len(s.Command) > 0 || s.Address != ""):
		return fmt.Errorf("proto=self is the engine inside this program: it takes no cmd and no connect")
	case s.Protocol == ProtocolDXP && s.Address == "":
		return fmt.Errorf("proto=dxp needs the address of the engine: write connect=127.0.0.1:27531")
	case s.Protocol != ProtocolSelf && len(s.Command) == 0 && s.Address == "":
		return fmt.Errorf("proto=%s needs a program: write cmd=PROGRAM or connect=HOST:PORT", s.Protocol)
	case s.Protocol != ProtocolDXP && len(s.Command) > 0 && s.Address != "":
		return fmt.Errorf("cmd and connect exclude each other with proto=%s: give one of them", s.Protocol)
	case s.Ponder && s.Protocol != ProtocolHub:
		return fmt.Errorf("ponder needs proto=hub, not proto=%s", s.Protocol)
	case s.Ponder && s.Control.CPU:
		return fmt.Errorf("ponder and cpu-time exclude each other: give one of them")
	case s.Control.CPU && len(s.Command) == 0 && s.Protocol != ProtocolSelf:
		return fmt.Errorf("cpu-time needs a program started here: an engine at %s cannot be measured", s.Address)
	}
	if s.Address != "" {
		if _, _, err := net.SplitHostPort(s.Address); err != nil {
			return fmt.Errorf("%q is no address: write HOST:PORT", s.Address)
		}
	}
	if s.Control == (TimeControl{CPU: s.Control.CPU, Margin: s.Control.Margin}) {
		s.Control.MoveTime = defaultMoveTime
	}
	if err := s.Control.check(); err != nil {
		return err
	}
	if s.Name == "" {
		switch {
		case len(s.Command) > 0:
			s.Name = filepath.Base(s.Command[0])
		case s.Address != "":
			s.Name = s.Address
		default:
			s.Name = "Damiera"
		}
	}
	return nil
}

// uniqueNames numbers engines that share a name.
func uniqueNames(engines []EngineSpec) {
	used := map[string]bool{}
	for i := range engines {
		name := engines[i].Name
		for n := 2; used[name]; n++ {
			name = fmt.Sprintf("%s %d", engines[i].Name, n)
		}
		used[name] = true
		engines[i].Name = name
	}
}
