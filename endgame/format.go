package endgame

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"hash/fnv"

	"github.com/damiera/damiera/board"
)

// The layout of a file; docs/endgame.md describes it. Numbers are little endian.
const (
	formatVersion = 1
	headerSize    = 192
	headerSum     = headerSize - 4 // where the header's own checksum is
	sectionStart  = 64
	sectionSize   = 48
	nameSize      = 32
)

var (
	magic      = [8]byte{'D', 'a', 'm', 'i', 'e', 'r', 'a', 0x1a}
	castagnoli = crc32.MakeTable(crc32.Castagnoli)
)

// kind tells what a file holds.
type kind uint8

const (
	valueKind    kind = 1 // two bits a position: win, draw or loss; any of them where a capture is compulsory
	distanceKind kind = 2 // a code of one or two bytes a position
)

// extension is the end of the name of a file.
func (k kind) extension() string {
	if k == valueKind {
		return ".wdl"
	}
	return ".dtm"
}

// The positions of a block are a power of two, so that a block is about 4 KiB
// when it is unpacked.
const (
	valueShift    = 14
	distanceShift = 12
)

func (k kind) shift() uint {
	if k == valueKind {
		return valueShift
	}
	return distanceShift
}

// header is the head of a file.
type header struct {
	kind     kind
	width    uint8 // bytes of a code in a distance file
	game     string
	rules    uint64
	material Material // of the first section; the second is its twin
	sections []section
	blocks   uint32 // of all sections
	indexSum uint32 // checksum of the offsets and checksums of the blocks
	size     uint64 // of the file
}

// section describes one slice of a file.
type section struct {
	positions uint64 // numbers, possible or not
	Counts
}

// rulesID identifies the rules that values depend on: the moves, the goal and
// the board, not the draw rules.
func rulesID(v *board.Variant) uint64 {
	r := v.Rules
	r.KingLimit = 0 // not part of the values
	h := fnv.New64a()
	fmt.Fprintf(h, "%+v %d %d %t %t", r, v.Width, v.Height, v.AllSquares, v.Mirrored)
	return h.Sum64()
}

// blocksOf returns the number of blocks of so many positions.
func (k kind) blocksOf(positions uint64) uint64 {
	return (positions + 1<<k.shift() - 1) >> k.shift()
}

// marshal writes the head of a file.
func (h *header) marshal() []byte {
	b := make([]byte, headerSize)
	le := binary.LittleEndian
	copy(b, magic[:])
	le.PutUint16(b[8:], formatVersion)
	b[10], b[11], b[12] = byte(h.kind), byte(len(h.sections)), h.width
	copy(b[16:16+nameSize], h.game)
	le.PutUint64(b[48:], h.rules)
	b[56], b[57], b[58], b[59] = h.material.Men[0], h.material.Kings[0], h.material.Men[1], h.material.Kings[1]
	le.PutUint32(b[60:], 1<<h.kind.shift())
	for i := range h.sections {
		s := &h.sections[i]
		at := b[sectionStart+i*sectionSize:]
		for j, n := range []uint64{s.positions, s.Won, s.Drawn, s.Lost, uint64(s.Longest), s.longest} {
			le.PutUint64(at[8*j:], n)
		}
	}
	le.PutUint32(b[160:], h.blocks)
	le.PutUint32(b[164:], h.indexSum)
	le.PutUint64(b[168:], h.size)
	le.PutUint32(b[headerSum:], crc32.Checksum(b[:headerSum], castagnoli))
	return b
}

// Errors of files that cannot be used. They are wrapped with the file's name and
// what to do.
var (
	ErrForeign   = errors.New("it is no endgame database of this program")
	ErrVersion   = errors.New("it was made by another version of this program")
	ErrGame      = errors.New("it belongs to another game")
	ErrDamaged   = errors.New("it is damaged")
	ErrTruncated = errors.New("it is cut short")
)

// unmarshal reads the head of a file of a known length and checks that it is
// consistent and belongs to the game and the material.
func (h *header) unmarshal(b []byte, length uint64, v *board.Variant, k kind, m Material) error {
	le := binary.LittleEndian
	if len(b) < len(magic) || !bytes.Equal(b[:len(magic)], magic[:]) {
		return ErrForeign
	}
	if len(b) < headerSize {
		return ErrTruncated
	}
	if le.Uint16(b[8:]) != formatVersion {
		return ErrVersion
	}
	if crc32.Checksum(b[:headerSum], castagnoli) != le.Uint32(b[headerSum:]) {
		return ErrDamaged
	}
	h.kind, h.width = kind(b[10]), b[12]
	h.game = string(bytes.TrimRight(b[16:16+nameSize], "\x00"))
	h.rules = le.Uint64(b[48:])
	h.material = Material{Men: [2]uint8{b[56], b[58]}, Kings: [2]uint8{b[57], b[59]}}
	h.blocks, h.indexSum, h.size = le.Uint32(b[160:]), le.Uint32(b[164:]), le.Uint64(b[168:])
	if h.game != v.Name || h.rules != rulesID(v) {
		return fmt.Errorf("%w (%s)", ErrGame, h.game)
	}
	sections := 2
	if m == m.Swap() {
		sections = 1
	}
	if h.kind != k || h.material != m || int(b[11]) != sections || le.Uint32(b[60:]) != 1<<k.shift() {
		return fmt.Errorf("%w: its name does not fit its contents", ErrDamaged)
	}
	if k == distanceKind && h.width != 1 && h.width != 2 {
		return ErrDamaged
	}
	if length < h.size {
		return ErrTruncated
	}
	var blocks uint64
	for i := range sections {
		var s section
		var n [6]uint64
		for j := range n {
			n[j] = le.Uint64(b[sectionStart+i*sectionSize+8*j:])
		}
		s.positions, s.Won, s.Drawn, s.Lost, s.Longest, s.longest = n[0], n[1], n[2], n[3], int(n[4]&codeMask), n[5]
		if s.longest >= s.positions {
			return ErrDamaged
		}
		h.sections = append(h.sections, s)
		blocks += k.blocksOf(s.positions)
		if blocks > uint64(h.blocks) {
			return ErrDamaged
		}
	}
	if length != h.size || blocks != uint64(h.blocks) || length < headerSize+blocks*(8+4)+8 {
		return ErrDamaged
	}
	return nil
}
