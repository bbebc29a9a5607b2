package bench

import (
	"fmt"
	"strings"
)

// Text returns the result of the match for people to read.
func (m *Match) Text() string {
	var b strings.Builder
	t := &m.first.tally
	fmt.Fprintf(&b, "%s: %s\n", m.first.engine, t.line())
	if t.Games() == 0 {
		return b.String()
	}
	fmt.Fprintf(&b, "pairs by points 0 0.5 1 1.5 2: %v\n", t.Pairs)
	if s := m.options.SPRT; s != nil {
		lower, upper := s.Bounds()
		fmt.Fprintf(&b, "SPRT [%g, %g] %s: LLR %.2f (%.2f, %.2f), %s\n",
			s.Elo0, s.Elo1, s.Model, round(s.LLR(t.Pairs), 2), lower, upper, m.verdict())
	}
	section := func(title string, groups []group) {
		fmt.Fprintf(&b, "%s\n", title)
		width := 0
		for _, g := range groups {
			width = max(width, len(g.name))
		}
		for _, g := range groups {
			fmt.Fprintf(&b, "  %-*s  %4d  +%d -%d =%d\n", width, g.name, g.tally.Games(), g.tally.Wins, g.tally.Losses, g.tally.Draws)
		}
	}
	if len(m.options.Engines) > 2 {
		section("by opponent", m.first.byOpponent())
	}
	section("by colour", m.first.byColour())
	section("by end", m.first.byReason())
	return b.String()
}
