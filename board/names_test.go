package board_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/damiera/damiera/board"
)

func TestLookup(t *testing.T) {
	games := map[string]string{ // names by canonical name, separated by |
		"international": "international|International Draughts|normal|standard|polish|Polish draughts|20|20,W,10,10,N2,0|10x10|dames",
		"english":       "english|american|American checkers|checkers|draughts|English Draughts|anglo-american|21",
		"italian":       "italian|dama|dama italiana|Dama_Italiana|22",
		"pool":          "pool|pool checkers|pool-checkers|PoolCheckers|23",
		"spanish":       "spanish|damas|damas españolas|24",
		"russian":       "russian|shashki|Russian shashki|RUSSIAN|25|25,W,8,8,A0,0|шашки|Русские шашки",
		"brazilian":     "brazilian|damas brasileiras|26",
		"canadian":      "canadian|12x12|canadian checkers|27",
		"portuguese":    "portuguese|damas portuguesas|28",
		"czech":         "czech|Česká dáma|ceska dama|29",
		"turkish":       "turkish|Türk Daması|dama turca|30",
		"thai":          "thai|makhos|mak hos|31",
		"frisian":       "frisian|fries dammen|Frisian draughts|40",
		"frysk":         "frysk|frysk!|Frysk!|97",
		"spantsiretti":  "spantsiretti|10x8|10 x 8|41",
		"killer":        "killer|killer draughts",
		"bt":            "bt|breakthrough|break-through|breakthrough draughts|96",
		"losing":        "losing|antidraughts|anti-draughts|suicide|suicide checkers|losing draughts|98",
		"english+free":  "english+free|checkers+free|English + Free|english free|21+free",
		"russian+free":  "russian+free|shashki+free|25+free",
		"turkish+free":  "turkish+free",
	}
	for want, names := range games {
		for _, name := range strings.Split(names, "|") {
			v, err := board.Lookup(name)
			require.NoError(t, err, name)
			assert.Equal(t, want, v.Name, name)
		}
	}
}

// TestNamesOfAllGames: every name that a game is known by leads back to it.
func TestNamesOfAllGames(t *testing.T) {
	for _, v := range board.Variants() {
		names := append([]string{v.Name, v.HubName(), strings.ToUpper(v.Name), " " + v.Name + " "}, v.Aliases()...)
		if v.GameType != 0 && v.Name != "frysk" {
			number := fmt.Sprint(v.GameType)
			if v.OptionalCaptures {
				number += "+free"
			}
			names = append(names, number)
		}
		for _, name := range names {
			found, err := board.Lookup(name)
			require.NoError(t, err, name)
			assert.Same(t, v, found, name)
		}
	}
	assert.Len(t, board.HubNames(), len(board.Variants()))
	assert.Equal(t, []string{"normal", "killer", "bt", "frisian", "losing"}, board.HubNames()[:5])
}

func TestLookupErrors(t *testing.T) {
	for name, message := range map[string]string{
		"rusian":                    `unknown game "rusian": did you mean russian?`,
		"Brasilian":                 `did you mean brazilian`,
		"breaktrough":               `did you mean breakthrough`,
		"chess":                     `unknown game "chess": `,
		"":                          `the games are international, english,`,
		"42":                        `unknown game "42"`,
		"international+free":        `only games of the 8x8 board have the house rule +free`,
		"killer free":               `only games of the 8x8 board`,
		"english+fast":              `only +free may follow, not "+fast"`,
		"+free":                     `unknown game "+free"`,
		strings.Repeat("dama", 100): `unknown game "damadama`,
	} {
		_, err := board.Lookup(name)
		require.Error(t, err, name)
		assert.Contains(t, err.Error(), message)
		assert.Less(t, len(err.Error()), 400)
	}
}
