package protocol

import (
	"fmt"
	"strings"

	"github.com/damiera/damiera/search"
)

// Version 1 of Hub is what Scan 2.0 speaks: arguments stand alone, times are in
// milliseconds, moves are sent one by one, and the answers are shorter. A client
// is taken for one of version 1 from its first command that only version 1 has.

// words returns the arguments that have no value.
func words(l *HubLine) (words []string) {
	for _, a := range l.Arguments {
		if a.IsFlag {
			words = append(words, a.Name)
		}
	}
	return words
}

func (h *hubServer) handshakeV1() {
	h.send("name Damiera " + Version)
	h.send("author The Damiera authors")
	h.send("country Italy")
	h.send("wait")
}

func (h *hubServer) setV1(l *HubLine) {
	h.v1 = true
	w := words(l)
	if len(w) < 2 {
		return
	}
	if err := h.session.SetParam(w[0], strings.Join(w[1:], " ")); err != nil {
		h.fail(err.Error())
	}
}

func (h *hubServer) newGameV1(*HubLine) {
	h.v1 = true
	h.session.NewGame()
}

func (h *hubServer) startPositionV1(*HubLine) {
	h.v1 = true
	h.level = Level{}
	h.session.newGame()
}

// isPositionV1 tells "pos w..." from "pos pos=..." and the flag of "pos start".
func (h *hubServer) isPositionV1(l *HubLine) bool {
	return len(l.Arguments) == 1 && l.Arguments[0].IsFlag && l.Arguments[0].Name != "start"
}

func (h *hubServer) positionV1(l *HubLine) {
	h.v1 = true
	h.level = Level{}
	if err := h.session.SetPosition(l.Arguments[0].Name, "", ""); err != nil {
		h.fail(err.Error())
	}
}

func (h *hubServer) moveV1(l *HubLine) {
	h.v1 = true
	for _, text := range words(l) {
		if _, err := h.session.Game().PlayHub(h.session.numbering().read(text)); err != nil {
			h.fail(err.Error())
			return
		}
	}
}

func (h *hubServer) timeV1(l *HubLine) {
	h.v1 = true
	if w := words(l); len(w) > 0 {
		h.setLevelV1("move-time", w[0]+"e-3") // milliseconds
	}
}

// isLevelV1 tells "level 30 60000 0" from "level time=60".
func (h *hubServer) isLevelV1(l *HubLine) bool {
	return len(l.Arguments) == 3 && len(words(l)) == 3
}

func (h *hubServer) levelV1(l *HubLine) {
	h.v1 = true
	w := words(l)
	h.setLevelV1("moves", w[0])
	h.setLevelV1("time", w[1]+"e-3")
	h.setLevelV1("inc", w[2]+"e-3")
}

func (h *hubServer) depthV1(l *HubLine) {
	h.v1 = true
	if w := words(l); len(w) > 0 {
		h.setLevelV1("depth", w[0])
	}
}

func (h *hubServer) setLevelV1(name, value string) {
	if err := h.level.set(name, value); err != nil {
		h.fail(strings.ReplaceAll(err.Error(), "e-3", ""))
	}
}

func (h *hubServer) analyseV1(*HubLine) {
	h.v1 = true
	h.search(Analyze)
}

func (h *hubServer) ponderV1(*HubLine) {
	h.v1 = true
	h.search(Ponder)
}

// infoLineV1 writes "info depth mean-depth centimen nodes seconds mega-nodes-per-second line".
func infoLineV1(i *search.Info, n numbering) string {
	return strings.TrimSpace(fmt.Sprintf("info %d %s %d %d %s %s %s", i.Depth, decimal(i.MeanDepth, 1), i.Score,
		i.Nodes, decimal(i.Time.Seconds(), 3), decimal(megaNodesPerSecond(i.Nodes, i.Time), 3), lineText(i.PV, n)))
}

// doneLineV1 writes "move best expected-reply".
func doneLineV1(move, reply string) string {
	return strings.TrimSpace("move " + move + " " + reply)
}
