package board

import "math/bits"

// do plays a move on the pieces and leaves all counters alone; where kings have
// a limit, countRun must follow. Every word is stored once: copying the
// position and changing it would make the next copy wait for the narrower
// stores.
func (g *generator[W]) do(p *Position, m *Move, q *Position) {
	side := p.Side & 1
	men, kings := load[W](p.Men[side]), load[W](p.Kings[side])
	otherMen, otherKings := load[W](p.Men[side^1]), load[W](p.Kings[side^1])
	w := m.packed()
	from, to, taken := bitOf[W](Square(w)), bitOf[W](Square(w>>8)), load[W](m.Captured)
	men = men.andNot(from)
	if w&kindBits == 0 {
		men = men.or(to)
	} else {
		kings = kings.andNot(from).or(to)
	}
	otherMen, otherKings = otherMen.andNot(taken), otherKings.andNot(taken)
	men.store(&q.Men[side])
	kings.store(&q.Kings[side])
	otherMen.store(&q.Men[side^1])
	otherKings.store(&q.Kings[side^1])
	q.Side = side ^ 1
}

// countRun keeps the run of quiet moves by one king (frisian, art. 17).
func countRun(p *Position, m *Move, q *Position, limit uint8) {
	side := p.Side & 1
	q.RunLength, q.RunSquare = p.RunLength, p.RunSquare
	switch {
	case m.Kind != KingMoves || m.Count != 0:
		q.RunLength[side], q.RunSquare[side] = 0, NoSquare
	case p.RunLength[side] == 0 || p.RunSquare[side] != m.From:
		q.RunLength[side], q.RunSquare[side] = 1, m.To
	default:
		q.RunSquare[side] = m.To
		if q.RunLength[side] < limit {
			q.RunLength[side]++
		}
	}
	if o := side ^ 1; q.RunLength[o] != 0 && m.Captured.Has(q.RunSquare[o]) {
		q.RunLength[o], q.RunSquare[o] = 0, NoSquare
	}
}

// Constants of the hash: the fraction bits of pi.
const (
	mix0 = 0x243f6a8885a308d3
	mix1 = 0x13198a2e03707344
	mix2 = 0xa4093822299f31d0
	mix3 = 0x082efa98ec4e6c89
	mix4 = 0x452821e638d01377
	mix5 = 0xbe5466cf34e90c6c
	mix6 = 0xc0ac29b7c97c50dd
	mix7 = 0x3f84d5b5b5470917
	mix8 = 0x9216d5d98979fb1b
)

// fold is a 128-bit product folded into 64 bits.
func fold(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return hi ^ lo
}

// key hashes the bitboards as they are: cheaper than keeping a hash up to date
// move by move.
func (g *generator[W]) key(p *Position) uint64 {
	a := fold(p.Men[White].Lo^mix0, p.Men[Black].Lo^mix1)
	b := fold(p.Kings[White].Lo^mix2, p.Kings[Black].Lo^mix3)
	var s set[W]
	if len(s.hi) != 0 {
		a += fold(p.Men[White].Hi^mix4, p.Men[Black].Hi^mix5)
		b += fold(p.Kings[White].Hi^mix6, p.Kings[Black].Hi^mix7)
	}
	if g.rules.KingLimit != 0 {
		for c := range p.RunLength {
			// a side without a man is not bound, so its run makes no difference
			if p.RunLength[c] != 0 && !p.Men[c].Empty() {
				b += fold(uint64(p.RunSquare[c])<<8^uint64(p.RunLength[c])^mix4, uint64(c)^mix5)
			}
		}
	}
	return fold(a^mix8, b^mix7-uint64(p.Side))
}
