package train

import (
	"bufio"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"time"

	"github.com/klauspost/compress/zstd"

	"github.com/damiera/damiera/endgame/files"
)

// A file of games is the line "DAMIERA GAMES 1", a line of JSON and blocks. A
// block is the length and the CRC-32C of its zstd data, 4 bytes each, little
// endian, and the data: records of games, one after the other. A block that a
// kill has cut off at the end is left out by Read and removed by Append. Around
// a damaged block the others are found again by their checksums.
const (
	gamesMagic    = "DAMIERA GAMES 1\n"
	maxHeaderLine = 4096
	maxBlock      = 8 << 20
	blockGames    = 100
	blockAge      = 10 * time.Second
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

type fileHeader struct {
	Variant string `json:"variant"`
	Nodes   uint64 `json:"nodes"`
}

// Writer appends games to a file. A kill loses at most the games of the last
// ten seconds. It is not safe for concurrent use.
type Writer struct {
	file    *os.File
	z       *zstd.Encoder
	pending []byte
	games   int
	since   time.Time
	// Indices of the games that the file held when it was opened.
	Indices map[uint32]bool
	// Damage is what could not be read then, nil for nothing. It stays in the
	// file, since whole blocks may follow it.
	Damage *Damage
}

// Append opens or makes a file of games. While it is open no other process can
// append to it.
func Append(name, variant string, nodes uint64) (*Writer, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := files.TryLock(f); err != nil {
		f.Close()
		if errors.Is(err, files.ErrInUse) {
			return nil, fmt.Errorf("%s is being written by another process: wait until it ends, or choose another file", name)
		}
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	w := &Writer{file: f, since: time.Now(), Indices: map[uint32]bool{}}
	if err := w.open(name, variant, nodes); err != nil {
		f.Close()
		return nil, err
	}
	w.z, err = zstd.NewWriter(nil, zstd.WithEncoderConcurrency(1))
	return w, err
}

func (w *Writer) open(name, variant string, nodes uint64) error {
	info, err := w.file.Stat()
	if err != nil {
		return err
	}
	if info.Size() == 0 {
		line, err := json.Marshal(fileHeader{variant, nodes})
		if err != nil {
			return err
		}
		_, err = w.file.WriteString(gamesMagic + string(line) + "\n")
		return err
	}
	end, err := scan(w.file, name, variant, func(g *Game) { w.Indices[g.Index] = true })
	if w.Damage = asDamage(err); err != nil && w.Damage == nil {
		return err
	}
	if err := w.file.Truncate(end); err != nil {
		return err
	}
	_, err = w.file.Seek(end, io.SeekStart)
	return err
}

// Add appends a game.
func (w *Writer) Add(g *Game) error {
	w.pending = g.appendTo(w.pending)
	w.games++
	if w.games >= blockGames || time.Since(w.since) > blockAge {
		return w.Flush()
	}
	return nil
}

// Flush writes all games added.
func (w *Writer) Flush() error {
	w.since = time.Now()
	if w.games == 0 {
		return nil
	}
	block := w.z.EncodeAll(w.pending, make([]byte, 8))
	binary.LittleEndian.PutUint32(block, uint32(len(block)-8))
	binary.LittleEndian.PutUint32(block[4:], crc32.Checksum(block[8:], castagnoli))
	w.pending, w.games = w.pending[:0], 0
	_, err := w.file.Write(block)
	return err
}

// Close writes what is left and closes the file.
func (w *Writer) Close() error {
	err := w.Flush()
	return errors.Join(err, w.file.Close())
}

// Variant returns the name of the game that a file's records are of.
func Variant(name string) (string, error) {
	f, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h, _, err := readHeader(bufio.NewReader(f), name)
	return h.Variant, err
}

// Read calls visit for every game in a file, in the order written. A block cut
// off at the end is not an error; other damage is a *Damage, after all games
// that could be read.
func Read(name, variant string, visit func(*Game)) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = scan(f, name, variant, visit)
	return err
}

func readHeader(r *bufio.Reader, name string) (h fileHeader, size int64, err error) {
	magic := make([]byte, len(gamesMagic))
	if _, err := io.ReadFull(r, magic); err != nil || string(magic) != gamesMagic {
		return h, 0, fmt.Errorf("%s is not a file of games: it does not begin with %q", name, "DAMIERA GAMES 1")
	}
	var line []byte
	for len(line) < maxHeaderLine {
		c, err := r.ReadByte()
		if err != nil {
			return h, 0, fmt.Errorf("%s: the header is cut off", name)
		}
		line = append(line, c)
		if c == '\n' {
			break
		}
	}
	if err := json.Unmarshal(line, &h); err != nil {
		return h, 0, fmt.Errorf("%s: the header is damaged: %w", name, err)
	}
	return h, int64(len(magic) + len(line)), nil
}
