package spring_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/soa"
)

// springFile is a file of spring bones that three-vrm moved at 60 Hz.
type springFile struct {
	Cases []struct {
		Name     string
		Settings struct {
			Stiffness, GravityPower, DragForce, HitRadius float32
			GravityDir                                    [3]float32
		}
		Colliders []struct {
			Shape        string
			Offset, Tail [3]float32
			Radius       float32
		}
		Rest []struct {
			T [3]float32
			Q [4]float32
		}
		Frames []struct {
			Anchor [7]float32
			P, Q   []float32
		}
	}
}

// Spring bones in the mode VRM agree with three-vrm.
func TestSpringsTruth(t *testing.T) {
	cases, worst, worstTurn := 0, 0.0, 0.0
	for _, path := range truth.Motion(t, "springs*.json") {
		var file springFile
		truth.ReadJSON(t, path, &file)
		if len(file.Cases) == 0 {
			t.Fatalf("%s has no cases", path)
		}
		for _, c := range file.Cases {
			n := len(c.Rest) - 1
			var joints []spring.VRMJoint
			for _, r := range c.Rest[:n] {
				j := spring.VRMJoint{Translation: r.T, Rotation: r.Q, Stiffness: c.Settings.Stiffness, Drag: c.Settings.DragForce, Radius: c.Settings.HitRadius}
				for k := range 3 {
					j.Gravity[k] = c.Settings.GravityDir[k] * c.Settings.GravityPower
				}
				joints = append(joints, j)
			}
			v, err := spring.NewVRM(joints, c.Rest[n].T, 60)
			must.Do(t, err)
			var colliders []spring.Collider
			for _, k := range c.Colliders {
				collider := spring.Collider{A: k.Offset, B: k.Tail, Radius: k.Radius}
				if k.Shape == "capsule" {
					collider.Shape = spring.Capsule
				}
				must.Do(t, collider.Validate())
				colliders = append(colliders, collider)
			}
			state, rotations := v.NewState(len(colliders)), make([][4]float32, n)
			// Before the first frame the anchor stands where all motion begins.
			must.Do(t, v.Move(state, 0, soa.IdentityAffine(), colliders, rotations))
			d, turn := 0.0, 0.0
			for _, f := range c.Frames {
				anchor := geom.QuatOf([4]float32(f.Anchor[3:])).Matrix(geom.VecOf([3]float32(f.Anchor[:3])))
				must.Do(t, v.Move(state, 1./60, anchor, colliders, rotations))
				m := anchor
				for i := 0; i <= n; i++ {
					q := c.Rest[i].Q
					if i < n {
						q = rotations[i]
					}
					local := geom.QuatOf(q).Matrix(geom.VecOf(c.Rest[i].T))
					m = m.Mul(&local)
					for k, v := range geom.Translation(&m).Array() {
						d = max(d, math.Abs(float64(v-f.P[3*i+k])))
					}
					if i < n && len(f.Q) > 0 {
						turn = max(turn, 1-math.Abs(float64(geom.QuatOf(q).Dot(geom.QuatOf([4]float32(f.Q[4*i:4*i+4]))))))
					}
				}
			}
			if !(d <= 1e-4) || !(turn <= 1e-6) {
				t.Errorf("%q: off by %.2g m, 1−|p·q| = %.2g", c.Name, d, turn)
			}
			cases, worst, worstTurn = cases+1, max(worst, d), max(worstTurn, turn)
		}
	}
	t.Logf("truth: %d cases, worst %.1e m, 1−|p·q| %.1e", cases, worst, worstTurn)
}
