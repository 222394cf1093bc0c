package importer

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Rotation keys of three digits (0.707) are a hundredth of a percent short.
// The usual formula gives such a quaternion a matrix that is not quite a
// rotation: with s its squared length and R the rotation of the unit
// quaternion,
//
//	M = (1−s)·1 + s·R
//
// which turns a little less and shrinks what is square to the axis. Evaluators
// that do not normalise, libassimp's and three.js's among them, show that
// matrix, and a file's author saw it. Around a coordinate axis it is a rotation
// and a scale, and is kept as those; around others it shears, and the
// quaternion is normalised.

const (
	leastOff = 2e-5 // of the squared length: below it normalising changes nothing to speak of
	mostOff  = 1e-2 // above it the numbers were never meant as a unit quaternion
)

// keepLength splits rotation keys that are not quite of unit length into
// rotations and scales, where these hold them exactly.
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

// offLength reports whether some key is off unit length by more than rounding
// and all are near it.
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
