package edit

import (
	"sort"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/soa"
)

// At returns a track's value at a time; where it jumps, the value after the jump. Before the
// first key it is the first value, after the last key the last one. A rotation is of unit length.
func (t *Track) At(seconds float64) Value { return t.unit(t.raw(seconds, false)) }

// LeftLimit returns the limit of a track's value from before a time.
func (t *Track) LeftLimit(seconds float64) Value { return t.unit(t.raw(seconds, true)) }

// side is At or LeftLimit for package fit.
func (t *Track) side(seconds float64, side fit.Side) exact.Quat {
	if side == fit.Before {
		return t.LeftLimit(seconds)
	}
	return t.At(seconds)
}

func (t *Track) unit(v exact.Quat) exact.Quat {
	if t.Property == soa.Rotation {
		return v.Unit()
	}
	return v
}

// countBefore returns the number of keys before a time, or with at those at it too.
func (t *Track) countBefore(seconds float64, at bool) int {
	return sort.Search(len(t.Keys), func(k int) bool { return t.Keys[k].Time > seconds || !at && t.Keys[k].Time == seconds })
}

// raw is the value as a spline has it, whose rotations are not of unit length.
func (t *Track) raw(seconds float64, before bool) exact.Quat {
	k := t.countBefore(seconds, !before)
	switch {
	case len(t.Keys) == 0:
		return exact.Quat{}
	case k == 0:
		return t.Keys[0].Value
	case k == len(t.Keys):
		return t.Keys[k-1].Value
	}
	a, b := &t.Keys[k-1], &t.Keys[k]
	span := b.Time - a.Time
	f := (seconds - a.Time) / span
	switch {
	case t.Mode == soa.Step:
		return a.Value
	case t.Mode == soa.Cubic:
		return exact.Hermite(a.Value, b.Value, a.Out, b.In, f, span)
	case t.Property == soa.Rotation:
		return exact.Slerp(exact.Quat(a.Value).Unit(), exact.Quat(b.Value).Unit(), f)
	}
	return exact.Quat(a.Value).Lerp(b.Value, f)
}

// Changes reports whether the track has more than one value.
func (t *Track) Changes() bool {
	for k := range t.Keys {
		key := &t.Keys[k]
		if key.Value != t.Keys[0].Value || t.Mode == soa.Cubic && (key.In != Value{} || key.Out != Value{}) {
			return true
		}
	}
	return false
}
