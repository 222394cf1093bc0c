package measure

import (
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/control/spring"
)

// others are modifiers that no peer has: a function that declares one and, if it has targets, one
// that sets it for instance i.
var others = map[Modifier]struct {
	declare func(s *control.Stack) error
	set     func(g *control.Instances, i int) error
}{
	Springs: {declare: swing},
	FABRIK: {
		func(s *control.Stack) error { return chain(s, control.FABRIK) },
		func(g *control.Instances, i int) error {
			return g.SetChainIK(i, 0, 0, control.ChainTarget{Place: handle(i), Weight: 1})
		},
	},
	CCD: {
		func(s *control.Stack) error { return chain(s, control.CCD) },
		func(g *control.Instances, i int) error {
			return g.SetChainIK(i, 0, 0, control.ChainTarget{Place: handle(i), Weight: 1})
		},
	},
	Attached: {declare: func(s *control.Stack) error {
		_, err := s.Add(&control.Socket{Sockets: []control.SocketPlace{{Joint: "left arm3"}, {Joint: "right arm3"}}, Fade: 0.2})
		return err
	}},
	Twisted: {declare: func(s *control.Stack) error {
		_, err := s.Add(&control.Twist{Source: "left arm3", Rolls: []control.Roll{{Joint: "left arm2", Share: 0.5}}})
		return err
	}},
	Grabbing: {
		func(s *control.Stack) error {
			_, err := s.Add(&control.HandIK{Root: "left arm0", Mid: "left arm1", End: "left arm3"})
			return err
		},
		func(g *control.Instances, i int) error {
			if err := g.Hold(i, 0, true); err != nil {
				return err
			}
			return g.SetHandIK(i, 0, control.HandTarget{Place: handle(i)})
		},
	},
}

var armward = []string{"left arm1", "left arm2", "left arm3", "left finger20", "left finger21", "left finger22"}

// handle is what the left hand of instance i reaches for.
func handle(i int) [3]float32 { return [3]float32{0.3, 1.3, float32(i%10) / 30} }

func swing(s *control.Stack) error {
	var o control.Springs
	for _, name := range armward {
		o.Joints = append(o.Joints, control.SpringJoint{Joint: name, Spring: spring.Joint{Stiffness: 200, Drag: 8, Gravity: 1, Radius: 0.02}})
	}
	o.Colliders = []control.Collider{{Joint: "spine3", Shape: spring.Collider{Shape: spring.Sphere, Radius: 0.5}}}
	_, err := s.Add(&o)
	return err
}

func chain(s *control.Stack, solver control.ChainSolver) error {
	o := control.ChainIK{Solver: solver, Iterations: 8}
	for _, name := range armward {
		o.Joints = append(o.Joints, control.ChainJoint{Joint: name})
	}
	_, err := s.Add(&o)
	return err
}
