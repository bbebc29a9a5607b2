package board

// HasMove reports whether the side to move has a legal move; it makes no list.
func (v *Variant) HasMove(p *Position) bool {
	if v.wide != nil {
		return v.wide.hasMove(p)
	}
	return v.narrow.hasMove(p)
}

func (g *generator[W]) hasMove(p *Position) bool {
	if g.done(p) {
		return false
	}
	side := p.Side & 1
	men, kings := load[W](p.Men[side]), load[W](p.Kings[side])
	free := g.playable.andNot(men.or(kings)).andNot(load[W](p.Men[side^1]).or(load[W](p.Kings[side^1])))
	ways := g.manSteps[side]
	for i := range ways {
		w := &ways[i]
		if !men.and(w.source).rotate(w.step).and(free).empty() {
			return true
		}
	}
	kings = g.unbarred(p, kings, men)
	for !kings.empty() {
		if !g.beside[kings.first()&127].and(free).empty() {
			return true
		}
		kings = kings.dropFirst()
	}
	return g.canCapture(p, side)
}
