package codec

import "github.com/sinew-anim/sinew/soa"

// What grids are made finer for, where finer steps do not help: a track that leaves its curve
// between two keys turns all joints below it whose own grids are too coarse to compensate.
const (
	gridsPart    = 0.7  // of the bound, which errors with the finest steps may take
	raisePart    = 0.02 // of the bound, which the displacement between two keys exceeds
	mostRaises   = 32
	raiseWork    = 8  // the part of Options.MaxWork that may have been done before
	raiseEighths = 12 // by how much finer the steps of a joint are before grids are
)

// settle makes grids finer until errors with the finest steps leave a part of the bound to rounding.
func (e *encoder) settle() {
	bound := e.bound
	defer func() { e.bound = bound }()
	for range mostRaises {
		if !e.mayRaise() {
			return
		}
		e.bound = float64(gridsPart * bound)
		off := e.quantize(maxShift)
		met := off <= e.bound
		if e.bound = bound; met || !e.raise(e.order[e.placed-1]) {
			return
		}
		e.prepare(true)
	}
}

// mayRaise reports whether grids may be made finer: of clips with bursts, while there is work left for
// the other ways to meet the bound.
func (e *encoder) mayRaise() bool { return e.bursts && int64(e.work) < e.most/raiseWork }

// raise moves the track that displaces a joint farthest between two keys, one of the joint's or of
// those above it, to the next finer grid. It reports whether there is one.
func (e *encoder) raise(joint int) bool {
	var best *sourceTrack
	most := raisePart
	for j := joint; j >= 0; j = e.skel.Parent[j] {
		for property := range e.driver {
			t := e.driver[property][j]
			if t == nil || t.kind != soa.PackedCoded || t.level == finest {
				continue
			}
			off := e.gridError(t, t.level, intervalsAt(e.base, t.level))
			if l := &e.lever[j]; t.Property == soa.Rotation && j != joint {
				off *= l.whole / l.turn
			}
			if n := intervalsAt(e.base, t.level+1); off > most && n < maxKeys && t.pays(n) {
				best, most = t, off
			}
		}
	}
	if best == nil {
		return false
	}
	best.level++
	e.setStrides()
	return true
}

// levels lists the levels of the tracks.
func (e *encoder) levels() []int {
	levels := make([]int, len(e.tracks))
	for i, t := range e.tracks {
		levels[i] = t.level
	}
	return levels
}
