package eval

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"sync"

	"github.com/damiera/damiera/board"
	"github.com/klauspost/compress/zstd"
)

const (
	weightsMagic = "DAMIERA WEIGHTS 1\n"
	// maxHeader and maxWeightsFile bound what is read of a damaged file.
	maxHeader      = 4096
	maxWeightsFile = 64 << 20
)

// WeightsHeader tells where weights come from.
type WeightsHeader struct {
	Variant    string  `json:"variant"`
	Shapes     string  `json:"shapes"`
	Generation int     `json:"generation"`
	Games      int     `json:"games"`     // of all generations
	Positions  int     `json:"positions"` // that this generation learned from
	Loss       float64 `json:"loss"`      // validation loss in nats
	Hash       string  `json:"hash"`      // start of the SHA-256 of what follows
}

// Weights are the learned numbers of one game: two for each weight of its
// Layout, opening and end, in quarters of a centimen.
type Weights struct {
	WeightsHeader
	Values []int16
}

// UnitsPerCentimen is the resolution of Weights.Values.
const UnitsPerCentimen = unitsPerCentimen

// MaxWeight bounds each of Weights.Values.
const MaxWeight = maxWeight

// Encode returns the weights as a file. It fills in the hash.
func (w *Weights) Encode() ([]byte, error) {
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithEncoderConcurrency(1))
	if err != nil {
		return nil, err
	}
	data := z.EncodeAll(shuffle(w.Values), nil)
	w.Hash = hashOf(data)
	header, err := json.Marshal(&w.WeightsHeader)
	if err != nil {
		return nil, err
	}
	return slices.Concat([]byte(weightsMagic), header, []byte("\n"), data), nil
}

// DecodeHeader returns the header of a weights file and the compressed rest.
func DecodeHeader(data []byte) (WeightsHeader, []byte, error) {
	var h WeightsHeader
	if !bytes.HasPrefix(data, []byte(weightsMagic)) {
		return h, nil, errors.New("not a weights file: it does not begin with \"DAMIERA WEIGHTS 1\"")
	}
	data = data[len(weightsMagic):]
	end := bytes.IndexByte(data[:min(len(data), maxHeader)], '\n')
	if end < 0 {
		return h, nil, errors.New("the header of the weights is cut off")
	}
	if err := json.Unmarshal(data[:end], &h); err != nil {
		return h, nil, fmt.Errorf("the header of the weights is damaged: %w", err)
	}
	return h, data[end+1:], nil
}

// DecodeWeights reads a weights file for a layout.
func DecodeWeights(l *Layout, data []byte) (*Weights, error) {
	h, rest, err := DecodeHeader(data)
	if err != nil {
		return nil, err
	}
	if h.Variant != WeightsName(l.Variant) {
		return nil, fmt.Errorf("the weights are for %s, not %s", h.Variant, l.Variant.Name)
	}
	if h.Shapes != l.Shapes {
		return nil, fmt.Errorf("the weights are for the shapes %s, this version has %s: train again", h.Shapes, l.Shapes)
	}
	if hashOf(rest) != h.Hash {
		return nil, errors.New("the weights are damaged: their hash is wrong")
	}
	size := 4 * l.Size
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(uint64(size)+1<<20))
	if err != nil {
		return nil, err
	}
	defer z.Close()
	raw, err := z.DecodeAll(rest, make([]byte, 0, size))
	if err != nil {
		return nil, fmt.Errorf("the weights are damaged: %w", err)
	}
	if len(raw) != size {
		return nil, fmt.Errorf("the weights have %d bytes, not %d", len(raw), size)
	}
	return &Weights{h, unshuffle(raw)}, nil
}

func hashOf(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:12])
}

// shuffle brings values into the order that compresses best: phase by phase,
// small numbers of either sign small, low bytes before high bytes.
func shuffle(values []int16) []byte {
	n := len(values)
	raw := make([]byte, 2*n)
	for i, x := range values {
		u := uint16(x<<1) ^ uint16(x>>15)
		k := i/2 + i%2*(n/2)
		raw[k], raw[n+k] = byte(u), byte(u>>8)
	}
	return raw
}

func unshuffle(raw []byte) []int16 {
	n := len(raw) / 2
	low, high := raw[:n], raw[n:]
	values := make([]int16, n)
	for phase := range 2 {
		from := phase * (n / 2)
		for i, c := range low[from : from+n/2] {
			if h := high[from+i]; c|h != 0 { // most weights are 0
				u := uint16(c) | uint16(h)<<8
				values[2*i+phase] = int16(u>>1) ^ -int16(u&1)
			}
		}
	}
	return values
}

// FromWeights returns the evaluation that uses weights.
func FromWeights(l *Layout, w *Weights, name string) (*Evaluator, error) {
	if len(w.Values) != 2*l.Size {
		return nil, fmt.Errorf("%d values do not fit the model of %s with %d", len(w.Values), l.Variant.Name, 2*l.Size)
	}
	p, err := newPatternEvaluation(l, w.Values)
	if err != nil {
		return nil, err
	}
	return &Evaluator{variant: l.Variant, pattern: p, name: name}, nil
}

// Load returns the evaluation with the weights in a file. On an error it
// returns Material as well.
func Load(v *board.Variant, file string) (*Evaluator, error) {
	data, err := readBounded(file)
	if err != nil {
		return Material(v), fmt.Errorf("cannot read the weights: %w", err)
	}
	e, err := decode(v, data, file)
	if err != nil {
		return Material(v), fmt.Errorf("%s: %w", file, err)
	}
	return e, nil
}

// Named returns the evaluation that a user's word asks for: "pattern" or nothing
// for Default, "material", or a file of weights. On an error it returns Material
// as well.
func Named(v *board.Variant, name string) (*Evaluator, error) {
	switch name {
	case "material":
		return Material(v), nil
	case "", "pattern":
		return Default(v)
	}
	return Load(v, name)
}

func readBounded(file string) ([]byte, error) {
	info, err := os.Stat(file)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", file)
	}
	if info.Size() > maxWeightsFile {
		return nil, fmt.Errorf("%s has more than %d bytes", file, maxWeightsFile)
	}
	return os.ReadFile(file)
}

func decode(v *board.Variant, data []byte, name string) (*Evaluator, error) {
	l := NewLayout(v)
	w, err := DecodeWeights(l, data)
	if err != nil {
		return nil, err
	}
	return FromWeights(l, w, name)
}

//go:embed weights
var embedded embed.FS

// WeightsName returns the game whose weights a game uses: its own, those of
// its base game, or those of a game with the same rules.
func WeightsName(v *board.Variant) string {
	name := strings.TrimSuffix(v.Name, "+free")
	if name == "portuguese" {
		return "spanish"
	}
	return name
}

var defaults struct {
	sync.Mutex
	made map[string]*Evaluator
	errs map[string]error
}

// Default returns the evaluation with the weights in the program: "pattern". If
// they are missing or damaged it returns Material and an error that says so.
func Default(v *board.Variant) (*Evaluator, error) {
	d := &defaults
	d.Lock()
	defer d.Unlock()
	if e := d.made[v.Name]; e != nil {
		return e, d.errs[v.Name]
	}
	e, err := loadEmbedded(v)
	if err != nil {
		e, err = Material(v), fmt.Errorf("%s plays by material: %w", v.Name, err)
	}
	if d.made == nil {
		d.made, d.errs = map[string]*Evaluator{}, map[string]error{}
	}
	d.made[v.Name], d.errs[v.Name] = e, err
	return e, err
}

// Forget lets go of what Default keeps for a game, to give back its memory.
// Engines that use it go on.
func Forget(v *board.Variant) {
	d := &defaults
	d.Lock()
	defer d.Unlock()
	delete(d.made, v.Name)
}

func loadEmbedded(v *board.Variant) (*Evaluator, error) {
	data, err := embedded.ReadFile(path.Join("weights", WeightsName(v)+".dwt"))
	if err != nil {
		return nil, errors.New("the program has no weights for it")
	}
	return decode(v, data, "pattern")
}

// Embedded returns the headers of the weights in the program, by name.
func Embedded() ([]WeightsHeader, error) {
	files, err := embedded.ReadDir("weights")
	if err != nil {
		return nil, err
	}
	var all []WeightsHeader
	for _, f := range files {
		if path.Ext(f.Name()) != ".dwt" {
			continue
		}
		data, err := embedded.ReadFile(path.Join("weights", f.Name()))
		if err != nil {
			return nil, err
		}
		h, _, err := DecodeHeader(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", f.Name(), err)
		}
		all = append(all, h)
	}
	return all, nil
}
