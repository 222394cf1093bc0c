package control_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// mirrored is a chain of joints of which some have scales of −1, and one without scales whose joints are at the
// same places: its rotations are q·D and its translations ±t, by the signs of what is above.
type mirrored struct {
	model [2]*soa.Model
	turn  [8]geom.Quat // D of each joint
	whole [8]float32   // the sign of each joint's matrix
	signs [8][3]float32
}

const mirroredJoints = 8

func newMirrored(t *testing.T, r *rand.Rand) *mirrored {
	t.Helper()
	c, rest := &mirrored{}, [2]soa.Transforms{soa.MakeTransforms(mirroredJoints), soa.MakeTransforms(mirroredJoints)}
	sign := float32(1)
	var names []string
	var parents []int16
	var unit []float32
	part := func() float32 { return r.Float32()*2 - 1 }
	for j := range mirroredJoints {
		names, parents, unit = append(names, fmt.Sprint("joint", j)), append(parents, int16(j-1)), append(unit, 1)
		q, at := geom.XYZW(part(), part(), part(), 2).Unit(), geom.XYZ(part()/3, 0.4, part()/3)
		s, half := [3]float32{1, 1, 1}, geom.Identity
		if r.IntN(3) == 0 {
			k := r.IntN(8)
			for i := range s {
				if k>>i&1 != 0 {
					s[i] = -1
				}
			}
		}
		all := s[0] * s[1] * s[2]
		switch { // the one that differs from the product of all
		case s[0] == all && s[1] != all:
			half = geom.Quat{X: 1}
		case s[1] == all && s[2] != all:
			half = geom.Quat{Y: 1}
		case s[2] == all && s[0] != all:
			half = geom.Quat{Z: 1}
		}
		for k, v := range [2]geom.Vec{at, at.Times(sign)} {
			rest[k].TX[j], rest[k].TY[j], rest[k].TZ[j] = v.X, v.Y, v.Z
		}
		for k, v := range [2]geom.Quat{q, q.Mul(half)} {
			rest[k].RX[j], rest[k].RY[j], rest[k].RZ[j], rest[k].RW[j] = v.X, v.Y, v.Z, v.W
		}
		rest[0].SX[j], rest[0].SY[j], rest[0].SZ[j] = s[0], s[1], s[2]
		sign *= all
		c.turn[j], c.whole[j], c.signs[j] = half, sign, s
	}
	for k := range rest {
		skeleton := &soa.Skeleton{Name: names, Parent: parents, Rest: rest[k], Unit: unit}
		skeleton.ComputeDepth()
		c.model[k] = &soa.Model{Skeleton: skeleton}
		must.Do(t, c.model[k].Validate())
	}
	return c
}

// axis is a direction around which a joint turns, and polar one to which it points, in either chain.
func (c *mirrored) axis(which, j int, v geom.Vec) [3]float32 {
	if which == 1 {
		v = c.turn[j].Conjugate().Rotate(v)
	}
	return v.Array()
}

func (c *mirrored) polar(which, j int, v geom.Vec) [3]float32 {
	if which == 1 {
		v = v.Times(c.whole[j])
	}
	return v.Array()
}

// Every modifier that turns joints moves those of a chain with mirrored joints as those of one without.
func TestReflected(t *testing.T) {
	r := rand.New(rand.NewPCG(seed.First(t), 3))
	place, joint := geom.XYZ(0.3, 1.5, 0.4), func(j int) string { return fmt.Sprint("joint", j) }
	forward, up, offset := geom.XYZ(1, 2, 3).Unit(geom.Vec{}), geom.XYZ(3, 0, -1).Unit(geom.Vec{}), geom.XYZ(0.02, 0.05, -0.03)
	var row []control.ChainJoint
	for j := 1; j < 7; j++ {
		row = append(row, control.ChainJoint{Joint: joint(j)})
	}
	stiff := append([]control.ChainJoint(nil), row...)
	stiff[2].Stiffness = 0.5
	to := control.Point{Value: control.Place(place.X, place.Y, place.Z)}
	kinds := map[string]func(c *mirrored, which int) control.Modifier{
		"two bones": func(c *mirrored, which int) control.Modifier {
			return &control.TwoBoneIK{Root: joint(1), Mid: joint(3), End: joint(5), Target: to}
		},
		"two bones, hinge": func(c *mirrored, which int) control.Modifier {
			return &control.TwoBoneIK{Root: joint(1), Mid: joint(3), End: joint(5), Hinge: c.axis(which, 3, up), Target: to}
		},
		"two bones, pole": func(c *mirrored, which int) control.Modifier {
			return &control.TwoBoneIK{Root: joint(1), Mid: joint(2), End: joint(3), Target: to, Pole: control.Point{Value: control.Place(0, 1, 1)}}
		},
		"hand": func(c *mirrored, which int) control.Modifier {
			return &control.HandIK{Root: joint(2), Mid: joint(3), End: joint(4), Target: to}
		},
		"chain": func(c *mirrored, which int) control.Modifier {
			return &control.ChainIK{Joints: row, Effectors: []control.Effector{{Joint: joint(6), Target: to}}}
		},
		"stiff chain": func(c *mirrored, which int) control.Modifier {
			return &control.ChainIK{Joints: stiff, Effectors: []control.Effector{{Joint: joint(6), Target: to}}}
		},
		"CCD": func(c *mirrored, which int) control.Modifier {
			return &control.ChainIK{Solver: control.CCD, Joints: row, Effectors: []control.Effector{{Joint: joint(6), Target: to}}}
		},
		"aim": func(c *mirrored, which int) control.Modifier {
			return &control.Aim{Joint: joint(4), Forward: c.polar(which, 4, forward), Up: c.polar(which, 4, up), Offset: c.polar(which, 4, offset), Target: to, Pole: control.Place(0, 1, 0)}
		},
		"look": func(c *mirrored, which int) control.Modifier {
			return &control.LookAt{
				Joints: []string{joint(2), joint(3), joint(5)}, Weights: []float32{0.3, 0.5}, Cones: []float32{0.4, 0.4, 1}, Target: to,
				Forward: c.polar(which, 5, forward), Up: c.polar(which, 5, up), Offset: c.polar(which, 5, offset),
			}
		},
		"limit": func(c *mirrored, which int) control.Modifier {
			return &control.JointLimit{Joint: joint(3), Kind: control.ConeLimit, Axis: c.axis(which, 3, forward), Swing: [2]float32{0.1}}
		},
		"twist": func(c *mirrored, which int) control.Modifier {
			return &control.Twist{Source: joint(3), Axis: c.axis(which, 3, forward), Rolls: []control.Roll{{Joint: joint(2), Share: 0.4}, {Joint: joint(5), Share: -0.5}}}
		},
		"springs": func(c *mirrored, which int) control.Modifier {
			o := &control.Springs{}
			for j := 2; j < 7; j++ {
				o.Joints = append(o.Joints, control.SpringJoint{Joint: joint(j), Spring: spring.Joint{Stiffness: 60, Drag: 5, Gravity: 1}})
			}
			o.Tip = c.polar(which, 6, geom.Vec{Y: 0.3})
			return o
		},
		"track": func(c *mirrored, which int) control.Modifier {
			axis := constraint.PlusZ
			if which == 1 && c.whole[4] < 0 {
				axis = constraint.MinusZ
			}
			return &control.ConstraintStack{Joint: joint(4), Stack: []control.Constraint{
				{Rule: constraint.DampedTrack{Track: axis}, Targets: []control.Target{{Joint: joint(1)}}, Influence: 1},
			}}
		},
	}
	for name, kind := range kinds {
		t.Run(name, func(t *testing.T) {
			for round := range 12 {
				c := newMirrored(t, r)
				for _, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
					n := []int{1, 2, 4, 17}[round%4]
					var crowd [2]*runtime.Crowd
					var g [2]*control.Instances
					for which, model := range c.model {
						stack := control.New(model.Skeleton)
						_, err := stack.Add(&control.ModifyJoint{Joint: joint(3), Space: control.Model, Adds: true, Rotation: control.Rotation([4]float32{0.2, -0.3, 0.4, 0.8})})
						must.Do(t, err)
						_, err = stack.Add(kind(c, which))
						must.Do(t, err)
						crowd[which], err = runtime.NewCrowd(runtime.Keyframes(model), n, runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true, Form: form, Reserve: stack.Reserve()}})
						must.Do(t, err)
						g[which], err = stack.Start(crowd[which].Layout(), n)
						must.Do(t, err)
						must.Do(t, crowd[which].SetControl(g[which]))
						for i := range n {
							must.Do(t, g[which].SetWeight(i, 0, 1))
							must.Do(t, g[which].SetWeight(i, 1, 1))
						}
						for range 2 {
							must.Do(t, crowd[which].Update(0.1))
						}
					}
					for _, i := range []int{0, n - 1} {
						var tip [2]geom.Vec
						for j := range mirroredJoints {
							var m [2]soa.Affine
							for which := range m {
								var err error
								m[which], err = crowd[which].Instance(i).Joint(j)
								must.Do(t, err)
								tip[which] = geom.Translation(&m[which])
							}
							if d := distance(tip[0], tip[1]); !(d < 2e-4) {
								t.Fatalf("%v, signs %v: instance %d of %d: %s is %v m from where it belongs", form, c.signs, i, n, joint(j), d)
							}
							for k := range m[0] { // the same matrix up to what the joint's own scales are
								if k%4 < 3 && j < 7 {
									want := float64(c.whole[j] * m[1][k])
									if math.Abs(float64(m[0][k])-want) > 2e-3 {
										t.Fatalf("%v, signs %v: instance %d of %d: %s is %v, want %v of %v", form, c.signs, i, n, joint(j), m[0], c.whole[j], m[1])
									}
								}
							}
						}
						a, b := g[0].Result(i, 1), g[1].Result(i, 1)
						if math.Abs(float64(a.Residual-b.Residual)) > 2e-4 || a.Reason != b.Reason {
							t.Fatalf("%v, signs %v: the result is %+v, want %+v", form, c.signs, a, b)
						}
						c.reaches(t, crowd[0].Instance(i), a, name, place, forward, offset)
					}
				}
			}
		})
	}
}

// reaches checks what a modifier says of its target against the matrices, in float64.
func (c *mirrored) reaches(t *testing.T, x runtime.Instance, said control.IKResult, name string, place, forward, offset geom.Vec) {
	t.Helper()
	end, ok := map[string]int{"two bones": 5, "two bones, hinge": 5, "two bones, pole": 3, "hand": 4, "chain": 6, "stiff chain": 6, "CCD": 6, "aim": 4, "look": 5}[name]
	if !ok {
		return
	}
	m, err := x.Joint(end)
	must.Do(t, err)
	from := geom.Translation(&m)
	miss := distance(from, place)
	if name == "aim" || name == "look" {
		way := place.Sub(geom.VecOf(m.Apply(offset.Array())))
		along := geom.VecOf(m.ApplyVector(forward.Array()))
		miss = distance(way, along.Times(max(0, way.Dot(along))))
	}
	if math.Abs(miss-float64(said.Residual)) > 3e-4 || said.Reason == solve.Reached && miss > 1e-3 {
		t.Fatalf("signs %v: it is %v m from the target and says %+v", c.signs, miss, said)
	}
}
