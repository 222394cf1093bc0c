package control_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

func looker() control.LookAt {
	return control.LookAt{
		Joints: []string{"spine1", "spine3", "neck0", "neck1"}, Weights: []float32{0.2, 0.3, 0.5},
		Forward: [3]float32{0, 0, 1}, Up: [3]float32{0, 1, 0}, Offset: [3]float32{0, 0.1, 0.05},
	}
}

// The last joint looks at the target, and those before it help.
func TestLook(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		number := 0
		s := newStage(t, form, 20, func(s *control.Stack) {
			var err error
			number, err = s.Add(new(looker()))
			must.Do(t, err)
		})
		for i := range 20 {
			must.Do(t, s.g.SetAim(i, number, control.AimTarget{Place: [3]float32{float32(i)/2 - 5, 2, 4}}))
			must.Do(t, s.g.SetWeight(i, number, 1))
		}
		s.update(0.1)
		for i := range 20 {
			m := s.joint(s.crowd, i, "neck1")
			from, forward := geom.VecOf(m.Apply(looker().Offset)), geom.VecOf(m.ApplyVector([3]float32{0, 0, 1})).Unit(geom.Vec{})
			way := geom.XYZ(float32(i)/2-5, 2, 4).Sub(from)
			if miss := distance(way, forward.Times(way.Dot(forward))); miss > 1e-4 || way.Dot(forward) < 0 {
				t.Errorf("instance %d: the line passes %v m beside the target: %+v", i, miss, s.g.Result(i, number))
			}
			a, b := rotation(s.joint(s.plain, i, "spine1")), rotation(s.joint(s.crowd, i, "spine1"))
			if i != 10 && angle(a, b) < 1e-3 {
				t.Errorf("instance %d: the spine does not help", i)
			}
			if a, b := s.joint(s.plain, i, "spine0"), s.joint(s.crowd, i, "spine0"); a != b {
				t.Errorf("instance %d: what is above has moved", i)
			}
		}
	})
}

// Cones and a speed hold joints back; a target in the back makes no numbers that are none.
func TestLookIsHeldBack(t *testing.T) {
	forms(t, func(t *testing.T, form pose.FormChoice) {
		var wide, held, slow int
		s := newStage(t, form, 3, func(s *control.Stack) {
			o := looker()
			var err error
			wide, err = s.Add(&o)
			must.Do(t, err)
			o.Cones = []float32{0.1, 0.1, 0.2, 0.2}
			held, err = s.Add(&o)
			must.Do(t, err)
			o.Cones, o.Speed = nil, 0.5
			slow, err = s.Add(&o)
			must.Do(t, err)
		})
		behind := control.AimTarget{Place: [3]float32{3, 1.6, -3}}
		for i, number := range []int{wide, held, slow} {
			must.Do(t, s.g.SetAim(i, number, behind))
			must.Do(t, s.g.SetWeight(i, number, 1))
		}
		s.update(0)
		s.update(0.1)
		for k, name := range looker().Joints {
			above, own := s.rest(s.parent(name)), s.rest(name)
			ahead := s.rest("neck1").Rotate(geom.Vec{Z: 1})
			front := rotation(s.joint(s.crowd, 1, s.parent(name))).Rotate(above.Conjugate().Rotate(ahead))
			now := rotation(s.joint(s.crowd, 1, name)).Rotate(own.Conjugate().Rotate(ahead))
			if a := math.Acos(min(1, float64(front.Dot(now)))); a > []float64{0.1, 0.1, 0.2, 0.2}[k]+3e-3 {
				t.Errorf("%q leads by %v", name, a)
			}
		}
		if got := s.g.Result(1, held).Reason; got != solve.Limited {
			t.Errorf("within cones it is %v", got)
		}
		lead := func(i int) float64 {
			return angle(rotation(s.joint(s.plain, i, "neck1")), rotation(s.joint(s.crowd, i, "neck1")))
		}
		first := lead(2)
		if first > 4*0.05+0.01 {
			t.Errorf("in 0.1 s at 0.5 radians per second and joint it turned by %v", first)
		}
		for range 100 {
			s.update(0.1)
		}
		if last := lead(2); !(last > first+0.5) || math.IsNaN(last) {
			t.Errorf("in 10 s it turned by %v", last)
		}
	})
}

// rest is a joint's rotation in the rest pose of the model.
func (s *stage) rest(name string) geom.Quat {
	k := s.model.Skeleton
	turn := geom.Identity
	for j := s.index(name); j >= 0; j = int(k.Parent[j]) {
		r := &k.Rest
		turn = geom.XYZW(r.RX[j], r.RY[j], r.RZ[j], r.RW[j]).Unit().Mul(turn)
	}
	return turn
}

func TestLookRefuses(t *testing.T) {
	newStage(t, pose.FormAuto, 1, func(s *control.Stack) {
		for want, change := range map[string]func(o *control.LookAt){
			"0 joints":        func(o *control.LookAt) { o.Joints, o.Weights = nil, nil },
			"2 weights":       func(o *control.LookAt) { o.Weights = o.Weights[:2] },
			"1 cones":         func(o *control.LookAt) { o.Cones = []float32{1} },
			"weights [2":      func(o *control.LookAt) { o.Weights[0] = 2 },
			"weights [-0.1":   func(o *control.LookAt) { o.Weights[0] = -0.1 },
			"a cone of 4":     func(o *control.LookAt) { o.Cones = []float32{1, 4, 1, 1} },
			"speed -1":        func(o *control.LookAt) { o.Speed = -1 },
			"forward [0 0 0]": func(o *control.LookAt) { o.Forward = [3]float32{} },
		} {
			o := looker()
			change(&o)
			_, err := s.Add(&o)
			refused(t, err, control.ErrValue, want)
		}
		o := looker()
		for k := range o.Weights { // each may be from 0 to 1
			o.Weights[k] = float32(k % 2)
		}
		_, err := s.Add(&o)
		must.Do(t, err)
		o = looker()
		o.Joints[1], o.Joints[2] = o.Joints[2], o.Joints[1]
		_, err = s.Add(&o)
		refused(t, err, control.ErrJoint, `"spine3" is not below "neck0"`)
	})
}

// Looks have the same bits everywhere: with cones, a speed or a pole, ahead and behind.
func TestLooksEverywhere(t *testing.T) {
	everywhere(t, "a81849ae9d70c5ce", part{
		func(s *control.Stack) error {
			for k := range 4 {
				o := looker()
				if k%2 > 0 {
					o.Cones = []float32{0.2, 0, 0.4, 0.6}
				}
				if k == 2 {
					o.Speed = 2
				}
				if _, err := s.Add(&o); err != nil {
					return err
				}
			}
			_, err := s.Add(&control.Aim{Joint: "left arm2", Forward: [3]float32{1, 0, 0}, Up: [3]float32{0, 1, 0}, Offset: [3]float32{0, 0.02, 0}})
			return err
		},
		func(g *control.Instances, i, frame int) error {
			for k := range 5 {
				s, c := math.Sincos(float64(i + 3*k + frame/2))
				to := control.AimTarget{Place: [3]float32{float32(2 * s), 1.5 + float32(i%5)/4, float32(2*c) + 1}}
				if (i+k)%3 > 0 {
					to.Pole = [3]float32{0, 2, float32(i%4) / 8}
				}
				if k == 4 {
					to.Twist = solve.NewAngle(float64(i%2) / 3)
				}
				if err := g.SetAim(i, k, to); err != nil {
					return err
				}
			}
			return nil
		},
	})
}
