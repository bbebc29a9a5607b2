package board

import (
	"fmt"
	"strings"
)

// SetKingRun tells that the last n quiet moves of a side were made by the king
// on s (frisian, art. 17). n is from 0 to KingLimit.
func (v *Variant) SetKingRun(p *Position, c Color, s Square, n int) error {
	switch {
	case v.KingLimit == 0:
		return fmt.Errorf("%s has no limit on the moves of one king", v.Name)
	case n < 0 || n > int(v.KingLimit):
		return fmt.Errorf("a king's run is 0 to %d moves, not %d", v.KingLimit, n)
	case n == 0:
		p.RunLength[c], p.RunSquare[c] = 0, NoSquare
		return nil
	case !p.Kings[c].Has(s):
		return fmt.Errorf("%s has no king on square %d", c, v.Number(s))
	}
	p.RunLength[c], p.RunSquare[c] = uint8(n), s
	return nil
}

// SetKingRuns reads what Hub calls the wolf: for each side that has a run its
// letter, the king's board number and the moves made, as in "W46=2 B5=1". The
// position is unchanged if there is an error.
func (v *Variant) SetKingRuns(p *Position, text string) error {
	q := *p
	q.RunLength, q.RunSquare = [2]uint8{}, [2]Square{NoSquare, NoSquare}
	for _, token := range strings.Fields(text) {
		var side rune
		var number, n int
		if _, err := fmt.Sscanf(token, "%c%d=%d", &side, &number, &n); err != nil || fmt.Sprintf("%c%d=%d", side, number, n) != token {
			return fmt.Errorf("bad king run %q: write it as W46=2", token)
		}
		c, ok := White, side == 'W'
		if side == 'B' {
			c, ok = Black, true
		}
		s, on := v.SquareOf(number)
		if !ok || !on {
			return fmt.Errorf("bad king run %q: W or B and a square from 1 to %d are needed", token, v.Squares)
		}
		if err := v.SetKingRun(&q, c, s, n); err != nil {
			return fmt.Errorf("bad king run %q: %w", token, err)
		}
	}
	*p = q
	return nil
}
