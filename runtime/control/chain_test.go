package control_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
	"pgregory.net/rapid"
)

var solvers = map[string]control.ChainSolver{"FABRIK": control.FABRIK, "CCD": control.CCD}

func links(names ...string) (list []control.ChainJoint) {
	for _, name := range names {
		list = append(list, control.ChainJoint{Joint: name})
	}
	return list
}

// grasp is the way from a shoulder to the tip of a finger.
func grasp(solver control.ChainSolver) control.ChainIK {
	return control.ChainIK{
		Joints: links("left arm0", "left arm1", "left arm2", "left arm3", "left finger20", "left finger23"),
		Solver: solver, Iterations: 30, Bend: [3]float32{0, 0, 1},
	}
}

// toward is a target within the reach of a chain, or beyond.
func (s *stage) toward(r *rand.Rand, i int, o *control.ChainIK, least, most float32) geom.Vec {
	reach := 0.0
	for k := 1; k < len(o.Joints); k++ {
		reach += s.bone(s.plain, i, o.Joints[k-1].Joint, o.Joints[k].Joint)
	}
	way := geom.XYZ(r.Float32()-0.5, r.Float32()-0.5, r.Float32()-0.5).Unit(geom.Vec{X: 1})
	return s.place(s.plain, i, o.Joints[0].Joint).AddTimes(way, float32(reach)*(least+r.Float32()*(most-least)))
}

// A chain comes near its target with bones that keep their lengths, and says how near.
func TestChain(t *testing.T) {
	for name, solver := range solvers {
		t.Run(name, func(t *testing.T) {
			forms(t, func(t *testing.T, form pose.FormChoice) {
				const n = 19
				o := grasp(solver)
				s := newStage(t, form, n, func(s *control.Stack) {
					_, err := s.Add(&o)
					must.Do(t, err)
				})
				r := rand.New(rand.NewPCG(3, 4))
				s.update(0.3)
				var targets [n]geom.Vec
				for i := range n {
					targets[i] = s.toward(r, i, &o, 0.4, 0.8)
					if i == 0 {
						targets[i] = s.toward(r, i, &o, 2, 3)
					}
					must.Do(t, s.g.SetChainIK(i, 0, 0, control.ChainTarget{Place: targets[i].Array(), Weight: 1}))
					must.Do(t, s.g.SetWeight(i, 0, 1))
				}
				s.update(0)
				reached := 0
				for i := range n {
					d, got := distance(s.place(s.crowd, i, "left finger23"), targets[i]), s.g.Result(i, 0)
					if math.Abs(d-float64(got.Residual)) > 5e-6 {
						t.Errorf("instance %d: the tip is %v m from the target: said %+v", i, d, got)
					}
					if got.Reason == solve.Reached {
						reached++
					}
					if i == 0 && got.Reason != solve.TooFar {
						t.Errorf("a target out of reach is %v", got.Reason)
					}
					for k := 1; k < len(o.Joints); k++ {
						a, b := o.Joints[k-1].Joint, o.Joints[k].Joint
						if a, b := s.bone(s.crowd, i, a, b), s.bone(s.plain, i, a, b); math.Abs(a-b) > 2e-6 {
							t.Errorf("instance %d: a bone of %v m is %v m", i, b, a)
						}
					}
				}
				if reached < n/2 {
					t.Errorf("%d of %d reach their targets", reached, n)
				}
				for j, name := range s.model.Skeleton.Name {
					if a, b := s.joint(s.plain, 3, name), s.joint(s.crowd, 3, name); !s.under(j, "left arm0") && a != b {
						t.Errorf("%q is at %v, was at %v", name, b, a)
					}
				}
			})
		})
	}
}

// A tree reaches with both hands; the one without a target goes along.
func TestChainOfTwoHands(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		o := control.ChainIK{
			Joints:    links("spine0", "spine1", "spine3", "left arm0", "left arm1", "left arm3", "right arm0", "right arm1", "right arm3"),
			Effectors: []control.Effector{{Joint: "left arm3"}, {Joint: "right arm3"}}, Iterations: 60,
		}
		s := newStage(t, form, 2, func(s *control.Stack) {
			_, err := s.Add(&o)
			must.Do(t, err)
		})
		s.update(0.2)
		var targets [2][2]geom.Vec
		for i := range 2 {
			chest := s.place(s.plain, i, "spine3")
			targets[i] = [2]geom.Vec{chest.Add(geom.XYZ(0.3, 0.1, 0.3)), chest.Add(geom.Vec{X: -0.1, Z: 0.4})}
			must.Do(t, s.g.SetWeight(i, 0, 1))
			must.Do(t, s.g.SetChainIK(i, 0, 0, control.ChainTarget{Place: targets[i][0].Array(), Weight: 1, Rotation: spin.Array(), RotationWeight: 1}))
		}
		must.Do(t, s.g.SetChainIK(1, 0, 1, control.ChainTarget{Place: targets[1][1].Array(), Weight: 2}))
		s.update(0)
		for i, want := range []int{1, 2} {
			for k, e := range o.Effectors[:want] {
				name := e.Joint
				if d := distance(s.place(s.crowd, i, name), targets[i][k]); d > 0.01 {
					t.Errorf("instance %d: %q is %v m from its target: %+v", i, name, d, s.g.Result(i, 0))
				}
			}
			if a := angle(rotation(s.joint(s.crowd, i, "left arm3")), spin); a > 3e-3 {
				t.Errorf("instance %d: the hand is turned by %v", i, a)
			}
		}
	})
}

// Limits hold, stiff joints stay, and a share of the weight is a part of the way.
func TestChainIsHeldBack(t *testing.T) {
	const most = 0.3
	forms(t, func(t *testing.T, form pose.FormChoice) {
		o := grasp(control.FABRIK)
		limit := solve.NewCone([3]float32{1, 0, 0}, most)
		for _, k := range []int{0, 1, 2, 4} {
			o.Joints[k].Limit = new(control.LimitOf("", limit))
		}
		o.Joints[3].Stiffness = 1
		s := newStage(t, form, 12, func(s *control.Stack) {
			_, err := s.Add(&o)
			must.Do(t, err)
			wide := grasp(control.CCD)
			_, err = s.Add(&wide)
			must.Do(t, err)
		})
		s.update(0.2)
		r := rand.New(rand.NewPCG(5, 6))
		for i := range 12 {
			to := control.ChainTarget{Place: s.toward(r, i, &o, 0.4, 0.9).Array(), Weight: 1}
			must.Do(t, s.g.SetChainIK(i, 0, 0, to))
			must.Do(t, s.g.SetChainIK(i, 1, 0, to))
			if i < 6 {
				must.Do(t, s.g.SetWeight(i, 0, 1))
			} else {
				must.Do(t, s.g.SetWeight(i, 1, 0.5))
			}
		}
		s.update(0)
		k := s.model.Skeleton
		for i := range 6 {
			for _, joint := range []int{0, 1, 2, 4} {
				name := o.Joints[joint].Joint
				j := s.index(name)
				rest := geom.XYZW(k.Rest.RX[j], k.Rest.RY[j], k.Rest.RZ[j], k.Rest.RW[j]).Unit()
				at := rotation(s.joint(s.crowd, i, s.parent(name))).Mul(rest)
				axis := geom.Vec{X: 1}
				swing := math.Acos(min(1, float64(at.Rotate(axis).Dot(rotation(s.joint(s.crowd, i, name)).Rotate(axis)))))
				before := rotation(s.joint(s.plain, i, s.parent(name))).Mul(rest)
				was := math.Acos(min(1, float64(before.Rotate(axis).Dot(rotation(s.joint(s.plain, i, name)).Rotate(axis)))))
				if swing > max(most, was)+5e-3 {
					t.Errorf("instance %d: %q swings by %v, before by %v", i, name, swing, was)
				}
			}
			local := func(c *runtime.Crowd) geom.Quat {
				return rotation(s.joint(c, i, "left arm2")).Conjugate().Mul(rotation(s.joint(c, i, "left arm3")))
			}
			if a := angle(local(s.plain), local(s.crowd)); a > 3e-3 {
				t.Errorf("instance %d: the stiff joint turns by %v", i, a)
			}
			if got := s.g.Result(i, 0); got.Residual > 1e-3 && got.Reason == solve.Reached || got.Reason == solve.Unsettled {
				t.Errorf("instance %d: %+v", i, got)
			}
		}
		for i := 6; i < 12; i++ {
			d, got := distance(s.place(s.crowd, i, "left finger23"), s.place(s.plain, i, "left finger23")), s.g.Result(i, 1)
			if d < 1e-3 || got.Residual < 1e-3 {
				t.Errorf("instance %d: with half of the weight the tip moves by %v: %+v", i, d, got)
			}
		}
	})
}

// Whatever the targets, palettes hold numbers and bones keep their lengths.
func TestChainStaysFinite(t *testing.T) {
	for name, solver := range solvers {
		t.Run(name, func(t *testing.T) {
			o := grasp(solver)
			s := newStage(t, pose.FormRig, 1, func(s *control.Stack) {
				_, err := s.Add(&o)
				must.Do(t, err)
			})
			s.update(0.1)
			root := s.place(s.plain, 0, "left arm0")
			must.Do(t, s.g.SetWeight(0, 0, 1))
			rapid.Check(t, func(t *rapid.T) {
				to := root.Array()
				for k := range to {
					to[k] += rapid.OneOf(rapid.Float32Range(-1, 1), rapid.SampledFrom([]float32{0, 1e-20, -1e9, 3e38})).Draw(t, "to")
				}
				must.Do(t, s.g.SetChainIK(0, 0, 0, control.ChainTarget{Place: to, Weight: 1}))
				must.Do(t, s.crowd.Update(0))
				for _, v := range s.crowd.Instance(0).Palette() {
					if v-v != 0 {
						t.Fatalf("to %v the palette holds %v", to, v)
					}
				}
				for k := 1; k < len(o.Joints); k++ {
					a, b := o.Joints[k-1].Joint, o.Joints[k].Joint
					if got, want := s.bone(s.crowd, 0, a, b), s.bone(s.plain, 0, a, b); math.Abs(got-want) > 2e-6 {
						t.Fatalf("to %v the bone to %q of %v m is %v m", to, b, want, got)
					}
				}
			})
		})
	}
}

func TestChainsEverywhere(t *testing.T) {
	everywhere(t, "7e371f5216259ffd", part{
		func(s *control.Stack) error {
			limit := solve.NewCone([3]float32{1, 0, 0}, 1)
			o := grasp(control.FABRIK)
			o.Joints[1].Limit, o.Joints[2].Stiffness = new(control.LimitOf("", limit)), 0.5
			if _, err := s.Add(&o); err != nil {
				return err
			}
			o = grasp(control.CCD)
			for k := range o.Joints {
				o.Joints[k].Joint = "right" + o.Joints[k].Joint[4:]
			}
			_, err := s.Add(&o)
			return err
		},
		func(g *control.Instances, i, frame int) error {
			to := control.ChainTarget{Place: [3]float32{float32(i)/20 - 0.8, 1.3, float32(frame) / 10}, Weight: 1, Rotation: spin.Array(), RotationWeight: float32(i%2) / 2}
			if err := g.SetChainIK(i, 0, 0, to); err != nil {
				return err
			}
			return g.SetChainIK(i, 1, 0, to)
		},
	})
}

func TestChainRefuses(t *testing.T) {
	s := newStage(t, pose.FormAuto, 2, func(s *control.Stack) {
		for want, change := range map[string]func(o *control.ChainIK){
			"1 joints":                   func(o *control.ChainIK) { o.Joints = o.Joints[:1] },
			`"arm"`:                      func(o *control.ChainIK) { o.Joints[2].Joint = "arm" },
			`"neck0" is not below`:       func(o *control.ChainIK) { o.Joints[2].Joint = "neck0" },
			`"left arm1" is in it twice`: func(o *control.ChainIK) { o.Joints[2].Joint = "left arm1" },
			`the stiffness -1 of`:        func(o *control.ChainIK) { o.Joints[2].Stiffness = -1 },
			`limit of "left arm2"`:       func(o *control.ChainIK) { o.Joints[2].Limit = &control.JointLimit{} },
			`"neck0" is none of its`:     func(o *control.ChainIK) { o.Effectors = []control.Effector{{Joint: "neck0"}} },
			`"left arm0" is none of its`: func(o *control.ChainIK) { o.Effectors = []control.Effector{{Joint: "left arm0"}} },
			"-1 iterations":              func(o *control.ChainIK) { o.Iterations = -1 },
			"CCD has one effector": func(o *control.ChainIK) {
				o.Solver, o.Effectors = control.CCD, []control.Effector{{Joint: "left arm1"}}
			},
			"for CCD": func(o *control.ChainIK) {
				o.Solver, o.Joints = control.CCD, append(o.Joints[:3:3], links("left finger00", "left finger10")...)
			},
		} {
			o := grasp(control.FABRIK)
			change(&o)
			_, err := s.Add(&o)
			refusedAny(t, err, want)
		}
		_, err := s.Add(new(grasp(control.FABRIK)))
		must.Do(t, err)
		_, err = s.Add(&control.Aim{Joint: "neck1", Forward: [3]float32{1}})
		must.Do(t, err)
	})
	for _, bad := range []control.ChainTarget{
		{Place: [3]float32{float32(math.NaN())}}, {Place: [3]float32{float32(math.Inf(1))}}, {Weight: -1}, {Weight: float32(math.NaN())},
		{RotationWeight: 1}, {RotationWeight: 2, Rotation: spin.Array()},
	} {
		refused(t, s.g.SetChainIK(1, 0, 0, bad), control.ErrValue, "instance 1", `"left finger23"`)
	}
	refused(t, s.g.SetChainIK(1, 0, 1, control.ChainTarget{}), control.ErrValue, "effector 1 of 1", "instance 1")
	refused(t, s.g.SetChainIK(1, 1, 0, control.ChainTarget{}), control.ErrValue, "no chain")
	refused(t, s.g.SetChainIK(2, 0, 0, control.ChainTarget{}), control.ErrValue, "instance 2 of 2")
}
