package bench

import (
	"fmt"
	"math"
)

// EloModel tells what the bounds of an SPRT mean.
type EloModel uint8

const (
	// Logistic bounds are Elo points of the expected score.
	Logistic EloModel = iota
	// Normalized bounds measure the score in standard deviations of one game,
	// scaled so that they look like Elo.
	Normalized
)

func (m EloModel) String() string { return [...]string{"logistic", "normalized"}[m] }

// SPRT is a sequential probability ratio test between H0: the difference is
// Elo0 and H1: it is Elo1. Alpha is the chance to accept H1 though H0 holds
// and Beta the chance of the opposite error.
//
// The log-likelihood ratio is the generalised one of Michel Van den Bergh for
// the five results of a pair of games (pentanomial): both hypotheses are
// represented by the distribution of maximum likelihood that fulfils them
// ("Support of multinomial distributions", proposition 1.1, and "Normalized
// Elo practical", section 4.1, both at cantate.be/Fishtest), as fishtest and
// fastchess do.
type SPRT struct {
	Elo0, Elo1, Alpha, Beta float64
	Model                   EloModel
}

// Verdict is the state of a test.
type Verdict uint8

const (
	Undecided Verdict = iota
	AcceptH0
	AcceptH1
)

func (v Verdict) String() string {
	return [...]string{"undecided", "H0 accepted", "H1 accepted"}[v]
}

// Check reports bounds that make no test.
func (s *SPRT) Check() error {
	if !(s.Elo0 < s.Elo1) {
		return fmt.Errorf("elo0=%g must be below elo1=%g", s.Elo0, s.Elo1)
	}
	if math.Abs(s.Elo0) > 1000 || math.Abs(s.Elo1) > 1000 {
		return fmt.Errorf("elo0=%g and elo1=%g must be between -1000 and 1000", s.Elo0, s.Elo1)
	}
	for _, p := range []float64{s.Alpha, s.Beta} {
		if !(p > 0 && p < 0.5) {
			return fmt.Errorf("alpha=%g and beta=%g must be above 0 and below 0.5", s.Alpha, s.Beta)
		}
	}
	return nil
}

// Bounds returns the log-likelihood ratios at which H0 and H1 are accepted
// (Wald 1945).
func (s *SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Verdict returns what a log-likelihood ratio decides.
func (s *SPRT) Verdict(llr float64) Verdict {
	lower, upper := s.Bounds()
	switch {
	case llr <= lower:
		return AcceptH0
	case llr >= upper:
		return AcceptH1
	}
	return Undecided
}

// LLR returns the log-likelihood ratio of complete pairs, counted by half
// points as in Tally.Pairs. It is 0 without pairs.
func (s *SPRT) LLR(pairs [5]int) float64 {
	return s.llr(pairs[:], math.Sqrt2)
}

// llr works for any number of equidistant results; perObservation is the
// square root of the games in one observation, which scales normalised Elo.
func (s *SPRT) llr(counts []int, perObservation float64) float64 {
	d, n := distributionOf(counts)
	if n == 0 {
		return 0
	}
	var d0, d1 distribution
	if s.Model == Normalized {
		scale := perObservation * math.Ln10 / 800
		d0, d1 = d.withDeviation(s.Elo0*scale), d.withDeviation(s.Elo1*scale)
	} else {
		d0, d1 = d.withMean(ScoreOf(s.Elo0)), d.withMean(ScoreOf(s.Elo1))
	}
	sum := 0.0
	for i := range d {
		sum += d[i].p * math.Log(d1[i].p/d0[i].p)
	}
	return n * sum
}

// distribution is a discrete distribution of scores between 0 and 1.
type distribution []struct{ score, p float64 }

// distributionOf returns the observed distribution and the number of
// observations. Results that did not happen get a thousandth of an
// observation, so that the logarithms stay finite (as fishtest does).
func distributionOf(counts []int) (distribution, float64) {
	d := make(distribution, len(counts))
	n, seen := 0.0, 0
	for i, c := range counts {
		d[i].score = float64(i) / float64(len(counts)-1)
		d[i].p = float64(c)
		if c == 0 {
			d[i].p = 1e-3
		}
		n += d[i].p
		seen += c
	}
	for i := range d {
		d[i].p /= n
	}
	if seen == 0 {
		n = 0
	}
	return d, n
}

func (d distribution) moments() (mean, variance float64) {
	for _, x := range d {
		mean += x.p * x.score
	}
	for _, x := range d {
		variance += x.p * (x.score - mean) * (x.score - mean)
	}
	return mean, variance
}

// tilted returns the distribution of maximum likelihood, given d as observed,
// under which the expectation of every gain is zero.
func (d distribution) tilted(gains []float64) distribution {
	x := secular(d, gains)
	out := make(distribution, len(d))
	for i := range d {
		out[i].score = d[i].score
		out[i].p = d[i].p / (1 + x*gains[i])
	}
	return out
}

// withMean returns the most likely distribution with a given mean.
func (d distribution) withMean(mean float64) distribution {
	gains := make([]float64, len(d))
	for i := range d {
		gains[i] = d[i].score - mean
	}
	return d.tilted(gains)
}

// withDeviation returns the most likely distribution whose mean is t standard
// deviations above one half. The condition is not linear: it is solved by
// repeated linear approximation, from the uniform distribution.
func (d distribution) withDeviation(t float64) distribution {
	out := make(distribution, len(d))
	for i := range d {
		out[i].score, out[i].p = d[i].score, 1/float64(len(d))
	}
	gains := make([]float64, len(d))
	for range 20 {
		mean, variance := out.moments()
		sigma := math.Sqrt(variance)
		for i := range d {
			z := (mean - d[i].score) / sigma
			gains[i] = d[i].score - 0.5 - t*sigma*(1+z*z)/2
		}
		next := d.tilted(gains)
		change := 0.0
		for i := range d {
			change = max(change, math.Abs(next[i].p-out[i].p))
		}
		if out = next; change < 1e-9 {
			break
		}
	}
	return out
}

// secular solves sum p*g/(1+x*g) = 0 for x by bisection: the left side falls
// from plus to minus infinity between the poles -1/max(g) and -1/min(g).
func secular(d distribution, gains []float64) float64 {
	low, high := math.Inf(-1), math.Inf(1)
	for _, g := range gains {
		if g > 0 {
			low = max(low, -1/g)
		} else if g < 0 {
			high = min(high, -1/g)
		}
	}
	if math.IsInf(low, 0) || math.IsInf(high, 0) {
		return 0 // all gains have one sign: nothing can balance them
	}
	for range 200 {
		x := (low + high) / 2
		if x == low || x == high {
			break
		}
		sum := 0.0
		for i, g := range gains {
			sum += d[i].p * g / (1 + x*g)
		}
		if sum > 0 {
			low = x
		} else {
			high = x
		}
	}
	return (low + high) / 2
}
