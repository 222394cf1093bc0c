package constraint

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// CopyLocation copies the target's place by axes.
type CopyLocation struct {
	Axes   Axes
	Invert Axes // negated
	Offset bool // adds the owner's place
}

func (c CopyLocation) Apply(owner, target soa.Affine) soa.Affine {
	for i := range 3 {
		if !c.Axes.has(i) {
			continue
		}
		v := target[4*i+3]
		if c.Invert.has(i) {
			v = -v
		}
		if c.Offset {
			v += owner[4*i+3]
		}
		owner[4*i+3] = v
	}
	return owner
}

// RotationMix combines a rotation with the owner's.
type RotationMix uint8

const (
	RotationReplace RotationMix = iota // the new one
	RotationAdd                        // the sum of the Euler angles
	RotationBefore                     // new · own
	RotationAfter                      // own · new
	RotationOffset                     // own turned axis by axis, as Blender before 2.8
)

// with is a rotation combined with the owner's, where products are.
func (m RotationMix) with(q, own exact.Matrix) exact.Matrix {
	switch m {
	case RotationBefore:
		return q.Mul(own)
	case RotationAfter:
		return own.Mul(q)
	}
	return q
}

// CopyRotation copies the target's rotation by Euler angles.
type CopyRotation struct {
	Axes   Axes
	Invert Axes // negated
	Mix    RotationMix
	Order  Order
}

func (c CopyRotation) Apply(owner, target soa.Affine) soa.Affine {
	m, t := wide(&owner), wide(&target)
	at, own, size := parts(&m)
	unshear(&t, 1)
	angles := c.angles(c.Order.angles(&m), &t)
	rotation := c.Order.turned(angles)
	m = joined(at, c.Mix.with(rotation, own), size)
	return narrow(&m)
}

func (c CopyRotation) angles(own exact.Vec, target *exact.Matrix) exact.Vec {
	angles := c.Order.anglesNear(target, own)
	for i := range 3 {
		switch {
		case !c.Axes.has(i):
			if angles[i] = 0; c.Mix == RotationReplace || c.Mix == RotationOffset {
				angles[i] = own[i]
			}
			continue
		case c.Mix == RotationOffset:
			turned := c.Order.turned(angles).Mul(exact.AxisRotation(i, own[i]).Matrix())
			angles = c.Order.angles(&turned)
		}
		if c.Invert.has(i) {
			angles[i] = -angles[i]
		}
	}
	if c.Mix == RotationAdd {
		angles = angles.Add(own)
	}
	return angles
}

// CopyScale copies the target's scales by axes.
type CopyScale struct {
	Axes    Axes
	Power   float32 // exponent of the target's scales
	Uniform bool    // one scale for all axes, the cube root of the product over Axes
	Offset  bool    // multiplies by the owner's scale
	Add     bool    // with Offset: adds own − 1 instead, as Blender before 2.8
}

func (c CopyScale) Apply(owner, target soa.Affine) soa.Affine {
	m, t := wide(&owner), wide(&target)
	own, size := sizes(&m), sizes(&t)
	if c.Uniform {
		product := 1.0
		for i := range 3 {
			if c.Axes.has(i) {
				product *= size[i]
			}
		}
		if c.Axes == AllAxes {
			product = math.Abs(t.Determinant())
		}
		root := exact.CubeRoot(product)
		size = exact.Vec{root, root, root}
	}
	for i := range 3 {
		size[i] = exact.Pow(size[i], float64(c.Power))
		switch {
		case c.Offset && c.Add:
			size[i] += own[i] - 1
		case c.Offset:
			size[i] *= own[i]
		}
		if !c.Axes.has(i) && !c.Uniform {
			size[i] = own[i]
		}
	}
	resize(&m, own, size)
	return narrow(&m)
}

// TransformMix combines the target's transform with the owner's. Full is the matrix product, which
// may shear; aligned multiplies rotations and scales separately; Split also adds the places.
type TransformMix uint8

const (
	TransformReplace TransformMix = iota
	TransformBeforeFull
	TransformBefore // target · own, aligned
	TransformBeforeSplit
	TransformAfterFull
	TransformAfter // own · target, aligned
	TransformAfterSplit
)

// CopyTransforms copies the target's whole matrix.
type CopyTransforms struct {
	Mix         TransformMix
	RemoveShear bool // of the target
}

func (c CopyTransforms) Apply(owner, target soa.Affine) soa.Affine {
	m, t := wide(&owner), wide(&target)
	if c.RemoveShear {
		unshear(&t, 1)
	}
	a, b := t, m
	if c.Mix >= TransformAfterFull {
		a, b = m, t
	}
	switch c.Mix {
	case TransformReplace:
		m = t
	case TransformBeforeFull, TransformAfterFull:
		m = a.Mul(b)
	default:
		atA, rotationA, sizeA := parts(&a)
		atB, rotationB, sizeB := parts(&b)
		at := a.Point(atB)
		if c.Mix == TransformBeforeSplit || c.Mix == TransformAfterSplit {
			at = atA.Add(atB)
		}
		m = joined(at, rotationA.Mul(rotationB), sizeA.Times(sizeB))
	}
	return narrow(&m)
}
