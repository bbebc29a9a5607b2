package bench

import (
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/protocol"
)

// WritePDN writes a game of the match as PDN 3.0. Behind each move stand the
// clock in its usual form, then score (men, from the side that moved) with
// depth, and the time used, as match managers write them:
// {[%clk 0:00:57] +0.12/14 0.583s}.
func (m *Match) WritePDN(out io.Writer, r *GameRecord, event string) error {
	v := m.options.Variant
	g, err := r.game(v)
	if err != nil {
		return fmt.Errorf("game %d: %w", r.Game, err)
	}
	p := board.NewPDNGame(g)
	for i := range p.Moves {
		p.Moves[i].Comment = r.Moves[i].comment()
	}
	p.Result = v.ResultText(r.outcome())
	if n := len(p.Moves); n > 0 {
		p.Moves[n-1].Comment = strings.TrimSpace(p.Moves[n-1].Comment + " " + r.ending())
	} else {
		p.Comment = r.ending()
	}
	p.SetTag("Event", event)
	p.SetTag("Date", r.Start.UTC().Format("2006.01.02"))
	p.SetTag("Round", fmt.Sprint(r.Game))
	p.SetTag("White", r.White)
	p.SetTag("Black", r.Black)
	p.SetTag("Time", r.Start.UTC().Format("15:04:05"))
	for _, side := range []struct{ name, tag string }{{r.White, "WhiteTimeControl"}, {r.Black, "BlackTimeControl"}} {
		for i := range m.options.Engines {
			if s := &m.options.Engines[i]; s.Name == side.name {
				p.SetTag(side.tag, s.Control.String())
			}
		}
	}
	p.SetTag("Termination", r.termination())
	p.SetTag("PlyCount", fmt.Sprint(len(r.Moves)))
	return board.WritePDN(out, p)
}

// comment writes what is known of a move.
func (p *Ply) comment() string {
	if p.Book {
		return "book"
	}
	var words []string
	if p.Clock != nil {
		left := time.Duration(max(*p.Clock, 0) * float64(time.Second)).Truncate(time.Second)
		words = append(words, fmt.Sprintf("[%%clk %d:%02d:%02d]",
			int(left.Hours()), int(left.Minutes())%60, int(left.Seconds())%60))
	}
	if p.Score != nil {
		words = append(words, fmt.Sprintf("%+.2f/%d", *p.Score+0, p.Depth))
	}
	words = append(words, fmt.Sprintf("%.3fs", p.Seconds))
	return strings.Join(words, " ")
}

// outcome is the result of the record.
func (r *GameRecord) outcome() board.Outcome {
	switch r.Result {
	case resultWhite:
		return board.WhiteWins
	case resultBlack:
		return board.BlackWins
	}
	return board.Drawn
}

// ending tells in words why the game ended.
func (r *GameRecord) ending() string {
	text := r.Reason
	if r.Loser != "" {
		text += " by " + r.Loser
	}
	if r.Detail != "" {
		text += ": " + r.Detail
	}
	return text
}

// termination is the value of PGN's tag of that name.
func (r *GameRecord) termination() string {
	switch {
	case r.Reason == TimeForfeit:
		return "time forfeit"
	case r.Reason == string(protocol.Resignation):
		return "normal"
	case r.Loser != "" && (r.Reason == string(protocol.IllegalMove) || r.Reason == string(protocol.Refusal)):
		return "rules infraction"
	case r.Loser != "": // crashes, hangs, garbage
		return "abandoned"
	case strings.HasPrefix(r.Reason, "adjudication"):
		return "adjudication"
	}
	return "normal"
}
