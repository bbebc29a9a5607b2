package bench

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"
)

// Match is a match between engines.
type Match struct {
	options  MatchOptions
	schedule *schedule
	journal  *Journal
	first    *standings
	records  []*GameRecord
	start    time.Time
	resumed  int // games of earlier runs
}

// MatchStatus is how a match stands after a game.
type MatchStatus struct {
	Summary
	// Done and Total count the games of all engines.
	Done, Total int
	// Last is the game that has just ended.
	Last *GameRecord
	// Left is the time that the rest will take, 0 if unknown.
	Left time.Duration
	// Test is the SPRT, if there is one, and Verdict its state.
	Test    *SPRT
	Verdict Verdict
}

// ErrUndecided is returned when a match was interrupted before its end.
var ErrUndecided = errors.New("the match was interrupted before its end")

// NewMatch prepares a match and opens its journal. Close must be called.
func NewMatch(o MatchOptions) (*Match, error) {
	if o.Tournament == "" {
		o.Tournament = Gauntlet
	}
	o.Engines = slices.Clone(o.Engines)
	uniqueNames(o.Engines)
	if err := o.Check(); err != nil {
		return nil, err
	}
	m := &Match{
		options:  o,
		schedule: newSchedule(o.Tournament, len(o.Engines), len(o.Openings)),
		first:    newStandings(o.Engines[0].Name),
	}
	if o.Journal != "" {
		j, records, err := OpenJournal(o.Journal, o.identity(), o.Resume)
		if err != nil {
			return nil, err
		}
		for _, r := range records {
			if r.White == r.Black || !o.hasEngine(r.White) || !o.hasEngine(r.Black) {
				j.Close()
				return nil, fmt.Errorf("cannot resume from %s: game %d is between %q and %q, which do not play this match: take its line out, and it is played again",
					o.Journal, r.Game, r.White, r.Black)
			}
		}
		m.journal, m.records, m.resumed = j, records, len(records)
	}
	for _, r := range m.records {
		m.first.add(r)
	}
	return m, nil
}

// hasEngine reports whether an engine of that name takes part.
func (o *MatchOptions) hasEngine(name string) bool {
	return slices.ContainsFunc(o.Engines, func(e EngineSpec) bool { return e.Name == name })
}

// Close closes the journal.
func (m *Match) Close() {
	if m.journal != nil {
		m.journal.Close()
	}
}

// Records returns the finished games, in the order in which they ended.
func (m *Match) Records() []*GameRecord { return m.records }

// Summary returns the result so far.
func (m *Match) Summary() Summary { return m.first.summary(m.options.SPRT) }

// Run plays all games that are not in the journal yet. When the context ends
// it stops at once; games that are not finished then do not count. The error
// is ErrUndecided after that, or that of a match that cannot go on.
func (m *Match) Run(ctx context.Context) error {
	m.start = time.Now()
	played := map[int]bool{}
	for _, r := range m.records {
		played[r.Game] = true
	}
	if m.verdict() != Undecided {
		return nil
	}
	playing, stop := context.WithCancel(ctx)
	defer stop()
	group, playing := errgroup.WithContext(playing)
	fixtures := make(chan fixture)
	ended := make(chan *GameRecord)
	group.Go(func() error {
		defer close(fixtures)
		for game := 1; game <= m.options.Games; game++ {
			if played[game] {
				continue
			}
			select {
			case fixtures <- m.schedule.fixture(game):
			case <-playing.Done():
				return nil
			}
		}
		return nil
	})
	for range min(m.options.Concurrency, m.options.Games) {
		group.Go(func() error {
			t := newTable(&m.options)
			defer t.close()
			return t.run(playing, fixtures, ended)
		})
	}
	var playError, recordError error
	go func() {
		playError = group.Wait()
		close(ended)
	}()
	for r := range ended {
		if recordError == nil {
			recordError = m.finish(r)
		}
		if recordError != nil || m.verdict() != Undecided {
			stop()
		}
	}
	switch {
	case playError != nil || recordError != nil:
		return errors.Join(playError, recordError)
	case ctx.Err() != nil:
		return ErrUndecided
	}
	return nil
}

// finish keeps a game that has ended and reports it.
func (m *Match) finish(r *GameRecord) error {
	if m.journal != nil {
		if err := m.journal.Append(r); err != nil {
			return fmt.Errorf("cannot write the journal: %w", err)
		}
	}
	m.records = append(m.records, r)
	m.first.add(r)
	if m.options.Report == nil {
		return nil
	}
	status := &MatchStatus{
		Summary: m.Summary(), Done: len(m.records), Total: m.options.Games, Last: r,
		Test: m.options.SPRT, Verdict: m.verdict(),
	}
	if played := status.Done - m.resumed; status.Done < status.Total {
		status.Left = time.Since(m.start) / time.Duration(played) * time.Duration(status.Total-status.Done)
	}
	return m.options.Report(status)
}

// verdict returns the state of the SPRT.
func (m *Match) verdict() Verdict {
	if m.options.SPRT == nil {
		return Undecided
	}
	return m.options.SPRT.Verdict(m.options.SPRT.LLR(m.first.tally.Pairs))
}
