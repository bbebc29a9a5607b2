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
	// final marks positions without a legal quiet move, which the first pass
	// settles for good, and numbers that are no position.
	final    = 1 << 25
	codeMask = 1<<16 - 1
)

// solver finds the codes of a slice and its twin by retrograde analysis: all
// moves that leave the slice are looked up first, then results spread
// backwards through quiet moves, shortest distance first.
type solver struct {
	v       *board.Variant
	twins   [2]*indexer // the same one twice if both sides have the same
	states  [2][]atomic.Uint32
	due     [2][]atomic.Uint64
	targets *tables
	threads int
	longest atomic.Uint32 // largest code seen
	done    func(positions uint64)
	stop    *atomic.Bool
	// beforeCrown are the squares from which a man of White may be crowned by a
	// quiet move.
	beforeCrown board.Bits
}

// Threads take positions by the chunk. Each chunk has dueWords words of bits
// that tell, by the code modulo their number, in which rounds it has work: most
// chunks have none in most rounds.
const (
	chunkShift = 12
	chunk      = 1 << chunkShift
	dueWords   = 4
	dueMask    = dueWords*64 - 1
)

// solve solves a slice and its twin. The targets hold all slices that a capture
// or a promotion can lead to. Done, if not nil, is told of positions of the
// first pass; stop, if not nil, ends the work early. The second table is the
// first if the twins are the same slice.
func solve(v *board.Variant, m Material, targets *tables, threads int, done func(uint64), stop *atomic.Bool) (first, second *table, ok bool) {
	s := &solver{v: v, targets: targets, threads: threads, done: done, stop: stop}
	if s.threads < 1 {
		s.threads = runtime.GOMAXPROCS(0)
	}
	for b := v.Crown(board.White); !b.Empty(); {
		crown := b.Pop()
		for _, d := range [3]board.Direction{board.SouthWest, board.SouthEast, board.South} {
			if from := v.Neighbour(crown, d); from != board.NoSquare && v.Orthogonal == (d == board.South) {
				s.beforeCrown = s.beforeCrown.With(from)
			}
		}
	}
	for twin, m := range []Material{m, m.Swap()} {
		if twin == 1 && m == s.twins[0].material {
			s.twins[1], s.states[1], s.due[1] = s.twins[0], s.states[0], s.due[0]
			break
		}
		s.twins[twin] = newIndexer(v, m)
		size := s.twins[twin].size
		s.states[twin] = make([]atomic.Uint32, size)
		s.due[twin] = make([]atomic.Uint64, (size>>chunkShift+1)*dueWords)
	}
	s.each(0, func(w *worker, twin int, from, to uint64) {
		c := newCursor(s.twins[twin], from)
		for n := from; n < to; n++ {
			w.start(twin, n, c)
			c.next()
		}
		if s.done != nil {
			s.done(to - from)
		}
	})
	for k := uint32(1); k <= s.longest.Load()+1 && !s.stopped(); k++ {
		s.each(k, func(w *worker, twin int, from, to uint64) {
			for n := from; n < to; n++ {
				w.spread(twin, n, k)
			}
		})
	}
	if s.stopped() {
		return nil, nil, false
	}
	first = s.table(0)
	if s.twins[0] == s.twins[1] {
		return first, first, true
	}
	return first, s.table(1), true
}

func (s *solver) stopped() bool { return s.stop != nil && s.stop.Load() }

// table takes the codes out of the states.
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

// each runs work on all threads for every chunk of both twins that is due in
// round k, or for all of them in round 0.
func (s *solver) each(k uint32, work func(w *worker, twin int, from, to uint64)) {
	var next [2]atomic.Uint64
	run := func() {
		w := &worker{solver: s}
		for twin := range s.twins {
			if twin == 1 && s.twins[1] == s.twins[0] {
				return
			}
			size := s.twins[twin].size
			for !s.stopped() {
				from := next[twin].Add(chunk) - chunk
				if from >= size {
					break
				}
				if k == 0 || s.due[twin][dueWord(from, k)].Load()>>(k&63)&1 != 0 {
					work(w, twin, from, min(from+chunk, size))
				}
			}
		}
	}
	if s.threads == 1 { // the caller may have chosen its thread
		run()
		return
	}
	var group sync.WaitGroup
	for range s.threads {
		group.Go(run)
	}
	group.Wait()
}

func dueWord(n uint64, k uint32) uint64 { return n>>chunkShift*dueWords + uint64(k&dueMask)>>6 }

// mark makes a position's chunk due in round k.
func (s *solver) mark(twin int, n uint64, k uint32) {
	word := &s.due[twin][dueWord(n, k)]
	if bit := uint64(1) << (k & 63); word.Load()&bit == 0 {
		word.Or(bit)
	}
}

// worker is what one thread needs.
type worker struct {
	*solver
	list  board.List
	count board.List // room for counting moves, as list holds the captures
	p, q  board.Position
}

// start finds what the moves of a position out of the slice are worth and counts
// the others.
func (w *worker) start(twin int, n uint64, at *cursor) {
	state := &w.states[twin][n]
	if !at.valid {
		state.Store(final)
		return
	}
	p := &at.p
	var quiet uint32
	if p.Men[board.White].And(w.beforeCrown).Empty() {
		// nothing but captures leaves the slice; the other moves need no list
		w.v.GenerateCaptures(p, &w.list)
		if w.list.Len() == 0 || w.v.OptionalCaptures {
			quiet = uint32(w.v.CountMoves(p, &w.count) - w.list.Len())
		}
	} else {
		w.v.Generate(p, &w.list)
	}
	moves := uint32(w.list.Len()) + quiet
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
	var bits, c uint32
	if quiet == 0 {
		bits = final
	}
	switch {
	case moves == 0:
		c = 1
	case win != 0: // a shorter one may still be found inside
		c = uint32(win)
	case draw:
		bits |= hasDraw
	case quiet == 0:
		c = uint32(loss)
	case loss != 0:
		bits = (quiet+1)*countUnit | lateLoss
		c = uint32(loss)
		w.mark(twin, n, c-1)
	default:
		bits = quiet * countUnit
	}
	state.Store(bits | c)
	if c != 0 {
		w.note(c)
		w.mark(twin, n, c)
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
	t := w.targets.of(MaterialOf(&flipped))
	return t.code(t.index(&flipped))
}

// note remembers the largest code.
func (w *worker) note(c uint32) {
	for {
		old := w.longest.Load()
		if c <= old || w.longest.CompareAndSwap(old, c) {
			return
		}
	}
}

// spread tells the predecessors of a position with code k.
func (w *worker) spread(twin int, n uint64, k uint32) {
	now := w.states[twin][n].Load()
	if now&lateLoss != 0 {
		if now&codeMask == k+1 {
			w.lose(twin, n, k, lateLoss|codeMask)
		}
		return
	}
	if now&codeMask != k {
		return
	}
	w.twins[twin].position(n, &w.p)
	won := wins(w.v, code(k))
	other := twin ^ 1
	flipped := w.v.Flip(&w.p)
	w.predecessors(&flipped, w.twins[other], func(n uint64) {
		if won {
			w.lose(other, n, k, 0)
		} else {
			w.win(other, n, k)
		}
	})
}

// win gives a position a move to one that is lost with code k.
func (w *worker) win(twin int, n uint64, k uint32) {
	state := &w.states[twin][n]
	for {
		old := state.Load()
		if c := old & codeMask; old&final != 0 || c != 0 && old&lateLoss == 0 && c <= k+1 {
			return
		}
		if state.CompareAndSwap(old, k+1) {
			w.note(k + 1)
			w.mark(twin, n, k+1)
			return
		}
	}
}

// lose takes a move from a position because it leads to one won with code k;
// without moves left it is lost. Spent bits are taken away with the move.
func (w *worker) lose(twin int, n uint64, k, spent uint32) {
	state := &w.states[twin][n]
	for {
		old := state.Load()
		if old&final != 0 || old&codeMask != 0 && old&lateLoss == 0 || old&countMask == hasDraw {
			return
		}
		next := (old - countUnit) &^ spent
		if next&countMask == 0 {
			next = k + 1
		}
		if state.CompareAndSwap(old, next) {
			if next == k+1 {
				w.note(k + 1)
				w.mark(twin, n, k+1)
			}
			return
		}
	}
}
