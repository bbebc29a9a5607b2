package protocol

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/endgame"
	"github.com/damiera/damiera/search"
)

// infoFields are the fields of info lines that are there only when asked for.
type infoFields struct {
	multiPV  bool // the line's number
	database bool // what the endgame database knows
}

// infoLine writes the state of a search. The order of the fields is what clients
// expect; those that they do not know come first and only when asked for.
func infoLine(i *search.Info, n numbering, extra infoFields) string {
	l := &HubLine{Command: "info"}
	if extra.multiPV {
		l.Add(ParamMultiPV, strconv.Itoa(i.MultiPV))
	}
	if extra.database && i.Known {
		l.Add("wdl", i.Value.String())
		if i.Value != endgame.Draw {
			l.Add("dtm", strconv.Itoa(i.Distance))
		}
	}
	l.Add("depth", strconv.Itoa(i.Depth))
	l.Add("mean-depth", decimal(i.MeanDepth, 1))
	l.Add("score", scoreText(i.Score))
	l.Add("nodes", strconv.FormatUint(i.Nodes, 10))
	l.Add("time", decimal(i.Time.Seconds(), 3))
	l.Add("nps", decimal(megaNodesPerSecond(i.Nodes, i.Time), 3))
	if len(i.PV) == 0 {
		return l.String() + " pv=" // draughtsnet fails on a pair of quotes with nothing between
	}
	l.Add("pv", lineText(i.PV, n))
	return l.String()
}

// scoreText writes a score in men. Wins in n plies are WinScore-n centimen, so
// they come out as Hub wants them: 100 less a hundredth for each ply.
func scoreText(score int) string { return decimal(float64(score)/100, 2) }

func lineText(line []board.Move, n numbering) string {
	var b strings.Builder
	for i := range line {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(n.write(&line[i]))
	}
	return b.String()
}

func megaNodesPerSecond(nodes uint64, d time.Duration) float64 {
	if d <= 0 {
		return 0
	}
	return float64(nodes) / d.Seconds() / 1e6
}

// decimal writes a number without an exponent and without a negative zero.
func decimal(x float64, digits int) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		x = 0
	}
	text := strconv.FormatFloat(x, 'f', digits, 64)
	if strings.Trim(text, "-0.") == "" {
		text = strings.TrimPrefix(text, "-")
	}
	return text
}
