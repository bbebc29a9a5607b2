package bench

import (
	"fmt"
	"slices"
	"strings"
)

// keyValue is one word of an option such as `name=A cmd="scan hub" cpu-time`.
// Flag words have no '='.
type keyValue struct {
	key, value string
	flag       bool
}

// aliases are second names of keys, prefixes those of groups such as param.NAME.
var (
	aliases  = map[string]string{"st": "movetime", "host": "connect"}
	prefixes = map[string]string{"option": "param"}
)

// plainKey returns the first name of a key.
func plainKey(key string) string {
	if first, ok := aliases[key]; ok {
		return first
	}
	group, name, _ := strings.Cut(key, ".")
	if first, ok := prefixes[group]; ok {
		return first + "." + name
	}
	return key
}

// parseKeyValues splits an option's text into key=value words. A key that comes
// twice is refused, since one of its values would go unheard; only arg= may.
func parseKeyValues(text string) ([]keyValue, error) {
	words, err := splitWords(text)
	if err != nil {
		return nil, err
	}
	var out []keyValue
	values := map[string]string{} // by plain key
	for _, w := range words {
		key, value, found := strings.Cut(w, "=")
		if key == "" {
			return nil, fmt.Errorf("%q has no name before '='", w)
		}
		if plain := plainKey(key); found && plain != "arg" {
			if before, twice := values[plain]; twice {
				return nil, fmt.Errorf("%s is given twice, %q and %q: leave one of them out", plain, before, value)
			}
			values[plain] = value
		}
		out = append(out, keyValue{key, value, !found})
	}
	return out, nil
}

// has tells whether a key=value word is there.
func has(words []keyValue, key string) bool {
	return slices.ContainsFunc(words, func(w keyValue) bool { return !w.flag && plainKey(w.key) == key })
}

// splitWords splits text at blanks as a shell does: quotes of both kinds keep
// blanks together and a backslash takes the next character as it is (inside
// double quotes only before a quote or a backslash, so that Windows paths
// survive; inside single quotes never).
func splitWords(text string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote := false, byte(0)
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '\\' && quote != '\'' && i+1 < len(text) && strings.IndexByte(`"'\ `, text[i+1]) >= 0:
			i++
			word.WriteByte(text[i])
			inWord = true
		case quote != 0:
			if c == quote {
				quote = 0
			} else {
				word.WriteByte(c)
			}
		case c == '"' || c == '\'':
			quote, inWord = c, true
		case c == ' ' || c == '\t' || c == '\n' || c == '\r':
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteByte(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quote %c is never closed in %q", quote, text)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
