package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"

	"github.com/damiera/damiera/endgame/files"
)

// Journal keeps the games of a match in a file, one JSON object a line after a
// first line that describes the match. A game is in it completely or not at
// all, on the disk as soon as Append returns: whatever ends the program, the
// match can go on from there.
type Journal struct {
	file  *os.File
	games map[int]bool
}

// journalHeader is the first line.
type journalHeader struct {
	Match MatchIdentity `json:"match"`
}

// MatchIdentity is what has to be the same when a match is resumed.
type MatchIdentity struct {
	Variant    string   `json:"variant"`
	Engines    []string `json:"engines"` // names with protocol, time control and parameters
	Openings   string   `json:"openings"`
	Tournament string   `json:"tournament"`
}

// diff names the first difference between a journal and the match at hand.
func (a MatchIdentity) diff(b MatchIdentity) error {
	differ := func(what string, a, b any) error {
		return fmt.Errorf("%s: %v in the journal, %v now", what, a, b)
	}
	switch {
	case a.Variant != b.Variant:
		return differ("the game", a.Variant, b.Variant)
	case a.Tournament != b.Tournament:
		return differ("the tournament", a.Tournament, b.Tournament)
	case a.Openings != b.Openings:
		return differ("the openings", a.Openings, b.Openings)
	case len(a.Engines) != len(b.Engines):
		return differ("the number of engines", len(a.Engines), len(b.Engines))
	}
	for i := range a.Engines {
		if a.Engines[i] != b.Engines[i] {
			return differ(fmt.Sprintf("engine %d", i+1), a.Engines[i], b.Engines[i])
		}
	}
	return nil
}

// maxJournalLine bounds a line of the journal; a game of 3,000 plies has about
// 300 kB.
const maxJournalLine = 4 << 20

// OpenJournal opens the journal of a match. With resume it returns the games
// that an earlier run finished; a line that was cut off by the end of that run
// is dropped. Without it a new one begins, and an old one is kept beside it with
// ".old" added to its name. A file that is no journal is never touched; nor does a
// match begin with resume where there is no file, since a name mistyped would play
// it all over again and replace the results.
func OpenJournal(name string, identity MatchIdentity, resume bool) (*Journal, []*GameRecord, error) {
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist) && resume:
		return nil, nil, fmt.Errorf("there is no journal %s to resume from: leave out --resume to begin the match, or name its files as before", name)
	case err == nil && info.Size() > 0 && resume:
		return resumeJournal(name, identity)
	case err == nil && info.Size() > 0:
		if err := keepOld(name); err != nil {
			return nil, nil, err
		}
	}
	j, err := openLocked(name)
	if err != nil {
		return nil, nil, err
	}
	if err := j.write(journalHeader{identity}); err != nil {
		j.Close()
		return nil, nil, err
	}
	return j, nil, nil
}

// keepOld moves an old journal aside, unless a match is writing it.
func keepOld(name string) error {
	j, err := openLocked(name)
	if err != nil {
		return err
	}
	defer j.Close()
	old := name + ".old"
	for _, file := range []string{name, old} {
		if err := checkJournal(file); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return os.Rename(name, old)
}

// journalStart is what every journal begins with.
const journalStart = `{"match":`

// checkJournal reports a file that is no journal. The end of one may be missing.
func checkJournal(name string) error {
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	defer f.Close()
	start := make([]byte, len(journalStart))
	n, err := io.ReadFull(f, start)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return err
	}
	if !strings.HasPrefix(journalStart, string(start[:n])) {
		return fmt.Errorf("%s is there and is no journal of a match: give --journal another name", name)
	}
	return nil
}

func openLocked(name string) (*Journal, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, err
	}
	if err := files.TryLock(f); err != nil {
		f.Close()
		return nil, fmt.Errorf("%s is in use by another match: %w", name, err)
	}
	return &Journal{file: f, games: map[int]bool{}}, nil
}

func resumeJournal(name string, identity MatchIdentity) (*Journal, []*GameRecord, error) {
	if err := checkJournal(name); err != nil { // before anything is cut off from it
		return nil, nil, err
	}
	j, err := openLocked(name)
	if err != nil {
		return nil, nil, err
	}
	records, err := j.load(identity)
	if err != nil {
		j.Close()
		return nil, nil, fmt.Errorf("cannot resume from %s: %w", name, err)
	}
	return j, records, nil
}

// load reads the whole file and leaves it open at the end of the last complete
// line.
func (j *Journal) load(identity MatchIdentity) (records []*GameRecord, err error) {
	in := bufio.NewReaderSize(j.file, 64<<10)
	good, hasHeader := int64(0), false
	for number := 1; ; number++ {
		line, err := readLine(in)
		if err == io.EOF {
			break // what is left has no end: the run was killed while it wrote
		}
		if err != nil {
			return nil, err
		}
		if hasHeader {
			r := &GameRecord{}
			if err := json.Unmarshal(line, r); err != nil || r.Game < 1 {
				return nil, fmt.Errorf("line %d is no game: take it out, and its game is played again", number)
			}
			if !isResult(r.Result) { // or it would be counted as a win of Black
				return nil, fmt.Errorf("line %d has the result %q, which is none of 2-0, 1-1, 0-2: take it out, and its game is played again",
					number, r.Result)
			}
			if j.games[r.Game] {
				return nil, fmt.Errorf("line %d holds game %d a second time: take one of them out", number, r.Game)
			}
			j.games[r.Game] = true
			records = append(records, r)
		} else {
			var h journalHeader
			if err := json.Unmarshal(line, &h); err != nil {
				return nil, errors.New("it does not begin like a journal of a match")
			}
			if err := h.Match.diff(identity); err != nil {
				return nil, fmt.Errorf("it belongs to another match (%w); remove --resume to begin anew", err)
			}
			hasHeader = true
		}
		good += int64(len(line))
	}
	if err := j.file.Truncate(good); err != nil {
		return nil, err
	}
	if _, err := j.file.Seek(good, io.SeekStart); err != nil {
		return nil, err
	}
	if !hasHeader {
		return nil, j.write(journalHeader{identity})
	}
	return records, nil
}

// readLine returns a line with its end; an incomplete last line is io.EOF.
func readLine(in *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := in.ReadSlice('\n')
		line = append(line, part...)
		switch {
		case len(line) > maxJournalLine:
			return nil, fmt.Errorf("a line has more than %d bytes", maxJournalLine)
		case errors.Is(err, bufio.ErrBufferFull):
		case err != nil:
			return nil, err
		default:
			return line, nil
		}
	}
}

// Append writes a finished game and waits until it is on the disk.
func (j *Journal) Append(r *GameRecord) error {
	if j.games[r.Game] {
		return fmt.Errorf("game %d is in the journal already", r.Game)
	}
	if err := j.write(r); err != nil {
		return err
	}
	j.games[r.Game] = true
	return nil
}

func (j *Journal) write(value any) error {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		return err
	}
	if _, err := j.file.Write(line.Bytes()); err != nil {
		return err
	}
	return j.file.Sync()
}

// Close closes the file.
func (j *Journal) Close() error { return j.file.Close() }
