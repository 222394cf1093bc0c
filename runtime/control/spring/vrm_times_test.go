package spring_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/internal/saved"
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
					m := saved.Memory{}
					state.Recall(&m, 1e6)
					state = s.v.NewState(3)
					back := saved.Memory{Data: m.Data, Reads: true}
					if state.Recall(&back, 1e6); back.Failed || len(back.Data) > 0 {
						t.Fatalf("a saved state is refused: %d bytes are left", len(back.Data))
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
