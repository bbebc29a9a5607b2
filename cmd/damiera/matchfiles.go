package main

import (
	"bytes"
	"encoding/json"
	"os"

	"github.com/damiera/damiera/bench"
	"github.com/damiera/damiera/endgame/files"
)

// matchFiles keeps the output files of a match up to date. All of them can be
// made again from the journal, which is what happens when a match is resumed.
type matchFiles struct {
	flags *matchFlags
	match *bench.Match
	pdn   *os.File
}

// begin writes the files for the games so far, of earlier runs.
func (f *matchFiles) begin(m *bench.Match) error {
	f.match = m
	if f.flags.pdn != "" {
		var text bytes.Buffer
		for _, r := range m.Records() {
			if err := m.WritePDN(&text, r, f.flags.event); err != nil {
				return err
			}
		}
		if err := files.Replace(f.flags.pdn, text.Bytes()); err != nil {
			return err
		}
		var err error
		if f.pdn, err = os.OpenFile(f.flags.pdn, os.O_WRONLY|os.O_APPEND, 0); err != nil {
			return err
		}
	}
	return f.summary()
}

// add writes a game that has just ended.
func (f *matchFiles) add(r *bench.GameRecord) error {
	if f.pdn != nil {
		var text bytes.Buffer
		if err := f.match.WritePDN(&text, r, f.flags.event); err != nil {
			return err
		}
		// in one piece, so that a kill cannot cut a game
		if _, err := f.pdn.Write(text.Bytes()); err != nil {
			return err
		}
	}
	return f.summary()
}

// summary replaces the JSON.
func (f *matchFiles) summary() error {
	if f.flags.json == "" {
		return nil
	}
	data, err := json.Marshal(f.match.Summary())
	if err != nil {
		return err
	}
	return files.Replace(f.flags.json, append(data, '\n'))
}

// end closes the PDN and makes the report.
func (f *matchFiles) end() error {
	if f.pdn != nil {
		if err := f.pdn.Close(); err != nil {
			return err
		}
	}
	if f.flags.html == "" {
		return nil
	}
	page, err := f.match.HTML()
	if err != nil {
		return err
	}
	return files.Replace(f.flags.html, page)
}
