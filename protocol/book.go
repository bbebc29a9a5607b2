package protocol

import (
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/openings"
	"github.com/damiera/damiera/search"
)

// sessionBook is the opening book of a session.
type sessionBook struct {
	// variant and file are what it was opened for: the book of that file, or
	// the one in the program if there is no name.
	variant *board.Variant
	file    string
	book    *openings.Book // nil if there is none
	// fault is why a file was not used, until it is told.
	fault error
}

// openBook opens the book that the parameters ask for, if it is not open yet. A
// file that cannot be used leaves the session without a book.
func (s *Session) openBook() {
	file := s.params.String(ParamBookFile)
	if b := &s.book; !s.params.Bool(ParamBook) || b.variant == s.variant && b.file == file {
		return
	}
	s.book = sessionBook{variant: s.variant, file: file}
	if file == "" {
		s.book.book, _ = openings.DefaultBook(s.variant) // some games have none
		return
	}
	s.book.book, s.book.fault = openings.OpenBook(s.variant, file)
}

// BookFault returns why the file of book-file is not used, once; nil if there is
// nothing wrong.
func (s *Session) BookFault() error {
	err := s.book.fault
	s.book.fault = nil
	return err
}

// bookMove returns a move of the opening book for the game as it stands, as a
// search would: with depth and nodes of zero and the line that the book expects.
func (s *Session) bookMove(limits *search.Limits) (search.Result, bool) {
	if !s.params.Bool(ParamBook) || s.book.book == nil || limits.Analyze || len(limits.Moves) > 0 {
		return search.Result{}, false
	}
	start := time.Now()
	m, ok := s.book.book.Choose(s.game, openings.Choice{
		Margin: s.params.Int(ParamBookMargin), Plies: s.params.Int(ParamBookPly),
	})
	if !ok {
		return search.Result{}, false
	}
	line := s.book.book.Line(s.game.Position(), m.Move)
	r := search.Result{Move: m.Move, HasMove: true}
	if len(line) > 1 {
		r.Ponder, r.HasPonder = line[1], true
	}
	r.Info = search.Info{Score: m.Score, Time: time.Since(start), PV: line, MultiPV: 1}
	return r, true
}
