package board_test

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

func TestDiagram(t *testing.T) {
	v := lookup(t, "russian")
	text := v.Diagram(parse(t, v, "B:Wh6,a1,Ka3:Bg7,Kb8"))
	assert.Equal(t, strings.Join([]string{
		"   ┌─────────────────┐",
		" 8 │   ⛃   ·   ·   · │",
		" 7 │ ·   ·   ·   ⛂   │",
		" 6 │   ·   ·   ·   ⛀ │",
		" 5 │ ·   ·   ·   ·   │",
		" 4 │   ·   ·   ·   · │",
		" 3 │ ⛁   ·   ·   ·   │",
		" 2 │   ·   ·   ·   · │",
		" 1 │ ⛀   ·   ·   ·   │",
		"   └─────────────────┘",
		"     a b c d e f g h",
		"   black to move; ⛀ ⛁ man and king of white, ⛂ ⛃ of black",
		"",
	}, "\n"), text)
	for _, v := range board.Variants() {
		start := v.Start()
		text := v.Diagram(&start)
		assert.Equal(t, start.Men[board.White].Count(), strings.Count(text, "⛀")-1, v.Name)
		assert.Equal(t, start.Men[board.Black].Count(), strings.Count(text, "⛂")-1, v.Name)
		if v.Notation == board.Numeric {
			assert.Contains(t, text, fmt.Sprint(v.Squares))
		}
		lines := strings.Split(text, "\n")
		for _, line := range lines[:v.Height+2] {
			assert.Len(t, []rune(line), len([]rune(lines[0])), v.Name)
		}
	}
}

// TestSVG reads the picture as XML and counts what is in it.
func TestSVG(t *testing.T) {
	for _, v := range board.Variants() {
		p := v.Start()
		var l board.List
		v.Generate(&p, &l)
		uses, texts := readSVG(t, v.SVG(&p, l.At(0)))
		men := v.MenRows * v.Width
		if !v.AllSquares {
			men /= 2
		}
		assert.Equal(t, men, uses["#wm"], v.Name)
		assert.Equal(t, men, uses["#bm"], v.Name)
		want := v.Squares
		if v.Notation == board.Algebraic {
			want += v.Width + v.Height
		}
		assert.Len(t, texts, want, v.Name)
	}
	v := lookup(t, "russian")
	p := parse(t, v, "W:Wh6:Bg7,c5,Kd2")
	m, err := v.ParseMove(p, "h6:e1")
	require.NoError(t, err)
	uses, _ := readSVG(t, v.SVG(p, &m))
	assert.Equal(t, map[string]int{"#wm": 1, "#bm": 2, "#bk": 1, "#crown": 2, "#cross": 3}, uses)
}

// readSVG returns how often each shape is used and the texts.
func readSVG(t *testing.T, picture []byte) (uses map[string]int, texts []string) {
	uses = map[string]int{}
	d := xml.NewDecoder(strings.NewReader(string(picture)))
	inText := false
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return uses, texts
		}
		require.NoError(t, err)
		switch e := token.(type) {
		case xml.StartElement:
			inText = e.Name.Local == "text"
			for _, a := range e.Attr {
				if e.Name.Local == "use" && a.Name.Local == "href" {
					uses[a.Value]++
				}
			}
		case xml.EndElement:
			inText = false
		case xml.CharData:
			if inText {
				texts = append(texts, string(e))
			}
		}
	}
}
