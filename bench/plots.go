package bench

import (
	"bytes"
	"image/color"
	"math"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// The colours of plots: the first engine's and the others'.
var (
	plotBlue = color.RGBA{R: 0x1f, G: 0x5f, B: 0xa8, A: 0xff}
	plotBand = color.NRGBA{R: 0x1f, G: 0x5f, B: 0xa8, A: 0x30}
	plotGrey = color.RGBA{R: 0x80, G: 0x80, B: 0x80, A: 0xff}
	plotRed  = color.RGBA{R: 0xb8, G: 0x3a, B: 0x2e, A: 0xff}
)

const (
	plotWidth  = 16 * vg.Centimeter
	plotHeight = 8 * vg.Centimeter
	// maxPlotPoints keeps plots of long matches small.
	maxPlotPoints = 400
)

// svgOf draws a plot as an <svg> element.
func svgOf(p *plot.Plot) (string, error) {
	canvas := vgsvg.New(plotWidth, plotHeight)
	const margin = 3 * vg.Millimeter // labels at the ends reach over the edge
	p.Draw(draw.Crop(draw.New(canvas), margin, -2*margin, margin, -margin))
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return "", err
	}
	// an element within HTML has no XML declaration
	text := out.String()
	if at := strings.Index(text, "<svg"); at > 0 {
		text = text[at:]
	}
	return text, nil
}

// eloPlot shows the Elo estimate with its 95 % interval after every game.
func eloPlot(records []*GameRecord, engine string) (string, error) {
	p := plot.New()
	p.Title.Text = "Elo difference and 95 % interval"
	p.X.Label.Text, p.Y.Label.Text = "games", "Elo"
	so := newStandings(engine)
	var line plotter.XYs
	var upper, lower plotter.XYs
	games := 0
	total := 0
	for _, r := range records {
		if r.Has(engine) {
			total++
		}
	}
	step := 1 + total/maxPlotPoints
	for _, r := range records {
		if !r.Has(engine) {
			continue
		}
		so.add(r)
		if games++; games%step != 0 && games != total || games < min(4, 1+total/4) { // the first say nothing
			continue
		}
		e := so.tally.Estimate()
		x := float64(games)
		line = append(line, plotter.XY{X: x, Y: e.Elo})
		upper = append(upper, plotter.XY{X: x, Y: e.Elo + e.Error})
		lower = append(lower, plotter.XY{X: x, Y: e.Elo - e.Error})
	}
	if len(line) > 1 {
		band := append(plotter.XYs{}, upper...)
		for i := len(lower) - 1; i >= 0; i-- {
			band = append(band, lower[i])
		}
		area, err := plotter.NewPolygon(band)
		if err != nil {
			return "", err
		}
		area.Color, area.LineStyle.Width = plotBand, 0
		p.Add(area)
	}
	if err := addLine(p, line, plotBlue); err != nil {
		return "", err
	}
	zero := plotter.NewFunction(func(float64) float64 { return 0 })
	zero.Color = plotGrey
	p.Add(zero)
	p.X.Min, p.X.Max = 0, math.Max(float64(games), 1)
	if len(line) == 0 {
		p.Y.Min, p.Y.Max = -1, 1
	}
	p.Y.Min, p.Y.Max = math.Min(p.Y.Min, 0), math.Max(p.Y.Max, 0)
	return svgOf(p)
}

func addLine(p *plot.Plot, points plotter.XYs, c color.Color) error {
	if len(points) == 0 {
		return nil
	}
	line, err := plotter.NewLine(points)
	if err != nil {
		return err
	}
	line.Color, line.Width = c, vg.Points(1.5)
	p.Add(line)
	return nil
}

// scorePlot is the histogram of the points of pairs.
func scorePlot(t *Tally) (string, error) {
	p := plot.New()
	p.Title.Text = "Points of pairs"
	p.Y.Label.Text = "pairs"
	values := make(plotter.Values, len(t.Pairs))
	for i, n := range t.Pairs {
		values[i] = float64(n)
	}
	bars, err := plotter.NewBarChart(values, vg.Points(40))
	if err != nil {
		return "", err
	}
	bars.Color, bars.LineStyle.Width = plotBlue, 0
	p.Add(bars)
	p.NominalX("0", "0.5", "1", "1.5", "2")
	p.Y.Min = 0
	p.Y.Max = math.Max(p.Y.Max, 1)
	return svgOf(p)
}

// timePlot shows the mean time of the first engine and of its opponents by move
// number.
func timePlot(records []*GameRecord, engine string) (string, error) {
	p := plot.New()
	p.Title.Text = "Time use: " + engine + " (blue), opponents (red)"
	p.X.Label.Text, p.Y.Label.Text = "move", "mean seconds"
	own, others := timeByMove(records, engine)
	if err := addLine(p, own, plotBlue); err != nil {
		return "", err
	}
	if err := addLine(p, others, plotRed); err != nil {
		return "", err
	}
	p.X.Min, p.Y.Min = 0, 0
	if len(own)+len(others) == 0 {
		p.X.Max, p.Y.Max = 1, 1
	}
	return svgOf(p)
}

// minTimeSamples is how many games must reach a move for its mean to be shown.
const minTimeSamples = 2

func timeByMove(records []*GameRecord, engine string) (own, others plotter.XYs) {
	type mean struct {
		sum float64
		n   int
	}
	var times [2][]mean // 0 the engine's
	for _, r := range records {
		if !r.Has(engine) {
			continue
		}
		blackFirst := len(r.FEN) > 0 && r.FEN[0] == 'B'
		for i, m := range r.Moves {
			white := (i%2 == 0) != blackFirst
			who, move := 0, i/2
			if white != (r.White == engine) {
				who = 1
			}
			for len(times[who]) <= move {
				times[who] = append(times[who], mean{})
			}
			if !m.Book {
				times[who][move].sum += m.Seconds
				times[who][move].n++
			}
		}
	}
	points := func(means []mean) (out plotter.XYs) {
		for move, m := range means {
			if m.n >= minTimeSamples {
				out = append(out, plotter.XY{X: float64(move + 1), Y: m.sum / float64(m.n)})
			}
		}
		return out
	}
	return points(times[0]), points(times[1])
}
