package constraint_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/soa"
)

// source makes numbers in [−1, 1].
type source func() float64

func (s source) vec() exact.Vec { return exact.Vec{s(), s(), s()} }

func (s source) triple() [3]float32 { return [3]float32{float32(s()), float32(s()), float32(s())} }

// affine is a matrix with scales in [0.5, 1.5].
func (s source) affine() soa.Affine {
	size := s.vec().Scale(0.5).Add(exact.Vec{1, 1, 1})
	return exact.Compose(s.vec(), exact.Quat{s(), s(), s(), s()}.Unit(), size).Float32()
}

func (s source) joint() *constraint.Joint {
	return &constraint.Joint{World: s.affine(), Base: s.affine(), Rest: s.affine()}
}

func (s source) bit() bool { return s() > 0 }

func (s source) axes() (a constraint.Axes) { return constraint.Axes(s.choice(8)) }

func (s source) choice(n int) int { return min(int((s()+1)/2*float64(n)), n-1) }

// rules are one of each kind.
func (s source) rules(t testing.TB) []constraint.Rule {
	var points [][3]float32
	for range 6 {
		points = append(points, s.triple())
	}
	path, err := constraint.NewPath(points, s.bit(), s.triple())
	must.Do(t, err)
	low, high := s.triple(), s.triple()
	for i := range low {
		low[i], high[i] = min(low[i], high[i]), max(low[i], high[i])
	}
	order, axis := constraint.Order(s.choice(6)), constraint.Axis(s.choice(6))
	child, _ := constraint.ChildOf{Location: s.axes(), Rotation: s.axes(), Scale: s.axes(), Order: order}.WithInverse(s.affine())
	return []constraint.Rule{
		constraint.LimitLocation{Min: low, Max: high, UseMin: s.axes(), UseMax: s.axes()},
		constraint.LimitRotation{Min: low, Max: high, Use: s.axes(), Order: order},
		constraint.LimitScale{Min: low, Max: high, UseMin: s.axes(), UseMax: s.axes()},
		constraint.LimitDistance{Distance: high[0] + 1, Mode: constraint.DistanceMode(s.choice(3))},
		constraint.MaintainVolume{Free: axis, Volume: high[0] + 2, Mode: constraint.VolumeMode(s.choice(3))},
		constraint.CopyLocation{Axes: s.axes(), Invert: s.axes(), Offset: s.bit()},
		constraint.CopyRotation{Axes: s.axes(), Invert: s.axes(), Mix: constraint.RotationMix(s.choice(5)), Order: order},
		constraint.CopyScale{Axes: s.axes(), Power: high[1], Uniform: s.bit(), Offset: s.bit(), Add: s.bit()},
		constraint.CopyTransforms{Mix: constraint.TransformMix(s.choice(7)), RemoveShear: s.bit()},
		child,
		constraint.Attach{Offset: s.affine()},
		constraint.Armature{Weights: []float32{high[0] + 2, high[1] + 2}, DualQuaternions: s.bit()},
		constraint.DampedTrack{Track: axis},
		constraint.LockedTrack{Track: axis, Lock: constraint.Axis(s.choice(3))},
		constraint.TrackTo{Track: axis, Up: constraint.Axis(s.choice(3)), World: high, TargetUp: s.bit()},
		constraint.StretchTo{
			RestLength: 0.5, Volume: constraint.StretchVolume(s.choice(4)), Keep: constraint.StretchKeep(s.choice(3)), Bulge: high[0],
			BulgeMin: 0.9, BulgeMax: 1.2, UseBulgeMin: s.bit(), UseBulgeMax: s.bit(), BulgeSmooth: 0.5,
		},
		constraint.FollowPath{Path: path, Fraction: s(), Follow: s.bit(), Forward: axis, Up: constraint.Axis(s.choice(6))},
		constraint.Transformation{
			From: constraint.Channel(s.choice(3)), To: constraint.Channel(s.choice(3)), FromRange: constraint.Range{Min: low, Max: high},
			ToRange: constraint.Range{Min: s.triple(), Max: s.triple()}, Map: [3]uint8{1, 2, 0}, Extrapolate: s.bit(),
			FromForm: constraint.RotationForm(s.choice(5)), FromOrder: order, ToOrder: constraint.Order(s.choice(6)), Replace: s.bit(),
			Mix: constraint.RotationMix(s.choice(4)),
		},
		constraint.Twist{Axis: axis, Share: high[2]},
	}
}

func (s source) targets() []constraint.Target {
	return []constraint.Target{{Matrix: s.affine(), Joint: s.joint(), Tail: s.triple()}, {Matrix: s.affine(), Joint: s.joint()}}
}

// check runs a property over random sources.
func check(t *testing.T, property func(t *rapid.T, s source)) {
	t.Helper()
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		property(t, func() float64 { return 2*r.Float64() - 1 })
	})
}

func apart(a, b soa.Affine) (d float64) {
	for i := range a {
		if v := math.Abs(float64(a[i] - b[i])); !(v <= d) {
			d = v
		}
	}
	return d
}

// No influence leaves the bits; the whole influence is the rule in its space; between them
// the place is on the line. What is not finite leaves the owner as it is.
func TestInfluence(t *testing.T) {
	check(t, func(t *rapid.T, s source) {
		owner, joint, targets := s.affine(), s.joint(), s.targets()
		for _, rule := range s.rulesOf(t) {
			e := constraint.Entry{Rule: rule, Space: constraint.Space(s.choice(4)), TargetSpace: constraint.Space(s.choice(4))}
			if got := (constraint.Stack{e}).Apply(owner, joint, targets); got != owner {
				t.Fatalf("%T with no influence makes %v of %v", rule, got, owner)
			}
			e.Influence = 1
			full := constraint.Stack{e}.Apply(owner, joint, targets)
			e.Influence = 0.5
			half := constraint.Stack{e}.Apply(owner, joint, targets)
			for i := 3; i < 12; i += 4 {
				if want := (owner[i] + full[i]) / 2; math.Abs(float64(half[i]-want)) > 1e-4 {
					t.Fatalf("%T with half the influence moves to %v, want %v", rule, half[i], want)
				}
			}
			e.Influence = float32(math.NaN())
			broken := targets[0]
			broken.Matrix[3] = float32(math.Inf(1))
			bad := owner
			bad[5] = float32(math.NaN())
			if (constraint.Stack{e}).Apply(owner, joint, targets) != owner || (constraint.Stack{e}).Validate(2) == nil {
				t.Fatalf("%T with the influence NaN has an effect", rule)
			}
			e.Influence = 1
			for i, v := range (constraint.Stack{e}).Apply(owner, joint, []constraint.Target{broken, broken}) {
				if v-v != 0 {
					t.Fatalf("%T of a target that is not finite makes element %d %v", rule, i, v)
				}
			}
			(constraint.Stack{e}).Apply(bad, joint, targets)
		}
	})
}

func (s source) rulesOf(t *rapid.T) []constraint.Rule {
	return s.rules(quiet{nil, t})
}

// quiet lets a property use what takes a test.
type quiet struct {
	testing.TB
	t *rapid.T
}

func (q quiet) Helper()           {}
func (q quiet) Fatal(args ...any) { q.t.Fatal(args...) }

// Copying from itself, in any space and order, changes nothing.
func TestCopySelf(t *testing.T) {
	check(t, func(t *rapid.T, s source) {
		owner, joint := s.affine(), s.joint()
		self := []constraint.Target{{Matrix: owner, Joint: joint}}
		for _, rule := range []constraint.Rule{
			constraint.CopyLocation{Axes: s.axes()},
			constraint.CopyRotation{Axes: s.axes(), Order: constraint.Order(s.choice(6))},
			constraint.CopyScale{Axes: s.axes(), Power: 1},
			constraint.CopyTransforms{},
		} {
			space := constraint.Space(s.choice(4))
			stack := constraint.Stack{{Rule: rule, Space: space, TargetSpace: space, Influence: 1}}
			if _, rotation := rule.(constraint.CopyRotation); rotation && space != constraint.Pose {
				continue // there the owner is sheared, and it would get a rotation without shear
			}
			if d := apart(stack.Apply(owner, joint, self), owner); d > 3e-5 {
				t.Fatalf("%#v of itself in space %d is off by %v", rule, space, d)
			}
		}
	})
}

// A child does not move when it gets its parent, whatever the channels, and an attached
// owner stays where it was.
func TestInverse(t *testing.T) {
	check(t, func(t *rapid.T, s source) {
		owner, target := s.affine(), s.affine()
		child := constraint.ChildOf{Location: constraint.AllAxes, Rotation: constraint.AllAxes, Scale: constraint.AllAxes}
		child, ok := child.WithInverse(target)
		if got := child.Apply(owner, target); !ok || apart(got, owner) > 2e-5 {
			t.Fatalf("the child jumps from %v to %v", owner, got)
		}
		attached, ok := constraint.AttachKeeping(owner, target)
		if got := attached.Apply(s.affine(), target); !ok || apart(got, owner) > 2e-5 {
			t.Fatalf("what is attached jumps from %v to %v", owner, got)
		}
	})
}

// What is limited lies inside, and limiting again changes nothing.
func TestLimits(t *testing.T) {
	check(t, func(t *rapid.T, s source) {
		owner, target := s.affine(), s.affine()
		for _, rule := range s.rulesOf(t)[:5] {
			if r, rotation := rule.(constraint.LimitRotation); rotation {
				r.Use = constraint.AllAxes // within a quarter of a turn the angles of a rotation are unique
				rule = r
			}
			if r, volume := rule.(constraint.MaintainVolume); volume {
				r.Mode = constraint.VolumeStrict // the other modes do not look at what they change
				rule = r
			}
			if r, scale := rule.(constraint.LimitScale); scale {
				for i := range 3 {
					r.Min[i], r.Max[i] = r.Min[i]+1.1, r.Max[i]+1.1
				}
				rule = r
			}
			once := rule.Apply(owner, target)
			if twice := rule.Apply(once, target); apart(once, twice) > 3e-6 {
				t.Fatalf("%#v makes %v, then %v", rule, once, twice)
			}
		}
		l := constraint.LimitLocation{Min: [3]float32{-0.1, -0.2, -0.3}, Max: [3]float32{0.1, 0.2, 0.3}, UseMin: constraint.AllAxes, UseMax: constraint.AllAxes}
		got := l.Apply(owner, target)
		for i := range 3 {
			if v := got[4*i+3]; v < l.Min[i] || v > l.Max[i] {
				t.Fatalf("place %v is outside", v)
			}
		}
		d := constraint.LimitDistance{Distance: 0.25}
		got = d.Apply(owner, target)
		at := exact.FromFloat32(got).Translation().Sub(exact.FromFloat32(target).Translation())
		if at.Length() > 0.25+1e-6 {
			t.Fatalf("at a distance of %v", at.Length())
		}
		v := constraint.MaintainVolume{Free: constraint.PlusY, Volume: 1.5}
		if volume := exact.FromFloat32(v.Apply(owner, target)).Determinant(); math.Abs(volume-1.5) > 1e-5 {
			t.Fatalf("the volume is %v", volume)
		}
		keep := constraint.StretchTo{RestLength: 0.5, Bulge: 1}
		before, after := exact.FromFloat32(owner).Determinant(), exact.FromFloat32(keep.Apply(owner, target)).Determinant()
		if math.Abs(after/before-1) > 1e-4 {
			t.Fatalf("stretching changes the volume from %v to %v", before, after)
		}
	})
}

// Tracking axes point to the target; locked ones stay.
func TestTracks(t *testing.T) {
	check(t, func(t *rapid.T, s source) {
		owner, target, axis := s.affine(), s.affine(), constraint.Axis(s.choice(6))
		direction := func(m soa.Affine, a constraint.Axis) exact.Vec {
			v := exact.FromFloat32(m).Column(int(a) % 3).Unit()
			if a >= constraint.MinusX {
				return v.Scale(-1)
			}
			return v
		}
		to := exact.FromFloat32(target).Translation().Sub(exact.FromFloat32(owner).Translation()).Unit()
		up := constraint.Axis((int(axis) + 1) % 3)
		for _, rule := range []constraint.Rule{constraint.DampedTrack{Track: axis}, constraint.TrackTo{Track: axis, Up: up}} {
			if d := direction(rule.Apply(owner, target), axis).Sub(to).Length(); d > 1e-5 {
				t.Fatalf("%#v points beside the target by %v", rule, d)
			}
		}
		locked := constraint.LockedTrack{Track: axis, Lock: up}.Apply(owner, target)
		hinge := direction(owner, up)
		if d := direction(locked, up).Sub(hinge).Length(); d > 1e-5 {
			t.Fatalf("the locked axis moves by %v", d)
		}
		if side := direction(locked, axis).Cross(to).Dot(direction(locked, axis).Cross(hinge)); math.Abs(direction(locked, axis).Dot(to.Cross(hinge))) > 1e-5 {
			t.Fatalf("the target is beside the plane of the two axes (%v)", side)
		}
		stretched := constraint.StretchTo{RestLength: 0.5, Bulge: 1}.Apply(owner, target)
		if end := exact.FromFloat32(stretched).Point(exact.Vec{0, 0.5, 0}).Sub(exact.FromFloat32(target).Translation()); end.Length() > 1e-5 {
			t.Fatalf("the stretched bone misses the target by %v", end.Length())
		}
	})
}

// Twists share what the target twists: two halves are the whole, and n joints with a share
// of 1/n each end where the target is.
func TestTwist(t *testing.T) {
	check(t, func(t *rapid.T, s source) {
		target := exact.Compose(s.vec(), exact.Quat{s() / 4, s(), s() / 4, 1}.Unit(), exact.Vec{1, 1, 1}).Float32()
		whole := constraint.Twist{Axis: constraint.PlusY, Share: 1}.Apply(soa.IdentityAffine(), target)
		third := soa.IdentityAffine()
		for range 3 {
			third = constraint.Twist{Axis: constraint.PlusY, Share: 1. / 3}.Apply(third, target)
		}
		if d := apart(whole, third); d > 1e-6 {
			t.Fatalf("three thirds differ from the whole by %v", d)
		}
		back := constraint.Twist{Axis: constraint.PlusY, Share: -1}.Apply(target, target)
		m := exact.FromFloat32(back)
		if q := m.Rotation(1); math.Abs(q[1]) > 1e-6 {
			t.Fatalf("without its twist the target still twists: %v", q)
		}
	})
}
