package train

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/damiera/damiera/board"
)

// Game is the record of one game from the start position.
type Game struct {
	// Index is the game's number within its generation; it seeds the opening.
	Index uint32
	// Generation is that of the weights that played, 0 for material.
	Generation uint16
	// Opening is the number of random plies at the start.
	Opening uint8
	// Result is 1 when White won, 0 for a draw and -1 when Black won.
	Result int8
	Plies  []Ply
	// Check is the last position's key, cut short: it shows when a later
	// version of the program would replay the game otherwise.
	Check uint32
}

// Ply is one move of a record.
type Ply struct {
	From, To board.Square
	// Nth tells moves with the same squares apart, in the order of the generator.
	Nth uint8
	// Score is what the search said, in centimen from the side to move.
	Score int16
}

// maxPlies bounds the records; games are ended before.
const maxPlies = 1000

// errReplay marks games that cannot be played with the rules of the variant.
var errReplay = errors.New("the game cannot be replayed")

// Replay calls visit for every position of the game in which a move was made.
func (g *Game) Replay(v *board.Variant, list *board.List, visit func(p *board.Position, ply int)) error {
	p := v.Start()
	for i := range g.Plies {
		visit(&p, i)
		v.Generate(&p, list)
		m := find(list, &g.Plies[i])
		if m == nil {
			return fmt.Errorf("%w: game %d, ply %d", errReplay, g.Index, i+1)
		}
		var q board.Position
		v.Do(&p, m, &q)
		p = q
	}
	if uint32(v.Key(&p)) != g.Check {
		return fmt.Errorf("%w: game %d ends in another position", errReplay, g.Index)
	}
	return nil
}

func find(list *board.List, ply *Ply) *board.Move {
	nth := ply.Nth
	for i := range list.Len() {
		if m := list.At(i); m.From == ply.From && m.To == ply.To {
			if nth == 0 {
				return m
			}
			nth--
		}
	}
	return nil
}

// plyOf describes a legal move of the list.
func plyOf(list *board.List, m board.Move, score int) Ply {
	ply := Ply{From: m.From, To: m.To, Score: int16(score)}
	for i := range list.Len() {
		n := list.At(i)
		if *n == m {
			break
		}
		if n.From == m.From && n.To == m.To {
			ply.Nth++
		}
	}
	return ply
}

const (
	gameHeader = 4 + 2 + 1 + 1 + 2 + 4
	plyBytes   = 5
)

func (g *Game) appendTo(b []byte) []byte {
	le := binary.LittleEndian
	b = le.AppendUint32(b, g.Index)
	b = le.AppendUint16(b, g.Generation)
	b = append(b, g.Opening, byte(g.Result))
	b = le.AppendUint16(b, uint16(len(g.Plies)))
	b = le.AppendUint32(b, g.Check)
	for _, p := range g.Plies {
		b = append(b, byte(p.From), byte(p.To), p.Nth)
		b = le.AppendUint16(b, uint16(p.Score))
	}
	return b
}

// readGame takes the first record off b.
func readGame(b []byte) (*Game, []byte, error) {
	le := binary.LittleEndian
	if len(b) < gameHeader {
		return nil, nil, errors.New("a game's record is cut off")
	}
	g := &Game{
		Index: le.Uint32(b), Generation: le.Uint16(b[4:]),
		Opening: b[6], Result: int8(b[7]), Check: le.Uint32(b[10:]),
	}
	n := int(le.Uint16(b[8:]))
	b = b[gameHeader:]
	if n > maxPlies || len(b) < n*plyBytes || g.Result < -1 || g.Result > 1 {
		return nil, nil, errors.New("a game's record is damaged")
	}
	g.Plies = make([]Ply, n)
	for i := range g.Plies {
		g.Plies[i] = Ply{board.Square(b[0]), board.Square(b[1]), b[2], int16(le.Uint16(b[3:]))}
		b = b[plyBytes:]
	}
	return g, b, nil
}
