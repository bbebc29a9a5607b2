package endgame

import (
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/damiera/damiera/board"
)

// A code says how a position ends for the side to move with best play on both
// sides: 0 is a draw, otherwise the code is the number of plies to the end plus
// one. A game that is over has code 1; from there wins and losses alternate, so
// the code's parity tells which it is.
type code = uint16

// wins reports whether a code that is not a draw is won for the side to move.
func wins(v *board.Variant, c code) bool {
	return (c&1 == 0) == (v.Goal != board.GoalLosing)
}

// table is a solved slice.
type table struct {
	*indexer
	narrow []uint8 // codes, if all fit
	wide   []uint16
}

func (t *table) code(n uint64) code {
	if t.narrow != nil {
		return code(t.narrow[n])
	}
	return t.wide[n]
}

// The state of a position while its slice is being solved, in one word so that
// it changes atomically: the code so far, the number of quiet moves that may
// still save it, and flags.
const (
	countShift = 16
	countUnit  = 1 << countShift
	countMask  = 255 << countShift
	// hasDraw in place of a count tells that a move out of the slice draws.
	hasDraw = 255 << countShift
	// lateLoss tells that the code is the longest loss by a move that leaves the
	// slice, as far as no move within it is better; such moves are counted as one.
	lateLoss = 1 << 24
	// impossible marks numbers that are no position.
	impossible = 1 << 25
	codeMask   = 1<<16 - 1
)

// solver finds the codes of a slice and its twin by retrograde analysis: all
// moves that leave the slice are looked up first, then results spread
// backwards through quiet moves, shortest distance first.
type solver struct {
	v       *board.Variant
	twins   [2]*indexer // the same one twice if both sides have the same
	states  [2][]atomic.Uint32
	lookup  func(Material) *table
	threads int
	longest atomic.Uint32 // largest code seen
	done    func(positions uint64)
	stop    *atomic.Bool
}

// chunk is how many positions a thread takes at a time.
const chunk = 1 << 14

// solve solves a slice and its twin. lookup returns solved slices; done, if not
// nil, is told of positions worked on; stop, if not nil, ends the work early.
// The second table is the first if the twins are the same slice.
func solve(v *board.Variant, m Material, lookup func(Material) *table, threads int, done func(uint64), stop *atomic.Bool) (*table, *table, bool) {
	s := &solver{v: v, lookup: lookup, threads: threads, done: done, stop: stop}
	if s.threads < 1 {
		s.threads = runtime.NumCPU()
	}
	s.twins[0] = newIndexer(v, m)
	s.states[0] = make([]atomic.Uint32, s.twins[0].size)
	s.twins[1], s.states[1] = s.twins[0], s.states[0]
	if m != m.Swap() {
		s.twins[1] = newIndexer(v, m.Swap())
		s.states[1] = make([]atomic.Uint32, s.twins[1].size)
	}
	s.each(func(w *worker, twin int, n uint64) { w.start(twin, n) })
	for k := uint32(1); k <= s.longest.Load()+1 && !s.stopped(); k++ {
		s.each(func(w *worker, twin int, n uint64) { w.spread(twin, n, k) })
	}
	if s.stopped() {
		return nil, nil, false
	}
	first := s.table(0)
	if s.twins[0] == s.twins[1] {
		return first, first, true
	}
	return first, s.table(1), true
}

func (s *solver) stopped() bool { return s.stop != nil && s.stop.Load() }

func (s *solver) table(twin int) *table {
	t := &table{indexer: s.twins[twin]}
	states := s.states[twin]
	if s.longest.Load() < 256 {
		t.narrow = make([]uint8, len(states))
	} else {
		t.wide = make([]uint16, len(states))
	}
	for n := range states {
		w := states[n].Load()
		if w&lateLoss != 0 {
			w = 0 // a quiet move draws
		}
		if t.narrow != nil {
			t.narrow[n] = uint8(w & codeMask)
		} else {
			t.wide[n] = code(w & codeMask)
		}
	}
	return t
}

// each runs work for every number of both twins on all threads.
func (s *solver) each(work func(w *worker, twin int, n uint64)) {
	twins := 2
	if s.twins[0] == s.twins[1] {
		twins = 1
	}
	var next [2]atomic.Uint64
	var group sync.WaitGroup
	for range s.threads {
		group.Go(func() {
			w := &worker{solver: s}
			for twin := range twins {
				size := s.twins[twin].size
				for !s.stopped() {
					from := next[twin].Add(chunk) - chunk
					if from >= size {
						break
					}
					to := min(from+chunk, size)
					for n := from; n < to; n++ {
						work(w, twin, n)
					}
					if s.done != nil {
						s.done(to - from)
					}
				}
			}
		})
	}
	group.Wait()
}

// worker is what one thread needs.
type worker struct {
	*solver
	list board.List
	p, q board.Position
}

// start finds what the moves out of the slice are worth and counts the others.
func (w *worker) start(twin int, n uint64) {
	state := &w.states[twin][n]
	p := &w.p
	if !w.twins[twin].position(n, p) {
		state.Store(impossible)
		return
	}
	w.v.Generate(p, &w.list)
	if w.list.Len() == 0 {
		w.settle(state, 1)
		return
	}
	var quiet uint32
	var win, loss code // the shortest win and the longest loss by leaving
	draw := false
	for i := range w.list.Len() {
		m := w.list.At(i)
		if m.Count == 0 && m.Kind&board.Crowns == 0 {
			quiet++
			continue
		}
		switch c := w.leave(p, m); {
		case c == 0:
			draw = true
		case wins(w.v, c): // for the other side
			loss = max(loss, c+1)
		case win == 0 || c+1 < win:
			win = c + 1
		}
	}
	switch {
	case win != 0: // a shorter one may still be found inside
		w.settle(state, win)
	case draw:
		state.Store(hasDraw)
	case quiet == 0:
		w.settle(state, loss)
	case loss != 0:
		w.note(loss)
		state.Store(uint32(loss) | (quiet+1)*countUnit | lateLoss)
	default:
		state.Store(quiet * countUnit)
	}
}

// leave returns the code of the position after a move that leaves the slice,
// for the side to move then.
func (w *worker) leave(p *board.Position, m *board.Move) code {
	if m.Kind&board.Crowns != 0 && w.v.Goal == board.GoalBreakthrough {
		return 1
	}
	w.v.Do(p, m, &w.q)
	if w.q.Pieces(board.Black).Empty() {
		return 1
	}
	flipped := w.v.Flip(&w.q)
	t := w.lookup(MaterialOf(&flipped))
	return t.code(t.index(&flipped))
}

func (w *worker) settle(state *atomic.Uint32, c code) {
	w.note(c)
	state.Store(uint32(c))
}

// note remembers the largest code.
func (w *worker) note(c code) {
	for {
		old := w.longest.Load()
		if uint32(c) <= old || w.longest.CompareAndSwap(old, uint32(c)) {
			return
		}
	}
}

// spread tells the predecessors of a position with code k.
func (w *worker) spread(twin int, n uint64, k uint32) {
	state := &w.states[twin][n]
	now := state.Load()
	if now&lateLoss != 0 {
		if now&codeMask == k+1 {
			w.lose(state, k)
		}
		return
	}
	if now&codeMask != k {
		return
	}
	w.twins[twin].position(n, &w.p)
	w.p.Side = board.White
	won := wins(w.v, code(k))
	other := w.twins[twin^1]
	states := w.states[twin^1]
	flipped := w.v.Flip(&w.p)
	w.predecessors(&flipped, func(q *board.Position) {
		state := &states[other.index(q)]
		if won {
			w.lose(state, k)
		} else {
			w.win(state, k)
		}
	})
}

// win gives a position a move to one that is lost with code k.
func (w *worker) win(state *atomic.Uint32, k uint32) {
	for {
		old := state.Load()
		if c := old & codeMask; c != 0 && old&lateLoss == 0 && c <= k+1 {
			return
		}
		if state.CompareAndSwap(old, k+1) {
			w.note(code(k + 1))
			return
		}
	}
}

// lose takes a move from a position because it leads to one won with code k;
// without moves left it is lost.
func (w *worker) lose(state *atomic.Uint32, k uint32) {
	for {
		old := state.Load()
		if old&codeMask != 0 && old&lateLoss == 0 || old&countMask == hasDraw {
			return
		}
		next := old - countUnit
		if old&codeMask == k+1 && old&lateLoss != 0 {
			next &^= lateLoss | codeMask
		}
		if next&countMask == 0 {
			next = k + 1
		}
		if state.CompareAndSwap(old, next) {
			if next == k+1 {
				w.note(code(k + 1))
			}
			return
		}
	}
}

// predecessors calls visit with each position, White to move, from which a quiet
// move of White that is no promotion leads to p (with Black to move). Some of
// them may have a capture instead; those are settled already.
func (w *worker) predecessors(p *board.Position, visit func(*board.Position)) {
	v := w.v
	occupied := p.Occupied()
	q := &w.q
	*q = *p
	q.Side = board.White
	back := [3]board.Direction{board.SouthWest, board.SouthEast, board.SouthEast}
	ways := 2
	kings := [4]board.Direction{board.NorthWest, board.NorthEast, board.SouthWest, board.SouthEast}
	if v.Orthogonal {
		back, ways = [3]board.Direction{board.South, board.West, board.East}, 3
		kings = [4]board.Direction{board.North, board.West, board.East, board.South}
	}
	for b := p.Men[board.White]; !b.Empty(); {
		s := b.Pop()
		for _, d := range back[:ways] {
			if t := v.Neighbour(s, d); t != board.NoSquare && !occupied.Has(t) {
				q.Men[board.White] = p.Men[board.White].Without(s).With(t)
				visit(q)
			}
		}
	}
	q.Men[board.White] = p.Men[board.White]
	for b := p.Kings[board.White]; !b.Empty(); {
		s := b.Pop()
		rest := p.Kings[board.White].Without(s)
		for _, d := range kings {
			for t := v.Neighbour(s, d); t != board.NoSquare && !occupied.Has(t); t = v.Neighbour(t, d) {
				q.Kings[board.White] = rest.With(t)
				visit(q)
				if !v.FlyingKings {
					break
				}
			}
		}
	}
	q.Kings[board.White] = p.Kings[board.White]
}
