package endgame

import (
	"github.com/klauspost/compress/zstd"

	"github.com/damiera/damiera/board"
)

// Value is how a position ends for the side to move with best play.
type Value int8

const (
	Loss Value = iota - 1
	Draw
	Win
)

// String returns "loss", "draw" or "win".
func (v Value) String() string { return [...]string{"loss", "draw", "win"}[v+1] }

// valueOf returns the value that a code stands for.
func valueOf(v *board.Variant, c code) Value {
	switch {
	case c == 0:
		return Draw
	case wins(v, c):
		return Win
	}
	return Loss
}

// Values are stored as two bits: 0 draw, 1 win, 2 loss.
var (
	bitsOf   = [3]byte{2, 0, 1} // by value+1
	valuesOf = [4]Value{Draw, Win, Loss, Draw}
)

// unpacked is the size of a block when it is unpacked.
func (k kind) unpacked(positions int, width uint8) int {
	if k == valueKind {
		return (positions + 3) / 4
	}
	return positions * int(width)
}

// maxUnpacked bounds the memory that a damaged block can ask for.
const maxUnpacked = 1 << 14

// A block is stored as one byte when all its bytes are the same, else packed by
// zstd.
var (
	packer   = newPacker()
	unpacker = newUnpacker()
)

func newPacker() *zstd.Encoder {
	e, err := zstd.NewWriter(nil, zstd.WithEncoderCRC(false), zstd.WithSingleSegment(true), zstd.WithEncoderLevel(zstd.SpeedDefault))
	if err != nil {
		panic(err) // the options are wrong
	}
	return e
}

func newUnpacker() *zstd.Decoder {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecoderMaxMemory(maxUnpacked))
	if err != nil {
		panic(err) // the options are wrong
	}
	return d
}

func pack(b []byte) []byte {
	same := true
	for _, c := range b {
		same = same && c == b[0]
	}
	if same {
		return []byte{b[0]}
	}
	return packer.EncodeAll(b, nil)
}

// unpack unpacks a block that must come out at a given size.
func unpack(b []byte, size int) ([]byte, error) {
	if len(b) == 1 {
		out := make([]byte, size)
		for i := range out {
			out[i] = b[0]
		}
		return out, nil
	}
	out, err := unpacker.DecodeAll(b, make([]byte, 0, size))
	if err != nil || len(out) != size {
		return nil, ErrDamaged
	}
	return out, nil
}

// encoder packs a stretch of a table; every thread has its own.
type encoder struct {
	v     *board.Variant
	raw   []byte
	codes []code
}

// stretch is what becomes of 1<<valueShift positions of a table, or fewer at its
// end.
type stretch struct {
	Counts
	values    []byte
	distances [1 << (valueShift - distanceShift)][]byte
}

// encode packs the positions from a number on. Numbers that are no position, and
// in the value file positions with a compulsory capture, take the value before
// them: that packs best.
func (e *encoder) encode(t *table, from uint64, width uint8) (s stretch) {
	to := min(from+1<<valueShift, t.size)
	e.codes = e.codes[:0]
	e.raw = append(e.raw[:0], make([]byte, valueKind.unpacked(int(to-from), 0))...)
	last, bits := code(0), byte(0)
	at := newCursor(t.indexer, from)
	for n := from; n < to; n++ {
		if at.valid {
			last = t.code(n)
			value := valueOf(e.v, last)
			switch value {
			case Win:
				s.Won++
				if plies := int(last) - 1; plies > s.Longest {
					s.Longest, s.longest = plies, n
				}
			case Draw:
				s.Drawn++
			case Loss:
				s.Lost++
			}
			if e.v.OptionalCaptures || !e.v.CanCapture(&at.p, board.White) {
				bits = bitsOf[value+1]
			}
		}
		at.next()
		e.codes = append(e.codes, last)
		i := n - from
		e.raw[i/4] |= bits << (i % 4 * 2)
	}
	s.values = pack(e.raw)
	for i := 0; i<<distanceShift < len(e.codes); i++ {
		codes := e.codes[i<<distanceShift : min((i+1)<<distanceShift, len(e.codes))]
		e.raw = e.raw[:0]
		for _, c := range codes {
			e.raw = append(e.raw, byte(c))
			if width == 2 {
				e.raw = append(e.raw, byte(c>>8))
			}
		}
		s.distances[i] = pack(e.raw)
	}
	return s
}

// add joins the counts of two parts of a slice.
func (c *Counts) add(o *Counts) {
	c.Won += o.Won
	c.Drawn += o.Drawn
	c.Lost += o.Lost
	if o.Longest > c.Longest {
		c.Longest, c.longest = o.Longest, o.longest
	}
}
