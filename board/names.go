package board

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// freeSuffix marks the house rule in a name: captures are not compulsory.
const freeSuffix = "+free"

// naming is what players and programs call a game beside its canonical name.
type naming struct {
	name    string
	aliases []string
	// types are the PDN GameType numbers, official or in use.
	types []int
}

// namings lists the aliases in the order to show them. Case, accents, blanks
// and punctuation do not matter when a name is looked up, and "draughts",
// "checkers", "game" and the like may be left out or added.
var namings = []naming{
	{"international", []string{"normal", "standard", "polish", "10x10", "fmjd", "dames", "jeu de dames", "dammen",
		"damier 100 cases", "draughts-100", "shashki-100", "dama internazionale", "dama polacca", "damas internacionales",
		"damen international", "warcaby polskie", "стоклеточные шашки"}, []int{20}},
	{"english", []string{"american", "checkers", "draughts", "straight checkers", "anglo-american", "acf", "wcdf", "gayp",
		"dama inglese", "damas inglesas", "dames anglaises", "checkers americano"}, []int{21}},
	{"italian", []string{"dama", "dama italiana", "italiana", "italiano", "fid", "dames italiennes", "damas italianas"}, []int{22}},
	{"pool", []string{"pool checkers", "american pool", "dama pool", "apca"}, []int{23}},
	{"spanish", []string{"damas", "damas españolas", "española", "dama spagnola", "dames espagnoles", "damas clásicas"}, []int{24}},
	{"russian", []string{"shashki", "russkie shashki", "draughts-64", "shashki-64", "dama russa", "damas rusas",
		"dames russes", "шашки", "русские шашки"}, []int{25}},
	{"brazilian", []string{"brasileira", "damas brasileiras", "damas brasileñas", "dama brasiliana", "dames brésiliennes",
		"brasil", "cbd"}, []int{26}},
	{"canadian", []string{"12x12", "dames canadiennes", "quebec", "dama canadese", "dama cinese", "grand jeu de dames", "damas canadienses"}, []int{27}},
	{"portuguese", []string{"damas portuguesas", "portuguesa", "dama portoghese", "fpd"}, []int{28}},
	{"czech", []string{"česká dáma", "česká", "dama ceca", "damas checas", "czechoslovak"}, []int{29}},
	{"turkish", []string{"türk daması", "dama turca", "armenian", "tama", "damas turcas", "dames turques"}, []int{30}},
	{"thai", []string{"makhos", "mak hos", "mak hot", "dama tailandese", "dama thailandese", "หมากฮอส"}, []int{31}},
	{"frisian", []string{"fries dammen", "frysk dammen", "frise", "dama frisona", "wfd"}, []int{40}},
	{"frysk", []string{"frysk!", "frisian five"}, []int{97}},
	{"spantsiretti", []string{"spancirety", "spantsireti", "10x8", "80 cells", "спанцирети"}, []int{41}},
	{"killer", []string{"killer dammen", "killerdammen"}, nil},
	{"bt", []string{"breakthrough", "break through", "doorbraak"}, []int{96}},
	{"losing", []string{"antidraughts", "anti", "suicide", "giveaway", "losers", "misère", "weggeefdammen", "qui perd gagne",
		"vinciperdi"}, []int{98}},
}

// generic words may follow or precede a name without changing it.
var generic = []string{"draughts", "checkers", "game", "rules", "variant", "dammen", "shashki"}

// Lookup finds a game by its canonical name, a name of Hub, a usual alias in
// one of several languages or its PDN GameType number. Case, accents, blanks
// and punctuation do not matter. A game of an 8x8 board may have "+free" after
// its name for the house rule. The error suggests the nearest names.
func Lookup(name string) (*Variant, error) {
	const longest = 100
	base, suffix, free := strings.Cut(name, "+")
	if free && foldName(suffix) != "free" {
		return nil, fmt.Errorf("unknown game %s: after the name only +free may follow, not %s", quote(name), quote("+"+suffix))
	}
	if len(name) > longest {
		return nil, fmt.Errorf("unknown game %s", quote(name))
	}
	folded := foldName(base)
	if !free {
		if rest, ok := strings.CutSuffix(folded, "free"); ok && findName(rest) != "" {
			folded, free = rest, true
		}
	}
	canonical := findName(folded)
	if canonical == "" {
		return nil, fmt.Errorf("unknown game %s: %s", quote(name), suggestion(folded))
	}
	if free {
		canonical += freeSuffix
	}
	for _, v := range all {
		if v.Name == canonical {
			return v, nil
		}
	}
	return nil, fmt.Errorf("unknown game %s: only games of the 8x8 board have the house rule +free", quote(name))
}

// findName returns the canonical name for a folded one, "" if there is none.
func findName(folded string) string {
	number, _, _ := strings.Cut(folded, ",") // a whole GameType tag: 25,W,8,8,A0,0
	if name, ok := namesFolded[number]; ok {
		return name
	}
	for _, word := range generic {
		for _, rest := range []string{strings.TrimSuffix(folded, word), strings.TrimPrefix(folded, word)} {
			if name, ok := namesFolded[rest]; ok && rest != folded && !isNumber(rest) {
				return name
			}
		}
	}
	return ""
}

func isNumber(text string) bool { return strings.Trim(text, "0123456789") == "" }

// namesFolded finds the canonical name by every folded one.
var namesFolded = func() map[string]string {
	m := map[string]string{}
	for _, n := range namings {
		for _, alias := range append([]string{n.name}, n.aliases...) {
			m[foldName(alias)] = n.name
		}
		for _, number := range n.types {
			m[fmt.Sprint(number)] = n.name
		}
	}
	return m
}()

// accents are the accented letters of the languages in namings.
var accents = map[rune]rune{
	'à': 'a', 'á': 'a', 'â': 'a', 'ã': 'a', 'ä': 'a', 'ç': 'c', 'č': 'c', 'è': 'e', 'é': 'e', 'ê': 'e', 'ë': 'e', 'ě': 'e',
	'í': 'i', 'ı': 'i', 'ï': 'i', 'ñ': 'n', 'ó': 'o', 'ô': 'o', 'õ': 'o', 'ö': 'o', 'š': 's', 'ş': 's', 'ú': 'u', 'ü': 'u',
	'ý': 'y', 'ž': 'z',
}

// foldName reduces a name to what distinguishes it: letters without accents,
// digits and the commas of a GameType tag.
func foldName(name string) string {
	return strings.Map(func(r rune) rune {
		r = unicode.ToLower(r)
		if plain, ok := accents[r]; ok {
			return plain
		}
		if r == ',' || unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, name)
}

// suggestion names the games whose names are nearest to a mistyped one.
func suggestion(folded string) string {
	type candidate struct {
		name     string
		distance int
	}
	var near []candidate
	for _, n := range namings {
		best := candidate{distance: 1000}
		for _, alias := range append([]string{n.name}, n.aliases...) {
			d := editDistance(folded, foldName(alias))
			if d < best.distance && d <= 1+len(foldName(alias))/4 {
				best = candidate{alias, d}
			}
		}
		if best.name != "" {
			near = append(near, best)
		}
	}
	slices.SortStableFunc(near, func(a, b candidate) int { return a.distance - b.distance })
	if len(near) == 0 {
		var names []string
		for _, n := range namings {
			names = append(names, n.name)
		}
		return "the games are " + strings.Join(names, ", ")
	}
	var names []string
	for _, c := range near {
		if c.distance == near[0].distance && len(names) < 3 {
			names = append(names, c.name)
		}
	}
	return "did you mean " + strings.Join(names, " or ") + "?"
}

// editDistance is the number of letters to insert, delete or replace.
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, diagonal+1, row[j]+1)
		}
	}
	return row[len(b)]
}

// HubName returns the name of the game in Hub: international is "normal", and
// the others have their canonical names.
func (v *Variant) HubName() string {
	if v.Name == "international" {
		return "normal"
	}
	return v.Name
}

// HubNames returns the names of all games in Hub: the five of the protocol
// first, each game once.
func HubNames() []string {
	names := []string{"normal", "killer", "bt", "frisian", "losing"}
	for _, v := range all {
		if name := v.HubName(); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// Aliases returns the other names of the game that Lookup takes, without its
// PDN GameType number.
func (v *Variant) Aliases() []string {
	for _, n := range namings {
		if n.name == v.Name {
			return slices.Clone(n.aliases)
		}
	}
	return nil
}
