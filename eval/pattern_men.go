package eval

import "github.com/damiera/damiera/board"

// A chunk is a run of bits with two rows of squares, or one row where every
// square is in use. The tables of a board hold for every set of men in a chunk
// its part of the words of both sides' views: White's patterns are in the first
// three chunks, Black's in the last three, those of turkish draughts also in
// between. So a word is the sum of three entries for the men of each side. The
// tables are small enough for the caches next to the processor.
type (
	men8 struct {
		white, black [3][1<<8 + apart]uint64
	}
	men10 struct {
		white, black [3][1<<10 + apart]uint64
	}
	// The six columns of twelve squares leave no room in a word: a second one has
	// the counts and the two patterns in the middle.
	men12 struct {
		white, black [3][1<<12 + apart/2][2]uint64
	}
	men64 struct {
		white, whiteMiddle, blackMiddle, black [3][1<<8 + apart]uint64
		counts                                 [1 << 8]uint64
	}
)

// menTables are the tables of one board; those of the others are nil.
type menTables struct {
	men8  *men8
	men10 *men10
	men12 *men12
	men64 *men64
	// blackFrom is where Black's chunks of men10 begin: ten columns have eight rows
	// or ten.
	blackFrom uint
}

func newMenTables(v *board.Variant, w *words) (t menTables) {
	switch {
	case v.AllSquares:
		t.men64 = newMen64(v, w)
	case v.Width == 12:
		t.men12 = newMen12(v, w)
	case v.Width == 10:
		t.blackFrom = uint(v.Height/2-3) * step10
		t.men10 = newMen10(v, w, int(t.blackFrom))
	default:
		t.men8 = newMen8(v, w)
	}
	return t
}

const (
	step8, mask8   = 9, 1<<8 - 1
	step10, mask10 = 11, 1<<10 - 1
	step12, mask12 = 13, 1<<12 - 1
	step64, mask64 = 8, 1<<8 - 1
)

// Above the halves of a word are the numbers of men: those on the left of the
// board, all, and the lowest bit of those on even columns.
const (
	countsAt  = 5 * halfBits
	leftBits  = 6
	leftMask  = 1<<leftBits - 1
	menMask   = 1<<7 - 1
	evenAt    = 13
	sidesMask = 1<<evenAt - 1 // left and all
)

// countDigits is what a man on each square adds to the counts. It leaves out the
// squares that are not wanted.
func countDigits(v *board.Variant, wanted func(row int) bool) (d [maxSquares]uint64) {
	for number := 1; number <= v.Squares; number++ {
		s, _ := v.SquareOf(number)
		row, col := v.RowCol(s)
		if !wanted(row) {
			continue
		}
		d[s] = 1 << (countsAt + leftBits)
		if col < v.Width/2 {
			d[s] += 1 << countsAt
		}
		if col%2 == 0 {
			d[s] += 1 << (countsAt + evenAt)
		}
	}
	return d
}

// plus returns the sum of two words' digits.
func plus(a, b *[maxSquares]uint64, shift int) *[maxSquares]uint64 {
	sum := *a
	for s, n := range b {
		sum[s] += n << shift
	}
	return &sum
}

// upperRows tells which rows Black's chunks leave to White's.
func upperRows(row int) bool { return row < 6 }
func lowerRows(row int) bool { return row >= 6 }

func newMen8(v *board.Variant, w *words) *men8 {
	t := &men8{}
	above, below := countDigits(v, upperRows), countDigits(v, lowerRows)
	white, black := plus(&w.white.digits, &above, 0), plus(&w.black.digits, &below, 0)
	for i := range t.white {
		fill(white, i*step8, t.white[i][:mask8+1])
		fill(black, (i+1)*step8, t.black[i][:mask8+1])
	}
	return t
}

// sum returns the weights of a position's patterns and the counts of both sides.
func (t *men8) sum(k *[3]weightTable, w, b uint64) (sum int, whites, blacks uint64) {
	w0, w1, w2, w3 := w&mask8, w>>step8&mask8, w>>(2*step8)&mask8, w>>(3*step8)&mask8
	b0, b1, b2, b3 := b&mask8, b>>step8&mask8, b>>(2*step8)&mask8, b>>(3*step8)&mask8
	v := t.white[0][w0] + t.white[1][w1] + t.white[2][w2]
	u := t.white[0][b0] + t.white[1][b1] + t.white[2][b2]
	x := t.black[0][w1] + t.black[1][w2] + t.black[2][w3]
	y := t.black[0][b1] + t.black[1][b2] + t.black[2][b3]
	whites, blacks = (v>>countsAt)+(x>>countsAt), (u>>countsAt)+(y>>countsAt)
	v += 2 * u
	y += 2 * x
	n := (k[0][v&windowMask] - k[0][y&windowMask]) +
		(k[1][v>>halfBits&windowMask] - k[1][y>>halfBits&windowMask]) +
		(k[2][v>>(2*halfBits)&windowMask] - k[2][y>>(2*halfBits)&windowMask])
	return int(n), whites, blacks
}

func newMen10(v *board.Variant, w *words, blackFrom int) *men10 {
	t := &men10{}
	above, below := countDigits(v, upperRows), countDigits(v, lowerRows)
	white, black := plus(&w.white.digits, &above, 0), plus(&w.black.digits, &below, 0)
	for i := range t.white {
		fill(white, i*step10, t.white[i][:mask10+1])
		fill(black, blackFrom+i*step10, t.black[i][:mask10+1])
	}
	return t
}

func (t *men10) sum(k *[4]weightTable, w, b uint64, blackFrom uint) (sum int, whites, blacks uint64) {
	v := t.white[0][w&mask10] + t.white[1][w>>step10&mask10] + t.white[2][w>>(2*step10)&mask10]
	u := t.white[0][b&mask10] + t.white[1][b>>step10&mask10] + t.white[2][b>>(2*step10)&mask10]
	w >>= blackFrom & 63
	b >>= blackFrom & 63
	x := t.black[0][w&mask10] + t.black[1][w>>step10&mask10] + t.black[2][w>>(2*step10)&mask10]
	y := t.black[0][b&mask10] + t.black[1][b>>step10&mask10] + t.black[2][b>>(2*step10)&mask10]
	whites, blacks = (v>>countsAt)+(x>>countsAt), (u>>countsAt)+(y>>countsAt)
	v += 2 * u
	y += 2 * x
	n := (k[0][v&windowMask] - k[0][y&windowMask]) +
		(k[1][v>>halfBits&windowMask] - k[1][y>>halfBits&windowMask]) +
		(k[2][v>>(2*halfBits)&windowMask] - k[2][y>>(2*halfBits)&windowMask]) +
		(k[3][v>>(3*halfBits)&windowMask] - k[3][y>>(3*halfBits)&windowMask])
	return int(n), whites, blacks
}

func newMen12(v *board.Variant, w *words) *men12 {
	t := &men12{}
	above, below := countDigits(v, upperRows), countDigits(v, lowerRows)
	middle := plus(&w.whiteMiddle.digits, &w.blackMiddle.digits, 2*halfBits)
	white, black := plus(middle, &above, 0), plus(middle, &below, 0)
	for i := range t.white {
		fillPairs([2]*[maxSquares]uint64{&w.white.digits, white}, i*step12, t.white[i][:mask12+1])
		fillPairs([2]*[maxSquares]uint64{&w.black.digits, black}, (i+3)*step12, t.black[i][:mask12+1])
	}
	return t
}

// fillPairs is fill for two words.
func fillPairs(digits [2]*[maxSquares]uint64, first int, table [][2]uint64) {
	one := make([]uint64, len(table))
	for i, d := range digits {
		fill(d, first, one)
		for set, n := range one {
			table[set][i] = n
		}
	}
}

func (t *men12) sum(k *[6]weightTable, p *board.Position) (sum int, whites, blacks uint64) {
	w, b := p.Men[board.White].Lo, p.Men[board.Black].Lo
	t0, t1, t2 := &t.white[0][w&mask12], &t.white[1][w>>step12&mask12], &t.white[2][w>>(2*step12)&mask12]
	u0, u1, u2 := &t.white[0][b&mask12], &t.white[1][b>>step12&mask12], &t.white[2][b>>(2*step12)&mask12]
	x := t0[0] + t1[0] + t2[0] + 2*(u0[0]+u1[0]+u2[0])
	whites, blacks = t0[1]+t1[1]+t2[1], u0[1]+u1[1]+u2[1]
	w = w>>(3*step12) | p.Men[board.White].Hi<<(64-3*step12)
	b = b>>(3*step12) | p.Men[board.Black].Hi<<(64-3*step12)
	t0, t1, t2 = &t.black[0][w&mask12], &t.black[1][w>>step12&mask12], &t.black[2][w>>(2*step12)&mask12]
	u0, u1, u2 = &t.black[0][b&mask12], &t.black[1][b>>step12&mask12], &t.black[2][b>>(2*step12)&mask12]
	y := u0[0] + u1[0] + u2[0] + 2*(t0[0]+t1[0]+t2[0])
	whites, blacks = whites+t0[1]+t1[1]+t2[1], blacks+u0[1]+u1[1]+u2[1]
	n := k[0][x&windowMask] - k[0][y&windowMask] +
		k[1][x>>halfBits&windowMask] - k[1][y>>halfBits&windowMask] +
		k[2][x>>(2*halfBits)&windowMask] - k[2][y>>(2*halfBits)&windowMask] +
		k[3][x>>(3*halfBits)&windowMask] - k[3][y>>(3*halfBits)&windowMask] +
		k[4][x>>(4*halfBits)&windowMask] - k[4][y>>(4*halfBits)&windowMask] +
		k[5][(whites+2*blacks)&windowMask] - k[5][(blacks+2*whites)>>(2*halfBits)&windowMask]
	return int(n), whites >> countsAt, blacks >> countsAt
}

func newMen64(v *board.Variant, w *words) *men64 {
	t := &men64{}
	for i := range t.white {
		fill(&w.white.digits, i*step64, t.white[i][:mask64+1])
		fill(&w.whiteMiddle.digits, (i+2)*step64, t.whiteMiddle[i][:mask64+1])
		fill(&w.blackMiddle.digits, (i+3)*step64, t.blackMiddle[i][:mask64+1])
		fill(&w.black.digits, (i+5)*step64, t.black[i][:mask64+1])
	}
	row := countDigits(v, func(row int) bool { return row == 0 })
	fill(&row, 0, t.counts[:])
	return t
}

func (t *men64) sum(k *[4]weightTable, w, b uint64) (sum int, whites, blacks uint64) {
	w0, w1, w2, w3 := w&mask64, w>>step64&mask64, w>>(2*step64)&mask64, w>>(3*step64)&mask64
	b0, b1, b2, b3 := b&mask64, b>>step64&mask64, b>>(2*step64)&mask64, b>>(3*step64)&mask64
	whites = t.counts[w0] + t.counts[w1] + t.counts[w2] + t.counts[w3]
	blacks = t.counts[b0] + t.counts[b1] + t.counts[b2] + t.counts[b3]
	x := t.white[0][w0] + t.white[1][w1] + t.white[2][w2] +
		2*(t.white[0][b0]+t.white[1][b1]+t.white[2][b2])
	n := k[0][x&windowMask] + k[1][x>>halfBits&windowMask] +
		k[0][x>>(3*halfBits)&windowMask] + k[1][x>>(4*halfBits)&windowMask]
	w4, b4 := w>>(4*step64)&mask64, b>>(4*step64)&mask64
	x = t.whiteMiddle[0][w2] + t.whiteMiddle[1][w3] + t.whiteMiddle[2][w4] +
		2*(t.whiteMiddle[0][b2]+t.whiteMiddle[1][b3]+t.whiteMiddle[2][b4])
	n += k[2][x&windowMask] + k[3][x>>halfBits&windowMask] +
		k[2][x>>(3*halfBits)&windowMask] + k[3][x>>(4*halfBits)&windowMask]
	w5, b5 := w>>(5*step64)&mask64, b>>(5*step64)&mask64
	y := t.blackMiddle[0][b3] + t.blackMiddle[1][b4] + t.blackMiddle[2][b5] +
		2*(t.blackMiddle[0][w3]+t.blackMiddle[1][w4]+t.blackMiddle[2][w5])
	n -= k[2][y&windowMask] + k[3][y>>halfBits&windowMask] +
		k[2][y>>(3*halfBits)&windowMask] + k[3][y>>(4*halfBits)&windowMask]
	w6, w7 := w>>(6*step64)&mask64, w>>(7*step64)
	b6, b7 := b>>(6*step64)&mask64, b>>(7*step64)
	y = t.black[0][b5] + t.black[1][b6] + t.black[2][b7] +
		2*(t.black[0][w5]+t.black[1][w6]+t.black[2][w7])
	n -= k[0][y&windowMask] + k[1][y>>halfBits&windowMask] +
		k[0][y>>(3*halfBits)&windowMask] + k[1][y>>(4*halfBits)&windowMask]
	whites += t.counts[w4] + t.counts[w5] + t.counts[w6] + t.counts[w7]
	blacks += t.counts[b4] + t.counts[b5] + t.counts[b6] + t.counts[b7]
	return int(n), whites >> countsAt, blacks >> countsAt
}
