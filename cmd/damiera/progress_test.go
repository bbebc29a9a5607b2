package main

import (
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
)

func TestProgress(t *testing.T) {
	var out strings.Builder
	now := time.Unix(100, 0)
	p := &progress{out: &out, unit: "games", start: now, now: func() time.Time { return now }}
	p.update(1, 100, "")
	assert.Empty(t, out.String(), "short work shows nothing")
	p.finish()
	assert.Empty(t, out.String())

	now = now.Add(10 * time.Second)
	p.update(20, 100, "Elo +3")
	assert.Equal(t, "\r 20% 20 of 100 games, 2/s, 40s left, Elo +3", out.String())

	out.Reset()
	now = now.Add(time.Millisecond)
	p.update(21, 100, "")
	assert.Empty(t, out.String(), "the screen is not written at every step")

	now = now.Add(10 * time.Second)
	p.update(5e6, 0, "")
	assert.True(t, strings.HasPrefix(out.String(), "\r5.00M games, 250.0k/s"), out.String())
	out.Reset()
	p.begun = 50 // by an earlier run
	now = now.Add(10 * time.Second)
	p.update(80, 140, "")
	assert.Contains(t, out.String(), "80 of 140 games, 1/s, 1m0s left")
	out.Reset()
	p.finish()
	assert.Equal(t, "", strings.TrimSpace(out.String()))
	assert.True(t, strings.HasSuffix(out.String(), "\r"))
}

func TestCount(t *testing.T) {
	for n, want := range map[float64]string{0: "0", 2.5: "2.5", 999: "999", 1000: "1.0k", 12345: "12.3k", 4.56e6: "4.56M", 7.89e9: "7.89G"} {
		assert.Equal(t, want, count(n))
	}
}
