package openings

import "github.com/damiera/damiera/board"

// Opening is the beginning of a game: a position and moves from it, which may
// be none.
type Opening struct {
	Name  string
	Start board.Position
	Moves []board.Move
}

// Game returns a game in which the opening has been played.
func (o *Opening) Game(v *board.Variant) (*board.Game, error) {
	g := board.NewGame(v, o.Start)
	for _, m := range o.Moves {
		if err := g.Play(m); err != nil {
			return nil, err
		}
	}
	return g, nil
}
