package protocol

import (
	"context"
	"os"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
)

// autoPieces is the most pieces of databases that are built without being asked
// for.
const autoPieces = 4

// endgames are the endgame databases of a session.
type endgames struct {
	variant *board.Variant
	dir     string
	pieces  int
	*endgame.Database
	err       error              // of files that cannot be used, until it has been told
	stopBuild context.CancelFunc // nil when nothing is built
}

// endgameError returns, once, what is wrong with a database that the client has
// named. Problems of the usual one are only logged.
func (s *Session) endgameError() (err error) {
	if s.params.String(ParamEndgameDir) != "" {
		err, s.endgames.err = s.endgames.err, nil
	}
	return err
}

// endgameDir returns the directory of the databases, "" when there is none.
func (s *Session) endgameDir() string {
	if dir := s.params.String(ParamEndgameDir); dir != "" {
		return dir
	}
	dir, err := endgame.DefaultDir()
	if err != nil {
		return ""
	}
	return dir
}

// openEndgames opens the databases that the parameters ask for and, where small
// ones are missing, starts to build them. It reports whether they are others
// than before; the engine must not be used any more then.
func (s *Session) openEndgames() (changed bool) {
	e := &s.endgames
	dir, pieces := s.endgameDir(), s.params.Int(ParamEndgameSize)
	if dir == "" || pieces < 2 {
		dir, pieces = "", 0
	}
	if e.variant != s.variant || e.dir != dir || e.pieces != pieces {
		s.closeEndgames()
		changed = true
		*e = endgames{variant: s.variant, dir: dir, pieces: pieces}
		if pieces > 0 {
			if e.Database, e.err = endgame.Open(s.variant, dir, pieces); e.err != nil {
				s.options.Log.Warn().Err(e.err).Msg("the endgame database is used without some of its files")
			}
		}
	}
	if e.Database == nil {
		return changed
	}
	want := min(pieces, autoPieces)
	switch auto := s.options.BuildEndgames != nil && !s.options.Remote && s.params.Bool(ParamEndgameBuild); {
	case auto && e.stopBuild == nil && !e.Complete(want):
		s.buildEndgames(want)
	case !auto:
		s.stopBuilding()
	}
	return changed
}

// stopBuilding ends what is built in the background.
func (s *Session) stopBuilding() {
	if s.endgames.stopBuild != nil {
		s.endgames.stopBuild()
		s.endgames.stopBuild = nil
	}
}

// buildEndgames builds databases in the background; the engine uses every slice
// from the search on that begins after it is there.
func (s *Session) buildEndgames(pieces int) {
	ctx, cancel := context.WithCancel(context.Background())
	s.endgames.stopBuild = cancel
	v, dir, d, log, build := s.variant, s.endgames.dir, s.endgames.Database, s.options.Log, s.options.BuildEndgames
	if err := os.MkdirAll(dir, 0o755); err != nil {
		log.Info().Err(err).Msg("there is no place for an endgame database")
		return
	}
	refresh := func() {
		if err := d.Refresh(); err != nil {
			log.Warn().Err(err).Msg("the endgame database is used without some of its files")
		}
	}
	go func() {
		defer cancel()
		log.Info().Str("dir", dir).Int("pieces", pieces).Msg("the endgame database is built in the background")
		if err := build(ctx, v, dir, pieces, refresh); err != nil && ctx.Err() == nil {
			log.Warn().Err(err).Msg("the endgame database is not complete")
		}
		refresh()
	}()
}

// closeEndgames ends what is being built and closes the files. No search may run.
func (s *Session) closeEndgames() {
	e := &s.endgames
	s.stopBuilding()
	if e.Database != nil {
		if err := e.Close(); err != nil {
			s.options.Log.Warn().Err(err).Msg("closing the endgame database")
		}
	}
	s.endgames = endgames{}
}
