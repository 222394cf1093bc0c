package compress

import (
	"slices"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// rowLayout is where the tracks of a grid stand in a row, which holds one key of
// each: run by run, eight tracks a group, a vector per component.
type rowLayout struct {
	runs   [soa.PackedRuns]rowRun
	turns  int // floats of a row that are rotations: the first
	stride int
}

// rowRun is tracks of one property that are coded alike.
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
		left, _ := soa.PackedLeft(t.left)
		r := &l.runs[soa.PackedRunOf(t.property, left)]
		r.tracks, r.index = append(r.tracks, t), append(r.index, i)
	}
	for run := range l.runs {
		r := &l.runs[run]
		r.at, r.components = l.stride, soa.PackedComponents[run]
		if run == soa.PackedRotations {
			r.components = 4
		}
		l.stride += r.groups() * r.components * simd.VectorLanes
		if run <= soa.PackedWholeRotations {
			l.turns = l.stride
		}
	}
	return l
}

// byStep returns the indices of tracks, those of shorter steps first: they have
// longer numbers, and vectors are as wide as their widest.
func byStep[T any](tracks []T, step func(*T) uint8) []int {
	index := make([]int, len(tracks))
	for i := range index {
		index[i] = i
	}
	slices.SortStableFunc(index, func(a, b int) int { return int(step(&tracks[b])) - int(step(&tracks[a])) })
	return index
}

// groups returns the number of groups of a run.
func (r *rowRun) groups() int { return (len(r.tracks) + simd.VectorLanes - 1) / simd.VectorLanes }

// float returns where in a row a component of the run's track i is.
func (r *rowRun) float(i, component int) int {
	return r.at + (i/simd.VectorLanes*r.components+component)*simd.VectorLanes + i%simd.VectorLanes
}

// posePlaces is where in a pose the values of rows go, which stand one after the
// other, grid by grid.
type posePlaces struct {
	turns, translations     *simd.RowPlaces
	others                  bool // whether there are any of these
	scales, weights, floats *simd.RowPlaces
}

func newPosePlaces(grids []decoderGrid) *posePlaces {
	var lists [soa.PackedRuns][]simd.RowPlace
	at := 0
	for g := range grids {
		rows := grids[g].rows
		for run := range rows.runs {
			r := &rows.runs[run]
			for i, t := range r.tracks {
				lists[run] = append(lists[run], simd.RowPlace{From: uint32(at + r.float(i, 0)), To: uint32(t.target)})
			}
		}
		at += rows.stride
	}
	return &posePlaces{
		others:       len(lists[soa.PackedScales])+len(lists[soa.PackedWeights])+len(lists[soa.PackedFloats]) > 0,
		turns:        simd.NewRowPlaces(append(lists[soa.PackedRotations], lists[soa.PackedWholeRotations]...)),
		translations: simd.NewRowPlaces(lists[soa.PackedTranslations]), scales: simd.NewRowPlaces(lists[soa.PackedScales]),
		weights: simd.NewRowPlaces(lists[soa.PackedWeights]), floats: simd.NewRowPlaces(lists[soa.PackedFloats]),
	}
}

// write writes the rows into a pose.
func (p *posePlaces) write(pose *runtime.Pose, rows []float32) {
	// The lengths are those that the decoder and the pose were made with.
	_ = simd.PlaceQuaternions(pose.RX, pose.RY, pose.RZ, pose.RW, rows, p.turns)
	_ = simd.PlaceVectors(pose.TX, pose.TY, pose.TZ, rows, p.translations)
	if !p.others {
		return
	}
	_ = simd.PlaceVectors(pose.SX, pose.SY, pose.SZ, rows, p.scales)
	_ = simd.PlaceScalars(pose.Weight, rows, p.weights)
	_ = simd.PlaceScalars(pose.Float, rows, p.floats)
}

// put writes a value of a track.
func put(pose *runtime.Pose, t *track, v [4]float32) {
	j := t.target
	switch t.property {
	case soa.Translation:
		pose.TX[j], pose.TY[j], pose.TZ[j] = v[0], v[1], v[2]
	case soa.Rotation:
		pose.RX[j], pose.RY[j], pose.RZ[j], pose.RW[j] = v[0], v[1], v[2], v[3]
	case soa.Scale:
		pose.SX[j], pose.SY[j], pose.SZ[j] = v[0], v[1], v[2]
	case soa.Weight:
		pose.Weight[j] = v[0]
	default:
		pose.Float[j] = v[0]
	}
}
