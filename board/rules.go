package board

// Rules are the switches that tell the games apart. Every game shares the
// rest: a capture that has been begun is completed, no piece is jumped twice,
// own pieces are never jumped, the square the moving piece came from is empty
// during its capture, and a move is (from, to, captured set).
type Rules struct {
	// Orthogonal pieces move and take along ranks and files instead of
	// diagonals; men also sideways (turkish).
	Orthogonal bool
	// OrthogonalCaptures adds captures along ranks and files to the diagonal
	// ones (frisian).
	OrthogonalCaptures bool
	// MenCaptureBack lets men take backwards; they never move backwards.
	MenCaptureBack bool
	// MenSpareKings forbids men to take kings (italian).
	MenSpareKings bool
	// FlyingKings lets kings go any distance.
	FlyingKings bool
	// Landing limits where a flying king stops behind a captured piece.
	Landing Landing
	// NoUTurn forbids a king to turn by 180 degrees between two jumps. It only
	// matters with RemoveAtOnce.
	NoUTurn bool
	// RemoveAtOnce takes each jumped piece off before the next jump, so lines
	// open during the move; otherwise it stays as an obstacle until the end.
	RemoveAtOnce bool
	// Promotion tells what happens to a man on the last row in mid-capture.
	Promotion Promotion
	// Priority tells which captures are legal.
	Priority Priority
	// OptionalCaptures is the house rule: quiet moves are legal beside captures.
	OptionalCaptures bool
	// KingLimit is the most quiet moves in a row with one king for a side that
	// also has a man; 0 for no limit (frisian, art. 17).
	KingLimit uint8
	// Goal tells who wins.
	Goal Goal
}

// Landing limits the squares a flying king may stop on behind a captured piece.
type Landing uint8

const (
	// LandAnywhere allows every free square behind the piece.
	LandAnywhere Landing = iota
	// LandBehind allows only the square directly behind (thai).
	LandBehind
	// LandBehindKing allows only the square directly behind when the last piece
	// taken in the move is a king (killer).
	LandBehindKing
)

// Promotion tells what happens to a man that reaches the last row by a jump.
type Promotion uint8

const (
	// PromotionEnds crowns the man and ends the move.
	PromotionEnds Promotion = iota
	// PromotionPasses leaves it a man when it can go on; it is crowned only if
	// the move ends there.
	PromotionPasses
	// PromotionContinues crowns it at once and it goes on as a king.
	PromotionContinues
)

// Priority tells which of several captures are legal.
type Priority uint8

const (
	// FreeChoice makes every complete capture legal.
	FreeChoice Priority = iota
	// MostPieces: the most pieces.
	MostPieces
	// MostKings: the most pieces, then the most kings (spanish).
	MostKings
	// ItalianOrder: the most pieces, then with a king, then the most kings,
	// then kings as early as possible.
	ItalianOrder
	// KingFirst: if a king can capture, a king must (czech).
	KingFirst
	// FrisianValue: the highest value, a king being worth more than one man and
	// less than two, then with a king.
	FrisianValue
)

// Goal tells who wins.
type Goal uint8

const (
	// GoalBlock: the side without a legal move has lost.
	GoalBlock Goal = iota
	// GoalLosing: the side without a legal move has won.
	GoalLosing
	// GoalBreakthrough: the first side that makes a king wins.
	GoalBreakthrough
)
