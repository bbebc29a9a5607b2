package bench

import (
	"fmt"
	"strings"
)

// keyValue is one word of an option such as `name=A cmd="scan hub" cpu-time`.
// Flag words have no '='.
type keyValue struct {
	key, value string
	flag       bool
}

// parseKeyValues splits an option's text into key=value words.
func parseKeyValues(text string) ([]keyValue, error) {
	words, err := splitWords(text)
	if err != nil {
		return nil, err
	}
	var out []keyValue
	for _, w := range words {
		key, value, found := strings.Cut(w, "=")
		if key == "" {
			return nil, fmt.Errorf("%q has no name before '='", w)
		}
		out = append(out, keyValue{key, value, !found})
	}
	return out, nil
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
