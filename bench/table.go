package bench

import (
	"context"
	"fmt"
	"time"

	"github.com/damiera/damiera/board"
)

// table is where games are played one after the other. It keeps its engines
// running from game to game.
type table struct {
	options *MatchOptions
	players map[int]player // by index of the engine
}

func newTable(o *MatchOptions) *table { return &table{o, map[int]player{}} }

// close ends all engines.
func (t *table) close() {
	for _, p := range t.players {
		p.quit()
	}
}

// run plays fixtures until there are no more or the context ends, which is no
// error.
func (t *table) run(ctx context.Context, fixtures <-chan fixture, ended chan<- *GameRecord) error {
	for f := range fixtures {
		r, err := t.play(ctx, f)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return err
		}
		ended <- r
	}
	return nil
}

// play plays one game. The error is one that ends the match.
func (t *table) play(ctx context.Context, f fixture) (*GameRecord, error) {
	v := t.options.Variant
	opening := &t.options.Openings[f.opening]
	game, err := opening.Game(v)
	if err != nil {
		return nil, fmt.Errorf("opening %d: %w", f.opening+1, err)
	}
	if t.options.SiteDraws {
		game.SetDraws(&board.SiteDraws)
	}
	indices := [2]int{f.white, f.black}
	record := &GameRecord{
		Game: f.game, Opening: f.opening + 1, OpeningName: opening.Name,
		White: t.options.Engines[f.white].Name, Black: t.options.Engines[f.black].Name,
		FEN: v.FEN(&opening.Start), Start: time.Now().UTC(), Moves: []Ply{},
	}
	for i := range opening.Moves {
		record.Moves = append(record.Moves, Ply{Move: v.HubMove(&opening.Moves[i]), Book: true})
	}
	r := &referee{game: game, rules: &t.options.Adjudication, record: record}
	for c, i := range indices {
		s := &r.seats[c]
		s.spec = &t.options.Engines[i]
		if s.player, err = t.player(ctx, i); err != nil {
			if err = r.blame(ctx, s, err); err != nil {
				return nil, err
			}
			break
		}
	}
	if r.failed == nil {
		err = r.play(ctx)
	}
	for c, i := range indices {
		if s := &r.seats[c]; s == r.failed || s.broken || err != nil {
			t.drop(i)
		}
	}
	record.Seconds = roundTime(time.Since(record.Start))
	return record, err
}

// player returns a running engine.
func (t *table) player(ctx context.Context, i int) (player, error) {
	if p := t.players[i]; p != nil {
		return p, nil
	}
	p, err := newPlayer(ctx, t.options.Variant, &t.options.Engines[i])
	if err != nil {
		return nil, err
	}
	t.players[i] = p
	return p, nil
}

// drop ends an engine, so that its next game begins with a new one.
func (t *table) drop(i int) {
	if p := t.players[i]; p != nil {
		p.kill()
		delete(t.players, i)
	}
}
