package control_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/soa"
)

// Whatever a setter accepts gives palettes that are numbers.
func TestFarTargets(t *testing.T) {
	r := rand.New(rand.NewPCG(seed.First(t), 11))
	far := func() (v [3]float32) {
		for k := range v {
			v[k] = []float32{0, 1, 1e12, -soa.MaxMagnitude / 2, 1e18, -4e18, 1e20, 1e30, 3e38, -3e38, math.MaxFloat32}[r.IntN(11)]
		}
		return v
	}
	model := remembered()
	for number := range everyKind() {
		for range 2 {
			c := newSavedCrowd(t, model, 1)
			g, size := c.g, []float32{1e-5, 0.5, 1, 1e5}[r.IntN(4)]
			accepted := 0
			set := func(err error) {
				if err == nil {
					accepted++
				} else if !isError(err, control.ErrValue) {
					t.Fatal(err)
				}
			}
			must.Do(t, g.SetWeight(0, number, 1))
			must.Do(t, c.Update(0.1))
			for range 3 {
				at, turn := far(), [4]float32{r.Float32(), r.Float32(), 1, 1}
				world := soa.Affine{0: size, 5: size, 10: size}
				if r.IntN(2) > 0 {
					world[3], world[7], world[11] = at[0], at[1], at[2]
				}
				if r.IntN(2) > 0 {
					set(g.SetWorld(0, world))
				} else {
					set(g.Teleport(0, world))
				}
				if r.IntN(3) == 0 {
					set(g.SetAir(0, spring.Air{Gravity: far(), Wind: far()}))
				}
				at = far()
				switch c.list[number].(type) {
				case *control.ModifyJoint:
					set(g.SetJoint(0, number, control.Transform{Translation: at, Rotation: turn, Scale: far()}))
				case *control.Aim, *control.LookAt:
					set(g.SetAim(0, number, control.AimTarget{Place: at, Pole: far()}))
				case *control.TwoBoneIK:
					set(g.SetTwoBoneIK(0, number, control.TwoBoneTarget{Place: at, Pole: far(), PoleWeight: 0.5, Rotation: turn, RotationWeight: 0.5}))
				case *control.ChainIK:
					set(g.SetChainIK(0, number, 0, control.ChainTarget{Place: at, Weight: 1, Rotation: turn, RotationWeight: 0.5}))
				case *control.HandIK:
					set(g.Hold(0, number, true))
					set(g.SetHandIK(0, number, control.HandTarget{Place: at, Pole: far(), PoleWeight: 1, Rotation: turn, InWorld: r.IntN(2) > 0}))
				case *control.FootPlacement:
					hits := make([]control.Hit, len(g.FootRays(number, nil)))
					for h := range hits {
						hits[h] = control.Hit{Hit: true, Point: far(), Normal: far()}
					}
					set(g.SetFootHits(number, hits))
				case *control.Ragdoll:
					set(g.Simulate(0, number, []control.Body{{Place: at, Rotation: turn}, {Place: far(), Rotation: turn}, {Rotation: turn}}))
				case *control.ConstraintStack:
					set(g.SetTarget(0, number, 0, soa.Affine{0: 1, 5: 1, 10: 1, 3: at[0], 7: at[1], 11: at[2]}))
				}
				must.Do(t, c.Update(0.1))
				for k, v := range c.Palettes() {
					if v-v != 0 {
						t.Fatalf("%T: value %d of the palette is %v: to %v, in the world %v", c.list[number], k, v, at, world)
					}
				}
			}
		}
	}
}
