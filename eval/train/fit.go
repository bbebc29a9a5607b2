package train

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"

	"golang.org/x/sync/errgroup"

	"github.com/damiera/damiera/eval"
)

// FitOptions are how to learn.
type FitOptions struct {
	// Scale is the number of centimen of one unit of the logistic curve.
	Scale float64
	// ResultPart is the part of the game's result in what is learned, from 0
	// to 1; the rest is the search's score.
	ResultPart float64
	// Epochs is the most passes over the positions.
	Epochs int
	// Patience is the number of passes without progress that end the fit.
	Patience int
	Seed     uint64
	// Start are the weights to go on from, or nil.
	Start []int16
}

// Epoch reports a pass: mean losses in nats.
type Epoch struct {
	Number      int
	Train, Held float64
}

// Prior precisions: how strongly weights are drawn to zero against one position
// as evidence. They were chosen on the held positions of Russian and
// International games.
const (
	priorExtra = 1
	priorPart4 = 8
	priorPart8 = 24
	priorWhole = 60
	priorKings = 80
)

const (
	learningRate = 0.15
	rateDecay    = 0.8 // a pass
	// firstSquare stands for gradients not seen yet: it keeps the first steps of
	// rare weights small.
	firstSquare = 1
)

// phases are the opening's and the end's part of something.
type phases [2]float32

// state is what learning knows of a weight.
type state struct {
	gradient, squares phases
	prior             float32 // precision divided by the weight's uses in a pass
	touched           bool
}

// Fit learns the weights of a data set by logistic regression: mini-batches and
// adaptive steps (AdaGrad, which suits weights of very different frequency
// better than Adam); only the weights that a batch uses move. The positions' errors
// are computed in parallel by position and the weights learned in parallel by
// pattern, each in the order of the batch, so the outcome does not depend on
// the number of processors. It returns the weights of the best pass.
func Fit(ctx context.Context, d *DataSet, o FitOptions, report func(Epoch)) ([]int16, Epoch, error) {
	f := newFit(d, o)
	var best Epoch
	var bestValues []int16
	random := rand.New(rand.NewPCG(o.Seed, 0x9e3779b97f4a7c15))
	for n := 1; n <= o.Epochs; n++ {
		random.Shuffle(len(f.train), func(i, j int) { f.train[i], f.train[j] = f.train[j], f.train[i] })
		f.rate = float32(learningRate * math.Pow(rateDecay, float64(n-1)))
		e := Epoch{Number: n}
		for begin := 0; begin < len(f.train); begin += f.batch {
			if ctx.Err() != nil {
				return nil, best, ctx.Err()
			}
			e.Train += f.learn(f.train[begin:min(begin+f.batch, len(f.train))])
		}
		e.Train /= max(f.trainCount, 1)
		e.Held = f.loss(f.held) / max(f.heldCount, 1)
		report(e)
		if bestValues == nil || e.Held < best.Held {
			best, bestValues = e, f.values()
		} else if n-best.Number >= o.Patience {
			break
		}
	}
	return bestValues, best, nil
}

type fit struct {
	d          *DataSet
	o          FitOptions
	weights    []phases
	states     []state
	target     []float32
	train      []uint32
	held       []uint32
	trainCount float64
	heldCount  float64
	batch      int
	rate       float32
	errors     []float32
	used       [][]uint32 // weights of a batch, by pattern and last for the extras
	steps      [][]step   // by pattern, one a part
	workers    int
}

// step tells how to get from a pattern's index to the weight of a part.
type step struct{ start, divisor, modulus uint32 }

func newFit(d *DataSet, o FitOptions) *fit {
	f := &fit{d: d, o: o, workers: runtime.GOMAXPROCS(0)}
	f.weights, f.states = make([]phases, d.Layout.Size), make([]state, d.Layout.Size)
	f.used = make([][]uint32, len(d.Layout.Patterns)+1)
	for i, p := range d.Layout.Patterns {
		starts := d.Layout.Starts[i]
		steps := []step{{uint32(starts[0]), 1, uint32(p.Size)}}
		for j, part := range p.Parts {
			divisor := uint32(math.Pow(float64(p.Radix), float64(part.From)))
			steps = append(steps, step{uint32(starts[j+1]), divisor, uint32(p.PartSize(part))})
		}
		f.steps = append(f.steps, steps)
	}
	for i := range d.count {
		n := float64(d.count[i])
		y := o.ResultPart*float64(d.result[i])/n + (1-o.ResultPart)*sigmoid(float64(d.score[i])/n/o.Scale)
		f.target = append(f.target, float32(y))
		if d.held[i] {
			f.held = append(f.held, uint32(i))
			f.heldCount += n
		} else {
			f.train = append(f.train, uint32(i))
			f.trainCount += n
		}
	}
	f.batch = min(max(len(f.train)/400, 256), 4096)
	f.errors = make([]float32, f.batch)
	for i := range o.Start {
		f.weights[i/2][i%2] = float32(float64(o.Start[i]) / (eval.UnitsPerCentimen * o.Scale))
	}
	f.setPriors()
	return f
}

// setPriors divides each weight's prior by the number of its uses in a pass, so
// that rare weights stay near zero.
func (f *fit) setPriors() {
	fill := func(begin, n int, x float32) {
		for i := begin; i < begin+n; i++ {
			f.states[i].prior = x
			f.states[i].squares = phases{firstSquare, firstSquare}
		}
	}
	fill(0, f.d.Layout.Extras, priorExtra)
	for i, p := range f.d.Layout.Patterns {
		starts := f.d.Layout.Starts[i]
		whole := float32(priorWhole)
		if p.Radix > 3 {
			whole = priorKings
		}
		fill(starts[0], p.Size, whole)
		for j, part := range p.Parts {
			x := float32(priorPart4)
			if part.To-part.From > 4 {
				x = priorPart8
			}
			fill(starts[j+1], p.PartSize(part), x)
		}
	}
	uses := make([]uint32, len(f.weights))
	for _, i := range f.train {
		for _, x := range f.d.extrasOf(int(i)) {
			uses[x.Index]++
		}
		d := f.d
		for view, index := range d.indices[int(i)*d.views : (int(i)+1)*d.views] {
			if index == noView {
				break
			}
			for _, s := range f.steps[d.patterns[view]] {
				uses[s.start+index/s.divisor%s.modulus]++
			}
		}
	}
	for i := range f.states {
		f.states[i].prior /= float32(max(uses[i], 1))
	}
}

// output returns the model's logit for a position.
func (f *fit) output(i int) float32 {
	d := f.d
	var opening, end float32
	for _, x := range d.extrasOf(i) {
		w := &f.weights[x.Index]
		opening += w[0] * float32(x.Value)
		end += w[1] * float32(x.Value)
	}
	for view, index := range d.indices[i*d.views : (i+1)*d.views] {
		if index == noView {
			break
		}
		var sum phases
		for _, s := range f.steps[d.patterns[view]] {
			w := &f.weights[s.start+index/s.divisor%s.modulus]
			sum[0] += w[0]
			sum[1] += w[1]
		}
		opening += d.signs[view] * sum[0]
		end += d.signs[view] * sum[1]
	}
	alpha := d.alpha[i]
	return opening*alpha + end*(1-alpha)
}

// parallel calls work for every number below n on all workers.
func (f *fit) parallel(n int, work func(i int)) {
	if f.workers == 1 {
		for i := range n {
			work(i)
		}
		return
	}
	var group errgroup.Group
	group.SetLimit(f.workers)
	for i := range n {
		group.Go(func() error {
			work(i)
			return nil
		})
	}
	group.Wait()
}

// slice is the number of positions that one worker looks at in one go. It is
// fixed, so that sums do not depend on the number of workers.
const slice = 128

// learn makes one step of all weights that a batch uses and returns the sum of
// the losses before it.
func (f *fit) learn(batch []uint32) float64 {
	losses := make([]float64, (len(batch)+slice-1)/slice)
	f.parallel(len(losses), func(k int) {
		for j := k * slice; j < min((k+1)*slice, len(batch)); j++ {
			i := batch[j]
			x, y, n := float64(f.output(int(i))), float64(f.target[i]), f.d.count[i]
			f.errors[j] = float32(sigmoid(x)-y) * n
			losses[k] += crossEntropy(y, x) * float64(n)
		}
	})
	f.parallel(len(f.used), func(n int) {
		f.used[n] = f.used[n][:0]
		if n == len(f.d.Layout.Patterns) {
			f.extraGradients(batch, n)
		} else {
			f.patternGradients(batch, n)
		}
		f.move(f.used[n])
	})
	sum := 0.0
	for _, x := range losses {
		sum += x
	}
	return sum
}

// add adds to the gradient of a weight that counts times in a position.
func (f *fit) add(group int, weight uint32, alpha, times, err float32) {
	s := &f.states[weight]
	if !s.touched {
		s.touched = true
		f.used[group] = append(f.used[group], weight)
	}
	w := &f.weights[weight]
	s.gradient[0] += err*times*alpha + s.prior*w[0]
	s.gradient[1] += err*times*(1-alpha) + s.prior*w[1]
}

func (f *fit) extraGradients(batch []uint32, group int) {
	for j, i := range batch {
		for _, x := range f.d.extrasOf(int(i)) {
			f.add(group, uint32(x.Index), f.d.alpha[i], float32(x.Value), f.errors[j])
		}
	}
}

func (f *fit) patternGradients(batch []uint32, pattern int) {
	d := f.d
	for view, owner := range d.patterns {
		if int(owner) != pattern {
			continue
		}
		for j, i := range batch {
			index := d.indices[int(i)*d.views+view]
			if index == noView {
				continue
			}
			for _, s := range f.steps[pattern] {
				f.add(pattern, s.start+index/s.divisor%s.modulus, d.alpha[i], d.signs[view], f.errors[j])
			}
		}
	}
}

// move makes the step and forgets the gradients.
func (f *fit) move(used []uint32) {
	for _, i := range used {
		s, w := &f.states[i], &f.weights[i]
		for k := range w {
			s.squares[k] += s.gradient[k] * s.gradient[k]
			w[k] -= f.rate * s.gradient[k] / float32(math.Sqrt(float64(s.squares[k])))
		}
		s.gradient, s.touched = phases{}, false
	}
}

// loss is the sum over positions that are not learned from.
func (f *fit) loss(positions []uint32) float64 {
	losses := make([]float64, (len(positions)+slice-1)/slice)
	f.parallel(len(losses), func(k int) {
		for _, i := range positions[k*slice : min((k+1)*slice, len(positions))] {
			losses[k] += crossEntropy(float64(f.target[i]), float64(f.output(int(i)))) * float64(f.d.count[i])
		}
	})
	sum := 0.0
	for _, x := range losses {
		sum += x
	}
	return sum
}

// values returns the weights as numbers of a weights file.
func (f *fit) values() []int16 {
	out := make([]int16, 2*len(f.weights))
	for i := range out {
		x := math.Round(float64(f.weights[i/2][i%2]) * f.o.Scale * eval.UnitsPerCentimen)
		out[i] = int16(min(max(x, -eval.MaxWeight), eval.MaxWeight))
	}
	return out
}
