package bench

import "math"

// Tally counts the results of games from one engine's side. Wins, Draws and
// Losses count every game; Pairs counts the complete pairs of games that were
// played from one opening with colours changed, by half points: Pairs[0] pairs
// brought 0 points, Pairs[1] half a point, ... Pairs[4] two points.
type Tally struct {
	Wins, Draws, Losses int
	Pairs               [5]int
	// single holds the halves of incomplete pairs by half points, which are in
	// Wins, Draws and Losses too.
	single [3]int
}

// AddSingle counts a game whose pair is not complete (yet); points is 0, 1 or
// 2 half points.
func (t *Tally) AddSingle(points int) {
	t.count(points, 1)
	t.single[points]++
}

// AddPair counts both games of a pair.
func (t *Tally) AddPair(first, second int) {
	t.count(first, 1)
	t.count(second, 1)
	t.Pairs[first+second]++
}

// DropSingle takes a game back that was counted by AddSingle: its partner has
// come.
func (t *Tally) DropSingle(points int) {
	t.count(points, -1)
	t.single[points]--
}

func (t *Tally) count(points, n int) {
	switch points {
	case 0:
		t.Losses += n
	case 1:
		t.Draws += n
	default:
		t.Wins += n
	}
}

// Games returns the number of games.
func (t *Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Points returns the points: 1 for a win, 0.5 for a draw.
func (t *Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// Score returns the mean points of a game, 0.5 without games.
func (t *Tally) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return t.Points() / float64(t.Games())
}

// Estimate is what a tally says about the difference in strength.
type Estimate struct {
	// Elo is the difference in Elo points by the logistic curve and Error half
	// of its 95 % interval.
	Elo, Error float64
	// LOS is the likelihood of superiority: the chance that the engine is the
	// stronger one, from 0 to 1.
	LOS float64
}

// normal95 is the 97.5 % quantile of the normal distribution.
const normal95 = 1.959963984540054

// Estimate returns the Elo difference, its error and the likelihood of
// superiority. The variance is the pairs' one (both games of an opening are
// not independent), as in fishtest (M. Van den Bergh; server/fishtest/stats,
// get_elo) and fastchess; games without a partner count alone.
//
// When all pairs ended alike their variance says nothing (one pair never has
// any): games then count alone too, which overstates the error. A score of 0 or
// 100 % has no finite Elo: it is taken as if one more game had been drawn.
// Without games all is zero and LOS one half.
func (t *Tally) Estimate() Estimate {
	n := float64(t.Games())
	if n == 0 {
		return Estimate{LOS: 0.5}
	}
	score := t.Score()
	deviation := math.Sqrt(t.squares(score)) / n
	if deviation == 0 {
		lone := Tally{single: [3]int{t.Losses, t.Draws, t.Wins}}
		deviation = math.Sqrt(lone.squares(score)) / n
	}
	if score == 0 || score == 1 {
		score = (t.Points() + 0.5) / (n + 1)
		deviation = math.Sqrt(score * (1 - score) / n)
	}
	e := Estimate{Elo: EloOf(score), LOS: 0.5}
	if deviation > 0 { // it is zero when every game was drawn
		e.Error = eloError(score, normal95*deviation)
		e.LOS = normalCDF((score - 0.5) / deviation)
	}
	return e
}

// eloError is half of the Elo interval around a score. Where the interval of the
// score reaches 0 or 1, which have no finite Elo, the slope of the curve at the
// score is taken instead.
func eloError(score, reach float64) float64 {
	if low, high := score-reach, score+reach; low > 0 && high < 1 {
		return (EloOf(high) - EloOf(low)) / 2
	}
	return reach * 400 / math.Ln10 / (score * (1 - score))
}

// squares returns the sum of squared distances from the mean score, of pairs
// as one observation and of single games.
func (t *Tally) squares(score float64) float64 {
	sum := 0.0
	for half, n := range t.Pairs {
		d := float64(half)/2 - 2*score
		sum += float64(n) * d * d
	}
	for half, n := range t.single {
		d := float64(half)/2 - score
		sum += float64(n) * d * d
	}
	return sum
}

// EloOf returns the Elo difference that a score between 0 and 1 stands for by
// the logistic curve; scores are kept 0.1 % away from the ends (1200 Elo).
func EloOf(score float64) float64 {
	score = min(max(score, 0.001), 0.999)
	return 400*math.Log10(score/(1-score)) + 0 // no negative zero
}

// ScoreOf is the inverse of EloOf: the score expected from an Elo difference.
func ScoreOf(elo float64) float64 { return 1 / (1 + math.Pow(10, -elo/400)) }

func normalCDF(x float64) float64 { return 0.5 * math.Erfc(-x/math.Sqrt2) }
