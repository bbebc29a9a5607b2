package train

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
	"github.com/damiera/damiera/endgame/files"
	"github.com/damiera/damiera/eval"
	"github.com/damiera/damiera/openings"
)

// Options are what Run trains with.
type Options struct {
	Variant     *board.Variant
	Dir         string // keeps the state, games and weights
	Games       int    // a generation
	Generations int    // the last generation
	Nodes       uint64 // a move, of self-play and of the match
	GateGames   int
	ResultPart  float64 // see FitOptions, or ResultPartByGeneration
	Epochs      int
	Workers     int
	Seed        uint64
	Ballots     []openings.Opening // see SelfPlay
	Endgames    *endgame.Database  // see SelfPlay
	// Progress is told how far a stage of the work has come.
	Progress func(unit string, done, total float64, note string)
	// Log is told in words what was done.
	Log func(format string, args ...any)
}

// ResultPartByGeneration, or any negative ResultPart, leaves the part of the
// result to the number of the generation: the scores of the first ones come from
// a weak evaluation and need the result beside them, later ones are better
// without it (docs/training.md has the matches).
const ResultPartByGeneration = -1

func (o *Options) resultPart(number int) float64 {
	switch {
	case o.ResultPart >= 0:
		return o.ResultPart
	case number <= 2:
		return 0.35
	}
	return 0.1
}

// Generation is a finished turn: games by the best weights so far, a fit to all
// games, and a match.
type Generation struct {
	Number    int     `json:"generation"`
	Games     int     `json:"games"`     // of all generations
	Positions int     `json:"positions"` // quiet and different
	Loss      float64 `json:"loss"`      // of the held positions
	Accepted  bool    `json:"accepted"`
	Elo       float64 `json:"elo"` // against the best weights so far
	Margin    float64 `json:"margin"`
	Match     string  `json:"match"` // wins, draws, losses
}

// State is what Run needs to go on after a kill.
type State struct {
	Variant string `json:"variant"`
	// Scale is the number of centimen of the logistic curve, kept from the first
	// weights on so that scores of all generations are comparable.
	Scale       float64      `json:"scale"`
	Best        int          `json:"best"` // generation of weights.dwt, 0 for material
	Generations []Generation `json:"generations"`
}

const (
	stateFile   = "state.json"
	weightsFile = "weights.dwt"
)

// LoadState returns the state of a directory, an empty one if it is new.
func LoadState(dir string, v *board.Variant) (*State, error) {
	s := &State{Variant: v.Name}
	data, err := os.ReadFile(filepath.Join(dir, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(data, s); err != nil {
		return nil, fmt.Errorf("%s is damaged: %w", filepath.Join(dir, stateFile), err)
	}
	if s.Variant != v.Name {
		return nil, fmt.Errorf("%s has the training of %s, not %s: choose another directory", dir, s.Variant, v.Name)
	}
	return s, nil
}

// Run trains a game generation by generation and returns the last state. It
// goes on from what the directory holds.
func Run(ctx context.Context, o Options) (*State, error) {
	if err := os.MkdirAll(o.Dir, 0o755); err != nil {
		return nil, err
	}
	unlock, err := files.Lock(filepath.Join(o.Dir, ".lock"))
	if errors.Is(err, files.ErrInUse) {
		return nil, fmt.Errorf("another training works in %s: wait until it ends, or choose another directory with --dir", o.Dir)
	}
	if err != nil {
		return nil, err
	}
	defer unlock()
	s, err := LoadState(o.Dir, o.Variant)
	if err != nil {
		return nil, err
	}
	for len(s.Generations) < o.Generations {
		if err := o.turn(ctx, s); err != nil {
			return s, err
		}
		data, err := json.MarshalIndent(s, "", "  ")
		if err != nil {
			return s, err
		}
		if err := files.Replace(filepath.Join(o.Dir, stateFile), append(data, '\n')); err != nil {
			return s, err
		}
	}
	return s, nil
}

// turn makes the next generation.
func (o *Options) turn(ctx context.Context, s *State) error {
	number := len(s.Generations) + 1
	layout := eval.NewLayout(o.Variant)
	best, start, err := o.best(layout, s)
	if err != nil {
		return err
	}
	if err := o.playGames(ctx, number, best); err != nil {
		return err
	}
	data, err := o.collect(layout, number)
	if err != nil {
		return err
	}
	if s.Best == 0 {
		s.Scale = data.Scale()
	}
	values, epoch, err := o.fit(ctx, data, number, s.Scale, start)
	if err != nil {
		return err
	}
	weights := &eval.Weights{
		WeightsHeader: eval.WeightsHeader{
			Variant: o.Variant.Name, Shapes: layout.Shapes, Generation: number,
			Games: data.Games, Positions: data.Len(), Loss: epoch.Held,
		},
		Values: values,
	}
	file, err := weights.Encode()
	if err != nil {
		return err
	}
	if err := files.Replace(o.file("weights-%02d.dwt", number), file); err != nil {
		return err
	}
	next, err := eval.FromWeights(layout, weights, fmt.Sprintf("generation %d", number))
	if err != nil {
		return err
	}
	score, err := o.match(ctx, number, next, best)
	if err != nil {
		return err
	}
	elo, margin := score.Elo()
	g := Generation{
		Number: number, Games: data.Games, Positions: data.Len(), Loss: epoch.Held,
		Accepted: score.Better(), Elo: elo, Margin: margin,
		Match: fmt.Sprintf("+%d =%d -%d", score.Wins, score.Draws, score.Losses),
	}
	verdict := "not better, rejected"
	if g.Accepted {
		verdict = "accepted"
		s.Best = number
		if err := files.Replace(filepath.Join(o.Dir, weightsFile), file); err != nil {
			return err
		}
	}
	o.Log("%s generation %d: games %d, positions %d, scale %.0f, validation loss %.4f, match %s, %+.0f ±%.0f Elo over %s: %s",
		o.Variant.Name, number, g.Games, g.Positions, s.Scale, g.Loss, g.Match, elo, margin, best.Name(), verdict)
	s.Generations = append(s.Generations, g)
	return nil
}

func (o *Options) file(format string, number int) string {
	return filepath.Join(o.Dir, fmt.Sprintf(format, number))
}

// best returns the best evaluation so far and its values, nil for material.
func (o *Options) best(layout *eval.Layout, s *State) (*eval.Evaluator, []int16, error) {
	if s.Best == 0 {
		return eval.Material(o.Variant), nil, nil
	}
	data, err := os.ReadFile(filepath.Join(o.Dir, weightsFile))
	if err != nil {
		return nil, nil, err
	}
	w, err := eval.DecodeWeights(layout, data)
	if err != nil {
		return nil, nil, err
	}
	e, err := eval.FromWeights(layout, w, fmt.Sprintf("generation %d", s.Best))
	return e, w.Values, err
}

func (o *Options) playGames(ctx context.Context, number int, best *eval.Evaluator) error {
	out, err := Append(o.file("games-%02d.dgm", number), o.Variant.Name, o.Nodes)
	if err != nil {
		return err
	}
	if out.Damage != nil {
		o.Log("%v; the missing ones are played again", out.Damage)
	}
	done := len(out.Indices)
	self := SelfPlay{
		Variant: o.Variant, Evaluator: best, Generation: number - 1,
		Nodes: o.Nodes, Workers: o.Workers, Seed: o.Seed,
		Ballots: o.Ballots, Endgames: o.Endgames,
	}
	err = self.Run(ctx, 0, o.Games, out.Indices, func(g *Game) error {
		done++
		o.Progress("games", float64(done), float64(o.Games), fmt.Sprintf("%s generation %d", o.Variant.Name, number))
		return out.Add(g)
	})
	return errors.Join(err, out.Close())
}

// collect reads the games of all generations, each in the order of its indices
// so that the set does not depend on which game was over first.
func (o *Options) collect(layout *eval.Layout, number int) (*DataSet, error) {
	data := NewDataSet(layout)
	for n := 1; n <= number; n++ {
		var games []*Game
		err := Read(o.file("games-%02d.dgm", n), o.Variant.Name, func(g *Game) { games = append(games, g) })
		if damage := asDamage(err); damage != nil && n < number { // that of the last one was told when it was opened
			o.Log("%v", damage)
		} else if err != nil && damage == nil {
			return nil, err
		}
		if err := data.AddAll(games); err != nil {
			return nil, err
		}
	}
	if data.Len() == 0 {
		return nil, errors.New("the games have no quiet position: play more games")
	}
	return data, nil
}

func (o *Options) fit(ctx context.Context, data *DataSet, number int, scale float64, start []int16) ([]int16, Epoch, error) {
	var curve []Epoch
	options := FitOptions{
		Scale: scale, ResultPart: o.resultPart(number), Epochs: o.Epochs, Patience: 2, Seed: o.Seed, Start: start,
	}
	values, best, err := Fit(ctx, data, options, func(e Epoch) {
		curve = append(curve, e)
		o.Progress("passes", float64(e.Number), float64(o.Epochs), fmt.Sprintf("validation loss %.4f", e.Held))
	})
	if err != nil {
		return nil, best, err
	}
	title := fmt.Sprintf("%s, generation %d, positions: %d", o.Variant.Title, number, data.Len())
	return values, best, SaveCurve(o.file("loss-%02d.svg", number), title, curve)
}

func (o *Options) match(ctx context.Context, number int, next, best *eval.Evaluator) (Score, error) {
	gate := Gate{
		Variant: o.Variant, New: next, Old: best, Nodes: o.Nodes,
		Games: o.GateGames, Workers: o.Workers, Seed: o.Seed + uint64(number) + 1<<32,
		Ballots: o.Ballots,
	}
	return gate.Run(ctx, func(s Score) {
		elo, margin := s.Elo()
		o.Progress("match games", float64(s.Games()), float64(o.GateGames), fmt.Sprintf("%+.0f ±%.0f Elo", elo, margin))
	})
}
