package codec

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/packing"
)

// rowLayout is the layout of a row, which holds one key of each track of a grid: run by run, eight
// tracks a group, a vector per component.
type rowLayout struct {
	runs   [packing.Runs]rowRun
	turns  int // floats of a row that are rotations: the first
	stride int
}

// rowRun is the tracks of one property and coding.
type rowRun struct {
	tracks     []*track
	index      []int // of each among the grid's tracks
	components int   // in a row: a rotation has four
	at         int   // float of a row where it starts
}

func newRowLayout(tracks []track) *rowLayout {
	l := &rowLayout{}
	for _, i := range byStep(tracks, func(t *track) uint8 { return t.step }) {
		t := &tracks[i]
		left, _ := packing.Omitted(t.left)
		r := &l.runs[packing.RunOf(t.property, left)]
		r.tracks, r.index = append(r.tracks, t), append(r.index, i)
	}
	for run := range l.runs {
		r := &l.runs[run]
		r.at, r.components = l.stride, packing.Components(run)
		if run == packing.Rotations {
			r.components = 4
		}
		l.stride += r.groups() * r.components * kernel.VectorLanes
		if run <= packing.WholeRotations {
			l.turns = l.stride
		}
	}
	return l
}

// byStep returns the indices of tracks with the shortest steps first: these have the longest
// numbers, and vectors have the width of the widest.
func byStep[T any](tracks []T, step func(*T) uint8) []int {
	index := make([]int, len(tracks))
	for i := range index {
		index[i] = i
	}
	slices.SortStableFunc(index, func(a, b int) int { return int(step(&tracks[b])) - int(step(&tracks[a])) })
	return index
}

// groups returns the number of groups of a run.
func (r *rowRun) groups() int { return (len(r.tracks) + kernel.VectorLanes - 1) / kernel.VectorLanes }

// float returns the index in a row of a component of the run's track i.
func (r *rowRun) float(i, component int) int {
	return r.at + (i/kernel.VectorLanes*r.components+component)*kernel.VectorLanes + i%kernel.VectorLanes
}
