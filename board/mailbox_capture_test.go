package board_test

import (
	"slices"
	"strings"
)

// legalCaptures returns the legal captures, one route each, sorted by name.
func (m *mailbox) legalCaptures() []route {
	if m.over() {
		return nil
	}
	return m.distinct(m.captures())
}

// captures returns the routes that the game's priorities leave.
func (m *mailbox) captures() (routes []route) {
	m.each(func(from cell, king bool) {
		piece := m.at(from)
		m.set(from, 'e') // the square it came from may be crossed and landed on
		m.jump(route{from: from, to: from, king: king}, cell{}, &routes)
		m.set(from, piece)
	})
	return preferred(m.rules.Priority, routes)
}

// jump adds every complete route that goes on from r, whose last jump went in
// direction last, and tells whether there is one.
func (m *mailbox) jump(r route, last cell, routes *[]route) bool {
	if m.effort != nil {
		if *m.effort--; *m.effort < 0 {
			return false
		}
	}
	king := r.king || r.crowned && m.rules.Promotion == "continue"
	if r.crowned && m.rules.Promotion == "stop" {
		return false
	}
	lines := diagonal
	if m.rules.AllSquares {
		lines = orthogonal
	}
	if m.rules.OrthoCapture {
		lines = slices.Concat(diagonal, twoApart)
	}
	goesOn := false
	for _, d := range lines {
		if !king && !m.rules.MenCaptureBack && d.row == -m.forward() {
			continue
		}
		if king && m.rules.NoUTurn && last == (cell{-d.row, -d.col}) {
			continue
		}
		near := 1
		for king && m.rules.Flying && m.at(r.to.step(d, near)) == 'e' {
			near++
		}
		victim := r.to.step(d, near)
		piece := m.at(victim)
		if !m.isEnemy(piece) || slices.Contains(r.taken, victim) {
			continue
		}
		if !king && !m.rules.MenCaptureKings && isKing(piece) {
			continue
		}
		// all squares where it may land
		var landings []cell
		for n := near + 1; m.at(r.to.step(d, n)) == 'e'; n++ {
			landings = append(landings, r.to.step(d, n))
			if !king || !m.rules.Flying || m.rules.Landing == "next" {
				break
			}
		}
		if len(landings) == 0 {
			continue
		}
		goesOn = true
		if m.rules.Removal == "immediate" {
			m.set(victim, 'e')
		}
		// It must go on from a square where it can; if there is none the move
		// ends on any of them, behind a king in killer on the first.
		ends := true
		for _, to := range landings {
			if m.jump(m.extended(r, to, victim, piece), d, routes) {
				ends = false
			}
		}
		if ends {
			if king && m.rules.Landing == "killer" && isKing(piece) {
				landings = landings[:1]
			}
			for _, to := range landings {
				next := m.extended(r, to, victim, piece)
				if !next.king && m.onLastRow(to) {
					next.crowned = true
				}
				*routes = append(*routes, next)
			}
		}
		m.set(victim, piece)
	}
	return goesOn
}

// extended is the route with one more jump.
func (m *mailbox) extended(r route, to, victim cell, piece byte) route {
	r.to = to
	r.taken = append(slices.Clone(r.taken), victim)
	if isKing(piece) {
		r.kinds += "K"
	} else {
		r.kinds += "m"
	}
	if !r.king && m.rules.Promotion != "pass" && m.onLastRow(to) {
		r.crowned = true
	}
	return r
}

// preferred applies the priorities among captures.
func preferred(priority string, routes []route) []route {
	kings := func(r route) int { return strings.Count(r.kinds, "K") }
	withKing := func(r route) int {
		if r.king {
			return 1
		}
		return 0
	}
	switch priority {
	case "free":
	case "most":
		routes = best(routes, func(r route) int { return len(r.taken) })
	case "spanish":
		routes = best(routes, func(r route) int { return len(r.taken) })
		routes = best(routes, kings)
	case "italian":
		routes = best(routes, func(r route) int { return len(r.taken) })
		routes = best(routes, withKing)
		routes = best(routes, kings)
		for i := 0; len(routes) != 0 && i < len(routes[0].kinds); i++ { // all are equally long
			routes = best(routes, func(r route) int { return strings.Count(r.kinds[i:i+1], "K") })
		}
	case "czech":
		routes = best(routes, withKing)
	case "frisian":
		// a king is worth more than one man and less than two; three kings are
		// less than six men and more than five
		routes = best(routes, func(r route) int { return len(r.taken) + kings(r) })
		routes = best(routes, func(r route) int { return -kings(r) })
		routes = best(routes, withKing)
	default:
		panic("unknown priority " + priority)
	}
	return routes
}

// best keeps the routes with the highest worth.
func best(routes []route, worth func(route) int) []route {
	var kept []route
	for _, r := range routes {
		if len(kept) != 0 && worth(r) > worth(kept[0]) {
			kept = nil
		}
		if len(kept) == 0 || worth(r) == worth(kept[0]) {
			kept = append(kept, r)
		}
	}
	return kept
}

// canCapture tells whether a side could take a piece if it were to move.
func (m *mailbox) canCapture(white bool) bool {
	q := *m
	q.white = white
	return len(q.captures()) != 0
}
