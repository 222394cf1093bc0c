package benchmarks

import (
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/internal/rig"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/soa"
)

// modifierCase is a modifier of a benchmark: what declares it, and what sets it for
// instance i.
type modifierCase struct {
	name    string
	declare func(s *control.Stack) error
	set     func(g *control.Instances, i int) error
}

// tailOfSix is six joints of an arm that swing, with one collider that most of them touch.
func tailOfSix() (o control.Springs) {
	for _, name := range []string{"left arm1", "left arm2", "left arm3", "left finger20", "left finger21", "left finger22"} {
		o.Joints = append(o.Joints, control.SpringJoint{Name: name, Spring: spring.Joint{Stiffness: 200, Drag: 8, Gravity: 1, Radius: 0.02}})
	}
	o.Colliders = []control.SpringCollider{{Joint: "spine3", Shape: spring.Collider{Shape: spring.Sphere, Radius: 0.5}}}
	return o
}

// sixJoints are those of tailOfSix as a chain that reaches.
func sixJoints(solver control.ChainSolver) (o control.Chain) {
	for _, j := range tailOfSix().Joints {
		o.Joints = append(o.Joints, control.ChainJoint{Name: j.Name})
	}
	o.Solver, o.Iterations = solver, 8
	return o
}

func modifierCases() []modifierCase {
	reach := func(g *control.Instances, i int) error {
		return g.SetChain(i, 0, 0, control.ChainTarget{Place: [3]float32{0.3, 1.3, float32(i%10) / 30}, Weight: 1})
	}
	nothing := func(*control.Instances, int) error { return nil }
	return []modifierCase{
		{"springs6", func(s *control.Stack) error { _, err := s.Springs(tailOfSix()); return err }, nothing},
		{"fabrik6", func(s *control.Stack) error { _, err := s.Chain(sixJoints(control.FABRIK)); return err }, reach},
		{"attach", func(s *control.Stack) error {
			_, err := s.Attach(control.Attach{Sockets: []control.Socket{{Joint: "left arm3"}, {Joint: "right arm3"}}, Fade: 0.2})
			return err
		}, nothing},
		{"twist", func(s *control.Stack) error {
			_, err := s.Twist(control.Twist{Source: "left arm3", Rolls: []control.TwistRoll{{Name: "left arm2", Share: 0.5}}})
			return err
		}, nothing},
		{"grab", func(s *control.Stack) error {
			_, err := s.Grab(control.Grab{Root: "left arm0", Mid: "left arm1", End: "left arm3"})
			return err
		}, func(g *control.Instances, i int) error {
			if err := g.Hold(i, 0, true); err != nil {
				return err
			}
			return g.SetGrab(i, 0, control.GrabTarget{Place: [3]float32{0.3, 1.3, float32(i%10) / 30}})
		}},
		{"ccd6", func(s *control.Stack) error { _, err := s.Chain(sixJoints(control.CCD)); return err }, reach},
	}
}

// BenchmarkModifier is what a modifier costs an instance of a crowd, frames included: the
// difference to the same crowd without it.
func BenchmarkModifier(b *testing.B) {
	model := rig.Character(rig.Motion{Name: "walk", Seconds: 1, Drive: rig.Captured})
	for _, c := range modifierCases() {
		for _, n := range []int{1, 16, 4000} {
			b.Run(fmt.Sprintf("modifier=%s/n=%d", c.name, n), func(b *testing.B) { runModifier(b, model, &c, n) })
		}
	}
}

func runModifier(b *testing.B, model *soa.Model, c *modifierCase, n int) {
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	stack := control.New(model.Skeleton)
	must(c.declare(stack))
	var crowds [2]*runtime.Crowd
	for k := range crowds {
		bank, err := runtime.Compile(model, nil, runtime.CompileOptions{LayoutOptions: runtime.LayoutOptions{Reserve: stack.Reserve()}})
		must(err)
		crowds[k], err = runtime.NewCrowd(runtime.Rows(bank), n, runtime.CrowdOptions{Play: &runtime.PlayOptions{Seed: 1}})
		must(err)
		defer crowds[k].Close()
	}
	g, err := stack.Start(crowds[1].Layout(), n)
	must(err)
	must(crowds[1].SetControl(g))
	for i := range n {
		must(c.set(g, i))
		for k := range stack.Len() {
			must(g.SetWeight(i, k, 1))
		}
	}
	least := [2]float64{math.Inf(1), math.Inf(1)}
	frames := max(1, 2000/n)
	b.ReportAllocs()
	for b.Loop() {
		for k, crowd := range crowds {
			start := time.Now()
			for range frames {
				must(crowd.Update(1. / 60))
			}
			least[k] = min(least[k], float64(time.Since(start).Nanoseconds())/float64(frames*n))
		}
	}
	b.ReportMetric(least[1]-least[0], "ns/instance")
	b.ReportMetric(least[1]/least[0], "ratio")
}
