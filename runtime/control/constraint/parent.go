package constraint

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// ChildOf makes the owner a child of the target, as far as some channels go.
//
//	owner = target · Inverse · owner
//
// Channels that are off are taken out of the target and of Inverse; a place's axis that
// is off stays the owner's own.
type ChildOf struct {
	Inverse                   soa.Affine // see WithInverse; the identity is none
	Location, Rotation, Scale Axes
	Order                     Order // of the angles of single Rotation axes
}

// WithInverse is the constraint that leaves the owner where it is while the target is
// where it is given ("set inverse"), and false where the target flattens space.
func (c ChildOf) WithInverse(target soa.Affine) (ChildOf, bool) {
	t := wide(&target)
	inverse, ok := c.filtered(&t).Inverse()
	if ok {
		c.Inverse = narrow(&inverse)
	}
	return c, ok
}

// filtered is a matrix without the channels that are off.
func (c ChildOf) filtered(m *exact.Matrix) exact.Matrix {
	if c.Location&c.Rotation&c.Scale == AllAxes {
		return *m
	}
	at, angles, size := location(m), c.Order.angles(m), sizes(m)
	for i := range 3 {
		if !c.Location.has(i) {
			at[i] = 0
		}
		if !c.Rotation.has(i) {
			angles[i] = 0
		}
		if !c.Scale.has(i) {
			size[i] = 1
		}
	}
	return joined(at, c.Order.turned(angles), size)
}

// Apply implements Rule.
func (c ChildOf) Apply(owner, target soa.Affine) soa.Affine {
	m, t, inverse := wide(&owner), wide(&target), wide(&c.Inverse)
	if c.Location&c.Rotation&c.Scale != AllAxes {
		// Blender filters the inverse too, although that of single angles is not made of
		// single angles: with some of them off, WithInverse keeps the owner only nearly.
		t, inverse = c.filtered(&t), c.filtered(&inverse)
	}
	result := t.Mul(inverse).Mul(m)
	for i := range 3 {
		if !c.Location.has(i) {
			result[4*i+3] = m[4*i+3]
		}
	}
	return narrow(&result)
}

// Attach puts the owner at a fixed offset from the target: a weapon in a hand.
//
//	owner = target · Offset
type Attach struct{ Offset soa.Affine }

// AttachKeeping is the Attach that leaves the owner where it is, and false where the
// target flattens space.
func AttachKeeping(owner, target soa.Affine) (Attach, bool) {
	offset, ok := before(&target, wide(&owner))
	return Attach{narrow(&offset)}, ok
}

// Apply implements Rule.
func (c Attach) Apply(_, target soa.Affine) soa.Affine { return target.Mul(&c.Offset) }

// Armature moves the owner as a vertex is moved that several joints skin: Weights[k]
// belongs to target k of those that begin at Entry.Target. They have to be joints, and
// count in the world. Weights of 0 or less do not count, the others are divided by their
// sum.
type Armature struct {
	Weights         []float32
	DualQuaternions bool // keeps volume where targets rotate apart
}

func (c Armature) targets() int { return len(c.Weights) }

// Apply moves the owner by a matrix, which Stack makes of the targets.
func (c Armature) Apply(owner, target soa.Affine) soa.Affine { return target.Mul(&owner) }

// merge is the matrix by which the targets together move what is in the world.
func (c Armature) merge(targets []Target) (exact.Matrix, bool) {
	total := 0.0
	var linear exact.Matrix
	var dual dualSum
	for k, weight := range c.Weights {
		if !(weight > 0) {
			continue
		}
		t := &targets[k]
		if t.Joint == nil {
			return exact.Identity(), false
		}
		rest := toWorld(wide(&t.Joint.Rest), t.Joint)
		posed := toWorld(wide(&t.Matrix), t.Joint)
		inverse, ok := rest.Inverse()
		if !ok {
			return exact.Identity(), false
		}
		w := float64(weight)
		total += w
		if c.DualQuaternions {
			dual.add(&rest, &posed, w)
			continue
		}
		for i, v := range posed.Mul(inverse) {
			linear[i] += float64(v * w)
		}
	}
	if total == 0 {
		return exact.Identity(), true
	}
	if c.DualQuaternions {
		return dual.matrix(total)
	}
	for i := range linear {
		linear[i] /= total
	}
	return linear, true
}

// dualSum is a weighted sum of dual quaternions, each after a scaling.
type dualSum struct {
	real, dual exact.Quat
	scale      exact.Matrix
}

// add adds what takes a joint from its rest to its pose.
func (s *dualSum) add(rest, posed *exact.Matrix, weight float64) {
	base := *rest
	unshear(&base, 1)
	base = normalized(&base)
	inverse, _ := base.Inverse()
	moved, _ := rest.Inverse()
	pose := posed.Mul(moved).Mul(base) // where the joint's unscaled rest is taken
	y := pose.Column(1).Unit()
	z := pose.Column(0).Cross(y).Unit()
	turned := framed(1, y, 2, z)
	place(&turned, location(&pose))
	back, _ := turned.Inverse()
	scale := base.Mul(back.Mul(pose)).Mul(inverse)
	rigid := turned.Mul(inverse)
	q := rigid.Rotation(1)
	t := location(&rigid)
	e := exact.Quat{t[0], t[1], t[2], 0}.Mul(q)
	sign := weight
	if q.Dot(s.real) < 0 {
		sign = -weight
	}
	for i := range q {
		s.real[i] += float64(q[i] * sign)
		s.dual[i] += float64(e[i] * sign / 2)
	}
	for i := range scale {
		s.scale[i] += float64(scale[i] * weight)
	}
}

// matrix is the sum's matrix for the sum of the weights.
func (s *dualSum) matrix(total float64) (exact.Matrix, bool) {
	n := s.real.Length()
	if !(n > 0) {
		return exact.Identity(), false
	}
	var q, e exact.Quat
	for i := range q {
		q[i], e[i] = s.real[i]/n, s.dual[i]/n
	}
	t := e.Mul(q.Conjugate())
	m := q.Matrix()
	place(&m, exact.Vec{2 * t[0], 2 * t[1], 2 * t[2]})
	for i := range s.scale {
		s.scale[i] /= total
	}
	return m.Mul(s.scale), true
}
