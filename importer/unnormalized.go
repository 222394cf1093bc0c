package importer

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Rotation keys with three digits (0.707) are 0.01 % too short. The usual formula
// does not convert such a quaternion to a rotation matrix, but to
//
//	M = (1−s)·1 + s·R
//
// with s its squared length and R the rotation of the unit quaternion: a smaller
// rotation that shrinks directions perpendicular to the axis. Programs that do not
// normalise, such as libassimp's and three.js's, show that matrix, and so did the
// program in which the file was made. About a coordinate axis it is exactly a
// rotation and a scale, which are kept; about other axes it shears, and the
// quaternion is normalised.

const (
	leastOff = 2e-5 // of the squared length: below it normalising has no visible effect
	mostOff  = 1e-2 // above it the values are not meant as a unit quaternion
)

// keepLength splits rotation keys of not quite unit length into rotations and
// scales, where the result is exact.
func (ch *channel) keepLength() {
	if ch.r == nil || ch.r.mode == soa.Cubic || !ch.r.offLength() || ch.s != nil && !ch.s.constant() {
		return
	}
	scale := exact.Vec{1, 1, 1}
	if ch.s != nil && len(ch.s.keys) > 0 {
		scale = vec3(ch.s.keys[0].value)
	}
	turned := track{keys: make([]key, len(ch.r.keys)), mode: ch.r.mode}
	scaled := track{keys: make([]key, len(ch.r.keys)), mode: ch.r.mode}
	for i, k := range ch.r.keys {
		_, q, s, residual := exact.Quat(k.value).Matrix().Decompose()
		if !(residual < 1e-7) {
			return
		}
		turned.keys[i] = key{k.time, q}
		scaled.keys[i] = key{k.time, vec4(s.Times(scale))}
	}
	ch.r, ch.s = &turned, &scaled
}

// offLength reports whether a key deviates from unit length by more than
// rounding, and none by much.
func (t *track) offLength() bool {
	off := false
	for i := range t.keys {
		q := exact.Quat(t.keys[i].value)
		d := math.Abs(q.Dot(q) - 1)
		if !(d < mostOff) {
			return false
		}
		off = off || d > leastOff
	}
	return off
}
