package endgame

import "github.com/damiera/damiera/board"

// table is a solved slice in memory.
type table struct {
	*indexer
	narrow []uint8 // codes, if all fit
	wide   []uint16
}

func (t *table) code(n uint64) code {
	if t.narrow != nil {
		return code(t.narrow[n])
	}
	return t.wide[n]
}

// Counts says how the positions of a slice end for the side to move.
type Counts struct {
	Won, Drawn, Lost uint64
	Longest          int    // plies of the longest win, 0 if there is none
	longest          uint64 // the number of a position with it
}

// count counts the values of all positions.
func (t *table) count(v *board.Variant) (c Counts) {
	var p board.Position
	for n := range t.size {
		if !t.position(n, &p) {
			continue
		}
		switch k := t.code(n); {
		case k == 0:
			c.Drawn++
		case wins(v, k):
			c.Won++
			if plies := int(k) - 1; plies > c.Longest {
				c.Longest, c.longest = plies, n
			}
		default:
			c.Lost++
		}
	}
	return c
}

// tables are solved slices by their material.
type tables [MaxPieces][MaxPieces][MaxPieces][MaxPieces]*table

func (t *tables) at(m Material) **table {
	const mask = MaxPieces - 1 // a side without pieces is never looked up, so no count is MaxPieces
	return &t[m.Men[0]&mask][m.Kings[0]&mask][m.Men[1]&mask][m.Kings[1]&mask]
}

func (t *tables) of(m Material) *table { return *t.at(m) }

func (t *tables) add(a *table) { *t.at(a.material) = a }
