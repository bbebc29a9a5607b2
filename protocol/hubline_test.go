package protocol

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestParseHubLine(t *testing.T) {
	flag := func(name string) HubArgument { return HubArgument{Name: name, IsFlag: true} }
	value := func(name, value string) HubArgument { return HubArgument{Name: name, Value: value} }
	for text, want := range map[string]HubLine{
		"":                                   {},
		"   \t ":                             {},
		"hub":                                {Command: "hub"},
		"go think":                           {"go", []HubArgument{flag("think")}},
		"level moves=9 time=291.587":         {"level", []HubArgument{value("moves", "9"), value("time", "291.587")}},
		`pos pos=Wee moves="32-28 19-23"`:    {"pos", []HubArgument{value("pos", "Wee"), value("moves", "32-28 19-23")}},
		`pos wolf="W46=2 B5=1" x`:            {"pos", []HubArgument{value("wolf", "W46=2 B5=1"), flag("x")}},
		`set-param name = book value = true`: {"set-param", []HubArgument{value("name", "book"), value("value", "true")}},
		`a x="" y="open 1 2`:                 {"a", []HubArgument{value("x", ""), value("y", "open 1 2")}},
		`a x=`:                               {"a", []HubArgument{value("x", "")}},
		`a x=b=c`:                            {"a", []HubArgument{value("x", "b=c")}},
		`a ="v" "stray" f`:                   {"a", []HubArgument{value("", "v"), flag("f")}},
		`a x="1"y=2`:                         {"a", []HubArgument{value("x", "1"), value("y", "2")}},
		"\x00\xff go":                        {"\x00\xff", []HubArgument{flag("go")}},
		"==":                                 {"", []HubArgument{value("", "=")}},
		`"`:                                  {},
	} {
		assert.Equal(t, &want, ParseHubLine(text), "%q", text)
	}
	assert.Len(t, ParseHubLine("x"+strings.Repeat(" a=b", 100_000)).Arguments, maxHubArguments)
}

func TestHubLineString(t *testing.T) {
	l := NewHubLine("param", "name", "variant", "values", "normal frisian", "empty", "", "sign", "a=b", "quote", `say "no"`, "bad", "caf\u00e9\n")
	l.Arguments = append(l.Arguments, HubArgument{Name: "flag", IsFlag: true})
	assert.Equal(t, `param name=variant values="normal frisian" empty="" sign="a=b" quote="say 'no'" bad="caf? " flag`, l.String())
	v, ok := l.Get("values")
	assert.True(t, ok)
	assert.Equal(t, "normal frisian", v)
	assert.True(t, l.Has("flag"))
	assert.False(t, l.Has("none"))
}

func FuzzHubLine(f *testing.F) {
	for _, s := range []string{"", "go think", `pos pos=Wee moves="32-28 19-23"`, `a x="`, "=\"=\x00", `x a="" b = c`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l := ParseHubLine(text)
		// What we write is read back as it was, once the values are plain text.
		plain := ParseHubLine(l.String())
		again := ParseHubLine(plain.String())
		if plain.String() != again.String() {
			t.Fatalf("%q: %q is read back as %q", text, plain.String(), again.String())
		}
	})
}
