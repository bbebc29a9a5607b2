package endgame

import (
	"bufio"
	"encoding/binary"
	"hash/crc32"
	"os"
	"path/filepath"
	"sync"

	"github.com/damiera/damiera/board"
)

// writeSlice writes the two files of a slice and its twin (twice the same if
// there is none). Each appears under its name only when it is complete.
func writeSlice(v *board.Variant, dir string, first, second *table, threads int) error {
	sections := []*table{first}
	if second != first {
		sections = append(sections, second)
	}
	width := uint8(1)
	if first.narrow == nil || second.narrow == nil {
		width = 2
	}
	values := newFileWriter(v, valueKind, 0, first.material)
	distances := newFileWriter(v, distanceKind, width, first.material)
	for _, t := range sections {
		stretches := encodeAll(v, t, width, threads)
		s := section{positions: t.size}
		for i := range stretches {
			s.add(&stretches[i].Counts)
			values.blocks = append(values.blocks, stretches[i].values)
			for _, b := range stretches[i].distances {
				if b != nil {
					distances.blocks = append(distances.blocks, b)
				}
			}
		}
		values.sections = append(values.sections, s)
		distances.sections = append(distances.sections, s)
	}
	// the smaller file comes last: a slice counts as done when both are there
	if err := distances.write(dir); err != nil {
		return err
	}
	return values.write(dir)
}

// encodeAll packs a table on all threads.
func encodeAll(v *board.Variant, t *table, width uint8, threads int) []stretch {
	out := make([]stretch, valueKind.blocksOf(t.size))
	if threads == 1 {
		e := encoder{v: v}
		for i := range out {
			out[i] = e.encode(t, uint64(i)<<valueShift, width)
		}
		return out
	}
	var group sync.WaitGroup
	for thread := range threads {
		group.Go(func() {
			e := encoder{v: v}
			for i := thread; i < len(out); i += threads {
				out[i] = e.encode(t, uint64(i)<<valueShift, width)
			}
		})
	}
	group.Wait()
	return out
}

type fileWriter struct {
	header
	blocks [][]byte
}

func newFileWriter(v *board.Variant, k kind, width uint8, m Material) *fileWriter {
	return &fileWriter{header: header{kind: k, width: width, game: v.Name, rules: rulesID(v), material: m}}
}

// index returns the offsets of the blocks, with one more for the end, and their
// checksums.
func (f *fileWriter) index() []byte {
	le := binary.LittleEndian
	offset := headerSize + uint64(len(f.blocks)+1)*8 + uint64(len(f.blocks))*4
	b := make([]byte, 0, offset-headerSize)
	for _, block := range f.blocks {
		b = le.AppendUint64(b, offset)
		offset += uint64(len(block))
	}
	b = le.AppendUint64(b, offset)
	for _, block := range f.blocks {
		b = le.AppendUint32(b, crc32.Checksum(block, castagnoli))
	}
	f.size = offset
	return b
}

// tempPattern is the name of files that are being written.
const tempPattern = ".unfinished-*"

func (f *fileWriter) write(dir string) error {
	index := f.index()
	f.header.blocks, f.indexSum = uint32(len(f.blocks)), crc32.Checksum(index, castagnoli)
	file, err := os.CreateTemp(dir, tempPattern)
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // no more there when all went well
	defer file.Close()
	w := bufio.NewWriterSize(file, 1<<20)
	w.Write(f.marshal()) // the first error comes back from Flush
	w.Write(index)
	for _, block := range f.blocks {
		w.Write(block)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := file.Chmod(0o644); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), filepath.Join(dir, fileName(f.material, f.kind)))
}

// fileName is the name of a slice's file.
func fileName(m Material, k kind) string { return m.String() + k.extension() }
