package eval

import (
	"math/bits"

	"github.com/damiera/damiera/board"
)

// kings are the tables of the patterns that see kings. Such a pattern has four
// rows (two where every square is in use), a side's men in two chunks.
type kings struct {
	from  [sideWords]uint // the first square of each word's chunks
	step  uint            // from chunk to chunk
	small *[sideWords][2]smallChunk
	large *[sideWords][2]largeChunk        // of boards of ten columns, else nil
	king  [2][maxSquares][sideWords]uint64 // what one of a color on a square adds
}

type (
	smallChunk [1<<8 + apart]uint64
	largeChunk [1<<11 + apart]uint64
)

func newKings(v *board.Variant, w *words) *kings {
	t := &kings{step: step8}
	switch {
	case v.AllSquares:
		t.step = step64
	case v.Width > 8:
		t.step = step10
		t.large = new([sideWords][2]largeChunk)
	}
	if t.large == nil {
		t.small = new([sideWords][2]smallChunk)
	}
	for i, one := range []*word{&w.white, &w.whiteMiddle, &w.blackMiddle, &w.black} {
		t.from[i] = uint(one.first())
		for chunk := range 2 {
			first := int(t.from[i] + uint(chunk)*t.step)
			if t.large != nil {
				fill(&one.digits, first, t.large[i][chunk][:1<<11])
			} else {
				fill(&one.digits, first, t.small[i][chunk][:1<<8])
			}
		}
		for s, n := range one.digits {
			own := i / 2
			t.king[own][s][i], t.king[1-own][s][i] = 3*n, 4*n
		}
	}
	return t
}

// chunkPair is the sum of both chunks of a word.
func chunkPair[T smallChunk | largeChunk](t *[2]T, men uint64, step uint) uint64 {
	return t[0][men&uint64(len(t[0])-apart-1)] + t[1][men>>(step&63)&uint64(len(t[1])-apart-1)]
}

// indices returns the words of both sides' views.
func (t *kings) indices(p *board.Position) (white, whiteMiddle, blackMiddle, black uint64) {
	w, b := p.Men[board.White].Lo, p.Men[board.Black].Lo
	f0, f1, f2, f3 := t.from[0]&63, t.from[1]&63, t.from[2]&63, t.from[3]&63
	if k := t.small; k != nil {
		white = chunkPair(&k[0], w>>f0, t.step) + 2*chunkPair(&k[0], b>>f0, t.step)
		whiteMiddle = chunkPair(&k[1], w>>f1, t.step) + 2*chunkPair(&k[1], b>>f1, t.step)
		blackMiddle = 2*chunkPair(&k[2], w>>f2, t.step) + chunkPair(&k[2], b>>f2, t.step)
		black = 2*chunkPair(&k[3], w>>f3, t.step) + chunkPair(&k[3], b>>f3, t.step)
	} else if k := t.large; k != nil {
		white = chunkPair(&k[0], w>>f0, t.step) + 2*chunkPair(&k[0], b>>f0, t.step)
		whiteMiddle = chunkPair(&k[1], w>>f1, t.step) + 2*chunkPair(&k[1], b>>f1, t.step)
		blackMiddle = 2*chunkPair(&k[2], w>>f2, t.step) + chunkPair(&k[2], b>>f2, t.step)
		black = 2*chunkPair(&k[3], w>>f3, t.step) + chunkPair(&k[3], b>>f3, t.step)
	}
	blacks := p.Kings[board.Black].Lo
	for x := p.Kings[board.White].Lo | blacks; x != 0; x &= x - 1 {
		s := bits.TrailingZeros64(x)
		n := &t.king[blacks>>(s&63)&1][s]
		white += n[0]
		whiteMiddle += n[1]
		blackMiddle += n[2]
		black += n[3]
	}
	return white, whiteMiddle, blackMiddle, black
}

// kingCounts returns the numbers of kings.
func (e *pattern) kingCounts(p *board.Position) (white, black int) {
	if e.wide {
		return p.Kings[board.White].Count(), p.Kings[board.Black].Count()
	}
	return bits.OnesCount64(p.Kings[board.White].Lo), bits.OnesCount64(p.Kings[board.Black].Lo)
}

// kingsOnEven returns a number that is odd if that of kings on even columns is.
func (e *pattern) kingsOnEven(p *board.Position) int {
	return bits.OnesCount64((p.Kings[board.White].Lo|p.Kings[board.Black].Lo)&e.evenColumns.Lo ^
		(p.Kings[board.White].Hi|p.Kings[board.Black].Hi)&e.evenColumns.Hi)
}

// kingsValue is the value of positions with a king beyond that of the men.
func (e *pattern) kingsValue(p *board.Position, wk, bk int) int {
	further := max(wk-1, 0) - max(bk-1, 0)
	sum := (min(wk, 1)-min(bk, 1))*e.scalar[scalarFirstKing] +
		min(max(further, -maxFurtherKings), maxFurtherKings)*e.scalar[scalarFurtherKing]
	if e.wide {
		sum += e.wideSquares(p)
	} else {
		sum += e.squares(p)
	}
	if e.kings != nil {
		sum += e.crownedSum(p)
	}
	return sum
}

// squares is the value of where kings stand and where they can go. Both sides
// in one loop: it is the end of a loop that processors foresee badly.
func (e *pattern) squares(p *board.Position) int {
	sum := 0
	kings, blacks := p.Kings[board.White].Lo|p.Kings[board.Black].Lo, p.Kings[board.Black].Lo
	occupied := p.Men[board.White].Lo | p.Men[board.Black].Lo | kings
	if !e.flying {
		for ; kings != 0; kings &= kings - 1 {
			s := bits.TrailingZeros64(kings)
			c := blacks >> (s & 63) & 1
			sum += e.kingAt[c][s] + e.reach[c][shortMobility(e.near[s].Lo, occupied)&(mobilityCount-1)]
		}
		return sum
	}
	for kings &^= blacks; kings != 0; kings &= kings - 1 {
		s := bits.TrailingZeros64(kings)
		sum += e.kingAt[board.White][s] + e.reach[board.White][flyingMobility(&e.rays[s], occupied)&(mobilityCount-1)]
	}
	for ; blacks != 0; blacks &= blacks - 1 {
		s := bits.TrailingZeros64(blacks)
		sum += e.kingAt[board.Black][s] + e.reach[board.Black][flyingMobility(&e.rays[s], occupied)&(mobilityCount-1)]
	}
	return sum
}

// wideSquares is squares for a board of two words.
func (e *pattern) wideSquares(p *board.Position) int {
	sum := 0
	occupied := p.Occupied()
	for c := range p.Kings {
		for b := p.Kings[c]; !b.Empty(); {
			s := b.Pop()
			sum += e.kingAt[c][s&(maxSquares-1)] + e.reach[c][e.wideMobility(occupied, s)]
		}
	}
	return sum
}

// crownedSum is the sum of the patterns that see kings.
func (e *pattern) crownedSum(p *board.Position) int {
	const whole = 2 * halfBits
	x, xm, ym, y := e.kings.indices(p)
	if len(e.crowned) == 2 { // where every square is in use: also mirror images
		t := (*[2]weightTable)(e.crowned)
		return int((t[0][x&windowMask] - t[0][y&windowMask]) + (t[0][x>>whole&windowMask] - t[0][y>>whole&windowMask]) +
			(t[1][xm&windowMask] - t[1][ym&windowMask]) + (t[1][xm>>whole&windowMask] - t[1][ym>>whole&windowMask]))
	}
	t := (*[5]weightTable)(e.crowned)
	if e.kings.large != nil { // patterns side by side, without a common half
		return int((t[0][x&windowMask] - t[0][y&windowMask]) + (t[1][x>>whole&windowMask] - t[1][y>>whole&windowMask]) +
			(t[2][x>>(2*whole)&windowMask] - t[2][y>>(2*whole)&windowMask]) +
			(t[3][xm&windowMask] - t[3][ym&windowMask]) + (t[4][xm>>whole&windowMask] - t[4][ym>>whole&windowMask]))
	}
	return int((t[0][x&windowMask] - t[0][y&windowMask]) + (t[1][x>>halfBits&windowMask] - t[1][y>>halfBits&windowMask]) +
		(t[2][x>>whole&windowMask] - t[2][y>>whole&windowMask]) +
		(t[3][xm&windowMask] - t[3][ym&windowMask]) + (t[4][xm>>halfBits&windowMask] - t[4][ym>>halfBits&windowMask]))
}
