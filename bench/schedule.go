package bench

import "fmt"

// Tournament is who plays whom.
type Tournament string

const (
	// Gauntlet: the first engine plays against each of the others.
	Gauntlet Tournament = "gauntlet"
	// RoundRobin: everybody plays everybody.
	RoundRobin Tournament = "round-robin"
)

// ParseTournament reads the name of a tournament.
func ParseTournament(text string) (Tournament, error) {
	switch t := Tournament(text); t {
	case Gauntlet, RoundRobin:
		return t, nil
	}
	return "", fmt.Errorf("%q is no tournament: there are gauntlet and round-robin", text)
}

// fixture is a game to be played. Engines and opening are indices from 0, the
// game counts from 1.
type fixture struct {
	game, opening int
	white, black  int
}

// schedule deals the games out. Two games after each other are a pair: the same
// opening with colours changed. All pairings get an opening before the next
// one is taken, and openings begin anew when they are used up.
type schedule struct {
	pairings [][2]int
	openings int
}

func newSchedule(t Tournament, engines, openings int) *schedule {
	s := &schedule{openings: openings}
	for a := 0; a < engines; a++ {
		for b := a + 1; b < engines && (a == 0 || t == RoundRobin); b++ {
			s.pairings = append(s.pairings, [2]int{a, b})
		}
	}
	return s
}

// fixture returns a game by its number, from 1.
func (s *schedule) fixture(game int) fixture {
	pair := (game - 1) / 2
	p := s.pairings[pair%len(s.pairings)]
	f := fixture{game: game, opening: pair / len(s.pairings) % s.openings, white: p[0], black: p[1]}
	if game%2 == 0 {
		f.white, f.black = f.black, f.white
	}
	return f
}
