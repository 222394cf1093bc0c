package spring_test

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/soa"
)

// bone is a spring bone of four joints.
func (s source) bone(t must.T, gravity geom.Vec) *spring.VRM {
	var joints []spring.VRMJoint
	for range 4 {
		joints = append(joints, spring.VRMJoint{
			Translation: tip, Rotation: geom.XYZW(s()/4, s()/4, s()/4, 1).Unit().Array(), Stiffness: s.around(1, 0.5), Gravity: gravity.Array(), Drag: s.around(0.5, 0.4), Radius: 0.02,
		})
	}
	v, err := spring.NewVRM(joints, tip, 0)
	must.Do(t, err)
	return v
}

func distance(a, b [][4]float32) (d float64) {
	for i := range a {
		for k := range a[i] {
			d = max(d, math.Abs(float64(a[i][k]-b[i][k])))
		}
	}
	return d
}

// Spring bones run at their own rate: frames of any length lead to the same steps.
func TestVRMRate(t *testing.T) {
	check(t, func(t *rapid.T, s source) {
		v := s.bone(t, s.vec())
		colliders := s.colliders()[:1]
		from, move := s.vec(), s.vec()
		var first [][4]float32
		for _, frames := range []int{30, 60, 120, 240} {
			state, rotations := v.NewState(1), make([][4]float32, 4)
			for i := range frames + 1 {
				anchor := geom.Identity.Matrix(from.AddTimes(move, float32(i)/float32(frames)))
				dt := 1 / float64(frames)
				if i == 0 {
					dt = -1
				}
				must.Do(t, v.Move(state, dt, anchor, colliders, rotations))
			}
			if first == nil {
				first = rotations
			}
			if d := distance(rotations, first); d > 1e-4 {
				t.Fatalf("at %d frames per second it is off by %v", frames, d)
			}
		}
	})
}

// Without gravity the rest pose stays, for any time; a jump that is taken along is none.
func TestVRMRest(t *testing.T) {
	check(t, func(t *rapid.T, s source) {
		v := s.bone(t, geom.Vec{})
		state, rest, rotations := v.NewState(0), make([][4]float32, 4), make([][4]float32, 4)
		anchor := s.quat().Matrix(s.vec())
		must.Do(t, v.Move(state, 0, anchor, nil, rest))
		for _, dt := range []float64{1. / 60, 0, -1, 10, 0.001} {
			must.Do(t, v.Move(state, dt, anchor, nil, rotations))
			if d := distance(rest, rotations); d > 2e-4 { // 600 steps round
				t.Fatalf("at rest it turns by %v in %v s", d, dt)
			}
		}
		jump := s.quat().Matrix(s.vec())
		must.Do(t, state.Teleport(jump, nil))
		must.Do(t, v.Move(state, 0.1, jump.Mul(&anchor), nil, rotations))
		if d := distance(rest, rotations); d > 2e-4 {
			t.Fatalf("a jump turns it by %v", d)
		}
		state.Reset()
		must.Do(t, v.Move(state, 0.1, s.quat().Matrix(s.vec()), nil, rotations))
		if d := distance(rest, rotations); d > 5e-5 {
			t.Fatalf("after a reset it is turned by %v", d)
		}
	})
}

// What is not finite, or means nothing, is refused and changes nothing.
func TestVRMRefused(t *testing.T) {
	nan := float32(math.NaN())
	ok := spring.VRMJoint{Translation: tip, Rotation: [4]float32{0, 0, 0, 1}, Stiffness: 1}
	for i, change := range []func(*spring.VRMJoint){
		func(j *spring.VRMJoint) { j.Drag = 2 }, func(j *spring.VRMJoint) { j.Stiffness = nan }, func(j *spring.VRMJoint) { j.Rotation[3] = nan },
		func(j *spring.VRMJoint) { j.Radius = -1 }, func(j *spring.VRMJoint) { j.Gravity[0] = nan }, func(j *spring.VRMJoint) { j.Translation[0] = nan },
	} {
		j := ok
		change(&j)
		if _, err := spring.NewVRM([]spring.VRMJoint{j}, tip, 0); !errors.Is(err, spring.ErrJoint) {
			t.Errorf("change %d: %v", i, err)
		}
	}
	for _, rate := range []float64{-1, math.NaN(), math.Inf(1)} {
		if _, err := spring.NewVRM([]spring.VRMJoint{ok}, tip, rate); !errors.Is(err, spring.ErrJoint) {
			t.Errorf("rate %v: %v", rate, err)
		}
	}
	v, err := spring.NewVRM([]spring.VRMJoint{ok}, tip, 0)
	must.Do(t, err)
	state, rotations := v.NewState(0), make([][4]float32, 1)
	must.Do(t, v.Move(state, 0, soa.IdentityAffine(), nil, rotations))
	if err := v.Move(state, math.NaN(), soa.IdentityAffine(), nil, rotations); !errors.Is(err, spring.ErrInput) {
		t.Error(err)
	}
	if err := v.Move(state, 1, soa.Affine{3: nan}, nil, rotations); !errors.Is(err, spring.ErrInput) {
		t.Error(err)
	}
	if err := v.Move(state, 1, soa.IdentityAffine(), nil, nil); !errors.Is(err, spring.ErrInput) {
		t.Error(err)
	}
	if err := state.Teleport(soa.Affine{3: nan}, nil); !errors.Is(err, spring.ErrInput) {
		t.Error(err)
	}
	if rotations[0] != ok.Rotation {
		t.Errorf("after errors it is turned by %v", rotations[0])
	}
}

// A time of more steps than a float64 counts ends, at the steps that count, and leaves a
// bone that goes on.
func TestVRMEndlessTime(t *testing.T) {
	joints := []spring.VRMJoint{{Rotation: [4]float32{0, 0, 0, 1}, Stiffness: 1, Gravity: [3]float32{0, -1, 0}, Drag: 0.4}}
	v, err := spring.NewVRM(joints, [3]float32{1, 0, 0}, 0)
	must.Do(t, err)
	anchor := geom.Identity.Matrix(geom.Vec{})
	settled := make([][4]float32, 1)
	state := v.NewState(0)
	for range 100 {
		must.Do(t, v.Move(state, 1, anchor, nil, settled))
	}
	for _, seconds := range []float64{1e15, 1e16, 1e39, math.MaxFloat64} {
		state, rotations := v.NewState(0), make([][4]float32, 1)
		for _, dt := range []float64{seconds, 1. / 60, 1} {
			must.Do(t, v.Move(state, dt, anchor, nil, rotations))
			if d := distance(rotations, settled); !(d < 1e-5) {
				t.Fatalf("after %v and %v s it is off by %v", seconds, dt, d)
			}
		}
	}
}
