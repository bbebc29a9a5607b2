package bench

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/openings"
	"github.com/damiera/damiera/protocol"
)

// MatchOptions describe a match.
type MatchOptions struct {
	Variant *board.Variant
	// SiteDraws plays by the simple draw counter of board.SiteDraws.
	SiteDraws bool
	// Engines are two or more; results are counted from the first one's side.
	Engines []EngineSpec
	// Games is the number of games of the whole match, Concurrency how many of
	// them are played at a time.
	Games, Concurrency int
	Tournament         Tournament
	// Openings are played from the first to the last, each twice, and again
	// from the first. OpeningsName tells where they come from.
	Openings     []openings.Opening
	OpeningsName string
	// SPRT ends the match when the test is decided, unless nil.
	SPRT         *SPRT
	Adjudication Adjudication
	// Journal is the file that the games are kept in, "" for none. With Resume
	// a match goes on from there.
	Journal string
	Resume  bool
	// Report is called from one goroutine after every game, unless nil. An
	// error ends the match.
	Report func(*MatchStatus) error
}

// Bounds of a match.
const (
	maxEngines     = 100
	maxGames       = 1_000_000
	maxConcurrency = 256
)

// Check reports options that make no match. It names them as the flags of the
// command are named.
func (o *MatchOptions) Check() error {
	switch {
	case len(o.Engines) < 2:
		return fmt.Errorf("a match needs two engines: give --engine twice")
	case len(o.Engines) > maxEngines:
		return fmt.Errorf("there are %d engines, more than %d", len(o.Engines), maxEngines)
	case o.Games < 1 || o.Games > maxGames:
		return fmt.Errorf("--games %d: it must be from 1 to %d", o.Games, maxGames)
	case o.Concurrency < 1 || o.Concurrency > maxConcurrency:
		return fmt.Errorf("--concurrency %d: it must be from 1 to %d", o.Concurrency, maxConcurrency)
	case o.SPRT != nil && len(o.Engines) > 2:
		return fmt.Errorf("--sprt compares two engines, not %d", len(o.Engines))
	case len(o.Openings) == 0:
		return fmt.Errorf("there are no openings to play from")
	case o.Resume && o.Journal == "":
		return fmt.Errorf("--resume needs the file of the match: give --journal, --pdnout, --json or --html as before")
	}
	if o.SPRT != nil {
		if err := o.SPRT.Check(); err != nil {
			return fmt.Errorf("--sprt: %w", err)
		}
	}
	for i := range o.Engines {
		if err := o.Engines[i].checkFor(o.Variant, o.Concurrency); err != nil {
			return fmt.Errorf("engine %s: %w", o.Engines[i].Name, err)
		}
	}
	return nil
}

// checkFor reports an engine that cannot play a match.
func (s *EngineSpec) checkFor(v *board.Variant, concurrency int) error {
	if len(s.Command) > 0 {
		if _, err := protocol.FindProgram(s.Command[0], s.Dir); err != nil {
			return err
		}
	}
	switch s.Protocol {
	case ProtocolSelf:
		o, err := selfOptions(v, s.Params)
		if err != nil {
			return err
		}
		if s.Control.CPU && o.Threads > 1 {
			return fmt.Errorf("cpu-time measures an engine in this program with one thread only: use param.threads=1 or proto=hub")
		}
	case ProtocolHub1:
		if s.Control.Nodes > 0 {
			return fmt.Errorf("nodes=%d: version 1 of Hub has no limit of nodes", s.Control.Nodes)
		}
		if v.Name != "international" {
			return fmt.Errorf("version 1 of Hub plays international only, not %s", v.Name)
		}
	case ProtocolDXP:
		for _, p := range s.Params {
			if p.Name != "chat" {
				return fmt.Errorf("param.%s: a DXP engine has no parameters but chat, a text to send before games", p.Name)
			}
		}
		switch {
		case concurrency > 1:
			return fmt.Errorf("a DXP engine plays one game at a time: use --concurrency 1")
		case s.Control.Increment > 0:
			return fmt.Errorf("DXP has no increment: use tc=MOVES/TIME or tc=TIME")
		case !s.Control.Clock && len(s.Params) == 0:
			return fmt.Errorf("DXP carries a clock only: use tc=, or set the engine's time by param.chat")
		}
	}
	return nil
}

// ParseSPRT reads "elo0=0 elo1=5 alpha=0.05 beta=0.05 model=logistic".
func ParseSPRT(text string) (*SPRT, error) {
	s := &SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05}
	words, err := parseKeyValues(text)
	if err != nil {
		return nil, err
	}
	for _, w := range words {
		numbers := map[string]*float64{"elo0": &s.Elo0, "elo1": &s.Elo1, "alpha": &s.Alpha, "beta": &s.Beta}
		switch target := numbers[w.key]; {
		case target != nil:
			if *target, err = strconv.ParseFloat(w.value, 64); err != nil {
				return nil, fmt.Errorf("%s=%s: it must be a number", w.key, w.value)
			}
		case w.key == "model" && w.value == Logistic.String():
			s.Model = Logistic
		case w.key == "model" && w.value == Normalized.String():
			s.Model = Normalized
		case w.key == "model":
			return nil, fmt.Errorf("model=%s: there are logistic and normalized", w.value)
		default:
			return nil, fmt.Errorf("%q is no setting of an SPRT: there are elo0, elo1, alpha, beta and model", w.key)
		}
	}
	return s, s.Check()
}

// identity returns what a journal has to agree with.
func (o *MatchOptions) identity() MatchIdentity {
	id := MatchIdentity{
		Variant: o.Variant.Name, Tournament: string(o.Tournament),
		Openings: fmt.Sprintf("%d of %s", len(o.Openings), o.OpeningsName),
	}
	for i := range o.Engines {
		s := &o.Engines[i]
		words := []string{string(s.Protocol), s.Control.String()}
		if s.Ponder {
			words = append(words, "ponder")
		}
		for _, p := range s.Params {
			words = append(words, p.Name+"="+p.Value)
		}
		id.Engines = append(id.Engines, fmt.Sprintf("%s (%s)", s.Name, strings.Join(words, ", ")))
	}
	return id
}
