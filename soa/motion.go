package soa

import "fmt"

// Motion is the movement of the root that was taken out of a clip's tracks: a place
// in model space, relative to the clip's start. It carries the pose of the tracks to
// the pose of the original clip. At a tick it is the rotation by Yaw about the Y
// axis, then the translation by X, Y, Z. All four are linear between two keys, and
// constant before the first key and after the last one.
//
//	original = S · Motion · pose of the tracks      S is constant, see package internal/motion
//
//	Time │ 0   10    20    30      ticks after Start
//	X    │ 0   0.00  0.01  0.00    metres
//	Z    │ 0   0.41  0.80  1.22
//	Yaw  │ 0   0.00  0.02  0.03    radians, from Z towards X; beyond ±π after a full turn
//
// The last key is the displacement of one loop.
type Motion struct {
	Joint        int16     // whose tracks it was taken from
	Time         []float32 // strictly ascending from 0, up to the clip's Duration
	X, Y, Z, Yaw []float32 // per key; all 0 at the first
}

// validate checks the motion of a clip of a duration in ticks; nil is valid.
func (m *Motion) validate(clip string, joints int, duration float64) error {
	if m == nil {
		return nil
	}
	wrong := func(format string, args ...any) error {
		return fmt.Errorf("%w: clip %q: its motion %s", ErrInvalid, clip, fmt.Sprintf(format, args...))
	}
	if m.Joint < 0 || int(m.Joint) >= joints {
		return wrong("is of joint %d of %d", m.Joint, joints)
	}
	for _, a := range [][]float32{m.Time, m.X, m.Y, m.Z, m.Yaw} {
		switch {
		case len(a) != len(m.Time) || len(a) == 0:
			return wrong("has arrays of %d and %d keys", len(m.Time), len(a))
		case a[0] != 0:
			return wrong("starts at %v and not at 0", a[0])
		case !allBounded(a):
			return checkBounded("clip "+clip+": its motion", a)
		}
	}
	for k, at := range m.Time {
		// The end in float32, which may be a rounding beyond the duration.
		if k > 0 && !(at > m.Time[k-1]) || at > float32(duration) {
			return wrong("has key %d at tick %v of %v, or out of order", k, at, duration)
		}
	}
	return nil
}
