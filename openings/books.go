package openings

import (
	"embed"
	"fmt"
	"io/fs"
	"path"
	"sync"

	"github.com/damiera/damiera/board"
)

//go:embed books
var books embed.FS

// bookName returns the game whose book a game uses: its own, or one with the
// same rules and start.
func bookName(v *board.Variant) string {
	switch v.Name {
	case "portuguese":
		return "spanish"
	case "portuguese+free":
		return "spanish+free"
	}
	return v.Name
}

type loadedBook struct {
	once sync.Once
	book *Book
	err  error
}

var defaultBooks sync.Map // of *loadedBook by the game's name

// DefaultBook returns the book that comes with the program for a game.
func DefaultBook(v *board.Variant) (*Book, error) {
	entry, _ := defaultBooks.LoadOrStore(v.Name, new(loadedBook))
	l := entry.(*loadedBook)
	l.once.Do(func() { l.book, l.err = loadBook(v) })
	return l.book, l.err
}

// Forget lets go of what DefaultBook keeps for a game, to give back its memory.
// Who uses the book goes on.
func Forget(v *board.Variant) { defaultBooks.Delete(v.Name) }

func loadBook(v *board.Variant) (*Book, error) {
	data, err := fs.ReadFile(books, path.Join("books", bookName(v)+".book"))
	if err != nil {
		return nil, fmt.Errorf("the program has no opening book for %s", v.Name)
	}
	b, err := DecodeBook(v, data)
	if err != nil {
		return nil, fmt.Errorf("the opening book in the program for %s: %w", v.Name, err)
	}
	return b, nil
}
