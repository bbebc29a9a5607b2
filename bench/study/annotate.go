package study

import (
	"fmt"
	"slices"
	"strings"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/search"
)

// Annotate adds a judgement to a move of a PDN game: its glyph and, behind the
// move's own comment, the score in men from the side that moved with the depth,
// as in "+0.35/17", and for a marked move the better line.
func Annotate(v *board.Variant, m *board.PDNMove, j *Judgement) {
	comment := fmt.Sprintf("%s/%d", ScoreText(j.Score), j.Depth)
	if j.Mark != NoMark {
		if nag := j.Mark.NAG(); !slices.Contains(m.NAGs, nag) {
			m.NAGs = append(m.NAGs, nag)
		}
		const shown = 8 // plies
		line := j.Best.PV[:min(len(j.Best.PV), shown)]
		comment += fmt.Sprintf(", better %s/%d: %s", ScoreText(j.Best.Score), j.Best.Depth, v.LineText(j.Position, line))
	}
	m.Comment = strings.TrimSpace(m.Comment + " " + comment)
}

// ScoreText writes a score in men, a forced win or loss with its plies.
func ScoreText(score int) string {
	plies := search.WinScore - max(score, -score)
	switch {
	case plies > search.MaxDistance:
		return fmt.Sprintf("%+.2f", float64(score)/100)
	case score > 0:
		return fmt.Sprintf("win %d", plies)
	}
	return fmt.Sprintf("loss %d", plies)
}
