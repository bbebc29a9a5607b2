package openings

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"reflect"
	"strings"

	"github.com/damiera/damiera/board"
)

// The file of a book is the magic line, the header as a line of JSON, the
// columns keys, scores, depths, plies and visits, little endian, and the CRC-32C
// of all before it. docs/openings.md describes it.
const (
	bookMagic = "DAMIERA BOOK 1\n"
	// maxBookHeader bounds the header, which names the roots, and
	// maxBookPositions the rest.
	maxBookHeader    = 4 << 20
	maxBookPositions = 8 << 20
	// entryBytes is a position's part of the file: key, score, depth, plies,
	// visits.
	entryBytes    = 8 + 2 + 1 + 1 + 2
	checksumBytes = 4
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// BookHeader tells what a book is of.
type BookHeader struct {
	// Variant is the game that the book was made for. Another game of the same
	// rules, as RulesID knows them, may use it.
	Variant string `json:"variant"`
	Rules   string `json:"rules"`
	// Start is the key of the game's start position in hexadecimal. It differs
	// when the version that made the book hashed positions in another way.
	Start     string `json:"start"`
	Positions int    `json:"positions"`
	// Nodes is the size of the searches that scored the positions and
	// Evaluation the name of the evaluation that they used.
	Nodes      uint64 `json:"nodes"`
	Evaluation string `json:"evaluation"`
	// Margin is the book's own margin of the play in centimen, absent in a book
	// whose moves were not confirmed: see Book.PlayMargin.
	Margin int `json:"margin,omitempty"`
	// Roots are the positions that the book was grown from, in Hub's letters;
	// none for the start position alone.
	Roots []string `json:"roots,omitempty"`
}

// RulesID returns a short name of what decides the moves of a game: board,
// start position and rules, but not the draw rules. Games that share it can
// share a book.
func RulesID(v *board.Variant) string {
	start := v.Start()
	var text strings.Builder
	fmt.Fprintf(&text, "%dx%d %t %s", v.Width, v.Height, v.Mirrored, v.Hub(&start))
	rules := reflect.ValueOf(v.Rules)
	for i := range rules.NumField() {
		// a switch that is off says nothing, so a new one changes no other game
		if f := rules.Field(i); !f.IsZero() {
			fmt.Fprintf(&text, " %s=%v", rules.Type().Field(i).Name, f.Interface())
		}
	}
	sum := sha256.Sum256([]byte(text.String()))
	return hex.EncodeToString(sum[:8])
}

func startKey(v *board.Variant) string {
	start := v.Start()
	return fmt.Sprintf("%016x", v.Key(&start))
}

// Encode returns the book as a file.
func (b *Book) Encode() ([]byte, error) {
	header, err := json.Marshal(&b.BookHeader)
	if err != nil {
		return nil, err
	}
	out := make([]byte, 0, len(bookMagic)+len(header)+1+entryBytes*len(b.keys)+checksumBytes)
	out = append(append(append(out, bookMagic...), header...), '\n')
	for _, key := range b.keys {
		out = binary.LittleEndian.AppendUint64(out, key)
	}
	for _, score := range b.scores {
		out = binary.LittleEndian.AppendUint16(out, uint16(score))
	}
	out = append(append(out, b.depths...), b.plies...)
	for _, visits := range b.visits {
		out = binary.LittleEndian.AppendUint16(out, visits)
	}
	return binary.LittleEndian.AppendUint32(out, crc32.Checksum(out, castagnoli)), nil
}

var errDamagedBook = errors.New("the book is damaged: build it again or fetch it anew")

// DecodeBook reads the book of a game from a file's bytes.
func DecodeBook(v *board.Variant, data []byte) (*Book, error) {
	if !bytes.HasPrefix(data, []byte(bookMagic)) {
		return nil, errors.New("this is not an opening book: it does not begin with \"DAMIERA BOOK 1\"")
	}
	rest := data[len(bookMagic):]
	end := bytes.IndexByte(rest[:min(len(rest), maxBookHeader)], '\n')
	if end < 0 || len(rest) < end+1+checksumBytes {
		return nil, errDamagedBook
	}
	// The header comes before the checksum: of a book for another game, or cut
	// off, the more telling thing is said.
	b := &Book{variant: v}
	if err := json.Unmarshal(rest[:end], &b.BookHeader); err != nil {
		return nil, errDamagedBook
	}
	if b.Rules != RulesID(v) {
		if b.BookHeader.Variant == v.Name {
			return nil, fmt.Errorf("the book is for other rules of %s than this version has: build it again", v.Name)
		}
		return nil, fmt.Errorf("the book is for %s, not %s", shortName(b.BookHeader.Variant), v.Name)
	}
	body := rest[end+1 : len(rest)-checksumBytes]
	if b.Positions < 0 || b.Positions > maxBookPositions || len(body) != entryBytes*b.Positions || b.Margin < 0 ||
		binary.LittleEndian.Uint32(data[len(data)-checksumBytes:]) != crc32.Checksum(data[:len(data)-checksumBytes], castagnoli) {
		return nil, errDamagedBook
	}
	if b.Start != startKey(v) {
		return nil, errors.New("the book was made by a version that counts positions in another way: build it again")
	}
	b.decodeColumns(body)
	for i := 1; i < len(b.keys); i++ {
		if b.keys[i-1] >= b.keys[i] {
			return nil, errDamagedBook
		}
	}
	if len(b.BookHeader.Roots) == 0 {
		b.roots = []board.Position{v.Start()}
	}
	for _, text := range b.BookHeader.Roots {
		p, err := v.ParseHub(text)
		if err != nil {
			return nil, errDamagedBook
		}
		b.roots = append(b.roots, p)
	}
	return b, nil
}

func (b *Book) decodeColumns(body []byte) {
	n := b.Positions
	b.keys, b.scores, b.visits = make([]uint64, n), make([]int16, n), make([]uint16, n)
	column := func(width int) []byte {
		c := body[:n*width]
		body = body[n*width:]
		return c
	}
	for i, c := 0, column(8); i < n; i++ {
		b.keys[i] = binary.LittleEndian.Uint64(c[8*i:])
	}
	for i, c := 0, column(2); i < n; i++ {
		b.scores[i] = int16(binary.LittleEndian.Uint16(c[2*i:]))
	}
	b.depths, b.plies = bytes.Clone(column(1)), bytes.Clone(column(1))
	for i, c := 0, column(2); i < n; i++ {
		b.visits[i] = binary.LittleEndian.Uint16(c[2*i:])
	}
}

// shortName keeps a damaged header from filling the screen.
func shortName(name string) string {
	const most = 40
	if len(name) > most {
		name = name[:most]
	}
	return fmt.Sprintf("%q", name)
}

// OpenBook reads a book of a game from a file. The error is for people to read
// and names the file.
func OpenBook(v *board.Variant, file string) (*Book, error) {
	data, err := readBookFile(file)
	if err != nil {
		return nil, err
	}
	b, err := DecodeBook(v, data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return b, nil
}

func readBookFile(file string) ([]byte, error) {
	info, err := os.Stat(file) // first, for to open a pipe may take for ever
	if err != nil {
		return nil, err
	}
	const most = maxBookHeader + entryBytes*maxBookPositions
	if !info.Mode().IsRegular() || info.Size() > most {
		return nil, fmt.Errorf("%s is not an opening book", file)
	}
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, most))
}
