package board

// Ranges of material that the draw rules speak of.
const many = 255

var (
	loneKing        = Force{MinKings: 1, MaxKings: 1}
	withKing        = Force{MinKings: 1, MaxKings: many, MaxMen: many}
	kingsOnly       = Force{MinKings: 1, MaxKings: many}
	kingAndManMost  = Force{MinKings: 1, MaxKings: 1, MaxMen: 1}
	twoKings        = Force{MinKings: 2, MaxKings: 2}
	threeKings      = Force{MinKings: 3, MaxKings: 3}
	threeKingsLeast = Force{MinKings: 3, MaxKings: many}
	onePiece        = Force{MaxKings: 1, MaxMen: 1}
)

// internationalEndings are articles 6.3 and 6.4 of FMJD Annex 1 (2015). Within
// a class the count is not restarted by the loss of a piece or a promotion (as
// lidraughts counts).
var internationalEndings = []Ending{
	{Name: "two pieces at most against a lone king", Strong: withKing, Weak: loneKing, MinPieces: 2, MaxPieces: 3, Plies: 10},
	{Name: "three pieces against a lone king", Strong: withKing, Weak: loneKing, MinPieces: 4, MaxPieces: 4, Plies: 32},
}

// killerEndings leave out two kings against one, which killer draughts was
// made to win (mindsports.nl).
var killerEndings = []Ending{
	{Name: "a king and at most a man against a lone king", Strong: kingAndManMost, Weak: loneKing, MinPieces: 2, MaxPieces: 3, Plies: 10},
	{Name: "three pieces against a lone king", Strong: withKing, Weak: loneKing, MinPieces: 4, MaxPieces: 4, Plies: 32},
}

// russianEndings are rules 7.2.4 and 7.2.6 to 7.2.8 of FMJD-64. A position
// with three kings against one on the main road has both the limits of 7.2.4
// and of 7.2.7; the four-piece limit of 7.2.6 is longer than either.
var russianEndings = []Ending{
	// 7.2.8: not restarted
	{Name: "two pieces at most against a lone king", Strong: withKing, Weak: loneKing, MinPieces: 2, MaxPieces: 3, Plies: 10},
	// 7.2.4, 7.2.7
	{Name: "three kings against a lone king", Strong: threeKings, Weak: loneKing, MinPieces: 4, MaxPieces: 4,
		Plies: 30, Restart: true, Road: WeakRoad, RoadPlies: 10},
	// 7.2.4: every further king lost is a new balance
	{Name: "more than three kings against a lone king", Strong: threeKingsLeast, Weak: loneKing, MinPieces: 5, MaxPieces: 64,
		Plies: 30, Restart: true},
	// 7.2.6, 7.2.7
	{Name: "three pieces against a lone king", Strong: withKing, Weak: loneKing, MinPieces: 4, MaxPieces: 4,
		Plies: 60, Restart: true, Road: WeakRoad, RoadPlies: 10},
	// 7.2.6: no capture and no promotion
	{Name: "four or five pieces, kings on both sides", Strong: withKing, Weak: withKing, MinPieces: 4, MaxPieces: 5, Plies: 60, Restart: true},
	{Name: "six or seven pieces, kings on both sides", Strong: withKing, Weak: withKing, MinPieces: 6, MaxPieces: 7, Plies: 120, Restart: true},
}

// brazilianEndings are articles 99 and 100 of the CBD's rules.
var brazilianEndings = []Ending{
	// art. 99, summary no. 18
	{Name: "two pieces at most against a lone king", Strong: withKing, Weak: loneKing, MinPieces: 2, MaxPieces: 3, Plies: 10},
	{Name: "two kings against two kings or a king and a man", Strong: twoKings, Weak: Force{MinKings: 1, MaxKings: 2, MaxMen: 1},
		MinPieces: 4, MaxPieces: 4, Plies: 10},
	// art. 100
	{Name: "three pieces against a lone king", Strong: withKing, Weak: loneKing, MinPieces: 4, MaxPieces: 4,
		Road: WeakRoad, RoadPlies: 10},
}

// poolEndings is rule 10 of Pool Checkers: thirteen moves, drawn even if the
// next one would take the king.
var poolEndings = []Ending{
	{Name: "three kings against a lone king", Strong: threeKings, Weak: loneKing, MinPieces: 4, MaxPieces: 4, Plies: 26},
}

// portugueseEndings is rule 3.2.b of the FPD: the three kings hold the rio.
var portugueseEndings = []Ending{
	{Name: "three kings against a lone king", Strong: threeKings, Weak: loneKing, MinPieces: 4, MaxPieces: 4,
		Road: StrongRoad, RoadPlies: 24},
}

// turkishEndings is rule 19b of the Turkish federation's text ("gayyim").
var turkishEndings = []Ending{
	{Name: "one piece against one", Strong: onePiece, Weak: onePiece, MinPieces: 2, MaxPieces: 2, AtOnce: true},
}

// frisianEndings are articles 18 and 21 of the Official Rules (2011). Art. 21
// draws one king against one at once unless a king is taken or must be taken
// next; like lidraughts we give two moves each to do so.
var frisianEndings = []Ending{
	{Name: "a king against a king", Strong: loneKing, Weak: loneKing, MinPieces: 2, MaxPieces: 2, Plies: 4},
	{Name: "two kings against a king", Strong: kingsOnly, Weak: loneKing, MinPieces: 3, MaxPieces: 3, Plies: 14},
}
