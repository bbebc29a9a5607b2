package board

import (
	"fmt"
	"strconv"
	"strings"
)

// SetKingRuns reads what Hub calls the wolf (frisian, art. 17): for each side that
// has a run its letter, the king's board number and the quiet moves in a row that
// it has made, as in "W46=2 B5=1". A run that cannot bind is left out: in games
// without a limit on the moves of one king, and of a square without a king of
// that side. Longer runs than KingLimit count as that. The position is unchanged
// if there is an error.
func (v *Variant) SetKingRuns(p *Position, text string) error {
	q := *p
	q.RunLength, q.RunSquare = [2]uint8{}, [2]Square{NoSquare, NoSquare}
	for token := range strings.FieldsSeq(text) {
		side, rest := White, ""
		switch token[0] {
		case 'W', 'w':
			rest = token[1:]
		case 'B', 'b':
			side, rest = Black, token[1:]
		}
		square, length, _ := strings.Cut(rest, "=")
		number, err1 := strconv.Atoi(square)
		n, err2 := strconv.Atoi(length)
		s, ok := v.SquareOf(number)
		if err1 != nil || err2 != nil || !ok || n < 0 {
			return fmt.Errorf("bad wolf %q: it must be like W46=2", token)
		}
		if v.KingLimit != 0 && n > 0 && q.Kings[side].Has(s) {
			q.RunLength[side], q.RunSquare[side] = uint8(min(n, int(v.KingLimit))), s
		}
	}
	*p = q
	return nil
}
