package train

import (
	"cmp"
	"math"
	"slices"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/search"
)

// DataSet holds what the model sees of quiet positions and what became of
// them. Equal positions are one, with the mean of their results and a weight.
type DataSet struct {
	Layout *eval.Layout
	Games  int

	views    int // of a position with kings
	patterns []uint8
	signs    []float32

	alpha   []float32 // weight of the opening's phase, from 0 to 1
	indices []uint32  // views a position; absent ones hold noView
	extras  []eval.Extra
	ends    []uint32  // of each position's extras
	result  []float32 // sum over equal positions, 1 for White's win and 0 for Black's
	score   []float32 // sum of centimen from White's side
	count   []float32
	held    []bool // for validation

	seen     map[uint64]uint32
	list     board.List
	features eval.Features
}

const noView = math.MaxUint32

// validation is the part of the games that only judges: one in validation.
const validation = 12

// maxCount bounds the weight of equal positions, mostly of the opening.
const maxCount = 8

// NewDataSet returns an empty set for the games of a variant.
func NewDataSet(l *eval.Layout) *DataSet {
	d := &DataSet{Layout: l, seen: map[uint64]uint32{}}
	// A position with kings has all views: take them from one.
	p := l.Variant.Start()
	first, _ := l.Variant.SquareOf(1)
	p.Kings[board.White] = board.Bit(first)
	p.Men[board.White], p.Men[board.Black] = p.Men[board.White].Without(first), p.Men[board.Black].Without(first)
	l.Features(&p, &d.features)
	d.views = len(d.features.Views)
	for _, v := range d.features.Views {
		d.patterns = append(d.patterns, v.Pattern)
		d.signs = append(d.signs, float32(v.Sign))
	}
	return d
}

// Len returns the number of different positions.
func (d *DataSet) Len() int { return len(d.alpha) }

// Add takes the quiet positions of a game. Games whose index is a multiple of
// validation are held back; a position of both kinds of games is left where it
// came first.
func (d *DataSet) Add(g *Game) error {
	v := d.Layout.Variant
	held := (g.Index+uint32(g.Generation))%validation == 0
	err := g.Replay(v, &d.list, func(p *board.Position, ply int) {
		if ply < int(g.Opening) || !isQuiet(v, p) {
			return
		}
		score := int(g.Plies[ply].Score)
		if score >= search.DatabaseScore || score <= -search.DatabaseScore {
			return
		}
		if p.Side == board.Black {
			score = -score
		}
		d.add(p, float32(g.Result+1)/2, float32(score), held)
	})
	d.Games++
	return err
}

// AddAll takes the quiet positions of games in the order of their indices.
func (d *DataSet) AddAll(games []*Game) error {
	slices.SortFunc(games, func(a, b *Game) int { return cmp.Compare(a.Index, b.Index) })
	for _, g := range games {
		if err := d.Add(g); err != nil {
			return err
		}
	}
	return nil
}

// isQuiet reports whether neither side has a capture: such positions are what
// the search values.
func isQuiet(v *board.Variant, p *board.Position) bool {
	return !v.CanCapture(p, board.White) && !v.CanCapture(p, board.Black)
}

func (d *DataSet) add(p *board.Position, result, score float32, held bool) {
	key := d.Layout.Variant.Key(p)
	if i, ok := d.seen[key]; ok {
		if d.held[i] == held && d.count[i] < maxCount {
			d.result[i] += result
			d.score[i] += score
			d.count[i]++
		}
		return
	}
	d.seen[key] = uint32(d.Len())
	f := &d.features
	d.Layout.Features(p, f)
	d.alpha = append(d.alpha, float32(f.Alpha)/256)
	for i := range d.views {
		index := uint32(noView)
		if i < len(f.Views) {
			index = f.Views[i].Index
		}
		d.indices = append(d.indices, index)
	}
	d.extras = append(d.extras, f.Extras...)
	d.ends = append(d.ends, uint32(len(d.extras)))
	d.result = append(d.result, result)
	d.score = append(d.score, score)
	d.count = append(d.count, 1)
	d.held = append(d.held, held)
}

// extrasOf returns the extras of position i.
func (d *DataSet) extrasOf(i int) []eval.Extra {
	begin := uint32(0)
	if i > 0 {
		begin = d.ends[i-1]
	}
	return d.extras[begin:d.ends[i]]
}

// Bounds of the score that stands for a winning chance of 73 %. Where scores
// foretell results badly, as those of material do in losing or turkish draughts,
// the best guess would be so flat that nothing is learned from them.
const minScale, maxScale = 60, 220

// Scale returns the number of centimen S for which 1/(1+exp(-score/S)) foretells
// the results best.
func (d *DataSet) Scale() float64 {
	loss := func(scale float64) float64 {
		sum := 0.0
		for i := range d.count {
			n := float64(d.count[i])
			sum += n * crossEntropy(float64(d.result[i])/n, float64(d.score[i])/n/scale)
		}
		return sum
	}
	// The loss has one minimum: golden section.
	const ratio = 0.6180339887498949
	low, high := float64(minScale), float64(maxScale)
	for high-low > 1 {
		a, b := high-ratio*(high-low), low+ratio*(high-low)
		if loss(a) < loss(b) {
			high = b
		} else {
			low = a
		}
	}
	return math.Round((low + high) / 2)
}

// crossEntropy is the loss of the guess sigmoid(x) for a result of y.
func crossEntropy(y, x float64) float64 {
	return softplus(x) - y*x
}

func softplus(x float64) float64 {
	if x > 0 {
		return x + math.Log1p(math.Exp(-x))
	}
	return math.Log1p(math.Exp(x))
}

func sigmoid(x float64) float64 { return 1 / (1 + math.Exp(-x)) }
