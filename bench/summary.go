package bench

import (
	"fmt"
	"maps"
	"math"
	"sort"
	"strings"
)

// Summary is the result of a match from the first engine's side, as --json
// writes it.
type Summary struct {
	Games    int            `json:"games"`
	Wins     int            `json:"wins"`
	Draws    int            `json:"draws"`
	Losses   int            `json:"losses"`
	Elo      float64        `json:"elo"`
	EloError float64        `json:"elo_error"`
	LOS      float64        `json:"los"`
	LLR      float64        `json:"llr"`
	Reasons  map[string]int `json:"reasons"`
}

// standings counts the games of one engine as they end.
type standings struct {
	engine  string
	games   map[int]*GameRecord // by number, only those of the engine
	tally   Tally               // in pairs where both games of a pair are there
	reasons map[string]int
}

func newStandings(engine string) *standings {
	return &standings{engine: engine, games: map[int]*GameRecord{}, reasons: map[string]int{}}
}

func (s *standings) add(r *GameRecord) {
	if !r.Has(s.engine) {
		return
	}
	s.games[r.Game] = r
	s.reasons[r.Reason]++
	partner, ok := s.games[(r.Game-1)^1+1]
	if !ok {
		s.tally.AddSingle(r.Points(s.engine))
		return
	}
	s.tally.DropSingle(partner.Points(s.engine))
	s.tally.AddPair(partner.Points(s.engine), r.Points(s.engine))
}

// summary returns the result so far; sprt may be nil.
func (s *standings) summary(sprt *SPRT) Summary {
	t := &s.tally
	e := t.Estimate()
	out := Summary{
		Games: t.Games(), Wins: t.Wins, Draws: t.Draws, Losses: t.Losses,
		Elo: round(e.Elo, 2), EloError: round(e.Error, 2), LOS: round(e.LOS, 4), Reasons: maps.Clone(s.reasons),
	}
	if sprt != nil {
		out.LLR = round(sprt.LLR(t.Pairs), 3)
	}
	return out
}

// round keeps some decimals and has no negative zero.
func round(x float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(x*scale)/scale + 0
}

// group is a tally with its name.
type group struct {
	name  string
	tally *Tally
}

// by splits the games of an engine into groups by a property.
func (s *standings) by(property func(*GameRecord) string) []group {
	parts := map[string]*standings{}
	for _, r := range s.games {
		name := property(r)
		if parts[name] == nil {
			parts[name] = newStandings(s.engine)
		}
		parts[name].add(r)
	}
	var groups []group
	for name, part := range parts {
		groups = append(groups, group{name, &part.tally})
	}
	sort.Slice(groups, func(i, j int) bool { return groups[i].name < groups[j].name })
	return groups
}

func (s *standings) byColour() []group {
	return s.by(func(r *GameRecord) string {
		if r.White == s.engine {
			return "White"
		}
		return "Black"
	})
}

func (s *standings) byOpponent() []group {
	return s.by(func(r *GameRecord) string {
		if r.White == s.engine {
			return r.Black
		}
		return r.White
	})
}

func (s *standings) byReason() []group {
	return s.by(func(r *GameRecord) string {
		if r.Loser != "" {
			return r.Reason + " by " + r.Loser
		}
		return r.Reason
	})
}

func (s *standings) byOpening() []group {
	groups := s.by(func(r *GameRecord) string { return fmt.Sprintf("%5d  %s", r.Opening, r.OpeningName) })
	for i := range groups {
		groups[i].name = strings.TrimSpace(groups[i].name)
	}
	return groups
}

// line writes a tally with its estimate in one line.
func (t *Tally) line() string {
	e := t.Estimate()
	return fmt.Sprintf("%d - %d - %d (%.1f %%)  Elo %+.1f ± %.1f  LOS %.1f %%",
		t.Wins, t.Losses, t.Draws, 100*t.Score(), round(e.Elo, 1), e.Error, 100*e.LOS)
}
