package constraint

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// ChildOf makes the owner a child of the target, for selected channels.
//
//	owner = target · Inverse · owner
//
// Other channels are removed from the target and from Inverse; unselected axes of the place are
// the owner's.
type ChildOf struct {
	Inverse                   soa.Affine // see WithInverse
	Location, Rotation, Scale Axes
	Order                     Order // of the angles of single Rotation axes
}

// WithInverse returns the constraint that keeps the owner in place while the target has the given
// matrix ("set inverse"), and false for a singular target.
func (c ChildOf) WithInverse(target soa.Affine) (ChildOf, bool) {
	t := wide(&target)
	inverse, ok := c.filtered(&t).Inverse()
	if ok {
		c.Inverse = narrow(&inverse)
	}
	return c, ok
}

// filtered removes unselected channels from a matrix.
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

func (c ChildOf) Apply(owner, target soa.Affine) soa.Affine {
	m, t, inverse := wide(&owner), wide(&target), wide(&c.Inverse)
	if c.Location&c.Rotation&c.Scale != AllAxes {
		// Blender filters the inverse too, although the inverse of single angles is not made of
		// single angles: WithInverse then keeps the owner only approximately.
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

// AttachKeeping returns the Attach that keeps the owner in place, and false for a singular target.
func AttachKeeping(owner, target soa.Affine) (Attach, bool) {
	offset, ok := relativeTo(&target, wide(&owner))
	return Attach{narrow(&offset)}, ok
}

func (c Attach) Apply(_, target soa.Affine) soa.Affine { return target.Mul(&c.Offset) }

// Armature moves the owner as several joints skin a vertex: Weights[k] belongs to target k from
// Entry.Target on, which must be a joint, in world space. Positive weights are divided by their
// sum, others ignored.
type Armature struct {
	Weights         []float32
	DualQuaternions bool // keeps volume where targets rotate apart
}

func (c Armature) targets() int { return len(c.Weights) }

// Apply moves the owner by a matrix that Stack merges from the targets.
func (c Armature) Apply(owner, target soa.Affine) soa.Affine { return target.Mul(&owner) }

// merge is the skinning matrix of the targets, in world space.
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

// add adds the transform from a joint's rest to its pose.
func (s *dualSum) add(rest, posed *exact.Matrix, weight float64) {
	base := *rest
	unshear(&base, 1)
	base = normalized(&base)
	inverse, _ := base.Inverse()
	moved, _ := rest.Inverse()
	pose := posed.Mul(moved).Mul(base) // of the joint's unscaled rest
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

// matrix is the matrix of the sum, given the sum of the weights.
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
