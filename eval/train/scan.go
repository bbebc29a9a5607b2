package train

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"
)

// Damage is the error for a file of games that can be read only in part. All
// games that are kept have been visited.
type Damage struct {
	File string
	// At and Bytes are the first damaged place, and Places their number.
	At, Bytes int64
	Places    int
	// Kept counts the games that could be read, Missing the numbers that no
	// game has below the highest one: those that were lost, and those that were
	// being played when a run was killed.
	Kept, Missing int
}

func (d *Damage) Error() string {
	places := ""
	if d.Places > 1 {
		places = fmt.Sprintf(", the first of %d places", d.Places)
	}
	return fmt.Sprintf("%s is damaged at byte %d (%d bytes%s): %d games kept, %d missing", d.File, d.At, d.Bytes, places, d.Kept, d.Missing)
}

const blockHead = 8

// zstdMagic is what the data of every block begins with.
var zstdMagic = []byte{0x28, 0xb5, 0x2f, 0xfd}

// maxFalseBlocks bounds the work on what looks like a block and is none.
const maxFalseBlocks = 1000

// scanner reads the blocks of a file of games.
type scanner struct {
	r   *bufio.Reader // holds a whole block, or the whole file
	z   *zstd.Decoder
	at  int64 // of r in the file
	bad int   // blocks tried in vain
}

// scan visits the games of all blocks that are whole and returns where the next
// block is to be written: the end of the file, or of the last whole block when
// only an unfinished one follows. The error is a *Damage if some part of the file
// could not be read.
func scan(f *os.File, name, variant string, visit func(*Game)) (end int64, err error) {
	info, err := f.Stat()
	if err != nil {
		return 0, err
	}
	buffer := int64(blockHead + maxBlock)
	if info.Mode().IsRegular() {
		buffer = min(buffer, info.Size())
	}
	s := scanner{r: bufio.NewReaderSize(f, int(buffer))}
	h, at, err := readHeader(s.r, name)
	if err != nil {
		return 0, err
	}
	if h.Variant != variant {
		return 0, fmt.Errorf("%s has games of %s, not %s", name, h.Variant, variant)
	}
	s.at = at
	if s.z, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(64<<20)); err != nil {
		return 0, err
	}
	defer s.z.Close()
	damage := Damage{File: name}
	indices, highest := map[uint32]bool{}, uint32(0)
	for {
		games, size := s.block()
		if size > 0 {
			for _, g := range games {
				damage.Kept++
				indices[g.Index], highest = true, max(highest, g.Index)
				visit(g)
			}
			if err := s.skip(size); err != nil {
				return 0, err
			}
			continue
		}
		from, unfinished := s.at, s.unfinished()
		more, err := s.resynchronise()
		if err != nil {
			return 0, err
		}
		end = s.at
		if !more && (unfinished || from == end) {
			end = from
			break
		}
		if damage.Places++; damage.Places == 1 {
			damage.At, damage.Bytes = from, s.at-from
		}
		if !more {
			break
		}
	}
	if damage.Places == 0 {
		return end, nil
	}
	if damage.Kept > 0 {
		damage.Missing = int(highest) + 1 - len(indices)
	}
	return end, &damage
}

func (s *scanner) skip(n int) error {
	k, err := s.r.Discard(n)
	s.at += int64(k)
	return err
}

// block returns the games of the block that begins here and its size, 0 if there
// is no whole block.
func (s *scanner) block() ([]*Game, int) {
	head, err := s.r.Peek(blockHead)
	if err != nil {
		return nil, 0
	}
	n, sum := binary.LittleEndian.Uint32(head), binary.LittleEndian.Uint32(head[4:])
	if n > maxBlock {
		return nil, 0
	}
	block, err := s.r.Peek(blockHead + int(n))
	if err != nil || crc32.Checksum(block[blockHead:], castagnoli) != sum {
		return nil, 0
	}
	raw, err := s.z.DecodeAll(block[blockHead:], nil)
	if err != nil {
		return nil, 0
	}
	var games []*Game
	for len(raw) > 0 {
		g, rest, err := readGame(raw)
		if err != nil {
			return nil, 0
		}
		games, raw = append(games, g), rest
	}
	return games, len(block)
}

// unfinished reports whether what is here looks like a block that a kill has
// cut off: the file ends before it.
func (s *scanner) unfinished() bool {
	head, err := s.r.Peek(blockHead + len(zstdMagic))
	if err != nil {
		return true
	}
	n := binary.LittleEndian.Uint32(head)
	if n > maxBlock || !bytes.Equal(head[blockHead:], zstdMagic) {
		return false
	}
	_, err = s.r.Peek(blockHead + int(n))
	return err != nil
}

// resynchronise goes on to the next whole block, false if there is none up to
// the end of the file.
func (s *scanner) resynchronise() (bool, error) {
	if err := s.skip(min(1, s.r.Buffered())); err != nil {
		return false, err
	}
	for s.bad < maxFalseBlocks {
		ahead, err := s.r.Peek(blockHead + maxBlock)
		i := -1
		if len(ahead) > blockHead {
			i = bytes.Index(ahead[blockHead:], zstdMagic)
		}
		if i < 0 {
			if err != nil { // the end of the file
				break
			}
			if err := s.skip(maxBlock - len(zstdMagic)); err != nil {
				return false, err
			}
			continue
		}
		if err := s.skip(i); err != nil {
			return false, err
		}
		if _, size := s.block(); size > 0 {
			return true, nil
		}
		s.bad++
		if err := s.skip(1); err != nil {
			return false, err
		}
	}
	rest, err := io.Copy(io.Discard, s.r)
	s.at += rest
	return false, err
}

// asDamage returns the damage that an error of Read is, nil if it is another.
func asDamage(err error) *Damage {
	var d *Damage
	errors.As(err, &d)
	return d
}
