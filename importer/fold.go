package importer

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// joint is a joint under construction: T·R·S with the tracks of every clip, or
// one static matrix where the node shears.
type joint struct {
	name    string
	parent  int
	t, r, s slot
	static  *exact.Matrix
}

func newJoint(name string, parent int) joint {
	j := joint{name: name, parent: parent}
	j.r.rest = exact.IdentityQuat()
	j.s.rest = [4]float64{1, 1, 1}
	return j
}

// factor is the local transform of one node before it becomes part of a joint:
// either T·R·S slots or a matrix that shears.
type factor struct {
	t, r, s slot
	static  *exact.Matrix
}

// shearTolerance is the relative residual of a decomposition above which a matrix
// shears; float32 products of matrices without shear stay below it.
const shearTolerance = 2e-5

// newFactor splits a static matrix.
func newFactor(m exact.Matrix) factor {
	t, q, s, residual := m.Decompose()
	if residual > shearTolerance {
		return factor{static: &m}
	}
	return factor{
		t: slot{rest: vec4(t)}, r: slot{rest: q}, s: slot{rest: vec4(snapScale(s))},
	}
}

// scaleTolerance is the relative difference below which scales count as equal.
const scaleTolerance = 1e-6

// snapScale removes the rounding of a scale that is nearly uniform or nearly 1.
func snapScale(s exact.Vec) exact.Vec {
	if isUniform(vec4(s)) {
		s[1], s[2] = s[0], s[0]
	}
	for i := range s {
		if math.Abs(s[i]-1) < scaleTolerance {
			s[i] = 1
		}
	}
	return s
}

func isUniform(v [4]float64) bool {
	limit := scaleTolerance * math.Abs(v[0])
	return math.Abs(v[1]-v[0]) <= limit && math.Abs(v[2]-v[0]) <= limit
}

func unchanged(v [4]float64) [4]float64 { return v }

func vec4(v exact.Vec) [4]float64        { return [4]float64{v[0], v[1], v[2]} }
func vec3(v [4]float64) exact.Vec        { return exact.Vec{v[0], v[1], v[2]} }
func isOne(v [4]float64) bool            { return v == [4]float64{1, 1, 1} }
func isZero(v [4]float64) bool           { return v == [4]float64{} }
func isIdentityQuat(q [4]float64) bool   { return q == [4]float64{3: 1} }
func (j *joint) driven() bool            { return j.t.driven() || j.r.driven() || j.s.driven() }
func (s *slot) always(v [4]float64) bool { return !s.driven() && s.rest == v }

// isIdentity reports whether the joint is the identity in every clip.
func (j *joint) isIdentity() bool {
	return j.static == nil && !j.driven() && isZero(j.t.rest) && isIdentityQuat(j.r.rest) && isOne(j.s.rest)
}

// foldTranslation multiplies the joint by a translation on the right. It
// reports false, with nothing changed, where T·R·S cannot hold the product.
func (j *joint) foldTranslation(f *slot) bool {
	if f.always([4]float64{}) {
		return true
	}
	if j.static != nil || j.r.driven() || j.s.driven() {
		return false
	}
	linear := exact.Compose(exact.Vec{}, j.r.rest, vec3(j.s.rest))
	switch {
	case !f.driven():
		offset := linear.Direction(vec3(f.rest))
		j.t.apply(func(v [4]float64) [4]float64 { return vec4(vec3(v).Add(offset)) }, unchanged)
	case j.isIdentity():
		j.t = *f
	case !j.t.driven():
		base := vec3(j.t.rest)
		moved := *f
		moved.apply(
			func(v [4]float64) [4]float64 { return vec4(base.Add(linear.Direction(vec3(v)))) },
			func(v [4]float64) [4]float64 { return vec4(linear.Direction(vec3(v))) })
		j.t = moved
	default:
		return false
	}
	return true
}

// foldRotation multiplies the joint by a rotation on the right, as
// foldTranslation does by a translation.
func (j *joint) foldRotation(f *slot) bool {
	if f.always(exact.IdentityQuat()) {
		return true
	}
	if j.static != nil || !j.s.every(isUniform) {
		return false
	}
	switch {
	case !f.driven():
		q := exact.Quat(f.rest)
		j.r.apply(func(v [4]float64) [4]float64 { return exact.Quat(v).Mul(q) }, nil)
	case j.r.always(exact.IdentityQuat()):
		j.r = *f
	case !j.r.driven():
		q := exact.Quat(j.r.rest)
		turned := *f
		turned.apply(func(v [4]float64) [4]float64 { return q.Mul(v) }, nil)
		j.r = turned
	default:
		return false
	}
	return true
}

// foldScale multiplies the joint by a scale on the right, as foldTranslation
// does by a translation.
func (j *joint) foldScale(f *slot) bool {
	if f.always([4]float64{1, 1, 1}) {
		return true
	}
	if j.static != nil {
		return false
	}
	times := func(a slot, s [4]float64) slot {
		a.apply(func(v [4]float64) [4]float64 { return vec4(vec3(v).Times(vec3(s))) }, nil)
		return a
	}
	switch {
	case !f.driven():
		j.s = times(j.s, f.rest)
	case j.s.always([4]float64{1, 1, 1}):
		j.s = *f
	case !j.s.driven():
		j.s = times(*f, j.s.rest)
	default:
		return false
	}
	return true
}

// foldChain multiplies factors into as few joints as represent the product
// exactly and appends them to joints. It returns the last one, which gets the
// name. The product is one joint except around a moving pivot: T·R·S·pivot⁻¹ is
// not T·R·S with linear tracks, so the chain continues in a child joint.
func foldChain(joints []joint, name string, parent int, factors []factor) ([]joint, int) {
	cur := newJoint(name, parent)
	fresh := true // cur is still the identity
	split := func() {
		cur.name = name + splitSuffix
		joints = append(joints, cur)
		cur = newJoint(name, len(joints)-1)
		fresh = true
	}
	for i := range factors {
		f := &factors[i]
		if f.static != nil {
			if !fresh {
				split()
			}
			cur.static = f.static
			fresh = false
			continue
		}
		for _, step := range []func(*joint) bool{
			func(j *joint) bool { return j.foldTranslation(&f.t) },
			func(j *joint) bool { return j.foldRotation(&f.r) },
			func(j *joint) bool { return j.foldScale(&f.s) },
		} {
			if !step(&cur) {
				split()
				step(&cur) // an identity takes any factor
			}
			fresh = fresh && cur.isIdentity()
		}
	}
	joints = append(joints, cur)
	return joints, len(joints) - 1
}

// splitSuffix marks a joint with the first part of a split transform.
const splitSuffix = "_$pivot"

// rest returns the joint's local matrix where no clip drives it.
func (j *joint) rest() exact.Matrix {
	if j.static != nil {
		return *j.static
	}
	return exact.Compose(vec3(j.t.rest), j.r.rest, vec3(j.s.rest))
}
