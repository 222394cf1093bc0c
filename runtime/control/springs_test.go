package control_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/swing"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

// sleeve is an arm that swings like an empty sleeve, beside a collider on the hips, one on
// the head, and the ground.
func sleeve() control.Springs {
	return control.Springs{
		Joints: []control.SpringJoint{
			{"left arm0", spring.Joint{Stiffness: 200, Drag: 8, Gravity: 1, Radius: 0.02}},
			{"left arm1", spring.Joint{Stiffness: 120, Drag: 6, Gravity: 1, Wind: 1, Radius: 0.02}},
			{"left arm3", spring.Joint{Stiffness: 80, Drag: 3, Gravity: 1, Wind: 1, Radius: 0.02}},
		},
		Colliders: []control.Collider{
			{"root1", spring.Collider{Shape: spring.Capsule, A: [3]float32{0, -0.2, 0}, B: [3]float32{0, 0.5, 0}, Radius: 0.15}},
			{"neck1", spring.Collider{Shape: spring.Sphere, A: [3]float32{0, 0.1, 0}, Radius: 0.12}},
			{"root1", spring.Collider{Shape: spring.Plane, A: [3]float32{0, 0, -0.3}, B: [3]float32{0, 0, 1}}},
			{"", spring.Collider{Shape: spring.Plane, B: [3]float32{0, 1, 0}}},
			{"spine1", spring.Collider{Shape: spring.InsideSphere, Radius: 1.5}},
		},
	}
}

// reference is a chain of Springs, moved in the world.
type reference struct {
	*stage
	o      control.Springs
	chain  *swing.Chain
	state  *swing.State
	placed soa.Affine
}

func newReference(s *stage, o control.Springs) *reference {
	var joints []spring.Joint
	for _, j := range o.Joints {
		joints = append(joints, j.Spring)
	}
	last, before := s.restPlace(o.Joints[len(o.Joints)-1].Joint), s.restPlace(o.Joints[len(o.Joints)-2].Joint)
	tip := s.rest(o.Joints[len(o.Joints)-1].Joint).Conjugate().Rotate(last.Sub(before))
	chain, err := swing.NewChain(joints, tip.Array())
	must.Do(s, err)
	return &reference{s, o, chain, chain.NewState(), soa.IdentityAffine()}
}

// restPlace is where a joint is in the rest pose of the model.
func (s *stage) restPlace(name string) geom.Vec {
	k, at := s.model.Skeleton, geom.Vec{}
	for j := s.index(name); j >= 0; j = int(k.Parent[j]) {
		r := &k.Rest
		at = geom.XYZW(r.RX[j], r.RY[j], r.RZ[j], r.RW[j]).Unit().Rotate(at).Add(geom.XYZ(r.TX[j], r.TY[j], r.TZ[j]))
	}
	return at
}

// step moves it on, from the pose of an instance without control, and returns the places
// of its joints and of its tip in the world.
func (r *reference) step(i int, dt float64, air *spring.Air) []geom.Vec {
	r.Helper()
	var pose []soa.Affine
	for _, j := range r.o.Joints {
		m := r.joint(r.plain, i, j.Joint)
		pose = append(pose, r.placed.Mul(&m))
	}
	var colliders []spring.Collider
	for _, c := range r.o.Colliders {
		if k := c.Shape; c.Joint != "" {
			m := r.joint(r.plain, i, c.Joint)
			m = r.placed.Mul(&m)
			k.A = m.Apply(k.A)
			if k.Shape == spring.Plane {
				k.B = m.ApplyVector(k.B)
			} else {
				k.B = m.Apply(k.B)
			}
			colliders = append(colliders, k)
		} else {
			colliders = append(colliders, k)
		}
	}
	var p spring.Plan
	must.Do(r, r.chain.Plan(&p, dt))
	must.Do(r, r.chain.Move(&p, r.state, air, pose, colliders))
	var list []geom.Vec
	for k := range pose {
		list = append(list, geom.Translation(&pose[k]))
	}
	return list
}

var down = spring.Air{Gravity: [3]float32{0, -9.81, 0}}

// A chain swings in a crowd as package spring swings it, wherever the instance is and with
// whatever steps, beside many colliders or one; what is not below it keeps its bits.
func TestSprings(t *testing.T) {
	for k := -1; k < len(sleeve().Colliders); k++ {
		o := sleeve()
		if k >= 0 {
			o.Colliders = o.Colliders[k : k+1]
		}
		t.Run(fmt.Sprint("collider ", k), func(t *testing.T) { testSprings(t, o) })
	}
}

func testSprings(t *testing.T, o control.Springs) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		s := newStage(t, form, 18, func(s *control.Stack) {
			_, err := s.Add(&o)
			must.Do(t, err)
		})
		var refs []*reference
		for i := range 18 {
			refs = append(refs, newReference(s, o))
			must.Do(t, s.g.SetWeight(i, 0, 1))
		}
		air := spring.Air{Gravity: [3]float32{0, -5, 1}, Wind: [3]float32{3, 0, 1}}
		must.Do(t, s.g.SetAir(5, air))
		worst, most := 0.0, 0.0
		for frame, dt := range []float64{0.016, 0.016, 0.05, 0, 0.2, 0.016, -0.1, 0.016, 10, 0.016, 0.4} {
			for i, r := range refs {
				x := float32(frame*i) / 40
				r.placed = geom.Quat{Y: x, W: 1}.Unit().Matrix(geom.Vec{X: x, Y: x / 3})
				must.Do(t, s.g.SetWorld(i, r.placed))
			}
			s.update(dt)
			for i, r := range refs {
				around := &down
				if i == 5 {
					around = &air
				}
				for k, want := range r.step(i, dt, around) {
					m := s.joint(s.crowd, i, o.Joints[k].Joint)
					m = r.placed.Mul(&m)
					worst = max(worst, distance(geom.Translation(&m), want))
					most = max(most, distance(s.place(s.crowd, i, o.Joints[k].Joint), s.place(s.plain, i, o.Joints[k].Joint)))
				}
			}
		}
		if worst > 2e-5 || most < 0.1 {
			t.Errorf("joints are %.1e m from where they should be, and swing by %.2g m", worst, most)
		}
		t.Logf("joints within %.1e m", worst)
		for j, name := range s.model.Skeleton.Name {
			if a, b := s.joint(s.plain, 7, name), s.joint(s.crowd, 7, name); !s.under(j, "left arm0") && a != b {
				t.Errorf("%q is at %v, was at %v", name, b, a)
			}
		}
	})
}

// A share of the weight is a part of the way, none is the pose to the bit, and with the
// first weight again the chain is at rest.
func TestSpringsWeight(t *testing.T) {
	s := newStage(t, pose.FormRig, 3, func(s *control.Stack) {
		_, err := s.Add(new(sleeve()))
		must.Do(t, err)
	})
	must.Do(t, s.g.SetWeight(0, 0, 1))
	must.Do(t, s.g.SetWeight(1, 0, 0.5))
	s.update(0.02)
	s.same(2)
	swing := func(i int) float64 {
		return angle(rotation(s.joint(s.plain, i, "left arm0")), rotation(s.joint(s.crowd, i, "left arm0")))
	}
	if a, b := swing(0), swing(1); b < 0.2*a || b > 0.8*a {
		t.Errorf("half of the weight swings by %v of %v", b, a)
	}
	must.Do(t, s.g.SetWorld(0, geom.Identity.Matrix(geom.Vec{X: 3})))
	s.update(0.02)
	moved := swing(0)
	must.Do(t, s.g.SetWeight(0, 0, 0))
	s.update(0)
	s.same(0)
	must.Do(t, s.g.SetWeight(0, 0, 1))
	s.update(0)
	if rest := swing(0); math.Abs(moved-rest) < 0.05 {
		t.Errorf("it swings by %v as before, not at rest", rest)
	}
}

// A chain that is reset or jumps swings less than one that is dragged along; one that
// comes to rest sleeps, and wakes when something moves.
func TestSpringsJumpAndSleep(t *testing.T) {
	s := newStage(t, pose.FormRig, 3, func(s *control.Stack) {
		_, err := s.Add(new(sleeve()))
		must.Do(t, err)
	})
	still := func() {
		for i := range 3 {
			must.Do(t, s.crowd.Instance(i).SetSpeed(0))
			must.Do(t, s.plain.Instance(i).SetSpeed(0))
			must.Do(t, s.g.SetWeight(i, 0, 1))
		}
	}
	still()
	for range 4 {
		s.update(10)
	}
	var before []soa.Affine
	for i := range 3 {
		before = append(before, s.joint(s.crowd, i, "left arm3"))
		if !s.g.Asleep(i, 0) {
			t.Errorf("instance %d is awake", i)
		}
	}
	s.update(0.01)
	for i := range 3 {
		if got := s.joint(s.crowd, i, "left arm3"); got != before[i] {
			t.Errorf("asleep it moves from %v to %v", before[i], got)
		}
	}
	jump := geom.Identity.Matrix(geom.Vec{X: 1})
	must.Do(t, s.g.SetWorld(0, jump))
	must.Do(t, s.g.Teleport(1, jump))
	must.Do(t, s.g.SetWorld(2, jump))
	must.Do(t, s.g.ResetSprings(2, 0))
	s.update(0.02)
	for i, most := range []float64{10, 1e-5, 1e-5} {
		if d := distance(s.place(s.crowd, i, "left arm3"), geom.Translation(&before[i])); d > most || i == 0 && d < 0.05 {
			t.Errorf("instance %d has moved by %v m", i, d)
		}
	}
	if s.g.Asleep(0, 0) || s.g.Asleep(0, 1) {
		t.Error("what swings is asleep")
	}
}

// Instances of lower levels of detail swing by the time that is owed them.
func TestSpringsLevels(t *testing.T) {
	o := sleeve()
	o.Colliders = nil
	s := newStage(t, pose.FormRig, 20, func(s *control.Stack) {
		_, err := s.Add(&o)
		must.Do(t, err)
	})
	leveled, err := runtime.NewCrowd(runtime.Keyframes(s.model), 20, runtime.CrowdOptions{
		Play: &play.Options{Seed: 1}, Layout: pose.LayoutOptions{Form: pose.FormRig, AllJoints: true}, LODs: []play.LOD{{}, {Every: 4}},
	})
	must.Do(t, err)
	stack := control.New(s.model.Skeleton)
	_, err = stack.Add(&o)
	must.Do(t, err)
	g, err := stack.Start(leveled.Layout(), 20)
	must.Do(t, err)
	must.Do(t, leveled.SetControl(g))
	for i := range 20 {
		must.Do(t, leveled.Instance(i).SetLOD(i%2))
		must.Do(t, g.SetWeight(i, 0, 1))
		must.Do(t, s.g.SetWeight(i, 0, 1))
	}
	for range 40 {
		must.Do(t, leveled.Update(1./240))
		s.update(1. / 240)
	}
	var nearest [20]float64
	for k := range 4 { // an instance is evaluated in one of them
		must.Do(t, leveled.Update(1./240))
		s.update(1. / 240)
		for i := range 20 {
			d := distance(s.place(leveled, i, "left arm3"), s.place(s.crowd, i, "left arm3"))
			if k == 0 || d < nearest[i] {
				nearest[i] = d
			}
		}
	}
	off := 0 // one whose clip has just begun again, with a leap, may be
	for i, d := range nearest {
		if i%2 == 0 && d != 0 {
			t.Errorf("instance %d is off by %v m", i, d)
		}
		if d > 5e-3 {
			off++
		}
	}
	if off > 1 {
		t.Errorf("of 10 instances %d are off: %v", off, nearest)
	}
}

// Chains have the same bits everywhere.
func TestSpringsEverywhere(t *testing.T) {
	everywhere(t, "e030f6a6d0ac9dd5", part{
		func(s *control.Stack) error {
			_, err := s.Add(new(sleeve()))
			o := sleeve()
			for k, name := range []string{"right leg1", "right leg2", "right leg3"} {
				o.Joints[k].Joint = name
			}
			if err == nil {
				_, err = s.Add(&o)
			}
			return err
		},
		func(g *control.Instances, i, frame int) error {
			x := float32(i*frame) / 50
			return g.SetWorld(i, geom.Quat{Y: x, W: 1}.Unit().Matrix(geom.Vec{X: x, Y: x / 3}))
		},
	})
}

// So have chains in the air, around a sphere and inside one, which a kernel of its own moves where
// an instance is alone.
func TestSpringsBesideSpheresEverywhere(t *testing.T) {
	everywhere(t, "e5020c9419777e72", part{
		func(s *control.Stack) (err error) {
			for k, names := range [][]string{{"left arm0", "left arm1", "left arm3"}, {"right leg1", "right leg2", "right leg3"}, {"neck0", "neck1"}} {
				o := sleeve()
				o.Joints, o.Colliders = o.Joints[:len(names)], [][]control.Collider{
					{{"neck1", spring.Collider{Shape: spring.Sphere, A: [3]float32{0, -0.3, 0}, Radius: 0.4}}},
					{{"root1", spring.Collider{Shape: spring.InsideSphere, A: [3]float32{0, -0.4, 0}, Radius: 0.6}}},
					nil,
				}[k]
				for i, name := range names {
					o.Joints[i].Joint = name
				}
				if _, err = s.Add(&o); err != nil {
					break
				}
			}
			return err
		},
		func(g *control.Instances, i, frame int) error {
			x := float32(i*frame) / 50
			return g.SetWorld(i, geom.Quat{Y: x, W: 1}.Unit().Matrix(geom.Vec{X: x, Y: x / 3}))
		},
	})
}

// Whatever moves a chain, its bones keep their lengths, and palettes hold numbers.
func TestSpringsStayFinite(t *testing.T) {
	o := sleeve()
	s := newStage(t, pose.FormRig, 1, func(s *control.Stack) {
		_, err := s.Add(&o)
		must.Do(t, err)
	})
	must.Do(t, s.g.SetWeight(0, 0, 1))
	rapid.Check(t, func(t *rapid.T) {
		at := [3]float32{}
		for k := range at {
			at[k] = rapid.OneOf(rapid.Float32Range(-2, 2), rapid.SampledFrom([]float32{0, 1e-30, 1e5, -1e18, 3e38})).Draw(t, "place")
		}
		must.Do(t, s.g.SetWorld(0, geom.Quat{Y: rapid.Float32Range(-1, 1).Draw(t, "turn"), W: 1}.Unit().Matrix(geom.VecOf(at))))
		dt := rapid.SampledFrom([]float64{0, -1, 10, 1e-12, 1. / 60, 1e9}).Draw(t, "dt")
		must.Do(t, s.crowd.Update(dt))
		must.Do(t, s.plain.Update(dt))
		for _, v := range s.crowd.Instance(0).Palette() {
			if v-v != 0 {
				t.Fatalf("at %v after %v s the palette holds %v", at, dt, v)
			}
		}
		for k := 1; k < 3; k++ {
			a, b := o.Joints[k-1].Joint, o.Joints[k].Joint
			if got, want := s.bone(s.crowd, 0, a, b), s.bone(s.plain, 0, a, b); math.Abs(got-want) > 2e-6 {
				t.Fatalf("the bone to %q of %v m is %v m", b, want, got)
			}
		}
	})
}

func TestSpringsRefuse(t *testing.T) {
	s := newStage(t, pose.FormAuto, 2, func(s *control.Stack) {
		for want, change := range map[string]func(o *control.Springs){
			"0 joints":                         func(o *control.Springs) { o.Joints = nil },
			`"tail"`:                           func(o *control.Springs) { o.Joints[1].Joint = "tail" },
			`"left arm0" is not below "neck0"`: func(o *control.Springs) { o.Joints = append([]control.SpringJoint{{Joint: "neck0"}}, o.Joints...) },
			"Stiffness:0":                      func(o *control.Springs) { o.Joints[2].Spring = spring.Joint{} },
			"Radius:-1":                        func(o *control.Springs) { o.Colliders[1].Shape.Radius = -1 },
			`collider 1: joint of a`:           func(o *control.Springs) { o.Colliders[1].Joint = "head" },
			`"left arm2" swings itself`:        func(o *control.Springs) { o.Colliders[0].Joint = "left arm2" },
			"40 colliders":                     func(o *control.Springs) { o.Colliders = make([]control.Collider, 40) },
			"tip [NaN":                         func(o *control.Springs) { o.Tip[0] = float32(math.NaN()) },
		} {
			o := sleeve()
			change(&o)
			_, err := s.Add(&o)
			refusedAny(t, err, want)
		}
		_, err := s.Add(new(sleeve()))
		must.Do(t, err)
		_, err = s.Add(&control.Aim{Joint: "neck1", Forward: [3]float32{1}})
		must.Do(t, err)
	})
	flat, far := soa.IdentityAffine(), soa.IdentityAffine()
	flat[0], far[3] = 2, float32(math.Inf(1))
	for _, m := range []soa.Affine{{}, flat, far} {
		refused(t, s.g.SetWorld(1, m), control.ErrValue, "instance 1")
		refused(t, s.g.Teleport(1, m), control.ErrValue, "instance 1")
	}
	refused(t, s.g.SetWorld(2, soa.IdentityAffine()), control.ErrValue, "instance 2 of 2")
	refused(t, s.g.SetAir(2, spring.Air{}), control.ErrValue, "instance 2 of 2")
	refused(t, s.g.SetAir(1, spring.Air{Wind: [3]float32{float32(math.NaN())}}), control.ErrValue, "instance 1")
	refused(t, s.g.ResetSprings(0, 1), control.ErrValue, "no springs")
	if s.g.Asleep(0, 1) || s.g.Asleep(5, 5) {
		t.Error("what is no chain is asleep")
	}
}

// refusedAny makes sure of an error of a declaration.
func refusedAny(t *testing.T, err error, part string) {
	t.Helper()
	for _, want := range []error{control.ErrJoint, control.ErrValue, spring.ErrJoint} {
		if isError(err, want) {
			refused(t, err, want, part)
			return
		}
	}
	t.Errorf("error %v, want one with %q", err, part)
}
