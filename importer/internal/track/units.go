package track

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/meter"
)

// TakeOutUnits moves every joint to a frame without the uniform scale of its node
// at rest: with c the scale left out,
//
//	local' = scale(c of parent) · local · scale(1/c)
//
// so that translations are in metres and scales are 1. A scale that is animated
// or not uniform stays with its joint, in the file's unit or in metres, whichever
// is nearer to 1. The result is the scale left out of each joint. lead is the
// scale above the roots, which the roots include.
func TakeOutUnits(joints []Joint, lead float64, m *meter.Meter) []float64 {
	unit := make([]float64, len(joints))
	for i := range joints {
		j := &joints[i]
		if m.Step(200+20*j.keys()) != nil {
			return unit
		}
		base, above := lead, 1.0 // roots already carry the file's unit
		if j.Parent >= 0 {
			base = unit[j.Parent]
			above = base
		}
		unit[i] = base
		if s, ok := uniformScale(j); ok {
			unit[i] = above * s
		} else if size := above * meanScale(j); size > 0 && math.Abs(math.Log(size)) < math.Abs(math.Log(size/base)) {
			unit[i] = 1
		}
		rebase(j, above, unit[i])
	}
	return unit
}

// keys counts the keys of all tracks.
func (j *Joint) keys() (n int) {
	for _, s := range []*Slot{&j.T, &j.R, &j.S} {
		for _, t := range s.tracks {
			n += len(t.Keys)
		}
	}
	return n
}

// uniformScale returns the absolute scale of a joint, or false if it is animated or not uniform.
func uniformScale(j *Joint) (float64, bool) {
	if j.Static != nil || j.S.Driven() {
		return 1, false
	}
	s := j.S.Rest
	size := [4]float64{math.Abs(s[0]), math.Abs(s[1]), math.Abs(s[2])}
	if !IsUniform(size) || !(size[0] > 1e-9 && size[0] < 1e9) {
		return 1, false
	}
	if math.Abs(size[0]-1) < noiseTolerance {
		return 1, true
	}
	return size[0], true
}

// meanScale returns the geometric mean of a joint's scales at rest.
func meanScale(j *Joint) float64 {
	s := j.S.Rest
	volume := s[0] * s[1] * s[2]
	if j.Static != nil {
		volume = j.Static.Determinant()
	}
	return exact.CubeRoot(math.Abs(volume))
}

// noiseTolerance is the deviation from 1 up to which a scale is rounding, such as that of
// quaternions with six digits, rather than a unit.
const noiseTolerance = 1e-5

func rebase(j *Joint, above, unit float64) {
	if above == 1 && unit == 1 {
		return
	}
	factor := above / unit
	if j.Static != nil {
		m := *j.Static
		for k := range m {
			if k%4 == 3 {
				m[k] *= above
			} else {
				m[k] *= factor
			}
		}
		j.Static = &m
		return
	}
	if above != 1 {
		j.T.apply(func(v [4]float64) [4]float64 { return Vec4(Vec3(v).Scale(above)) }, nil)
	}
	if factor != 1 {
		scaled := func(v [4]float64) [4]float64 { return Vec4(Vec3(v).Scale(factor)) }
		j.S.apply(func(v [4]float64) [4]float64 { return Vec4(SnapScale(Vec3(scaled(v)))) }, scaled)
	}
}
