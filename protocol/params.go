package protocol

import (
	"fmt"
	"math"
	"math/bits"
	"slices"
	"strconv"
	"strings"

	"github.com/damiera/damiera/board"
	"github.com/damiera/damiera/openings"
	"github.com/damiera/damiera/tt"
)

// ParamKind is the type of a parameter's values.
type ParamKind string

// The kinds of parameters, as Hub names them.
const (
	BoolParam   ParamKind = "bool"
	IntParam    ParamKind = "int"
	RealParam   ParamKind = "real"
	StringParam ParamKind = "string"
	EnumParam   ParamKind = "enum"
)

// Param is one parameter of the engine: its declaration and its value.
type Param struct {
	Name     string
	Kind     ParamKind
	Min, Max float64  // of numbers, both included
	Values   []string // of an enum
	// IsPath marks names of files and directories, which peers over the
	// network may not set.
	IsPath bool
	// Value is the value as text, always a valid one.
	Value string
}

// Params are the parameters of a session.
type Params struct {
	list   []*Param
	byName map[string]*Param
}

// The names of the parameters.
const (
	ParamVariant       = "variant"        // the game
	ParamThreads       = "threads"        // search threads
	ParamTableSize     = "tt-size"        // log2 of the entries of the transposition table
	ParamPonder        = "ponder"         // a GUI may let the engine ponder
	ParamBook          = "book"           // use the opening book
	ParamBookFile      = "book-file"      // the user's own book
	ParamBookPly       = "book-ply"       // plies with a choice of book moves, later the best one is played
	ParamBookMargin    = "book-margin"    // worst book move to play, centimen below the best, or openings.OwnMargin
	ParamEndgameSize   = "bb-size"        // most pieces to look up in the endgame database
	ParamEndgameDir    = "bb-dir"         // where the endgame database is
	ParamEndgameBuild  = "bb-auto"        // build small endgame databases in the background
	ParamEndgameInfo   = "bb-info"        // tell in info what the endgame database knows
	ParamEval          = "eval"           // "" or "pattern" for the learned one, "material", or a weights file
	ParamDrawRule      = "draw-rule"      // official or site
	ParamMoveNumbering = "move-numbering" // hub or pdn
	ParamMoveOverhead  = "move-overhead"  // seconds lost between the engine and its peer, a move
	ParamMultiPV       = "multi-pv"       // number of best lines
)

// Bounds and default of tt-size: 2^10 entries are 16 KiB, 2^22 are 64 MiB.
const (
	minTableSize     = 10
	defaultTableSize = 22
)

// TableSize returns the value of ParamTableSize for a table of at most so many
// bytes, or the least value.
func TableSize(bytes int64) int {
	return max(bits.Len64(uint64(max(bytes, 0)/tt.EntryBytes))-1, minTableSize)
}

// newParams declares all parameters. Threads and table sizes end at the
// session's budget.
func newParams(o SessionOptions) *Params {
	largest := TableSize(o.MaxHashBytes)
	p := &Params{byName: map[string]*Param{}, list: []*Param{
		{Name: ParamVariant, Kind: EnumParam, Values: board.HubNames(), Value: "normal"},
		{Name: ParamThreads, Kind: IntParam, Min: 1, Max: float64(o.MaxThreads), Value: "1"},
		{Name: ParamTableSize, Kind: IntParam, Min: minTableSize, Max: float64(largest), Value: strconv.Itoa(min(defaultTableSize, largest))},
		{Name: ParamPonder, Kind: BoolParam, Value: "true"},
		{Name: ParamMultiPV, Kind: IntParam, Min: 1, Max: 100, Value: "1"},
		{Name: ParamMoveOverhead, Kind: RealParam, Min: 0, Max: 10, Value: "0.01"},
		{Name: ParamDrawRule, Kind: EnumParam, Values: []string{"official", "site"}, Value: "official"},
		{Name: ParamMoveNumbering, Kind: EnumParam, Values: []string{"hub", "pdn"}, Value: "hub"},
		{Name: ParamBook, Kind: BoolParam, Value: "true"},
		{Name: ParamBookFile, Kind: StringParam, IsPath: true},
		{Name: ParamBookPly, Kind: IntParam, Min: 0, Max: 100, Value: "20"},
		{Name: ParamBookMargin, Kind: IntParam, Min: openings.OwnMargin, Max: 100, Value: strconv.Itoa(openings.OwnMargin)},
		{Name: ParamEndgameSize, Kind: IntParam, Min: 0, Max: 8, Value: "5"},
		{Name: ParamEndgameDir, Kind: StringParam, IsPath: true},
		{Name: ParamEndgameBuild, Kind: BoolParam, Value: "true"},
		{Name: ParamEndgameInfo, Kind: BoolParam, Value: "false"},
		{Name: ParamEval, Kind: StringParam, IsPath: true},
	}}
	for _, param := range p.list {
		p.byName[param.Name] = param
	}
	return p
}

// List returns all parameters in the order to declare them, variant first.
func (p *Params) List() []*Param { return p.list }

// Has reports whether there is a parameter with a name.
func (p *Params) Has(name string) bool { return p.byName[name] != nil }

// Set changes a parameter. The error of a value that the parameter cannot have
// says what it can have.
func (p *Params) Set(name, value string) error {
	param := p.byName[name]
	if param == nil {
		return fmt.Errorf("unknown parameter %q", name)
	}
	text, err := param.parse(strings.TrimSpace(value))
	if err != nil {
		return fmt.Errorf("bad value of %s: %w", name, err)
	}
	param.Value = text
	return nil
}

// parse checks a value and returns it in its usual form.
func (p *Param) parse(value string) (string, error) {
	switch p.Kind {
	case BoolParam:
		switch strings.ToLower(value) {
		case "true", "on", "yes", "1":
			return "true", nil
		case "false", "off", "no", "0":
			return "false", nil
		}
		return "", fmt.Errorf("%q is neither true nor false", value)
	case IntParam:
		n, err := strconv.Atoi(value)
		if err != nil {
			return "", fmt.Errorf("%q is not a whole number", value)
		}
		if float64(n) < p.Min || float64(n) > p.Max {
			return "", fmt.Errorf("%d is not from %g to %g", n, p.Min, p.Max)
		}
		return strconv.Itoa(n), nil
	case RealParam:
		x, err := strconv.ParseFloat(value, 64)
		if err != nil || math.IsNaN(x) {
			return "", fmt.Errorf("%q is not a number", value)
		}
		if x < p.Min || x > p.Max {
			return "", fmt.Errorf("%g is not from %g to %g", x, p.Min, p.Max)
		}
		return strconv.FormatFloat(x, 'f', -1, 64), nil
	case EnumParam:
		if p.Name == ParamVariant { // takes every name that players use
			v, err := board.Lookup(value)
			if err != nil {
				return "", err
			}
			return v.HubName(), nil
		}
		if slices.Contains(p.Values, strings.ToLower(value)) {
			return strings.ToLower(value), nil
		}
		return "", fmt.Errorf("%q is none of %s", value, strings.Join(p.Values, " "))
	}
	const longestString = 4096
	if len(value) > longestString {
		return "", fmt.Errorf("it is longer than %d bytes", longestString)
	}
	return value, nil
}

// String, Bool, Int and Real return the value of a parameter that is declared
// with that kind.
func (p *Params) String(name string) string { return p.byName[name].Value }

// Bool returns the value of a parameter declared as bool.
func (p *Params) Bool(name string) bool { return p.byName[name].Value == "true" }

// Int returns the value of a parameter declared as int.
func (p *Params) Int(name string) int {
	n, _ := strconv.Atoi(p.byName[name].Value) // checked by Set
	return n
}

// Real returns the value of a parameter declared as real.
func (p *Params) Real(name string) float64 {
	x, _ := strconv.ParseFloat(p.byName[name].Value, 64) // checked by Set
	return x
}
