package codec

import (
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// refineBy is the eighths of a power of two by which refine lengthens a step at a time; refineFrom
// lists the initial refinements of all steps.
const refineBy = 2

var refineFrom = [...]int{0, 3}

// refine finds a step for each track that makes the clip smaller than common steps do. From a
// shift slightly finer than needed it lengthens the steps of the tracks in turn while the bound
// holds. It returns the best shift and leaves the tracks' own parts of the steps in place.
func (e *encoder) refine(shift int) int {
	var tracks []*sourceTrack
	for _, t := range e.tracks {
		if t.kind == soa.PackedCoded && t.Property < soa.Weight {
			t.finer = 0
			tracks = append(tracks, t)
		}
	}
	if e.quantize(shift) > e.bound {
		return shift
	}
	best, bits, finer := shift, e.bits(), make([]int, len(tracks))
	for _, from := range refineFrom {
		for _, t := range tracks {
			t.finer = 0
		}
		if e.quantize(shift+from) > e.bound {
			continue
		}
		e.meter.stage(lengthenShare)
		e.lengthen(shift+from, tracks)
		if n := e.bits(); n < bits {
			best, bits = shift+from, n
			for i, t := range tracks {
				finer[i] = t.finer
			}
		}
	}
	for i, t := range tracks {
		t.finer = finer[i]
	}
	return best
}

// refinePasses bounds the work of lengthen: the passes over every joint at every key, of
// refinePlaces at most. Where a skeleton has more than manyJoints joints, the bound falls in
// proportion.
const (
	refinePasses = 150
	refinePlaces = 1 << 17
)

// lengthen makes the steps of tracks longer as long as the bound holds.
func (e *encoder) lengthen(shift int, tracks []*sourceTrack) {
	most := refinePasses * min(len(e.order)*e.worked, refinePlaces) * manyJoints / max(len(e.order), manyJoints)
	first := e.work
	for active := slices.Clone(tracks); len(active) > 0; {
		settled := float64(len(tracks)-len(active)) / float64(len(tracks))
		e.meter.at(max(settled, float64(e.work-first)/float64(max(most, 1))))
		left := active[:0]
		for _, t := range active {
			if e.work < first+most && e.try(t, shift, t.finer-refineBy) {
				left = append(left, t)
			}
		}
		active = left
	}
}

// try gives a track another step if the bound then holds.
func (e *encoder) try(t *sourceTrack, shift, finer int) bool {
	was, step := t.finer, t.packed.step
	t.finer = finer
	if t.setStep(shift); t.packed.step == step { // it is the longest
		t.finer = was
		return false
	}
	joints := e.subtree(t.Target)
	e.trying = true
	off := e.quantizeJoints(joints)
	e.trying = false
	if off <= e.bound {
		return true
	}
	for _, j := range joints[:e.placed] {
		e.exchange(j)
	}
	t.finer = was
	t.setStep(shift)
	return false
}
