package search

import (
	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/tt"
)

// Scores that keep the kinds of moves apart; history stays below them.
const (
	tableFirst   = 1 << 30
	captureFirst = 1 << 24
	crownFirst   = 1 << 22
	killerFirst  = 1 << 20
	counterFirst = 1 << 19
	historyLimit = 1 << 14
)

// squares names a quiet move by its two squares; it is never 0.
func squares(m *board.Move) uint16 { return uint16(m.From)<<8 | uint16(m.To) }

// rank gives every move of a ply its place in the order.
func (w *worker) rank(at int, tableMove int, before uint16) {
	s := &w.stack[at]
	n := s.list.Len()
	if w.off&Ordering != 0 {
		for i := range n {
			s.order[i], s.scores[i] = uint16(i), int32(-i)
		}
		return
	}
	side := s.position.Side & 1
	history := &w.history[side]
	reply := w.counters[side][before>>8&127][before&127]
	for i := range n {
		m := s.list.At(i)
		s.order[i] = uint16(i)
		if m.Count != 0 {
			s.scores[i] = captureFirst + int32(m.Count)<<8
			continue
		}
		score := int32(history[m.From&127][m.To&127])
		switch name := squares(m); {
		case m.Kind&board.Crowns != 0:
			score += crownFirst
		case name == s.killers[0]:
			score += killerFirst + 1<<16
		case name == s.killers[1]:
			score += killerFirst
		case name == reply:
			score += counterFirst
		}
		s.scores[i] = score
	}
	if tableMove != tt.NoMove && tableMove < n {
		s.scores[tableMove] = tableFirst
	}
}

// pick brings the best of the moves from place i on to place i and returns its
// index.
func (s *ply) pick(i, n int) int {
	best := i
	for j := i + 1; j < n; j++ {
		if s.scores[j] > s.scores[best] {
			best = j
		}
	}
	s.scores[i], s.scores[best] = s.scores[best], s.scores[i]
	s.order[i], s.order[best] = s.order[best], s.order[i]
	return int(s.order[i])
}

// reward learns from a quiet move that was good enough, at place i of the
// order, and from the quiet ones before it that were not.
func (w *worker) reward(at, i, depth int, before uint16) {
	s := &w.stack[at]
	side := s.position.Side & 1
	bonus := min(depth*depth, 400)
	for j := range i {
		if m := s.list.At(int(s.order[j])); m.Count == 0 {
			adjust(&w.history[side][m.From&127][m.To&127], -bonus)
		}
	}
	m := s.list.At(int(s.order[i]))
	adjust(&w.history[side][m.From&127][m.To&127], bonus)
	name := squares(m)
	if s.killers[0] != name {
		s.killers[0], s.killers[1] = name, s.killers[0]
	}
	w.counters[side][before>>8&127][before&127] = name
}

// adjust moves a history value so that it stays within its limit.
func adjust(h *int16, bonus int) {
	old := int(*h)
	*h = int16(old + bonus*32 - old*max(bonus, -bonus)*32/historyLimit)
}
