package control_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// twistOf is the twist of one joint against another from their rest on, around an axis of
// the former.
func (s *stage) twistOf(c *runtime.Crowd, i int, above, name string, axis geom.Vec) float64 {
	rest := s.rest(above).Conjugate().Mul(s.rest(name))
	now := rotation(s.joint(c, i, above)).Conjugate().Mul(rotation(s.joint(c, i, name)))
	q := rest.Conjugate().Mul(now).Twist(axis)
	a := 2 * math.Atan2(float64(geom.XYZ(q.X, q.Y, q.Z).Dot(axis)), float64(q.W))
	return math.Remainder(a, 2*math.Pi)
}

// Roll joints beside a hand and below it, and those above it, take their shares of its
// twist; above it, the hand keeps its rotation.
func TestTwist(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		const n = 17
		axis := geom.Vec{X: 0.8, Z: 0.6}
		var turn, beside int
		s := newStage(t, form, n, func(s *control.Stack) {
			var err error
			turn, err = s.Add(&control.ModifyJoint{Joint: "left arm3", Rotation: control.Rotation([4]float32{3: 1})})
			must.Do(t, err)
			beside, err = s.Add(&control.Twist{Source: "left arm3", Axis: axis.Array(), Rolls: []control.Roll{
				{"left arm2", 0.25}, {"left arm1", 0.5}, {"left finger20", -0.75}, {"right arm1", 1. / 3},
			}})
			must.Do(t, err)
		})
		rest := s.rest("left arm2").Conjugate().Mul(s.rest("left arm3"))
		angles := [n]float64{}
		for i := range n {
			angles[i] = (float64(i) - 8) / 8 * 3.1
			half := solve.NewAngle(angles[i])
			to := control.IdentityTransform()
			to.Rotation = rest.Mul(geom.Quat{X: float32(float32(axis.X) * half.Sin), Z: float32(axis.Z * half.Sin), W: half.Cos}).Array()
			must.Do(t, s.g.SetJoint(i, turn, to))
			must.Do(t, s.g.SetWeight(i, turn, 1))
		}
		s.update(0.2)
		var hands, fingers, rights [n]geom.Quat
		var before [n][2]geom.Quat
		for i := range n {
			hands[i], fingers[i] = rotation(s.joint(s.crowd, i, "left arm3")), rotation(s.joint(s.crowd, i, "left finger20"))
			rights[i] = rotation(s.joint(s.crowd, i, "right arm1"))
			before[i] = [2]geom.Quat{rotation(s.joint(s.crowd, i, "left arm1")), rotation(s.joint(s.crowd, i, "left arm2"))}
			must.Do(t, s.g.SetWeight(i, beside, 1))
		}
		s.update(0)
		for i := range n {
			if a := angle(hands[i], rotation(s.joint(s.crowd, i, "left arm3"))); a > 4e-3 {
				t.Errorf("a hand with a twist of %v turns by %v", angles[i], a)
			}
			for _, c := range []struct {
				name   string
				before geom.Quat
				want   float64
			}{
				{"left arm1", before[i][0], 0.5}, {"left arm2", before[i][1], 0.75},
				{"left finger20", fingers[i], 0.75}, {"right arm1", rights[i], 1. / 3},
			} {
				want := math.Abs(c.want * angles[i])
				if got := angle(c.before, rotation(s.joint(s.crowd, i, c.name))); math.Abs(got-math.Min(want, 2*math.Pi-want)) > 6e-3 {
					t.Errorf("of a twist of %v %q takes %v, want %v", angles[i], c.name, got, want)
				}
			}
		}
	})
}

// Without a twist joints keep their rotations; a default axis is that of the bone.
func TestTwistOfNothing(t *testing.T) {
	number := 0
	s := newStage(t, pose.FormRig, 1, func(s *control.Stack) {
		straight, err := s.Add(&control.ModifyJoint{Joint: "left arm3", Rotation: control.Rotation([4]float32{3: 1})})
		must.Do(t, err)
		number, err = s.Add(&control.Twist{Source: "left arm3", Rolls: []control.Roll{{"left arm2", 0.5}}})
		must.Do(t, err)
		_ = straight
	})
	to := control.IdentityTransform()
	to.Rotation = s.rest("left arm2").Conjugate().Mul(s.rest("left arm3")).Array()
	must.Do(t, s.g.SetJoint(0, 0, to))
	must.Do(t, s.g.SetWeight(0, 0, 1))
	must.Do(t, s.g.SetWeight(0, number, 1))
	s.update(0.1)
	if a := angle(rotation(s.joint(s.plain, 0, "left arm2")), rotation(s.joint(s.crowd, 0, "left arm2"))); a > 2e-3 {
		t.Errorf("without a twist it turns by %v", a)
	}
	axis := s.rest("left arm3").Conjugate().Rotate(s.restPlace("left arm3").Sub(s.restPlace("left arm2")).Unit(geom.Vec{}))
	half := solve.NewAngle(1)
	to.Rotation = geom.QuatOf(to.Rotation).Mul(geom.XYZW(float32(axis.X*half.Sin), float32(axis.Y*half.Sin), float32(axis.Z*half.Sin), half.Cos)).Array()
	must.Do(t, s.g.SetJoint(0, 0, to))
	s.update(0)
	if got := s.twistOf(s.crowd, 0, "left arm2", "left arm3", axis); math.Abs(got-0.5) > 5e-3 {
		t.Errorf("half of a twist of 1 leaves %v", got)
	}
}

func TestTwistEverywhere(t *testing.T) {
	everywhere(t, "7860f7d277475fee", part{
		func(s *control.Stack) error {
			_, err := s.Add(&control.Twist{Source: "left arm3", Rolls: []control.Roll{{"left arm2", 0.3}, {"left arm1", 0.2}, {"left finger00", -0.5}}})
			return err
		},
		func(*control.Instances, int, int) error { return nil },
	})
}

func TestTwistRefuses(t *testing.T) {
	newStage(t, pose.FormAuto, 1, func(s *control.Stack) {
		for want, o := range map[string]control.Twist{
			`"hand"`:      {Source: "hand", Rolls: []control.Roll{{"left arm2", 0.3}}},
			"0 rolls":     {Source: "left arm3"},
			`"roll"`:      {Source: "left arm3", Rolls: []control.Roll{{"roll", 0.3}}},
			"the share 2": {Source: "left arm3", Rolls: []control.Roll{{"left arm2", 2}}},
			"the share 1": {Source: "left arm3", Rolls: []control.Roll{{"left arm3", 1}}},
			"axis [NaN":   {Source: "left arm3", Axis: [3]float32{float32(math.NaN())}, Rolls: []control.Roll{{"left arm2", 1}}},
		} {
			_, err := s.Add(&o)
			refusedAny(t, err, want)
		}
	})
}
