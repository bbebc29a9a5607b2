package openings

import (
	"bufio"
	"embed"
	"fmt"
	"os"
	"path"
	"strings"

	"github.com/damiera/damiera/board"
)

//go:embed data/*.txt
var data embed.FS

// Ballots returns the balanced openings that come with the program: every game
// has some. A house-rule game has those of its base game that are legal in it.
func Ballots(v *board.Variant) ([]Opening, error) {
	name := strings.TrimSuffix(v.Name, "+free")
	text, err := data.Open(path.Join("data", name+".txt"))
	if err != nil {
		return nil, fmt.Errorf("the program has no ballots for %s", v.Name)
	}
	defer text.Close()
	return ReadList(v, text)
}

// ReadFile reads the openings of a file: a list, or PDN. Of PDN games no more
// than plies moves are taken, all of them if plies is 0. The error names what
// is wrong and where.
func ReadFile(v *board.Variant, name string, plies int) ([]Opening, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewReader(board.NewTextReader(f))
	if isPDN(in) {
		return ReadPDN(v, in, plies)
	}
	return ReadList(v, in)
}
