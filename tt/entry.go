package tt

// Bound tells what the score of an entry says about the true value.
type Bound uint8

const (
	// None marks an entry that holds no result.
	None Bound = iota
	// Upper scores are at least the true value (all moves failed low).
	Upper
	// Lower scores are at most the true value (a move failed high).
	Lower
	// Exact scores are the true value.
	Exact
)

// NoMove stands for "no best move known"; all other move indices are below it.
const NoMove = 1<<moveBits - 1

// MaxDepth is the largest depth an entry can hold; deeper ones are cut to it.
const MaxDepth = 1<<depthBits - 1

// The fields of an Entry, from bit 0 up. Six bits stay unused.
const (
	scoreBits      = 16
	evalBits       = 16
	depthBits      = 8
	boundBits      = 2
	generationBits = 6
	moveBits       = 10

	evalShift       = scoreBits
	depthShift      = evalShift + evalBits
	boundShift      = depthShift + depthBits
	generationShift = boundShift + boundBits
	moveShift       = generationShift + generationBits
)

// Entry is what the table knows about a position.
type Entry uint64

func pack(move, score, eval, depth int, bound Bound, generation uint64) Entry {
	return Entry(uint16(score)) | Entry(uint16(eval))<<evalShift |
		Entry(depth)<<depthShift | Entry(bound)<<boundShift |
		Entry(generation)<<generationShift | Entry(move)<<moveShift
}

// Score returns the stored score, of the kind that Bound tells.
func (e Entry) Score() int { return int(int16(e)) }

// Eval returns the stored static evaluation.
func (e Entry) Eval() int { return int(int16(e >> evalShift)) }

// Depth returns the depth in plies of the search that gave the score.
func (e Entry) Depth() int { return int(e >> depthShift & (1<<depthBits - 1)) }

// Bound returns the kind of the score.
func (e Entry) Bound() Bound { return Bound(e >> boundShift & (1<<boundBits - 1)) }

// Move returns the index of the best move in the position's list, or NoMove.
func (e Entry) Move() int { return int(e >> moveShift & (1<<moveBits - 1)) }

func (e Entry) generation() uint64 { return uint64(e) >> generationShift & (1<<generationBits - 1) }
