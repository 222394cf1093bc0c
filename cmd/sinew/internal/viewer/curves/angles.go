package curves

import (
	"math"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// order is that of the angles of rotations: about the fixed axes X, Y and Z, in this order.
var order = exact.Euler{0, 1, 2}

const radian = 180 / math.Pi // in degrees

// angles returns the angles of a rotation in degrees. Of the triples that mean the same, it is the
// one nearest to another triple.
func angles(q edit.Value, near exact.Vec) exact.Vec {
	m := exact.Quat(q).Unit().Matrix()
	a, b := order.Angles(&m, 1e-6)
	a, b = turnsTo(a.Scale(radian), near), turnsTo(b.Scale(radian), near)
	if away(b, near) < away(a, near) {
		return b
	}
	return a
}

// turnsTo adds whole turns to angles, so that they are near others.
func turnsTo(a, near exact.Vec) exact.Vec {
	for k := range a {
		a[k] -= 360 * math.Round((a[k]-near[k])/360)
	}
	return a
}

func away(a, b exact.Vec) float64 {
	d := a.Sub(b)
	return d.Dot(d)
}

// rotation returns the rotation of angles in degrees.
func rotation(a exact.Vec) exact.Quat { return order.Rotation(a.Scale(1 / radian)) }

// nudge is half the step, in degrees, over which slopes of angles and of quaternions are compared.
const nudge = 1e-3

// anglesSlope converts the slope of a rotation to that of its angles, in degrees per second.
func anglesSlope(q, slope edit.Value, at exact.Vec) exact.Vec {
	speed := exact.Quat(slope).Length()
	if !(speed > 0) {
		return exact.Vec{}
	}
	h := nudge / radian / speed
	v, d := exact.Quat(q).Unit(), exact.Quat(slope)
	after, before := angles(edit.Value(stepAlong(v, d, h)), at), angles(edit.Value(stepAlong(v, d, -h)), at)
	return after.Sub(before).Scale(1 / (2 * h))
}

func stepAlong(v, d exact.Quat, h float64) exact.Quat {
	for c := range v {
		v[c] += float64(h * d[c])
	}
	return v.Unit()
}

// rotationSlope converts the slope of angles, in degrees per second, to that of a rotation.
func rotationSlope(q edit.Value, slope, at exact.Vec) (out edit.Value) {
	speed := slope.Length()
	if !(speed > 0) {
		return out
	}
	h := nudge / speed
	after := rotation(at.Add(slope.Scale(h))).NearestSign(exact.Quat(q))
	before := rotation(at.Sub(slope.Scale(h))).NearestSign(exact.Quat(q))
	for c := range out {
		out[c] = (after[c] - before[c]) / (2 * h)
	}
	return out
}

// line returns the lines' values of a key or a place of a curve.
func line(p soa.Property, v edit.Value, near exact.Vec) exact.Vec {
	if p == soa.Rotation {
		return angles(v, near)
	}
	return exact.Vec{v[0], v[1], v[2]}
}

// lineSlope returns the slopes of the lines.
func lineSlope(p soa.Property, v, slope edit.Value, at exact.Vec) exact.Vec {
	if p == soa.Rotation {
		return anglesSlope(v, slope, at)
	}
	return exact.Vec{slope[0], slope[1], slope[2]}
}

// moved returns a key's value with its lines changed.
func moved(p soa.Property, v edit.Value, at, by exact.Vec) edit.Value {
	if p == soa.Rotation {
		return edit.Value(rotation(at.Add(by)).NearestSign(exact.Quat(v)))
	}
	for k := range by {
		v[k] += by[k]
	}
	return v
}
