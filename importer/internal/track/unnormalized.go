package track

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Rotation keys with three digits (0.707) are 0.01 % too short. The usual formula converts
// such a quaternion not to a rotation matrix but to
//
//	M = (1−s)·1 + s·R
//
// with s its squared length and R the rotation of the unit quaternion: a smaller rotation that
// shrinks directions perpendicular to the axis. Programs that do not normalize, such as
// libassimp and three.js, show that matrix, and so did the program that made the file. About a
// coordinate axis it is exactly a rotation and a scale, which are kept; about other axes it
// shears, and the quaternion is normalized.

const (
	leastOff = 2e-5 // of the squared length: below it normalizing has no visible effect
	mostOff  = 1e-2 // above it the values are not meant to be a unit quaternion
)

// keepLength splits rotation keys of nearly unit length into rotations and scales if the result
// is exact.
func (ch *Channel) keepLength() {
	if ch.R == nil || ch.R.Mode == soa.Cubic || !ch.R.offLength() || ch.S != nil && !ch.S.Constant() {
		return
	}
	scale := exact.Vec{1, 1, 1}
	if ch.S != nil && len(ch.S.Keys) > 0 {
		scale = Vec3(ch.S.Keys[0].Value)
	}
	turned := Track{Keys: make([]Key, len(ch.R.Keys)), Mode: ch.R.Mode}
	scaled := Track{Keys: make([]Key, len(ch.R.Keys)), Mode: ch.R.Mode}
	for i, k := range ch.R.Keys {
		_, q, s, residual := exact.Quat(k.Value).Matrix().Decompose()
		if !(residual < 1e-7) {
			return
		}
		turned.Keys[i] = Key{k.Time, q}
		scaled.Keys[i] = Key{k.Time, Vec4(s.Times(scale))}
	}
	ch.R, ch.S = &turned, &scaled
}

// offLength reports whether a key deviates from unit length by more than rounding, and no key by
// more than mostOff.
func (t *Track) offLength() bool {
	off := false
	for i := range t.Keys {
		q := exact.Quat(t.Keys[i].Value)
		d := math.Abs(q.Dot(q) - 1)
		if !(d < mostOff) {
			return false
		}
		off = off || d > leastOff
	}
	return off
}
