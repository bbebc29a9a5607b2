package board

// The boards.
var (
	board8         = newGeometry(8, 8, darkSquares)
	board8Mirrored = newGeometry(8, 8, mirroredSquares)
	board10        = newGeometry(10, 10, darkSquares)
	board12        = newGeometry(12, 12, darkSquares)
	board10x8      = newGeometry(10, 8, darkSquares)
	boardAll       = newGeometry(8, 8, allSquares)
)

// games is the table of all games: to add one, add a literal here and its
// golden counts to testdata. Sources are named by the seed documents (seed
// 000 to 004) and the federations' articles; docs/rules.md lists them.
var games = []*Variant{
	{
		Name: "international", Title: "International draughts", GameType: 20,
		Geometry: board10, MenRows: 4, Starts: White, CaptureSign: 'x',
		// seed 000 (table), seed 003 rules 4-7; FMJD Annex 1
		Rules: Rules{MenCaptureBack: true, FlyingKings: true, Promotion: PromotionPasses, Priority: MostPieces},
		// FMJD Annex 1 (2015) 6.1 to 6.4
		Draws: DrawRules{Repetition: 3, KingPlies: 50, Endings: internationalEndings},
	},
	{
		Name: "english", Title: "English draughts (American checkers)", GameType: 21,
		Geometry: board8, MenRows: 3, Starts: Black, CaptureSign: 'x',
		// seed 000; WCDF rules 1.15-1.20. Removal "at once" cannot be told from
		// "at the end" with short jumps.
		Rules: Rules{Promotion: PromotionEnds},
		// WCDF rules 1.32.1, 1.32.2
		Draws: DrawRules{Repetition: 3, KingPlies: 80},
	},
	{
		Name: "italian", Title: "Italian draughts", GameType: 22,
		Geometry: board8Mirrored, MenRows: 3, Starts: White, CaptureSign: 'x',
		// seed 001 (capture priorities 1-4), seed 003 rules 3-7; FID RegTec
		Rules: Rules{MenSpareKings: true, Promotion: PromotionEnds, Priority: ItalianOrder},
		// seed 003 no. 10; FID RegTec art. 9.3 (fourth time) and 10.4
		Draws: DrawRules{Repetition: 4, KingPlies: 80},
	},
	{
		Name: "pool", Title: "Pool checkers", GameType: 23,
		Geometry: board8, MenRows: 3, Starts: Black, CaptureSign: 'x',
		// seed 003 "varianti": brazilian rules with free choice, Black first; APCA
		Rules: Rules{MenCaptureBack: true, FlyingKings: true, Promotion: PromotionPasses},
		// Pool Checkers rule 10; APCA rule 26
		Draws: DrawRules{Repetition: 3, KingPlies: 60, Endings: poolEndings},
	},
	{
		Name: "spanish", Title: "Spanish draughts", GameType: 24,
		Geometry: board8Mirrored, MenRows: 3, Starts: White, FirstSquare: BottomRight, CaptureSign: 'x',
		// seed 002 (quantity, quality, promotion ends the move)
		Rules: Rules{FlyingKings: true, Promotion: PromotionEnds, Priority: MostKings},
		// seed 002: 40 moves each without capture or promotion; no federation counter found
		Draws: DrawRules{Repetition: 3, NoProgress: 80},
	},
	{
		Name: "russian", Title: "Russian draughts (shashki)", GameType: 25,
		Geometry: board8, MenRows: 3, Starts: White, Notation: Algebraic, CaptureSign: ':',
		// seed 004; FMJD-64 rules
		Rules: Rules{MenCaptureBack: true, FlyingKings: true, Promotion: PromotionContinues},
		// FMJD-64 7.2.3 to 7.2.8
		Draws: DrawRules{Repetition: 3, KingPlies: 30, Endings: russianEndings},
	},
	{
		Name: "brazilian", Title: "Brazilian draughts", GameType: 26,
		Geometry: board8, MenRows: 3, Starts: White, Notation: Algebraic, CaptureSign: 'x',
		// seed 000 (table), seed 003 "varianti": international rules on 8x8; CBD
		Rules: Rules{MenCaptureBack: true, FlyingKings: true, Promotion: PromotionPasses, Priority: MostPieces},
		// CBD rules no. 16 (art. 97b), 99, 100
		Draws: DrawRules{Repetition: 3, KingPlies: 40, Endings: brazilianEndings},
	},
	{
		Name: "canadian", Title: "Canadian draughts", GameType: 27,
		Geometry: board12, MenRows: 5, Starts: White, CaptureSign: 'x',
		// seed 003 "varianti": international rules on 12x12
		Rules: Rules{MenCaptureBack: true, FlyingKings: true, Promotion: PromotionPasses, Priority: MostPieces},
		// as international (quebecjeux.org)
		Draws: DrawRules{Repetition: 3, KingPlies: 50, Endings: internationalEndings},
	},
	{
		Name: "portuguese", Title: "Portuguese draughts", GameType: 28,
		Geometry: board8Mirrored, MenRows: 3, Starts: White, FirstSquare: BottomRight, CaptureSign: 'x',
		// FPD rule 3: obligation, quantity, quality, as spanish
		Rules: Rules{FlyingKings: true, Promotion: PromotionEnds, Priority: MostKings},
		// FPD rules 3.2.a to 3.2.c
		Draws: DrawRules{Repetition: 3, NoProgress: 40, Endings: portugueseEndings},
	},
	{
		Name: "czech", Title: "Czech draughts", GameType: 29,
		Geometry: board8, MenRows: 3, Starts: White, Notation: Algebraic, CaptureSign: 'x',
		// seed 000 (table): if a king can capture a king must; rule 10: promotion ends the move
		Rules: Rules{FlyingKings: true, Promotion: PromotionEnds, Priority: KingFirst},
		// seed 000: 40 moves each without capture or promotion; the CFD has no counter
		Draws: DrawRules{Repetition: 3, NoProgress: 80},
	},
	{
		Name: "turkish", Title: "Turkish draughts", GameType: 30,
		Geometry: boardAll, MenRows: 2, EmptyRows: 1, Starts: White, Notation: Algebraic, CaptureSign: 'x',
		// seed 003 "varianti"; removal at once, no half turn, a man on the last
		// row goes on as a man: docs/rules.md, doubtful points
		Rules: Rules{Orthogonal: true, FlyingKings: true, NoUTurn: true, RemoveAtOnce: true,
			Promotion: PromotionPasses, Priority: MostPieces},
		// damaakademisi.com rule 19b; the counter of seed 000 for want of another
		Draws: DrawRules{Repetition: 3, NoProgress: 80, Endings: turkishEndings},
	},
	{
		Name: "thai", Title: "Thai draughts (makhos)", GameType: 31,
		Geometry: board8, MenRows: 2, Starts: Black, FirstSquare: BottomRight, CaptureSign: '-',
		Rules: Rules{FlyingKings: true, Landing: LandBehind, RemoveAtOnce: true, Promotion: PromotionEnds},
		// the counter of seed 000 for want of another
		Draws: DrawRules{Repetition: 3, NoProgress: 80},
	},
	{
		Name: "frisian", Title: "Frisian draughts", GameType: 40,
		Geometry: board10, MenRows: 4, Starts: White, CaptureSign: 'x',
		// Official Rules 2011: art. 11 (value), 12 (king takes), 17 (three moves)
		Rules: Rules{OrthogonalCaptures: true, MenCaptureBack: true, FlyingKings: true,
			Promotion: PromotionPasses, Priority: FrisianValue, KingLimit: 3},
		// Official Rules 2011: art. 18, 21; there is no repetition rule
		Draws: DrawRules{Endings: frisianEndings},
	},
	{
		Name: "frysk", Title: "Frysk!", GameType: 40,
		Geometry: board10, MenRows: 1, Starts: White, CaptureSign: 'x',
		// Frisian with five men a side
		Rules: Rules{OrthogonalCaptures: true, MenCaptureBack: true, FlyingKings: true,
			Promotion: PromotionPasses, Priority: FrisianValue, KingLimit: 3},
		// as frisian
		Draws: DrawRules{Endings: frisianEndings},
	},
	{
		Name: "spantsiretti", Title: "Spantsiretti (10x8)", GameType: 41,
		Geometry: board10x8, MenRows: 3, Starts: White, Notation: Algebraic, CaptureSign: ':',
		// PDN 3.0 names it; Russian rules on 10 columns and 8 rows
		Rules: Rules{MenCaptureBack: true, FlyingKings: true, Promotion: PromotionContinues},
		// as russian; the board has no main road
		Draws: DrawRules{Repetition: 3, KingPlies: 30, Endings: russianEndings},
	},
	{
		Name: "killer", Title: "Killer draughts",
		Geometry: board10, MenRows: 4, Starts: White, CaptureSign: 'x',
		// international, but a king whose last victim is a king stops right behind it
		Rules: Rules{MenCaptureBack: true, FlyingKings: true, Landing: LandBehindKing,
			Promotion: PromotionPasses, Priority: MostPieces},
		// mindsports.nl: international without 6.4 for two kings against one
		Draws: DrawRules{Repetition: 3, KingPlies: 50, Endings: killerEndings},
	},
	{
		Name: "bt", Title: "Breakthrough draughts",
		Geometry: board10, MenRows: 4, Starts: White, CaptureSign: 'x',
		// international; the first king wins
		Rules: Rules{MenCaptureBack: true, FlyingKings: true, Promotion: PromotionPasses,
			Priority: MostPieces, Goal: GoalBreakthrough},
		// draws: none: a king ends the game, and men cannot move for ever
	},
	{
		Name: "losing", Title: "Losing draughts (antidraughts)",
		Geometry: board10, MenRows: 4, Starts: White, CaptureSign: 'x',
		// international; the side without a move wins
		Rules: Rules{MenCaptureBack: true, FlyingKings: true, Promotion: PromotionPasses,
			Priority: MostPieces, Goal: GoalLosing},
		// lidraughts
		Draws: DrawRules{Repetition: 3},
	},
}

// all is games, each 8x8 game followed by its house-rule twin.
var all = withHouseRules(games)

// withHouseRules finishes the games and adds to each 8x8 game the house rule
// of seeds 000, 002 and 004: "puoi rinunciare a una presa e fare una mossa
// normale".
func withHouseRules(games []*Variant) []*Variant {
	var out []*Variant
	for _, v := range games {
		v.init()
		out = append(out, v)
	}
	for _, v := range games {
		if v.Width == 8 && v.Height == 8 {
			free := *v
			free.Name += "+free"
			free.Title += ", captures optional"
			free.OptionalCaptures = true
			free.start = Position{}
			free.init()
			out = append(out, &free)
		}
	}
	return out
}

// Variants returns all games: the 18 rule sets in PDN order, then the
// house-rule twins of the 8x8 games.
func Variants() []*Variant { return append([]*Variant(nil), all...) }
