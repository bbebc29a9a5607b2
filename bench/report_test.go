package bench

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/xml"
	"flag"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares with a file in testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(got), 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err)
	assert.Equal(t, string(want), got, "run with -update if this is right")
}

// goldenMatch is a small match with made-up games, the same every time.
func goldenMatch(t *testing.T) *Match {
	t.Helper()
	o := testMatch(t, "international", "tc=60+0.5", "name=<A>", "name=B")
	o.Games = 6
	o.SPRT = &SPRT{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05}
	m, err := NewMatch(o)
	require.NoError(t, err)
	moves := strings.Fields("32-28 19-23 28x19x23 14x23x19 33-28 23x32x28 37x28x32")
	results := []struct{ result, reason, detail, loser string }{
		{"2-0", "no legal move", "", ""},
		{"0-2", "no pieces left", "", ""},
		{"1-1", "the position occurred three times", "", ""},
		{"2-0", "time forfeit", "0.912 s used of 0.600 s", "<A>"},
		{"0-2", "crash", "it ended with signal: killed", "<A>"},
		{"1-1", "adjudication: limit of moves", "", ""},
	}
	for i, x := range results {
		r := &GameRecord{Game: i + 1, Opening: i/2 + 1, OpeningName: "32-28 19-23", White: "<A>", Black: "B",
			FEN: "W:W31-50:B1-20", Result: x.result, Reason: x.reason, Detail: x.detail, Loser: x.loser,
			Start: time.Date(2024, 5, 1, 12, i, 0, 0, time.UTC), Seconds: 30}
		if i%2 == 1 {
			r.White, r.Black = r.Black, r.White
		}
		for k, text := range moves {
			score, left := 0.25-0.5*float64(k), 60-float64(k)*1.25
			ply := Ply{Move: text, Seconds: 1.25, Depth: 10 + k, Nodes: 1000, Score: &score, Clock: &left}
			if k < 2 {
				ply = Ply{Move: text, Book: true}
			}
			r.Moves = append(r.Moves, ply)
		}
		m.records = append(m.records, r)
		m.first.add(r)
	}
	return m
}

func TestReportGolden(t *testing.T) {
	page, err := goldenMatch(t).HTML()
	require.NoError(t, err)
	text := string(page)
	assert.NotContains(t, text, "<A>", "names are escaped")
	assert.NotRegexp(t, `(?i)(src|href)="?https?:`, text, "the page needs no other file")
	pictures := regexp.MustCompile(`data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)`).FindAllStringSubmatch(text, -1)
	assert.Equal(t, 4, len(pictures), "two boards of each of the two lost games")
	for _, p := range pictures {
		svg, err := base64.StdEncoding.DecodeString(p[1])
		require.NoError(t, err)
		assert.Contains(t, string(svg), "<svg")
	}
	// pictures and plots are tested by those who draw them
	text = regexp.MustCompile(`base64,[A-Za-z0-9+/=]+`).ReplaceAllString(text, "base64,...")
	text = regexp.MustCompile(`(?s)<svg.*?</svg>`).ReplaceAllString(text, "<svg>...</svg>")
	golden(t, "report.html.golden", text)
}

// TestReportIsSelfContained reads the page as a strict reader would: all elements
// are closed, the plots and boards are well-formed SVG, and nothing is to be
// fetched from elsewhere.
func TestReportIsSelfContained(t *testing.T) {
	page, err := goldenMatch(t).HTML()
	require.NoError(t, err)
	elements := wellFormed(t, page)
	assert.Equal(t, 3, elements["svg"], "plots")
	assert.GreaterOrEqual(t, elements["path"], 3)
	boards := regexp.MustCompile(`src="data:image/svg\+xml;base64,([^"]+)"`).FindAllSubmatch(page, -1)
	assert.Len(t, boards, elements["img"], "every picture is in the page")
	assert.NotEmpty(t, boards)
	for _, b := range boards {
		svg, err := base64.StdEncoding.DecodeString(string(b[1]))
		require.NoError(t, err)
		assert.Equal(t, 1, wellFormed(t, svg)["svg"])
	}
	assert.NotRegexp(t, `(?i)(href|src)="?(https?:|//|[./a-z]+\.(css|js|svg|png))|@import|url\(|<script|<link`, string(page))
}

// wellFormed counts the elements of a page or picture.
func wellFormed(t *testing.T, text []byte) map[string]int {
	t.Helper()
	text = regexp.MustCompile(`<(meta|img|br)\b([^>]*)>`).ReplaceAll(text, []byte("<$1$2/>")) // HTML does not close these
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Entity = xml.HTMLEntity
	elements := map[string]int{}
	for {
		token, err := d.Token()
		if err == io.EOF {
			return elements
		}
		require.NoError(t, err)
		if e, ok := token.(xml.StartElement); ok {
			elements[e.Name.Local]++
		}
	}
}

func TestTextGolden(t *testing.T) {
	golden(t, "text.golden", goldenMatch(t).Text())
}

func TestPDNGolden(t *testing.T) {
	m := goldenMatch(t)
	var out strings.Builder
	for _, r := range m.Records() {
		require.NoError(t, m.WritePDN(&out, r, `Test "event"`))
	}
	golden(t, "match.pdn.golden", out.String())
	games := board.NewPDNReader(strings.NewReader(out.String()), nil)
	for _, r := range m.Records() {
		p, err := games.Next()
		require.NoError(t, err)
		require.NoError(t, p.Err)
		assert.Equal(t, r.outcome(), p.Outcome())
		assert.Len(t, p.Moves, len(r.Moves))
		assert.Equal(t, r.White, p.Tag("White"))
	}
}

func TestPlots(t *testing.T) {
	m := goldenMatch(t)
	elo, err := eloPlot(m.records, "<A>")
	require.NoError(t, err)
	assert.Contains(t, elo, "<path")
	_, err = eloPlot(nil, "A")
	require.NoError(t, err, "an empty match has a report too")
	_, err = scorePlot(&Tally{})
	require.NoError(t, err)
	own, others := timeByMove(m.records, "<A>")
	require.NotEmpty(t, own)
	assert.Equal(t, 2.0, own[0].X, "moves of the opening take no time")
	assert.Equal(t, 1.25, own[0].Y)
	assert.Len(t, others, 3)
	_, err = timePlot(nil, "A")
	require.NoError(t, err)
}

func TestReportOfEmptyMatch(t *testing.T) {
	m, err := NewMatch(testMatch(t, "russian", "nodes=1", "", ""))
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	require.ErrorIs(t, m.Run(ctx), ErrUndecided)
	_, err = m.HTML()
	require.NoError(t, err)
	assert.Contains(t, m.Text(), "0 - 0 - 0")
}
