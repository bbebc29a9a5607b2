package eval

import (
	"fmt"

	"github.com/damiera/damiera/board"
)

// unitsPerCentimen is the resolution of weights, in files and in memory.
const unitsPerCentimen = 4

// maxWeight bounds every weight. maxSum bounds the sum of a phase over all
// patterns of men, and over those of kings, so that the sums of both phases in
// one word do not run into each other: learned weights reach half of it.
const (
	maxWeight = 2000 * unitsPerCentimen
	maxSum    = 1<<15 - 1
)

// pattern is the learned evaluation of one game. A weight is both phases in one
// number, end<<16 + opening, so that one addition serves both. What would need a
// multiplication or a comparison for every position is in tables.
type pattern struct {
	*Layout
	menTables                    // those of the layout, with one pointer less on the way
	men       []weightTable      // of the patterns that see men
	crowned   []weightTable      // of those that see kings
	sides     [sidesMask + 1]int // men and their balance, by one side's counts
	turn      [2][4]int          // turn and opposition, by Color and state of the move
	scalar    [scalarCount]int
	kingAt    [2][maxSquares]int // by Color; negative for Black, as the next
	reach     [2][mobilityCount]int
	material  [signatureSide * signatureSide]int32
	mix       [1 << 8]uint16 // the opening's part by the number of pieces
}

// weightTable has a weight for every window.
type weightTable [windowMask + 1 + 2*apart]int32

func pack(opening, end int) int32 { return int32(end<<16 + opening) }

// unpackPhases takes a sum of packed weights apart.
func unpackPhases(sum int) (opening, end int) {
	return int(int16(sum)), (sum + 1<<15) >> 16
}

// newPatternEvaluation makes the evaluation from values, two for each weight of
// the layout, in units of 1/unitsPerCentimen centimen.
func newPatternEvaluation(l *Layout, values []int16) (*pattern, error) {
	e := &pattern{Layout: l, menTables: l.menTables}
	at := func(i int) int32 { return pack(bounded(int(values[2*i])), bounded(int(values[2*i+1]))) }
	for i := range e.scalar {
		e.scalar[i] = int(at(i))
	}
	for n := range menMask + 1 {
		for left := range leftMask + 1 {
			e.sides[n<<leftBits+left] = n*e.scalar[scalarMan] + magnitude(2*left-n)*e.scalar[scalarBalance]
		}
	}
	for side := range e.turn {
		sign := 1 - 2*side
		turn, opposition := sign*e.scalar[scalarTurn], sign*e.scalar[scalarOpposition]
		// the other side has the move, this side has it; pieces are not equal
		e.turn[side] = [4]int{turn - opposition, turn + opposition, turn, turn}
	}
	for i := range mobilityCount {
		e.reach[board.White][i] = int(at(l.mobilityAt + i))
		e.reach[board.Black][i] = -e.reach[board.White][i]
	}
	for number := 1; number <= l.Variant.Squares; number++ {
		s, _ := l.Variant.SquareOf(number)
		w := int(at(l.kingsAt + int(l.canonical(s))))
		e.kingAt[board.White][s] = w
		e.kingAt[board.Black][l.Variant.Rotate(s)] = -w
	}
	for w := range signatureSide {
		for b := range signatureSide {
			e.material[w*signatureSide+b] = at(l.signature+w*signatureSide+b) - at(l.signature+b*signatureSide+w)
		}
	}
	tables := make([]weightTable, len(l.Patterns))
	most := map[uint32]int{} // by radix
	for i, p := range l.Patterns {
		weights, largest := fold(p, l.Starts[i], values)
		p.spread(weights, &tables[i])
		most[p.Radix] += largest * len(p.Views)
	}
	for _, n := range most {
		if n > maxSum {
			return nil, fmt.Errorf("the weights of the patterns are too large: together they reach %d units, of %d at most", n, maxSum)
		}
	}
	e.men, e.crowned = tables[:l.menPatterns], tables[l.menPatterns:]
	for i := range e.mix {
		e.mix[i] = uint16(l.alpha[min(i, len(l.alpha)-1)])
	}
	return e, nil
}

// fold adds the weights of a pattern's parts to those of the whole. It also
// returns the largest number of either phase.
func fold(p *Pattern, starts []int, values []int16) (table []int32, largest int) {
	at := func(i int) int32 { return pack(bounded(int(values[2*i])), bounded(int(values[2*i+1]))) }
	table = make([]int32, p.Size)
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
	for _, w := range table {
		opening, end := unpackPhases(int(w))
		largest = max(largest, magnitude(opening), magnitude(end))
	}
	return table, largest
}

func bounded(w int) int { return min(max(w, -maxWeight), maxWeight) }

// value returns the value of a position in centimen from White's side. What
// depends on the position in ways that are hard to foresee is done without
// branches.
func (e *pattern) value(p *board.Position) int {
	var sum int
	var whites, blacks uint64
	w, b := p.Men[board.White].Lo, p.Men[board.Black].Lo
	switch {
	case e.men10 != nil:
		sum, whites, blacks = e.men10.sum((*[4]weightTable)(e.men), w, b, e.blackFrom)
	case e.men8 != nil:
		sum, whites, blacks = e.men8.sum((*[3]weightTable)(e.men), w, b)
	case e.men64 != nil:
		sum, whites, blacks = e.men64.sum((*[4]weightTable)(e.men), w, b)
	default:
		sum, whites, blacks = e.men12.sum((*[6]weightTable)(e.men), p)
	}
	sum += e.sides[whites&sidesMask] - e.sides[blacks&sidesMask]
	wn, bn := int(whites>>leftBits&menMask), int(blacks>>leftBits&menMask)
	pieces, lead := wn+bn, wn-bn
	odd := int(whites+blacks) >> evenAt
	if p.Kings[board.White].Lo|p.Kings[board.Black].Lo|p.Kings[board.White].Hi|p.Kings[board.Black].Hi != 0 {
		wk, bk := e.kingCounts(p)
		sum += e.kingsValue(p, wk, bk) + e.signatureValue(wn, bn, wk, bk)
		pieces += wk + bk
		lead += wk - bk
		odd += e.kingsOnEven(p)
	} else if wn <= signatureMen || bn <= signatureMen {
		sum += e.signatureValue(wn, bn, 0, 0)
	}
	// The move: see Layout.opposition. What is not on even columns is on odd ones.
	side := int(p.Side & 1)
	move := (odd ^ pieces&side) & 1
	unequal := int(uint64(lead|-lead) >> 63)
	sum += e.turn[side][(move+2*unequal)&3]
	opening, end := unpackPhases(sum)
	return (end*phaseOne + (opening-end)*int(e.mix[pieces&0xff])) / (phaseOne * unitsPerCentimen)
}

func (e *pattern) signatureValue(wn, bn, wk, bk int) int {
	w := min(wn, signatureMen)*(signatureKings+1) + min(wk, signatureKings)
	b := min(bn, signatureMen)*(signatureKings+1) + min(bk, signatureKings)
	return int(e.material[w*signatureSide+b])
}
