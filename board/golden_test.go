package board_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

// golden is testdata/perft.json: the rules, positions, move lists and counts
// of every game, made by a program that shares no code with this one and
// confirmed by others (confirmed_by).
type golden struct {
	Variants map[string]*goldenVariant `json:"variants"`
}

type goldenVariant struct {
	GameType  int              `json:"gametype"`
	Rules     goldenRules      `json:"rules"`
	Positions []goldenPosition `json:"positions"`
}

// goldenRules are a game's switches as the counting program had them.
type goldenRules struct {
	GameType        int    `json:"gametype"`
	Width           int    `json:"width"`
	Height          int    `json:"height"`
	MenRows         int    `json:"men_rows"`
	SkipRows        int    `json:"skip_rows"`
	Mirrored        int    `json:"invert"` // 1: the top left corner is dark
	AllSquares      bool   `json:"all_squares"`
	Starts          string `json:"starts"`
	CaptureSign     string `json:"capture_sep"`
	MenCaptureBack  bool   `json:"men_capture_back"`
	MenCaptureKings bool   `json:"men_capture_kings"`
	Promotion       string `json:"promotion"` // stop, pass, continue
	Flying          bool   `json:"flying"`
	Landing         string `json:"landing"` // any, next, killer
	NoUTurn         bool   `json:"no_u_turn"`
	OrthoCapture    bool   `json:"ortho_capture"`
	Removal         string `json:"removal"`  // immediate, end
	Priority        string `json:"priority"` // free, most, spanish, italian, czech, frisian
	Mandatory       bool   `json:"mandatory"`
	KingLimit       int    `json:"king_limit"`
	Goal            string `json:"goal"` // normal, losing, bt
}

type goldenPosition struct {
	ID              string   `json:"id"`
	Why             string   `json:"why"`
	Hub             string   `json:"hub"`
	FEN             string   `json:"fen"`
	FENBoardNumbers string   `json:"fen_board_numbers"`
	Side            string   `json:"side"`
	Perft           []uint64 `json:"perft"`
	// PerftWithoutKingLimit is set where the Frisian limit of three moves matters.
	PerftWithoutKingLimit []uint64 `json:"perft_without_king_limit"`
	Moves                 []string `json:"moves"`
	HubMoves              []string `json:"hub_moves"`
}

// readGolden reads testdata/perft.json once for all tests.
var readGolden = sync.OnceValues(func() (*golden, error) {
	data, err := os.ReadFile("testdata/perft.json")
	if err != nil {
		return nil, err
	}
	g := new(golden)
	return g, json.Unmarshal(data, g)
})

func loadGolden(t testing.TB) *golden {
	t.Helper()
	g, err := readGolden()
	require.NoError(t, err)
	require.Len(t, g.Variants, len(board.Variants()))
	return g
}

// TestVariantsAreTheGoldenGames holds the table of games against the switches
// that the golden counts were made with.
func TestVariantsAreTheGoldenGames(t *testing.T) {
	promotions := map[string]board.Promotion{
		"stop": board.PromotionEnds, "pass": board.PromotionPasses, "continue": board.PromotionContinues}
	landings := map[string]board.Landing{
		"any": board.LandAnywhere, "next": board.LandBehind, "killer": board.LandBehindKing}
	priorities := map[string]board.Priority{
		"free": board.FreeChoice, "most": board.MostPieces, "spanish": board.MostKings,
		"italian": board.ItalianOrder, "czech": board.KingFirst, "frisian": board.FrisianValue}
	goals := map[string]board.Goal{
		"normal": board.GoalBlock, "losing": board.GoalLosing, "bt": board.GoalBreakthrough}
	g := loadGolden(t)
	for _, v := range board.Variants() {
		t.Run(v.Name, func(t *testing.T) {
			want := g.Variants[v.Name]
			require.NotNil(t, want)
			r := want.Rules
			require.Contains(t, promotions, r.Promotion)
			require.Contains(t, landings, r.Landing)
			require.Contains(t, priorities, r.Priority)
			require.Contains(t, goals, r.Goal)
			require.Equal(t, board.Rules{
				Orthogonal:         r.AllSquares,
				OrthogonalCaptures: r.OrthoCapture,
				MenCaptureBack:     r.MenCaptureBack,
				MenSpareKings:      !r.MenCaptureKings,
				FlyingKings:        r.Flying,
				Landing:            landings[r.Landing],
				NoUTurn:            r.NoUTurn,
				// Short jumps never meet a square that was jumped before, so the
				// moment of removal makes no difference without flying kings.
				RemoveAtOnce:     r.Removal == "immediate" && r.Flying,
				Promotion:        promotions[r.Promotion],
				Priority:         priorities[r.Priority],
				OptionalCaptures: !r.Mandatory,
				KingLimit:        uint8(r.KingLimit),
				Goal:             goals[r.Goal],
			}, v.Rules)
			require.Equal(t, r.Width, v.Width)
			require.Equal(t, r.Height, v.Height)
			require.Equal(t, r.AllSquares, v.AllSquares)
			require.Equal(t, r.MenRows, v.MenRows)
			require.Equal(t, r.SkipRows, v.EmptyRows)
			require.Equal(t, r.Mirrored == 1, v.Mirrored)
			require.Equal(t, r.Starts, string(v.Starts.Letter()))
			require.Equal(t, r.CaptureSign, string(v.CaptureSign))
		})
	}
}

// fromHub reads a Hub position square by square, as the tests' own check on
// Variant.ParseHub.
func fromHub(t testing.TB, v *board.Variant, hub string) board.Position {
	t.Helper()
	require.Len(t, hub, v.Squares+1, hub)
	p := board.Position{RunSquare: [2]board.Square{board.NoSquare, board.NoSquare}}
	if hub[0] == 'B' {
		p.Side = board.Black
	}
	for n := 1; n <= v.Squares; n++ {
		s, ok := v.SquareOf(n)
		require.True(t, ok)
		switch hub[n] {
		case 'w':
			p.Men[board.White] = p.Men[board.White].With(s)
		case 'W':
			p.Kings[board.White] = p.Kings[board.White].With(s)
		case 'b':
			p.Men[board.Black] = p.Men[board.Black].With(s)
		case 'B':
			p.Kings[board.Black] = p.Kings[board.Black].With(s)
		default:
			require.Equal(t, byte('e'), hub[n], hub)
		}
	}
	v.ClearCounters(&p)
	return p
}

// toHub writes a position as Hub does.
func toHub(v *board.Variant, p *board.Position) string {
	hub := []byte{p.Side.Letter()}
	for n := 1; n <= v.Squares; n++ {
		s, _ := v.SquareOf(n)
		c := byte('e')
		for side, men := range p.Men {
			if men.Has(s) {
				c = "wb"[side]
			}
		}
		for side, kings := range p.Kings {
			if kings.Has(s) {
				c = "WB"[side]
			}
		}
		hub = append(hub, c)
	}
	return string(hub)
}

// hubMoves writes the moves of a list as Hub does, sorted.
func hubMoves(v *board.Variant, l *board.List) []string {
	out := make([]string, 0, l.Len())
	for _, m := range l.Moves() {
		out = append(out, hubMove(v, &m))
	}
	slices.Sort(out)
	return out
}

func hubMove(v *board.Variant, m *board.Move) string {
	if !m.IsCapture() {
		return fmt.Sprintf("%d-%d", v.Number(m.From), v.Number(m.To))
	}
	var taken []int
	for b := m.Captured; !b.Empty(); {
		taken = append(taken, v.Number(b.Pop()))
	}
	slices.Sort(taken)
	s := fmt.Sprintf("%dx%d", v.Number(m.From), v.Number(m.To))
	for _, n := range taken {
		s += fmt.Sprintf("x%d", n)
	}
	return s
}
