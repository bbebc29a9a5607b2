package bench

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// singles makes a tally of games without partners.
func singles(wins, losses, draws int) *Tally {
	return &Tally{Wins: wins, Draws: draws, Losses: losses, single: [3]int{losses, draws, wins}}
}

// paired makes a tally of complete pairs, by half points. Only the sums of
// Wins, Draws and Losses matter, so pairs of one point are taken as two draws.
func paired(pairs [5]int) *Tally {
	t := &Tally{}
	for half, n := range pairs {
		for range n {
			t.AddPair((half+1)/2, half/2)
		}
	}
	return t
}

// The expected numbers are those that fastchess publishes in its tests
// (app/tests/elo_test.cpp) for the same results.
func TestEstimate(t *testing.T) {
	tests := []struct {
		name               string
		tally              *Tally
		elo, errorOf, los  float64
		eloTolerance, tLOS float64
	}{
		{"games 136-96=111", singles(136, 96, 111), 40.70, 30.43, 0.9960, 0.3, 5e-5},
		{"games 76-89=123", singles(76, 89, 123), math.NaN(), math.NaN(), 0.1553, 0.3, 5e-5},
		{"pairs ahead", paired([5]int{34, 54, 63, 64, 75}), 55.58, 27.65, 1, 0.3, 5e-5},
		{"pairs behind", paired([5]int{332, 433, 498, 333, 334}), -8.64, 10.33, 0.0505, 0.1, 5e-5},
		{"many pairs", paired([5]int{7895, 8757, 5685, 568, 9999}), -21.04, 2.95, 0, 0.05, 5e-5},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			e := tt.tally.Estimate()
			if !math.IsNaN(tt.elo) {
				assert.InDelta(t, tt.elo, e.Elo, tt.eloTolerance)
				assert.InDelta(t, tt.errorOf, e.Error, tt.eloTolerance)
			}
			assert.InDelta(t, tt.los, e.LOS, tt.tLOS)
		})
	}
}

func TestEstimateOfExtremes(t *testing.T) {
	assert.Equal(t, Estimate{LOS: 0.5}, (&Tally{}).Estimate(), "no games")

	draws := paired([5]int{2: 8}).Estimate()
	assert.Equal(t, Estimate{LOS: 0.5}, draws, "all drawn: no difference, no spread")

	won, lost := paired([5]int{4: 5}).Estimate(), paired([5]int{0: 5}).Estimate()
	assert.InDelta(t, 528.9, won.Elo, 0.1, "10.5 of 11")
	assert.InDelta(t, won.Elo, -lost.Elo, 1e-9)
	assert.InDelta(t, won.LOS, 1-lost.LOS, 1e-12)
	assert.Greater(t, won.Error, 100.0)
	assert.Greater(t, won.LOS, 0.99)

	same := &Tally{}
	for range 5 {
		same.AddPair(2, 1)
	}
	e := same.Estimate()
	assert.Equal(t, singles(5, 0, 5).Estimate(), e, "every pair ended 1.5-0.5: games count alone")
	assert.Greater(t, e.Error, 50.0)
}

func TestTallyOfPairsAndSingles(t *testing.T) {
	var tally Tally
	tally.AddPair(2, 1)
	tally.AddPair(0, 2)
	tally.AddSingle(1)
	assert.Equal(t, 5, tally.Games())
	assert.Equal(t, 3.0, tally.Points())
	assert.Equal(t, [5]int{2: 1, 3: 1}, tally.Pairs)
	assert.Equal(t, 0.6, tally.Score())
}

func TestElo(t *testing.T) {
	for elo, score := range map[float64]float64{0: 0.5, 100: 0.640065, -100: 0.359935, 400: 10.0 / 11} {
		assert.InDelta(t, score, ScoreOf(elo), 1e-6)
		assert.InDelta(t, elo, EloOf(score), 1e-3)
	}
}

// The expected ratios are those that fastchess publishes in its tests
// (app/tests/sprt_test.cpp; its six pair counts keep apart two draws and
// win + loss, which are added here). They agree with fishtest's.
func TestSPRTPairs(t *testing.T) {
	tests := []struct {
		name     string
		pairs    [5]int
		test     SPRT
		llr, tol float64
		verdict  Verdict
	}{
		{"normalized 0 2", [5]int{365, 16618, 36229, 16974, 390},
			SPRT{Elo0: 0, Elo1: 2, Model: Normalized}, 2.25, 0.03, Undecided},
		{"normalized -1.75 0.25", [5]int{127, 4883, 10712, 5150, 104},
			SPRT{Elo0: -1.75, Elo1: 0.25, Model: Normalized}, 3.01, 0.03, AcceptH1},
		// Both hypotheses are best met by wins and losses alone, 0.5 and 0.5102
		// of the pairs won: 104 * ln(0.5102/0.5).
		{"normalized all won", [5]int{4: 104},
			SPRT{Elo0: 0, Elo1: 5, Model: Normalized}, 2.095, 0.01, Undecided},
		{"logistic 0.5 2.5", [5]int{223, 9863, 21279, 10037, 246},
			SPRT{Elo0: 0.5, Elo1: 2.5}, -3.07, 0.03, AcceptH0},
		{"logistic 0 2", [5]int{871, 26175, 55983, 26678, 821},
			SPRT{Elo0: 0, Elo1: 2}, -4.98, 0.05, AcceptH0},
		{"no pairs", [5]int{}, SPRT{Elo0: 0, Elo1: 5}, 0, 0, Undecided},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.test.Alpha, tt.test.Beta = 0.05, 0.05
			require.NoError(t, tt.test.Check())
			llr := tt.test.LLR(tt.pairs)
			assert.InDelta(t, tt.llr, llr, tt.tol)
			assert.Equal(t, tt.verdict, tt.test.Verdict(llr))
		})
	}
}

// The same formulas for single games, to pin them by more published numbers.
func TestSPRTGames(t *testing.T) {
	tests := []struct {
		losses, draws, wins int
		elo0, elo1          float64
		model               EloModel
		llr                 float64
	}{
		{36027, 68692, 36433, 0, 2, Normalized, 0.92},
		{10650, 20431, 10871, -1.75, 0.25, Normalized, 2.30},
		{21184, 40708, 21404, 0.5, 2.5, Logistic, -1.57},
		{57030, 106593, 57433, 0, 2, Logistic, -2.59},
	}
	for _, tt := range tests {
		s := SPRT{Elo0: tt.elo0, Elo1: tt.elo1, Alpha: 0.05, Beta: 0.05, Model: tt.model}
		llr := s.llr([]int{tt.losses, tt.draws, tt.wins}, 1)
		assert.InDelta(t, tt.llr, llr, math.Abs(tt.llr)*0.01+0.005, "%+v", tt)
	}
}

// Draws alone speak for no difference.
func TestSPRTDraws(t *testing.T) {
	for _, model := range []EloModel{Logistic, Normalized} {
		s := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: model}
		assert.Negative(t, s.LLR([5]int{2: 1000}), model)
	}
}

func TestSPRTBounds(t *testing.T) {
	lower, upper := (&SPRT{Alpha: 0.05, Beta: 0.05}).Bounds()
	assert.InDelta(t, -2.944, lower, 0.001)
	assert.InDelta(t, 2.944, upper, 0.001)
	lower, upper = (&SPRT{Alpha: 0.05, Beta: 0.1}).Bounds()
	assert.InDelta(t, -2.251, lower, 0.001)
	assert.InDelta(t, 2.890, upper, 0.001)
}

func TestSPRTCheck(t *testing.T) {
	for _, bad := range []SPRT{
		{Elo0: 5, Elo1: 0, Alpha: 0.05, Beta: 0.05},
		{Elo0: 0, Elo1: 0, Alpha: 0.05, Beta: 0.05},
		{Elo0: 0, Elo1: 5, Alpha: 0, Beta: 0.05},
		{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.5},
		{Elo0: 0, Elo1: 5000, Alpha: 0.05, Beta: 0.05},
		{Elo0: math.NaN(), Elo1: 5, Alpha: 0.05, Beta: 0.05},
	} {
		assert.Error(t, bad.Check(), "%+v", bad)
	}
}
