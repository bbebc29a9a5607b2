package bench

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/openings"
)

// LoadOpenings reads openings as --openings names them: a file, or in the
// manner of cutechess-cli "file=FILE plies=8 order=random seed=1 start=1".
func LoadOpenings(v *board.Variant, text string) ([]openings.Opening, error) {
	file, plies, start := text, 0, 1
	random, seed := false, uint64(1)
	if strings.Contains(text, "file=") {
		words, err := parseKeyValues(text)
		if err != nil {
			return nil, err
		}
		for _, w := range words {
			switch {
			case w.key == "file":
				file = w.value
			case w.key == "plies":
				plies, err = strconv.Atoi(w.value)
			case w.key == "start":
				start, err = strconv.Atoi(w.value)
			case w.key == "seed":
				seed, err = strconv.ParseUint(w.value, 10, 64)
			case w.key == "order" && (w.value == "random" || w.value == "sequential"):
				random = w.value == "random"
			default:
				return nil, fmt.Errorf("%s=%s is unknown: there are file, plies, start, seed, and order=random or sequential",
					w.key, w.value)
			}
			if err != nil {
				return nil, fmt.Errorf("%s=%s: it must be a whole number", w.key, w.value)
			}
		}
	}
	list, err := openings.ReadFile(v, file, plies)
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, errors.New("it holds no opening")
	case start < 1 || start > len(list):
		return nil, fmt.Errorf("start=%d: it must be from 1 to %d", start, len(list))
	}
	if random {
		r := rand.New(rand.NewPCG(seed, 0))
		r.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return slices.Concat(list[start-1:], list[:start-1]), nil
}
