package track

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Joint is a joint under construction: T·R·S with the tracks of every clip, or
// one static matrix where the node shears.
type Joint struct {
	Name    string
	Parent  int
	T, R, S Slot
	Static  *exact.Matrix
}

func newJoint(name string, parent int) Joint {
	j := Joint{Name: name, Parent: parent}
	j.R.Rest = exact.IdentityQuat()
	j.S.Rest = [4]float64{1, 1, 1}
	return j
}

// Factor is the local transform of one node before it becomes part of a joint:
// either T·R·S slots or a matrix that shears.
type Factor struct {
	T, R, S Slot
	Static  *exact.Matrix
}

// ShearTolerance is the relative residual of a decomposition above which a matrix counts as
// sheared. Float32 products of matrices without shear stay below it.
const ShearTolerance = 2e-5

// NewFactor splits a static matrix.
func NewFactor(m exact.Matrix) Factor {
	t, q, s, residual := m.Decompose()
	if residual > ShearTolerance {
		return Factor{Static: &m}
	}
	return Factor{
		T: Slot{Rest: Vec4(t)}, R: Slot{Rest: q}, S: Slot{Rest: Vec4(SnapScale(s))},
	}
}

// ScaleTolerance is the relative difference below which scales count as equal.
const ScaleTolerance = 1e-6

// SnapScale removes the rounding of a scale that is nearly uniform or nearly 1.
func SnapScale(s exact.Vec) exact.Vec {
	if IsUniform(Vec4(s)) {
		s[1], s[2] = s[0], s[0]
	}
	for i := range s {
		if math.Abs(s[i]-1) < ScaleTolerance {
			s[i] = 1
		}
	}
	return s
}

// IsUniform reports whether a scale is the same on all axes.
func IsUniform(v [4]float64) bool {
	limit := ScaleTolerance * math.Abs(v[0])
	return math.Abs(v[1]-v[0]) <= limit && math.Abs(v[2]-v[0]) <= limit
}

func unchanged(v [4]float64) [4]float64 { return v }

func Vec4(v exact.Vec) [4]float64        { return [4]float64{v[0], v[1], v[2]} }
func Vec3(v [4]float64) exact.Vec        { return exact.Vec{v[0], v[1], v[2]} }
func IsOne(v [4]float64) bool            { return v == [4]float64{1, 1, 1} }
func isZero(v [4]float64) bool           { return v == [4]float64{} }
func isIdentityQuat(q [4]float64) bool   { return q == [4]float64{3: 1} }
func (j *Joint) driven() bool            { return j.T.Driven() || j.R.Driven() || j.S.Driven() }
func (s *Slot) always(v [4]float64) bool { return !s.Driven() && s.Rest == v }

// isIdentity reports whether the joint is the identity at rest and in every clip.
func (j *Joint) isIdentity() bool {
	return j.Static == nil && !j.driven() && isZero(j.T.Rest) && isIdentityQuat(j.R.Rest) && IsOne(j.S.Rest)
}

// foldTranslation multiplies the joint by a translation on the right. It returns false and
// changes nothing if T·R·S cannot represent the product.
func (j *Joint) foldTranslation(f *Slot) bool {
	if f.always([4]float64{}) {
		return true
	}
	if j.Static != nil || j.R.Driven() || j.S.Driven() {
		return false
	}
	linear := exact.Compose(exact.Vec{}, j.R.Rest, Vec3(j.S.Rest))
	switch {
	case !f.Driven():
		offset := linear.Direction(Vec3(f.Rest))
		j.T.apply(func(v [4]float64) [4]float64 { return Vec4(Vec3(v).Add(offset)) }, unchanged)
	case j.isIdentity():
		j.T = *f
	case !j.T.Driven():
		base := Vec3(j.T.Rest)
		moved := *f
		moved.apply(
			func(v [4]float64) [4]float64 { return Vec4(base.Add(linear.Direction(Vec3(v)))) },
			func(v [4]float64) [4]float64 { return Vec4(linear.Direction(Vec3(v))) })
		j.T = moved
	default:
		return false
	}
	return true
}

// foldRotation multiplies the joint by a rotation on the right. See foldTranslation.
func (j *Joint) foldRotation(f *Slot) bool {
	if f.always(exact.IdentityQuat()) {
		return true
	}
	if j.Static != nil || !j.S.allHold(IsUniform) {
		return false
	}
	switch {
	case !f.Driven():
		q := exact.Quat(f.Rest)
		j.R.apply(func(v [4]float64) [4]float64 { return exact.Quat(v).Mul(q) }, nil)
	case j.R.always(exact.IdentityQuat()):
		j.R = *f
	case !j.R.Driven():
		q := exact.Quat(j.R.Rest)
		turned := *f
		turned.apply(func(v [4]float64) [4]float64 { return q.Mul(v) }, nil)
		j.R = turned
	default:
		return false
	}
	return true
}

// foldScale multiplies the joint by a scale on the right. See foldTranslation.
func (j *Joint) foldScale(f *Slot) bool {
	if f.always([4]float64{1, 1, 1}) {
		return true
	}
	if j.Static != nil {
		return false
	}
	times := func(a Slot, s [4]float64) Slot {
		a.apply(func(v [4]float64) [4]float64 { return Vec4(Vec3(v).Times(Vec3(s))) }, nil)
		return a
	}
	switch {
	case !f.Driven():
		j.S = times(j.S, f.Rest)
	case j.S.always([4]float64{1, 1, 1}):
		j.S = *f
	case !j.S.Driven():
		j.S = times(*f, j.S.Rest)
	default:
		return false
	}
	return true
}

// Fold multiplies factors into as few joints as represent the product exactly and appends them to
// joints. It returns the index of the last one, which gets the name. The product needs one joint
// except around a moving pivot: T·R·S·pivot⁻¹ is not T·R·S with linear tracks, so the chain
// continues in a child joint.
func Fold(joints []Joint, name string, parent int, factors []Factor) ([]Joint, int) {
	cur := newJoint(name, parent)
	fresh := true // cur is still the identity
	split := func() {
		cur.Name = name + SplitSuffix
		joints = append(joints, cur)
		cur = newJoint(name, len(joints)-1)
		fresh = true
	}
	for i := range factors {
		f := &factors[i]
		if f.Static != nil {
			if !fresh {
				split()
			}
			cur.Static = f.Static
			fresh = false
			continue
		}
		for _, step := range []func(*Joint) bool{
			func(j *Joint) bool { return j.foldTranslation(&f.T) },
			func(j *Joint) bool { return j.foldRotation(&f.R) },
			func(j *Joint) bool { return j.foldScale(&f.S) },
		} {
			if !step(&cur) {
				split()
				step(&cur) // the identity can absorb any factor
			}
			fresh = fresh && cur.isIdentity()
		}
	}
	joints = append(joints, cur)
	return joints, len(joints) - 1
}

// SplitSuffix is appended to the name of a joint that holds the first part of a split transform.
const SplitSuffix = "_$pivot"

// Rest returns the joint's local matrix at rest.
func (j *Joint) Rest() exact.Matrix {
	if j.Static != nil {
		return *j.Static
	}
	return exact.Compose(Vec3(j.T.Rest), j.R.Rest, Vec3(j.S.Rest))
}
