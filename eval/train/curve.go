package train

import (
	"fmt"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
)

// SaveCurve draws the losses of a fit's passes as a picture; the file's name
// tells its kind, such as .svg.
func SaveCurve(file, title string, epochs []Epoch) error {
	p := plot.New()
	p.Title.Text = title
	p.X.Label.Text = "pass"
	p.Y.Label.Text = "loss (nats a position)"
	learned, held := make(plotter.XYs, len(epochs)), make(plotter.XYs, len(epochs))
	for i, e := range epochs {
		learned[i] = plotter.XY{X: float64(e.Number), Y: e.Train}
		held[i] = plotter.XY{X: float64(e.Number), Y: e.Held}
	}
	if err := plotutil.AddLinePoints(p, "learned", learned, "held back", held); err != nil {
		return fmt.Errorf("loss curve: %w", err)
	}
	p.Legend.Top = true
	return p.Save(16*vg.Centimeter, 10*vg.Centimeter, file)
}
