package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/control/document"
)

// declareMore declares what is about several joints.
func (d *Declared) declareMore(do document.Action) (m declared, err error) {
	switch a := do.(type) {
	case *document.Chain:
		return d.declareChain(a)
	case *document.Grab:
		if m.follows, err = d.followAll([]Follow{{Name: a.Target.Joint, Offset: a.Target.Offset}}); err == nil {
			m.number, err = d.Grab(Grab{Root: a.Root, Mid: a.Mid, End: a.End, Hinge: a.Hinge, Soft: a.Soft, In: a.In, Out: a.Out})
		}
	case *document.Attach:
		o := Attach{Name: a.Joint, Fade: a.Fade}
		for _, s := range a.Sockets {
			o.Sockets = append(o.Sockets, Socket(s))
		}
		m.number, err = d.Attach(o)
	case *document.Twist:
		o := Twist{Source: a.Source, Axis: a.Axis}
		for _, r := range a.Rolls {
			o.Rolls = append(o.Rolls, TwistRoll{r.Joint, r.Share})
		}
		m.number, err = d.Twist(o)
	case *document.Springs:
		o := Springs{Tip: a.Tip, Colliders: colliders(a.Colliders)}
		for _, j := range a.Joints {
			o.Joints = append(o.Joints, SpringJoint{j.Joint, j.Spring})
		}
		m.number, err = d.Springs(o)
	case *document.VRMSprings:
		o := VRMSprings{Tip: a.Tip, Colliders: colliders(a.Colliders), Rate: a.Rate}
		for _, j := range a.Joints {
			o.Joints = append(o.Joints, VRMSpringJoint{j.Joint, j.Stiffness, j.Gravity, j.Drag, j.Radius})
		}
		m.number, err = d.VRMSprings(o)
	case *document.Feet:
		o := Feet{
			Pelvis: a.Pelvis, Up: a.Up, Ground: a.Ground, Step: a.Step, Slope: float64(a.Slope), Tilt: float64(a.Tilt), Drop: a.Drop, Rise: a.Rise,
			HalfLife: a.HalfLife, Lock: a.Lock, Ahead: a.Ahead, Soft: a.Soft,
		}
		for _, l := range a.Legs {
			o.Legs = append(o.Legs, Leg(l))
		}
		m.number, err = d.Feet(o)
	default:
		err = fmt.Errorf("%w: %T", ErrValue, do)
	}
	return m, err
}

func colliders(list []document.Collider) (out []SpringCollider) {
	for _, c := range list {
		out = append(out, SpringCollider(c))
	}
	return out
}

func (d *Declared) declareChain(a *document.Chain) (m declared, err error) {
	o := Chain{Solver: ChainSolver(a.Solver), Iterations: a.Iterations, Bend: a.Bend}
	for _, j := range a.Joints {
		joint := ChainJoint{Name: j.Joint, Stiffness: j.Stiffness}
		if j.Limit != nil {
			l := limitOf(j.Limit)
			joint.Limit = &l
		}
		o.Joints = append(o.Joints, joint)
	}
	var follows []Follow
	for k := range a.Effectors {
		e := &a.Effectors[k]
		o.Effectors = append(o.Effectors, e.Joint)
		follows = append(follows, Follow{Name: e.Target.Joint, Offset: e.Target.Offset, Effector: k}, Follow{Name: e.Rotation.Joint, Part: Turn, Effector: k})
	}
	if m.follows, err = d.followAll(follows); err != nil {
		return m, err
	}
	m.number, err = d.Chain(o)
	return m, err
}

// setEffector gives an effector its target.
func setEffector(g *Instances, i, number, k int, e *document.Effector, t float64) error {
	return g.SetChain(i, number, k, ChainTarget{
		Place: three(&e.Target.Value, t), Weight: share(&e.Weight, e.Target.Given(), t),
		Rotation: e.Rotation.RotationAt(t), RotationWeight: share(&e.RotationWeight, e.Rotation.Given(), t),
	})
}
