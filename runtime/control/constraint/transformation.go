package constraint

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Channel is a part of a transform.
type Channel uint8

const (
	Location Channel = iota
	Rotation
	Scale
)

// RotationForm is the angles that Transformation reads from a rotation.
type RotationForm uint8

const (
	EulerAngles RotationForm = iota // in the order FromOrder
	Quaternion                      // twice the arc sines of x, y and z
	SwingTwistX                     // the twist around X, and the swing as by Quaternion
	SwingTwistY
	SwingTwistZ
)

// Range is an interval per axis. Angles are in radians.
type Range struct{ Min, Max [3]float32 }

// Transformation maps the location, angles or scales of the target to a location, angles or scales
// that are combined with the owner's: locations are added, rotations follow Mix, scales are
// multiplied, or they replace.
type Transformation struct {
	From, To           Channel
	FromRange, ToRange Range
	Map                [3]uint8 // the target's axis for X, Y and Z of the owner
	Extrapolate        bool     // beyond FromRange
	FromForm           RotationForm
	FromOrder, ToOrder Order
	Replace            bool        // the owner's location or scale
	Mix                RotationMix // of rotations: RotationAdd, Replace, Before or After
}

func (c Transformation) Apply(owner, target soa.Affine) soa.Affine {
	m, t := wide(&owner), wide(&target)
	read := c.read(&t)
	var share, v exact.Vec
	for i := range 3 {
		low, high := float64(c.FromRange.Min[i]), float64(c.FromRange.Max[i])
		if !c.Extrapolate {
			read[i] = bounded(read[i], low, high, true, true)
		}
		if high != low {
			share[i] = (read[i] - low) / (high - low)
		}
	}
	for i := range 3 {
		low, high := float64(c.ToRange.Min[i]), float64(c.ToRange.Max[i])
		v[i] = low + float64(share[c.Map[i]%3]*(high-low))
	}
	m = c.write(&m, v)
	return narrow(&m)
}

func (c Transformation) read(t *exact.Matrix) exact.Vec {
	switch c.From {
	case Location:
		return location(t)
	case Scale:
		size := sizes(t)
		if t.Determinant() < 0 {
			return size.Scale(-1)
		}
		return size
	}
	if c.FromForm == EulerAngles {
		return c.FromOrder.angles(t)
	}
	q := rotationOf(t)
	axis, twist := int(c.FromForm)-int(SwingTwistX), 0.0
	if axis >= 0 {
		twist = angle(q[axis], q[3])
		q = q.Mul(exact.AxisRotation(axis, -twist))
	}
	var v exact.Vec
	for i := range v {
		v[i] = 2 * exact.Atan2(q[i], math.Sqrt(max(0, 1-float64(q[i]*q[i]))))
	}
	if axis >= 0 {
		v[axis] = twist
	}
	return v
}

func (c Transformation) write(m *exact.Matrix, v exact.Vec) exact.Matrix {
	at, rotation, size := parts(m)
	switch c.To {
	case Location:
		if !c.Replace {
			v = v.Add(at)
		}
		at = v
	case Scale:
		if !c.Replace {
			v = v.Times(size)
		}
		size = v
	default:
		if c.Mix == RotationAdd {
			v = v.Add(c.ToOrder.angles(&rotation))
		}
		rotation = c.Mix.with(c.ToOrder.turned(v), rotation)
	}
	return joined(at, rotation, size)
}
