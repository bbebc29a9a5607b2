package protocol

import (
	"strings"
	"testing"
	"time"

	"github.com/damiera/damiera/search"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestLevel(t *testing.T) {
	const overhead = 10 * time.Millisecond
	for words, test := range map[string]struct {
		mode Mode
		want search.Limits
	}{
		"":                               {Think, search.Limits{MoveTime: DefaultMoveTime}},
		"infinite":                       {Think, search.Limits{}},
		"depth=9":                        {Think, search.Limits{Depth: 9}},
		"depth=-1":                       {Think, search.Limits{Depth: 1}},
		"depth=1e9":                      {Think, search.Limits{Depth: 1000}},
		"nodes=1000":                     {Think, search.Limits{Nodes: 1000}},
		"nodes=0":                        {Think, search.Limits{Nodes: 1}},
		"move-time=2":                    {Think, search.Limits{MoveTime: 1990 * time.Millisecond}},
		"move-time=0.02":                 {Think, search.Limits{MoveTime: 15 * time.Millisecond}},
		"move-time=0":                    {Think, search.Limits{MoveTime: time.Millisecond}},
		"move-time=-3":                   {Think, search.Limits{MoveTime: time.Millisecond}},
		"time=60":                        {Think, search.Limits{Clock: true, Time: time.Minute}},
		"time=-0.5":                      {Think, search.Limits{Clock: true, Time: -500 * time.Millisecond}},
		"moves=40 time=300 inc=1.5":      {Think, search.Limits{Clock: true, Time: 5 * time.Minute, Increment: 1500 * time.Millisecond, MovesToGo: 40}},
		"moves=40":                       {Think, search.Limits{MoveTime: DefaultMoveTime}},
		"inc=-1 time=1":                  {Think, search.Limits{Clock: true, Time: time.Second}},
		"time=1e400":                     {Think, search.Limits{Clock: true, Time: 10 * 365 * 24 * time.Hour}},
		"depth=5 nodes=7 time=1 depth=6": {Think, search.Limits{Depth: 6, Nodes: 7, Clock: true, Time: time.Second}},
		"infinite depth=4":               {Think, search.Limits{Depth: 4}},
		"unknown=1 depth=3":              {Analyze, search.Limits{Depth: 3, Analyze: true}},
		"infinite ":                      {Analyze, search.Limits{Analyze: true}},
		" ":                              {Analyze, search.Limits{Analyze: true}},
		"time=9":                         {Ponder, search.Limits{Clock: true, Time: 9 * time.Second, Ponder: true}},
		"  ":                             {Ponder, search.Limits{MoveTime: DefaultMoveTime, Ponder: true}},
	} {
		var l Level
		for word := range strings.FieldsSeq(words) {
			name, value, _ := strings.Cut(word, "=")
			require.NoError(t, l.set(name, value), words)
		}
		assert.Equal(t, test.want, l.Limits(test.mode, overhead), "%q", words)
	}
	for _, bad := range []string{"depth=x", "nodes=", "time=1,5", "move-time=NaN", "inc=two", "moves=0x"} {
		l := Level{Depth: 3}
		name, value, _ := strings.Cut(bad, "=")
		assert.Error(t, l.set(name, value), bad)
		assert.Equal(t, Level{Depth: 3}, l, "a bad value changes nothing")
	}
}

func TestParams(t *testing.T) {
	p := newParams(SessionOptions{MaxThreads: 4, MaxHashBytes: 100 << 20})
	assert.Equal(t, 22, p.Int(ParamTableSize), "64 MiB are the largest power of two in 100 MiB")
	for _, test := range []struct{ name, value, want, err string }{
		{ParamVariant, "Checkers", "english", ""},
		{ParamVariant, "international", "normal", ""},
		{ParamVariant, "ludo", "normal", "unknown game"},
		{ParamThreads, " 4 ", "4", ""},
		{ParamThreads, "5", "4", "5 is not from 1 to 4"},
		{ParamThreads, "4.5", "4", "not a whole number"},
		{ParamBook, "off", "false", ""},
		{ParamBook, "1", "true", ""},
		{ParamBook, "", "true", "neither true nor false"},
		{ParamMoveOverhead, "5e-2", "0.05", ""},
		{ParamMoveOverhead, "-1", "0.05", "not from 0 to 10"},
		{ParamMoveOverhead, "NaN", "0.05", "not a number"},
		{ParamDrawRule, "SITE", "site", ""},
		{ParamDrawRule, "mine", "site", "none of official site"},
		{ParamEndgameDir, "C:\\data base", "C:\\data base", ""},
		{ParamEndgameDir, strings.Repeat("x", 5000), "C:\\data base", "longer than"},
		{"nonesuch", "1", "", "unknown parameter"},
	} {
		err := p.Set(test.name, test.value)
		if test.err == "" {
			assert.NoError(t, err, test)
		} else {
			assert.ErrorContains(t, err, test.err, test)
		}
		if p.Has(test.name) {
			assert.Equal(t, test.want, p.byName[test.name].Value, "%v", test)
		}
	}
}
