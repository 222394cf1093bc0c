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
	stride int
}

// rowRun is tracks that are played alike.
type rowRun struct {
	tracks     []*track
	index      []int // of each among the grid's tracks
	components int   // in a row: a rotation has four
	at         int   // float of a row where it starts
	targets    *simd.RowTargets
}

func newRowLayout(tracks []track) *rowLayout {
	l := &rowLayout{}
	for _, i := range byStep(tracks, func(t *track) uint8 { return t.step }) {
		t := &tracks[i]
		left, _ := soa.PackedLeft(t.left)
		r := &l.runs[soa.RunOf(t.property, left)]
		r.tracks, r.index = append(r.tracks, t), append(r.index, i)
	}
	for run := range l.runs {
		r := &l.runs[run]
		r.at, r.components = l.stride, soa.PackedComponents[run]
		if run == soa.PackedTurns {
			r.components = 4
		}
		l.stride += r.groups() * r.components * simd.VectorLanes
		index := make([]int16, len(r.tracks))
		for i, t := range r.tracks {
			index[i] = int16(t.target)
		}
		r.targets, _ = simd.NewRowTargets(index) // targets are not negative
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

// between writes values between two rows into a pose.
func (l *rowLayout) between(a, b []float32, alpha float32, pose *runtime.Pose) {
	for run := range l.runs {
		r := &l.runs[run]
		if len(r.tracks) == 0 {
			continue
		}
		a, b := a[r.at:], b[r.at:]
		switch run {
		case soa.PackedTranslations:
			_ = simd.LerpRows(pose.TX, pose.TY, pose.TZ, r.targets, a, b, alpha)
		case soa.PackedScales:
			_ = simd.LerpRows(pose.SX, pose.SY, pose.SZ, r.targets, a, b, alpha)
		case soa.PackedWeights:
			_ = simd.LerpRow(pose.Weight, r.targets, a, b, alpha)
		case soa.PackedFloats:
			_ = simd.LerpRow(pose.Float, r.targets, a, b, alpha)
		default:
			_ = simd.SlerpRows(pose.RX, pose.RY, pose.RZ, pose.RW, r.targets, a, b, alpha)
		}
	}
}

// hold writes the values of a row into a pose.
func (l *rowLayout) hold(row []float32, pose *runtime.Pose) {
	for run := range l.runs {
		r := &l.runs[run]
		for i, t := range r.tracks {
			var v [4]float32
			for c := range r.components {
				v[c] = row[r.float(i, c)]
			}
			put(pose, t, v)
		}
	}
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
