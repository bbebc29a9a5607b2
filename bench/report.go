package bench

import (
	"bytes"
	_ "embed"
	"encoding/base64"
	"fmt"
	"html/template"
	"sort"

	"github.com/damiera/damiera/board"
)

//go:embed report.html
var reportText string

var reportTemplate = template.Must(template.New("report").Parse(reportText))

// report is what the page shows.
type report struct {
	Title, Game  string
	Line         string
	SPRT         string
	Began, Ended string
	Engines      []engineRow
	Tables       []reportTable
	Plots        []template.HTML
	Lost         []lostGame
	LostMore     int
}

type engineRow struct{ Name, Protocol, Control, Program string }

type reportTable struct {
	Title string
	Rows  []reportRow
}

type reportRow struct {
	Name                       string
	Games, Wins, Losses, Draws int
	Score                      string
}

// lostGame is a game that the first engine lost, with pictures of the position
// in which its score fell most and of the last one.
type lostGame struct {
	Title, Reason string
	Boards        []lostBoard
}

type lostBoard struct {
	Caption string
	Picture template.HTMLAttr
}

// maxLostGames and maxOpeningRows bound the size of the page.
const (
	maxLostGames   = 24
	maxOpeningRows = 200
)

// HTML returns a page of its own with the result, plots and the boards of lost
// games.
func (m *Match) HTML() ([]byte, error) {
	engine := m.first.engine
	t := &m.first.tally
	r := report{
		Title: fmt.Sprintf("%s against %s", engine, m.opponents()),
		Game:  m.options.Variant.Title,
		Line:  t.line(),
	}
	if s := m.options.SPRT; s != nil {
		lower, upper := s.Bounds()
		r.SPRT = fmt.Sprintf("SPRT of %s Elo [%g, %g]: LLR %.2f (%.2f, %.2f), %s",
			s.Model, s.Elo0, s.Elo1, round(s.LLR(t.Pairs), 2), lower, upper, m.verdict())
	}
	records := m.sorted()
	if n := len(records); n > 0 {
		const form = "2006-01-02 15:04:05 UTC"
		r.Began, r.Ended = records[0].Start.UTC().Format(form), records[n-1].Start.UTC().Format(form)
	}
	for i := range m.options.Engines {
		s := &m.options.Engines[i]
		r.Engines = append(r.Engines, engineRow{s.Name, string(s.Protocol), s.Control.String(), s.settings()})
	}
	r.tables(m)
	for _, draw := range []func() (string, error){
		func() (string, error) { return eloPlot(m.records, engine) },
		func() (string, error) { return scorePlot(t) },
		func() (string, error) { return timePlot(records, engine) },
	} {
		svg, err := draw()
		if err != nil {
			return nil, err
		}
		r.Plots = append(r.Plots, template.HTML(svg)) // made by this program, so nothing to escape
	}
	if err := r.lost(m.options.Variant, records, engine); err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := reportTemplate.Execute(&out, &r); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// sorted returns the games by number.
func (m *Match) sorted() []*GameRecord {
	records := append([]*GameRecord(nil), m.records...)
	sort.Slice(records, func(i, j int) bool { return records[i].Game < records[j].Game })
	return records
}

func (m *Match) opponents() string {
	if n := len(m.options.Engines); n > 2 {
		return fmt.Sprintf("%d engines", n-1)
	}
	return m.options.Engines[1].Name
}

func (r *report) tables(m *Match) {
	add := func(title string, groups []group) {
		table := reportTable{Title: title}
		for _, g := range groups[:min(len(groups), maxOpeningRows)] {
			t := g.tally
			table.Rows = append(table.Rows, reportRow{g.name, t.Games(), t.Wins, t.Losses, t.Draws,
				fmt.Sprintf("%.1f %%", 100*t.Score())})
		}
		r.Tables = append(r.Tables, table)
	}
	if len(m.options.Engines) > 2 {
		add("Opponent", m.first.byOpponent())
	}
	add("Colour", m.first.byColour())
	add("End", m.first.byReason())
	add("Opening", m.first.byOpening())
}

func (r *report) lost(v *board.Variant, records []*GameRecord, engine string) error {
	for _, g := range records {
		if !g.Has(engine) || g.Points(engine) != 0 {
			continue
		}
		if len(r.Lost) == maxLostGames {
			r.LostMore++
			continue
		}
		l, err := showLost(v, g, engine)
		if err != nil {
			return fmt.Errorf("game %d: %w", g.Game, err)
		}
		r.Lost = append(r.Lost, l)
	}
	return nil
}

func showLost(v *board.Variant, r *GameRecord, engine string) (l lostGame, err error) {
	g, err := r.game(v)
	if err != nil {
		return l, err
	}
	l.Title = fmt.Sprintf("Game %d: %s - %s %s, moves: %d", r.Game, r.White, r.Black, r.Result, (len(r.Moves)+1)/2)
	l.Reason = r.Reason
	if r.Detail != "" {
		l.Reason += ": " + r.Detail
	}
	side := board.White
	if r.White != engine {
		side = board.Black
	}
	show := func(ply int, caption string) {
		var last *board.Move
		if ply > 0 {
			last = &g.Moves()[ply-1]
		}
		picture := base64.StdEncoding.EncodeToString(v.SVG(&g.Positions()[ply], last))
		l.Boards = append(l.Boards, lostBoard{caption, template.HTMLAttr(`src="data:image/svg+xml;base64,` + picture + `"`)})
	}
	if ply, before, after := fall(g, r, side); ply > 0 {
		show(ply, fmt.Sprintf("move %d: the score of %s fell from %+.2f to %+.2f", (ply+1)/2, engine, before, after))
	}
	show(len(r.Moves), "the last position")
	return l, nil
}

// fall finds the move after which the scores of a side fell most: the number
// of plies up to it and the scores before and after. It is 0 without a fall.
func fall(g *board.Game, r *GameRecord, side board.Color) (ply int, before, after float64) {
	var last *float64
	lastPly, worst := 0, 0.0
	for i := range r.Moves {
		if g.Positions()[i].Side != side || r.Moves[i].Score == nil {
			continue
		}
		now := r.Moves[i].Score
		if last != nil && *last-*now > worst {
			worst, ply, before, after = *last-*now, lastPly, *last, *now
		}
		last, lastPly = now, i+1
	}
	return ply, before, after
}

// settings writes the program and parameters of an engine.
func (s *EngineSpec) settings() string {
	out := ""
	for _, word := range s.Command {
		out += word + " "
	}
	if s.Address != "" {
		out += s.Address + " "
	}
	for _, p := range s.Params {
		out += p.Name + "=" + p.Value + " "
	}
	return out
}
