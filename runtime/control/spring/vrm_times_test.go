package spring_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/soa"
)

// sway is a head that moves and turns evenly, with hair on it, a ball in it and a floor that tilts.
type sway struct {
	v             *spring.VRM
	at, move      geom.Vec
	axis          geom.Vec
	turn          float64 // radians a second
	ball          geom.Vec
	radius, slope float32
}

func (s *sway) anchor(t float64) soa.Affine {
	sin, cos := math.Sincos(s.turn * t / 2)
	q := geom.XYZW(float32(float64(s.axis.X)*sin), float32(float64(s.axis.Y)*sin), float32(float64(s.axis.Z)*sin), float32(cos))
	return q.Matrix(s.at.AddTimes(s.move, float32(t)))
}

func (s *sway) colliders(t float64) []spring.Collider {
	ball := s.at.AddTimes(s.move, float32(t)).Add(s.ball)
	floor := geom.XYZ(0, 1, 0)
	return []spring.Collider{
		{A: ball.Array(), Radius: s.radius},
		{Shape: spring.Capsule, A: ball.Add(geom.Vec{X: 0.3}).Array(), B: ball.Add(geom.Vec{X: 0.3, Y: 0.2}).Array(), Radius: s.radius / 2},
		{Shape: spring.Plane, A: [3]float32{0, -2 + s.slope*float32(t), 0}, B: floor.Array()},
	}
}

// swings are three heads of different hair.
func swings(t *testing.T) (list []sway) {
	for k, c := range []sway{
		{move: geom.XYZ(0.4, 0.1, -0.2), axis: geom.Vec{Y: 1}, turn: 1, ball: geom.XYZ(0.1, -0.1, 0), radius: 0.08},
		{at: geom.XYZ(1, 1.5, 2), move: geom.XYZ(-1, 0, 0.5), axis: geom.XYZ(0.6, 0, 0.8), turn: -2, ball: geom.XYZ(-0.2, -0.2, 0.1), radius: 0.1, slope: 0.1},
		{at: geom.XYZ(-1, 0, 1), axis: geom.Vec{X: 1}, turn: 0.5, ball: geom.XYZ(0, -0.35, 0.2), radius: 0.15, slope: 0.2},
	} {
		var joints []spring.VRMJoint
		for range 4 {
			joints = append(joints, spring.VRMJoint{
				Translation: [3]float32{0.05, -0.1, 0.02}, Rotation: [4]float32{0, 0, 0.1, 0.99498743}, Stiffness: 1 + float32(k), Gravity: [3]float32{0, -0.3, 0}, Drag: 0.4, Radius: 0.02,
			})
		}
		var err error
		c.v, err = spring.NewVRM(joints, [3]float32{0, -0.1, 0}, 0)
		must.Do(t, err)
		list = append(list, c)
	}
	return list
}

// reference is the slow way: a step at each of the moments at which one is due, with the anchor and the
// colliders computed for that moment.
func (s *sway) reference(t *testing.T, at float64) [][4]float32 {
	state, rotations := s.v.NewState(3), make([][4]float32, 4)
	must.Do(t, s.v.Move(state, 0, s.anchor(0), s.colliders(0), rotations))
	last := 0
	for k := 1; float64(k) <= at*60+1e-6; k++ {
		must.Do(t, s.v.Move(state, 1./60, s.anchor(float64(k)/60), s.colliders(float64(k)/60), rotations))
		last = k
	}
	must.Do(t, s.v.Move(state, max(at-float64(last)/60, 0), s.anchor(at), s.colliders(at), rotations))
	return rotations
}

// TestVRMAskedTimes: what a spring bone is at a time does not depend on how the time before is divided,
// nor on a save and restore on the way, or on a jump that is taken along.
func TestVRMAskedTimes(t *testing.T) {
	const end = 1.37
	for number, s := range swings(t) {
		want := s.reference(t, end)
		for seed := range uint64(40) {
			random := rand.New(rand.NewPCG(seed, uint64(number)))
			most := []float64{0.004, 0.03, 0.3, 2}[seed%4]
			state, rotations := s.v.NewState(3), make([][4]float32, 4)
			must.Do(t, s.v.Move(state, 0, s.anchor(0), s.colliders(0), rotations))
			for at := 0.; at < end; {
				next := min(at+most*random.Float64(), end)
				must.Do(t, s.v.Move(state, next-at, s.anchor(next), s.colliders(next), rotations))
				at = next
				if random.IntN(4) == 0 {
					data := state.Save(nil)
					state = s.v.NewState(3)
					if rest, err := state.Restore(data, 1e6); err != nil || len(rest) > 0 {
						t.Fatalf("a saved state is refused: %v, %d bytes are left", err, len(rest))
					}
				}
				if random.IntN(4) == 0 { // there and back
					jump := geom.Identity.Matrix(geom.XYZ(4, 0, -2))
					fro := geom.Identity.Matrix(geom.XYZ(-4, 0, 2))
					must.Do(t, state.Teleport(jump, nil))
					must.Do(t, state.Teleport(fro, nil))
				}
			}
			if d := distance(rotations, want); d > 1e-5 { // 1e-6 m at the ends of these bones
				t.Errorf("hair %d in steps up to %v s (seed %d) is off by %.2g", number, most, seed, d)
			}
		}
	}
}

// TestVRMRefusedState: what no state of a spring bone can be is refused, and the bone then starts in the
// rest pose.
func TestVRMRefusedState(t *testing.T) {
	s := swings(t)[0]
	fresh, moved, rotations := s.v.NewState(3), s.v.NewState(3), make([][4]float32, 4)
	must.Do(t, s.v.Move(fresh, 0, s.anchor(0), s.colliders(0), rotations))
	want := slices.Clone(rotations)
	must.Do(t, s.v.Move(moved, 0.5, s.anchor(0), s.colliders(0), rotations))
	data := moved.Save([]byte("head"))[len("head"):]
	for name, c := range map[string]struct {
		data []byte
		far  float32
	}{
		"nothing": {nil, 1e6}, "too short": {data[:len(data)-1], 1e6}, "too far": {data, 1e-3},
		"no number": {append([]byte{255, 255, 255, 255}, data[4:]...), 1e6},
	} {
		if _, err := moved.Restore(c.data, c.far); !errors.Is(err, spring.ErrInput) {
			t.Errorf("%s: %v", name, err)
		}
		must.Do(t, s.v.Move(moved, 0, s.anchor(0), s.colliders(0), rotations))
		if !slices.Equal(rotations, want) {
			t.Errorf("%s: the bone does not start anew: %v, want %v", name, rotations, want)
		}
	}
	rest, err := moved.Restore(append(slices.Clone(data), "tail"...), 1e6)
	if err != nil || string(rest) != "tail" {
		t.Errorf("behind the state is %q, %v", rest, err)
	}
}
