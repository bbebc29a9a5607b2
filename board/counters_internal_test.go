package board

import "testing"

// BenchmarkCount measures what the draw rules add to Do for the move a search
// makes most: about a nanosecond. Captures, which change the material, may
// cost more.
func BenchmarkCount(b *testing.B) {
	for _, v := range []*Variant{all[0], all[5]} { // international, russian
		p := v.Start()
		var l List
		v.Generate(&p, &l)
		quiet, king, capture := *l.At(0), *l.At(0), *l.At(0)
		king.Kind, capture.Count = KingMoves, 1
		for name, m := range map[string]*Move{"man": &quiet, "king": &king, "capture": &capture} {
			b.Run(v.Name+"/"+name, func(b *testing.B) {
				q := p
				for b.Loop() {
					v.count(&p, m, &q)
				}
			})
		}
		b.Run(v.Name+"/do", func(b *testing.B) {
			q := p
			for b.Loop() {
				v.Do(&p, &quiet, &q)
			}
		})
		b.Run(v.Name+"/drawn", func(b *testing.B) {
			n := 0
			for b.Loop() {
				if v.DrawnByRule(&p, &v.Draws) {
					n++
				}
			}
		})
	}
}
