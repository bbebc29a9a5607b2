package train

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/openings"
)

func variant(t testing.TB, name string) *board.Variant {
	v, err := board.Lookup(name)
	require.NoError(t, err)
	return v
}

func selfPlay(t testing.TB, v *board.Variant, games, workers int) []*Game {
	s := SelfPlay{Variant: v, Evaluator: eval.Material(v), Nodes: 60, Workers: workers, Seed: 5}
	all := make([]*Game, games)
	require.NoError(t, s.Run(context.Background(), 0, games, nil, func(g *Game) error {
		all[g.Index] = g
		return nil
	}))
	return all
}

func TestGamesDependOnTheSeedOnly(t *testing.T) {
	for _, name := range []string{"russian", "frisian", "turkish"} {
		v := variant(t, name)
		assert.Equal(t, selfPlay(t, v, 12, 1), selfPlay(t, v, 12, 3), name)
	}
}

func TestGamesOfEveryVariantAreReplayed(t *testing.T) {
	for _, v := range board.Variants() {
		if eval.WeightsName(v) != v.Name {
			continue
		}
		list := new(board.List)
		for _, g := range selfPlay(t, v, 4, 2) {
			plies := 0
			require.NoError(t, g.Replay(v, list, func(*board.Position, int) { plies++ }), v.Name)
			assert.Len(t, g.Plies, plies)
		}
	}
}

func TestReplayRefusesOtherGames(t *testing.T) {
	v := variant(t, "russian")
	g := selfPlay(t, v, 1, 1)[0]
	list := new(board.List)
	visit := func(*board.Position, int) {}
	g.Check++
	require.ErrorIs(t, g.Replay(v, list, visit), errReplay)
	g.Check--
	g.Plies[0].To = g.Plies[0].From
	require.ErrorIs(t, g.Replay(v, list, visit), errReplay)
}

func TestFilesSurviveAKill(t *testing.T) {
	v := variant(t, "russian")
	games := selfPlay(t, v, 6, 2)
	file := filepath.Join(t.TempDir(), "games.dgm")
	write := func(games []*Game) {
		w, err := Append(file, v.Name, 60)
		require.NoError(t, err)
		for _, g := range games {
			require.NoError(t, w.Add(g))
			require.NoError(t, w.Flush()) // a block each
		}
		require.NoError(t, w.Close())
	}
	read := func() (got []*Game) {
		require.NoError(t, Read(file, v.Name, func(g *Game) { got = append(got, g) }))
		return got
	}
	write(games[:3])
	assert.Equal(t, games[:3], read())

	whole, err := os.ReadFile(file)
	require.NoError(t, err)
	for cut := len(whole) - 1; cut > len(whole)-40; cut -= 7 { // the last block is incomplete
		require.NoError(t, os.WriteFile(file, whole[:cut], 0o644))
		assert.Equal(t, games[:2], read())
		write(games[3:])
		assert.Equal(t, append(games[:2:2], games[3:]...), read())
	}
	require.NoError(t, os.WriteFile(file, whole, 0o644))
	w, err := Append(file, v.Name, 60)
	require.NoError(t, err)
	assert.Equal(t, map[uint32]bool{0: true, 1: true, 2: true}, w.Indices)
	require.NoError(t, w.Close())

	_, err = Append(file, "english", 60)
	require.ErrorContains(t, err, "games of russian, not english")
	require.NoError(t, os.WriteFile(file, []byte("something else"), 0o644))
	require.ErrorContains(t, Read(file, v.Name, nil), "not a file of games")
}

func FuzzReadGame(f *testing.F) {
	v := variant(f, "russian")
	f.Add(selfPlay(f, v, 1, 1)[0].appendTo(nil))
	list := new(board.List)
	f.Fuzz(func(t *testing.T, data []byte) {
		g, _, err := readGame(data)
		if err == nil {
			_ = g.Replay(v, list, func(*board.Position, int) {})
		}
	})
}

func dataSet(t testing.TB, v *board.Variant, games []*Game) *DataSet {
	d := NewDataSet(eval.NewLayout(v))
	require.NoError(t, d.AddAll(games))
	return d
}

func TestDataSetKeepsQuietPositionsOnce(t *testing.T) {
	v := variant(t, "russian")
	games := selfPlay(t, v, 20, 2)
	d := dataSet(t, v, games)
	quiet, list := map[uint64]bool{}, new(board.List)
	for _, g := range games {
		require.NoError(t, g.Replay(v, list, func(p *board.Position, ply int) {
			if ply >= int(g.Opening) && !v.CanCapture(p, board.White) && !v.CanCapture(p, board.Black) {
				quiet[v.Key(p)] = true
			}
		}))
	}
	assert.LessOrEqual(t, d.Len(), len(quiet))
	assert.Greater(t, d.Len(), len(quiet)*2/3) // the others have proven scores
	before := d.Len()
	require.NoError(t, d.AddAll(games))
	assert.Equal(t, before, d.Len())
}

func fitted(t testing.TB, d *DataSet, start []int16) ([]int16, []Epoch) {
	var all []Epoch
	values, best, err := Fit(context.Background(), d, FitOptions{
		Scale: 150, ResultPart: 0.5, Epochs: 4, Patience: 2, Seed: 1, Start: start,
	}, func(e Epoch) { all = append(all, e) })
	require.NoError(t, err)
	assert.Positive(t, best.Number)
	return values, all
}

func TestFitDependsOnTheSeedOnly(t *testing.T) {
	v := variant(t, "english")
	d := dataSet(t, v, selfPlay(t, v, 60, 2))
	values, curve := fitted(t, d, nil)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	again, curveAgain := fitted(t, dataSet(t, v, selfPlay(t, v, 60, 1)), nil)
	assert.Equal(t, curve, curveAgain)
	assert.Equal(t, values, again)
	assert.Less(t, curve[len(curve)-1].Train, curve[0].Train)
	assert.Less(t, curve[0].Held, 0.6932, "better than no knowledge")
}

// TestFitFindsKnownWeights gives positions whose results follow from the men
// alone and wants the model to say so.
func TestFitFindsKnownWeights(t *testing.T) {
	v := variant(t, "russian")
	l := eval.NewLayout(v)
	d := NewDataSet(l)
	material := eval.Material(v)
	list := new(board.List)
	type sample struct {
		p    board.Position
		want int
	}
	var samples []sample
	for _, g := range selfPlay(t, v, 300, 2) {
		require.NoError(t, g.Replay(v, list, func(p *board.Position, ply int) {
			if !isQuiet(v, p) || ply < int(g.Opening) {
				return
			}
			value := material.Evaluate(p)
			white := float32(value)
			if p.Side == board.Black {
				white = -white
			}
			held := g.Index%4 == 0
			d.add(p, 0.5, white, held)
			if held {
				samples = append(samples, sample{*p, value})
			}
		}))
	}
	values, _, err := Fit(context.Background(), d, FitOptions{Scale: 150, ResultPart: 0, Epochs: 8, Patience: 2, Seed: 1}, func(Epoch) {})
	require.NoError(t, err)
	e, err := eval.FromWeights(l, &eval.Weights{Values: values}, "test")
	require.NoError(t, err)
	off, size := 0.0, 0.0
	for _, s := range samples {
		d := sigmoid(float64(e.Evaluate(&s.p))/150) - sigmoid(float64(s.want)/150)
		m := sigmoid(float64(s.want)/150) - 0.5
		off, size = off+d*d, size+m*m
	}
	assert.Less(t, off, 0.1*size, "explains nine tenths of the teacher")
}

func TestScale(t *testing.T) {
	d := &DataSet{}
	for i := range 2001 {
		score := float64(i - 1000)
		d.score = append(d.score, float32(score))
		d.result = append(d.result, float32(sigmoid(score/210)))
		d.count = append(d.count, 1)
	}
	assert.InDelta(t, 210, d.Scale(), 2)
	for i := range d.result {
		d.result[i] = float32(i % 2) // whatever the score
	}
	assert.InDelta(t, maxScale, d.Scale(), 2)
}

func TestGateKnowsTheStrongerSide(t *testing.T) {
	v := variant(t, "russian")
	l := eval.NewLayout(v)
	nothing, err := eval.FromWeights(l, &eval.Weights{Values: make([]int16, 2*l.Size)}, "nothing")
	require.NoError(t, err)
	g := Gate{Variant: v, New: eval.Material(v), Old: nothing, Nodes: 100, Games: 100, Workers: 2, Seed: 1}
	score, err := g.Run(context.Background(), func(Score) {})
	require.NoError(t, err)
	assert.True(t, score.Better(), score)
	g.New, g.Old = g.Old, g.New
	score, err = g.Run(context.Background(), func(Score) {})
	require.NoError(t, err)
	assert.False(t, score.Better(), score)
	elo, margin := score.Elo()
	assert.Less(t, elo+margin, 0.0)
}

func TestRunResumes(t *testing.T) {
	o := Options{
		Variant: variant(t, "thai"), Dir: t.TempDir(), Games: 12, Generations: 1, Nodes: 40, GateGames: 8,
		ResultPart: 0.6, Epochs: 2, Workers: 2, Seed: 3,
		Progress: func(string, float64, float64, string) {}, Log: func(string, ...any) {},
	}
	one, err := Run(context.Background(), o)
	require.NoError(t, err)
	require.Len(t, one.Generations, 1)
	assert.Equal(t, 12, one.Generations[0].Games)

	ctx, cancel := context.WithCancel(context.Background())
	o.Generations = 2
	o.Progress = func(unit string, done, _ float64, _ string) {
		if unit == "games" && done == 5 {
			cancel()
		}
	}
	_, err = Run(ctx, o)
	require.ErrorIs(t, err, context.Canceled)

	o.Progress = func(string, float64, float64, string) {}
	two, err := Run(context.Background(), o)
	require.NoError(t, err)
	require.Len(t, two.Generations, 2)
	assert.Equal(t, 24, two.Generations[1].Games)

	fresh := o
	fresh.Dir = t.TempDir()
	again, err := Run(context.Background(), fresh)
	require.NoError(t, err)
	assert.Equal(t, two, again, "an interruption changes nothing")
	for _, name := range []string{"loss-01.svg", "weights-02.dwt", "games-02.dgm"} {
		assert.FileExists(t, filepath.Join(o.Dir, name))
	}

	o.Variant = variant(t, "russian")
	_, err = Run(context.Background(), o)
	require.ErrorContains(t, err, "training of thai, not russian")
}

func TestEndgamesGiveTheTrueResult(t *testing.T) {
	v, dir := variant(t, "english"), t.TempDir()
	require.NoError(t, endgame.Build(context.Background(), endgame.BuildOptions{Variant: v, Dir: dir, Pieces: 2}))
	d, err := endgame.Open(v, dir, 2)
	require.NoError(t, err)
	defer d.Close()
	seen := map[int8]int{}
	for king := 1; king <= v.Squares; king++ {
		for man := 5; man <= v.Squares; man++ {
			for side := range 2 {
				w, _ := v.SquareOf(king)
				b, _ := v.SquareOf(man)
				p := v.Start()
				p.Side = board.Color(side)
				p.Men = [2]board.Bits{{}, board.Bit(b)}
				p.Kings = [2]board.Bits{board.Bit(w), {}}
				if king == man || !isQuiet(v, &p) || !v.HasMove(&p) {
					continue
				}
				value, ok := d.WDL(&p)
				if !ok { // a man that cannot stand there
					continue
				}
				result, over := (&judge{endgames: d}).over(board.NewGame(v, p), 5)
				assert.True(t, over)
				assert.Equal(t, int8(value)*int8(1-2*side), result, v.FEN(&p))
				seen[result]++
			}
		}
	}
	assert.Positive(t, seen[1])
	assert.Positive(t, seen[0])
	assert.Greater(t, seen[1], seen[-1], "the king does better")
	_, over := new(judge).over(board.NewGame(v, v.Start()), 5)
	assert.False(t, over)
}

func TestBallotsBeginGames(t *testing.T) {
	v := variant(t, "russian")
	ballots, err := openings.Ballots(v)
	require.NoError(t, err)
	s := SelfPlay{Variant: v, Evaluator: eval.Material(v), Nodes: 30, Workers: 2, Seed: 5, Ballots: ballots}
	begun := 0
	require.NoError(t, s.Run(context.Background(), 0, 40, nil, func(g *Game) error {
		require.NoError(t, g.Replay(v, new(board.List), func(p *board.Position, ply int) {
			if ply == len(ballots[0].Moves) {
				for i := range ballots {
					if b, err := ballots[i].Game(v); err == nil && v.Key(b.Position()) == v.Key(p) {
						begun++
						break
					}
				}
			}
		}))
		return nil
	}))
	assert.Greater(t, begun, 10)
}

func TestResultPart(t *testing.T) {
	for _, test := range []struct {
		given  float64
		number int
		want   float64
	}{
		{ResultPartByGeneration, 1, 0.35}, {ResultPartByGeneration, 2, 0.35}, {ResultPartByGeneration, 3, 0.1},
		{0, 1, 0}, {0.6, 9, 0.6},
	} {
		o := Options{ResultPart: test.given}
		require.Equal(t, test.want, o.resultPart(test.number), "%+v", test)
	}
}
