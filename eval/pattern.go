package eval

import "github.com/damiera/damiera/board"

// unitsPerCentimen is the resolution of weights, in files and in memory.
const unitsPerCentimen = 4

// maxWeight bounds every weight so that sums of both phases in one word do not
// run into each other.
const maxWeight = 2000 * unitsPerCentimen

// pattern is the learned evaluation of one game. A weight is both phases in one
// number, end<<16 + opening, so that one addition serves both.
type pattern struct {
	*Layout
	scalar   [scalarCount]int
	kingAt   [2][128]int32
	reach    [mobilityCount]int
	material [signatureSide * signatureSide]int32
	mix      [len(Layout{}.alpha)]int // the opening's part by the number of pieces
	men      lookup
	further  []lookup // one at most
	kings    []lookup // two at most
}

// lookup is a bank with the weights of each of its views.
type lookup struct {
	bank   *bank
	tables [bankViews][]int32
}

func pack(opening, end int) int32 { return int32(end<<16 + opening) }

// unpackPhases takes a sum of packed weights apart.
func unpackPhases(sum int) (opening, end int) {
	opening = int(int16(sum))
	return opening, (sum - opening) >> 16
}

// newPattern makes the evaluation from values, two for each weight of the
// layout, in units of 1/unitsPerCentimen centimen.
func newPatternEvaluation(l *Layout, values []int16) *pattern {
	e := &pattern{Layout: l}
	at := func(i int) int32 { return pack(bounded(int(values[2*i])), bounded(int(values[2*i+1]))) }
	for i := range e.scalar {
		e.scalar[i] = int(at(i))
	}
	for i := range e.reach {
		e.reach[i] = int(at(l.mobilityAt + i))
	}
	for number := 1; number <= l.Variant.Squares; number++ {
		s, _ := l.Variant.SquareOf(number)
		w := at(l.kingsAt + int(l.canonical(s)))
		e.kingAt[board.White][s] = w
		e.kingAt[board.Black][l.Variant.Rotate(s)] = -w
	}
	for w := range signatureSide {
		for b := range signatureSide {
			e.material[w*signatureSide+b] = at(l.signature+w*signatureSide+b) - at(l.signature+b*signatureSide+w)
		}
	}
	tables := make([][]int32, len(l.Patterns))
	for i, p := range l.Patterns {
		tables[i] = fold(p, l.Starts[i], values)
	}
	men := lookups(l.men, tables)
	e.men, e.further = men[0], men[1:]
	e.mix = l.alpha
	e.kings = lookups(l.kings, tables)
	return e
}

func lookups(all []slots, tables [][]int32) []lookup {
	var out []lookup
	for _, k := range all {
		u := lookup{bank: k.bank}
		for i := range u.tables {
			u.tables[i] = []int32{0} // unused views have index 0
			if i < len(k.patterns) {
				u.tables[i] = tables[k.patterns[i]]
			}
		}
		out = append(out, u)
	}
	return out
}

// fold adds the weights of a pattern's parts to those of the whole.
func fold(p *Pattern, starts []int, values []int16) []int32 {
	at := func(i int) int32 { return pack(bounded(int(values[2*i])), bounded(int(values[2*i+1]))) }
	table := make([]int32, p.Size)
	for i := range table {
		if k := starts[0] + i; values[2*k]|values[2*k+1] != 0 { // rare
			table[i] = at(k)
		}
	}
	for j, part := range p.Parts {
		weights := make([]int32, p.PartSize(part))
		for state := range weights {
			weights[state] = at(starts[j+1] + state)
		}
		run := int(power(p.Radix, part.From)) // indices in a row with the same state of the part
		for begin := 0; begin < p.Size; begin += run * len(weights) {
			for state, w := range weights {
				from := begin + state*run
				for i := range table[from : from+run] {
					table[from+i] += w
				}
			}
		}
	}
	return table
}

func bounded(w int) int { return min(max(w, -maxWeight), maxWeight) }

// value returns the value of a position in centimen from White's side. What
// depends on the position in ways that are hard to foresee is done without
// branches.
func (e *pattern) value(p *board.Position) int {
	var sum int
	var white, black, last uint64
	if len(e.further) == 0 {
		white, black, last = e.men.bank.menSums(p)
		sum = e.men.sum(white, black, last)
	} else {
		t, u := pairSums(e.men.bank, e.further[0].bank, p)
		white, black, last = t.white, t.black, t.last
		sum = e.men.sum(white, black, last) + e.further[0].sum(u.white, u.black, u.last)
	}
	wl, wr := int(last>>countsAt&countMask), int(last>>(countsAt+countBits)&countMask)
	bl, br := int(last>>(countsAt+2*countBits)&countMask), int(last>>(countsAt+3*countBits))
	wn, bn := wl+wr, bl+br
	wk, bk := 0, 0
	odd := white // the move: see Layout.opposition
	if p.Side == board.Black {
		odd = black
	}
	odd >>= parityAt
	if kings := p.Kings[board.White].Lo | p.Kings[board.White].Hi | p.Kings[board.Black].Lo | p.Kings[board.Black].Hi; kings != 0 {
		wk, bk = p.Kings[board.White].Count(), p.Kings[board.Black].Count()
		sum += e.kingsValue(p, wk, bk)
		odd += uint64(e.kingParity(p))
	}
	turn := 1 - 2*int(p.Side)
	opposition := (int(odd&1)*2 - 1) * turn
	if wn+wk != bn+bk {
		opposition = 0
	}
	sum += (wn-bn)*e.scalar[scalarMan] + (magnitude(wl-wr)-magnitude(bl-br))*e.scalar[scalarBalance] +
		turn*e.scalar[scalarTurn] + opposition*e.scalar[scalarOpposition]
	if wn <= signatureMen || bn <= signatureMen || wk|bk != 0 {
		w := min(wn, signatureMen)*(signatureKings+1) + min(wk, signatureKings)
		b := min(bn, signatureMen)*(signatureKings+1) + min(bk, signatureKings)
		sum += int(e.material[w*signatureSide+b])
	}
	opening, end := unpackPhases(sum)
	return (end*phaseOne + (opening-end)*e.mix[min(uint(wn+wk+bn+bk), uint(len(e.mix)-1))]) / (phaseOne * unitsPerCentimen)
}

func (u *lookup) sum(white, black, last uint64) int {
	n := int(u.tables[0][white&fieldMask]) - int(u.tables[0][black&fieldMask]) +
		int(u.tables[1][white>>fieldBits&fieldMask]) - int(u.tables[1][black>>fieldBits&fieldMask]) +
		int(u.tables[2][white>>(2*fieldBits)&fieldMask]) - int(u.tables[2][black>>(2*fieldBits)&fieldMask])
	if u.bank.views > wordFields {
		n += int(u.tables[3][last&fieldMask]) - int(u.tables[3][last>>fieldBits&fieldMask])
	}
	return n
}

// kingsValue is the value of positions with a king beyond that of the men.
func (e *pattern) kingsValue(p *board.Position, wk, bk int) int {
	further := max(wk-1, 0) - max(bk-1, 0)
	sum := (min(wk, 1)-min(bk, 1))*e.scalar[scalarFirstKing] +
		min(max(further, -maxFurtherKings), maxFurtherKings)*e.scalar[scalarFurtherKing]
	occupied := p.Occupied()
	for b := p.Kings[board.White]; !b.Empty(); {
		s := b.Pop()
		sum += int(e.kingAt[board.White][s]) + e.reach[e.mobility(occupied, s)]
	}
	for b := p.Kings[board.Black]; !b.Empty(); {
		s := b.Pop()
		sum += int(e.kingAt[board.Black][s]) - e.reach[e.mobility(occupied, s)]
	}
	switch len(e.kings) {
	case 1:
		u := &e.kings[0]
		sum += u.sum(u.bank.allSums(p))
	case 2:
		t, u := pairSums(e.kings[0].bank, e.kings[1].bank, p)
		e.kings[0].bank.addKings(&t, p)
		e.kings[1].bank.addKings(&u, p)
		sum += e.kings[0].sum(t.white, t.black, t.last) + e.kings[1].sum(u.white, u.black, u.last)
	}
	return sum
}
