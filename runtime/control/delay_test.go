package control_test

import (
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// lag is a head that nods, and an arm that does so some time later.
type lag struct {
	*stage
	seconds      float64
	nod, delayed int
	times        []float64
	turns        [][4]float64
}

func newLag(t *testing.T, form pose.FormChoice, seconds float32, local bool) *lag {
	l := &lag{seconds: float64(seconds)}
	l.stage = newStage(t, form, 3, func(s *control.Stack) {
		var err error
		l.nod, err = s.Add(&control.ModifyJoint{Joint: "neck1", Rotation: control.Rotation([4]float32{3: 1})})
		must.Do(t, err)
		l.delayed, err = s.Add(&control.Delay{Joint: "left arm1", Source: "neck1", Seconds: seconds, Local: local})
		must.Do(t, err)
	})
	return l
}

// nodding is how the head is turned at a time.
func nodding(t float64) geom.Quat {
	return geom.XYZW(float32(0.4*math.Sin(2*t)), float32(0.3*math.Cos(3*t)), float32(0.2*math.Sin(t)), 1).Unit()
}

// to updates up to a time.
func (l *lag) to(t float64) {
	l.Helper()
	q := nodding(t)
	for i := range 3 {
		must.Do(l, l.g.SetJoint(i, l.nod, control.Transform{Rotation: q.Array(), Scale: [3]float32{1, 1, 1}}))
		must.Do(l, l.g.SetWeight(i, l.nod, 1))
		must.Do(l, l.g.SetWeight(i, l.delayed, 1))
	}
	dt := 0.
	if n := len(l.times); n > 0 {
		dt = t - l.times[n-1]
	}
	l.stage.update(dt)
	l.times, l.turns = append(l.times, t), append(l.turns, [4]float64{float64(q.X), float64(q.Y), float64(q.Z), float64(q.W)})
}

// want is the rotation of the head the delay before, from all that has been, in float64.
func (l *lag) want() geom.Quat {
	t := l.times[len(l.times)-1] - l.seconds
	k := 0
	for k+1 < len(l.times) && l.times[k+1] <= t {
		k++
	}
	a, b, f := l.turns[k], l.turns[min(k+1, len(l.turns)-1)], 0.
	if k+1 < len(l.times) && t > l.times[k] {
		f = (t - l.times[k]) / (l.times[k+1] - l.times[k])
	}
	var q [4]float64
	for n := range q {
		q[n] = a[n] + (b[n]-a[n])*f
	}
	return geom.XYZW(float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])).Unit()
}

// own is a joint's rotation relative to its parent.
func (l *lag) own(i int, name string) geom.Quat {
	return rotation(l.joint(l.crowd, i, l.parent(name))).Conjugate().Mul(rotation(l.joint(l.crowd, i, name)))
}

// A joint turns as its source did the time before, as a history in float64 says, in whatever
// steps the time goes on; the offset is that from rest.
func TestDelay(t *testing.T) {
	for s := range seed.Cases(t, 4) {
		r := rand.New(rand.NewPCG(s, 7))
		for _, local := range []bool{true, false} {
			for _, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
				l := newLag(t, form, []float32{0.05, 0.3, 1}[r.IntN(3)], local)
				rest := func(name string) geom.Quat {
					k, j := &l.model.Skeleton.Rest, l.index(name)
					return geom.XYZW(k.RX[j], k.RY[j], k.RZ[j], k.RW[j]).Unit()
				}
				worst, now := 0., 0.
				for range 80 {
					l.to(now)
					want := l.want()
					if !local {
						want = rest("left arm1").Mul(rest("neck1").Conjugate()).Mul(want)
					}
					worst = max(worst, angle(l.own(2, "left arm1"), want))
					now += []float64{0, 0.001, 0.016, 0.016, 0.04, 0.1}[r.IntN(6)] * (0.5 + r.Float64())
				}
				if worst > 6e-3 {
					t.Errorf("seed %d, form %v, local %v, %v s: it is off by %v", s, form, local, l.seconds, worst)
				}
			}
		}
	}
}

// Any division of the time gives the same where the source turns evenly, also one that is
// longer than the delay.
func TestDelayPartition(t *testing.T) {
	turned := func(steps int) geom.Quat {
		l := newLag(t, pose.FormRig, 0.25, true)
		l.to(0)
		for k := range steps {
			q, f := geom.Quat{X: 0.3, W: 1}.Unit(), float32(k+1)/float32(steps)
			for i := range 3 {
				must.Do(t, l.g.SetJoint(i, l.nod, control.Transform{Rotation: nodding(0).Nlerp(q, f).Array(), Scale: [3]float32{1, 1, 1}}))
			}
			l.update(0.6 / float64(steps))
		}
		return l.own(1, "left arm1")
	}
	whole := turned(1)
	for _, steps := range []int{2, 3, 7, 60} {
		if a := angle(turned(steps), whole); a > 5e-3 {
			t.Errorf("in %d steps it is turned by %v against one", steps, a)
		}
	}
}

// What is remembered can be saved; a very long time, and none, are times too.
func TestDelayRemembers(t *testing.T) {
	a := newLag(t, pose.FormRig, 0.3, true)
	for k := range 20 {
		a.to(0.02 * float64(k))
	}
	saved := a.g.Save(nil, 0)
	a.to(0.5)
	want := a.own(1, "left arm1")
	b := newLag(t, pose.FormRig, 0.3, true)
	b.to(0)
	must.Do(t, b.g.Restore(1, saved))
	b.times[0] = 0.38
	b.to(0.5)
	if got := b.own(1, "left arm1"); angle(got, want) > 2e-3 {
		t.Errorf("after it is restored it is %v, was %v", got, want)
	}
	refused(t, b.g.Restore(1, saved[:len(saved)-4]), control.ErrValue, "instance 1")
	for _, dt := range []float64{1e9, 0, -1, 1e-9} {
		b.update(dt)
		if q := b.own(0, "left arm1"); !(math.Abs(float64(q.Dot(q))-1) < 1e-3) {
			t.Errorf("after %v s it is %v", dt, q)
		}
	}
}

// It has the same bits everywhere, also after jumps of the time, and allocates nothing.
func TestDelayEverywhere(t *testing.T) {
	everywhere(t, "8d6655c6e6c43947", part{
		func(s *control.Stack) error {
			for k, joint := range []string{"left arm1", "left arm2", "left arm3"} {
				if _, err := s.Add(&control.Delay{Joint: joint, Source: "neck1", Seconds: 0.1 * float32(k), Local: k == 1}); err != nil {
					return err
				}
			}
			return nil
		},
		func(*control.Instances, int, int) error { return nil },
	})
}

func TestDelayRefuses(t *testing.T) {
	newStage(t, pose.FormAuto, 1, func(s *control.Stack) {
		_, err := s.Add(&control.Delay{Joint: "neck1", Source: "nek"})
		refused(t, err, control.ErrJoint, `"nek"`)
		_, err = s.Add(&control.Delay{Joint: "neck1", Source: "neck0", Seconds: -1})
		refused(t, err, control.ErrValue, "-1 seconds")
	})
}

// The lower arm turns as the neck did a tenth of a second before.
func ExampleDelay() {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	stack := control.New(model.Skeleton)
	late, err := stack.Add(&control.Delay{Joint: "left arm1", Source: "neck1", Seconds: 0.1})
	if err != nil {
		log.Fatal(err)
	}
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{Reserve: stack.Reserve()}})
	if err != nil {
		log.Fatal(err)
	}
	instances, err := stack.Start(crowd.Layout(), 1)
	if err != nil {
		log.Fatal(err)
	}
	if err := crowd.SetControl(instances); err != nil {
		log.Fatal(err)
	}
	fmt.Println(instances.SetWeight(0, late, 1), crowd.Update(1./60))
	// Output: <nil> <nil>
}
