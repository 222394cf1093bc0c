package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// VRMSprings declares a spring bone by the rule of VRM 1.0, as avatars come with it, see
// spring.VRM. It swings about its rest pose, whatever clips do to its joints, in steps of its
// own.
type VRMSprings struct {
	Joints    []VRMSpringJoint // each the child of the one before
	Tip       [3]float32       // where the last joint ends, in its frame
	Colliders []Collider
	Rate      float64 // steps per second; 0: 60
}

// VRMSpringJoint is a joint of VRMSprings.
type VRMSpringJoint struct {
	Joint     string
	Stiffness float32
	Gravity   [3]float32 // gravityDir · gravityPower
	Drag      float32    // dragForce, from 0 to 1
	Radius    float32    // hitRadius
}

func (o *VRMSprings) bind(s *Stack) (modifier, error) {
	n := len(o.Joints)
	if n < 1 || n > MaxChain || len(o.Colliders) > MaxColliders {
		return nil, fmt.Errorf("spring bone: %w: %d joints, at most %d, and %d colliders, at most %d", ErrValue, n, MaxChain, len(o.Colliders), MaxColliders)
	}
	m := &vrmModifier{VRMSprings: *o}
	var joints []spring.VRMJoint
	for k := range o.Joints {
		joint := &o.Joints[k]
		j, err := s.find(joint.Joint)
		if err != nil {
			return nil, fmt.Errorf("spring bone: %w", err)
		}
		if k > 0 && int(s.skeleton.Parent[j]) != m.joint[k-1] {
			return nil, fmt.Errorf("spring bone: %w: %q is no child of %q", ErrJoint, joint.Joint, o.Joints[k-1].Joint)
		}
		r := &s.skeleton.Rest
		m.joint = append(m.joint, j)
		joints = append(joints, spring.VRMJoint{
			Translation: [3]float32{r.TX[j], r.TY[j], r.TZ[j]}, Rotation: geom.XYZW(r.RX[j], r.RY[j], r.RZ[j], r.RW[j]).Unit().Array(),
			Stiffness: joint.Stiffness, Gravity: joint.Gravity, Drag: joint.Drag, Radius: joint.Radius,
		})
	}
	var err error
	if m.vrm, err = spring.NewVRM(joints, o.Tip, o.Rate); err != nil {
		return nil, fmt.Errorf("spring bone of %q: %w", o.Joints[0].Joint, err)
	}
	if m.collider, err = s.colliders(o.Colliders, m.joint[0]); err != nil {
		return nil, fmt.Errorf("spring bone of %q: %w", o.Joints[0].Joint, err)
	}
	return m, nil
}

type vrmModifier struct {
	VRMSprings
	joint    []int
	collider []int // joints, or −1
	vrm      *spring.VRM
}

func (m *vrmModifier) joints() []int { return withColliders(m.joint, m.collider) }
func (m *vrmModifier) moves() []int  { return m.joint[:1] }

func (m *vrmModifier) start(s *starting) (actor, error) {
	a := &vrmActor{vrmModifier: m, world: s.inWorld(), state: make([]*spring.VRMState, s.n)}
	for i := range a.state {
		a.state[i] = m.vrm.NewState()
	}
	var err error
	if a.frame, err = s.turningAll(m.joint); err != nil {
		return nil, err
	}
	a.hits, err = s.hits(m.Colliders, m.collider)
	return a, err
}

// hits fixes colliders to the joints that they move with.
func (s *starting) hits(colliders []Collider, joints []int) (list []jointCollider, err error) {
	for k, j := range joints {
		shape, at := &colliders[k].Shape, -1
		c := jointCollider{fixed{-1, geom.VecOf(shape.A)}, fixed{-1, geom.VecOf(shape.B)}}
		if j >= 0 {
			if at, err = s.frame(j); err != nil {
				return nil, err
			}
			c.a, c.b = s.fix(at, geom.VecOf(shape.A), false), s.fix(at, geom.VecOf(shape.B), shape.Shape == spring.Plane)
		}
		list = append(list, c)
	}
	return list, nil
}

// jointCollider is the two points of a collider, or the place and the normal of a plane.
type jointCollider struct{ a, b fixed }

type vrmActor struct {
	*vrmModifier
	world *world
	state []*spring.VRMState
	frame []int
	hits  []jointCollider
	work  *vrmWork
}

// vrmWork is what a controller moves a spring bone with.
type vrmWork struct {
	turns [MaxChain][4]float32
	hits  [MaxColliders]spring.Collider
}

func (a *vrmActor) fork(*frames) actor {
	own := *a
	own.work = new(vrmWork)
	return &own
}

func (a *vrmActor) jump(i int, by *soa.Affine) error { return a.state[i].Teleport(*by) }

func (a *vrmActor) recall(m *memory, i int) {
	s := a.state[i]
	s.Recall(m.float, m.float64, m.bools)
	m.failed = m.failed || !s.Within(MaxSaved)
}

func (a *vrmActor) begin(i int) { a.state[i].Reset() }

func (a *vrmActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	anchor := a.world.at[i]
	if k := f.parent[a.frame[0]]; k >= 0 {
		above := f.joint(k)
		anchor = anchor.Mul(&above)
	}
	turns := a.work.turns[:len(a.frame)]
	if a.vrm.Move(a.state[i], f.dt, anchor, a.colliders(f, &a.world.at[i]), turns) != nil {
		return // the pose is not finite
	}
	for k, at := range a.frame {
		to := geom.QuatOf(turns[k])
		if weight < 1 {
			to = f.localRotation(p, at).Nlerp(to, weight)
		}
		f.setLocalRotation(p, at, to)
	}
}

// colliders are where they are now, in the world.
func (a *vrmActor) colliders(f *frames, world *soa.Affine) []spring.Collider {
	list := a.work.hits[:len(a.hits)]
	for k := range a.hits {
		hit, c := &a.hits[k], a.Colliders[k].Shape
		if hit.a.frame >= 0 {
			c.A = geom.Point(world, f.at(&hit.a)).Array()
			if c.Shape == spring.Plane {
				c.B = geom.Direction(world, f.along(&hit.b)).Unit(geom.Vec{Y: 1}).Array()
			} else {
				c.B = geom.Point(world, f.at(&hit.b)).Array()
			}
		}
		list[k] = c
	}
	return list
}

func (*VRMSprings) remembers() {}

func (o *VRMSprings) fields(x *object) {
	x.Type("vrmSprings", "A spring bone by the rule of VRM 1.0.")
	options(x.at("joints", "The joints, each the child of the one before."), &o.Joints, 1, MaxChain, func(x *object, k int, j *VRMSpringJoint) {
		x.Type("vrmSpringJoint", "A joint of a spring bone.")
		at := x.at("joint", "The joint.")
		at.joint(&j.Joint, true)
		if k > 0 {
			at.child(j.Joint, o.Joints[k-1].Joint)
		}
		x.at("stiffness", "How strongly it is drawn to its rest.").Number32(&j.Stiffness, jsondoc.Positive.Or(1))
		x.at("gravity", "Direction times power.").vector(&j.Gravity)
		x.at("drag", "How much of its motion is lost in a step.").Number32(&j.Drag, jsondoc.Part.Or(0.5))
		x.at("radius", "What colliders keep from its end.").Number32(&j.Radius, jsondoc.Positive)
	})
	x.at("tip", "Where the last joint ends, in its frame.").direction(&o.Tip)
	first := ""
	if len(o.Joints) > 0 {
		first = o.Joints[0].Joint
	}
	x.colliders(&o.Colliders, first)
	rate := x.at("rate", "Steps per second; 0 is 60.")
	rate.Number(&o.Rate, jsondoc.Between(0, 1e4))
	if rate.Checks() && o.Rate != 0 && o.Rate < 1 {
		rate.Wrong("%v is outside 1 to 10000", o.Rate)
	}
}

// child refuses a joint that is no child of another one.
func (p place) child(name, parent string) {
	p.below(name, parent)
	if !p.Checks() || p.w.skeleton == nil {
		return
	}
	if j := p.find(name); j >= 0 && int(p.w.skeleton.Parent[j]) != p.find(parent) {
		p.Wrong("%q is no child of %q", name, parent)
	}
}

func (o *VRMSprings) changes() []string {
	return names(o.Joints, func(j *VRMSpringJoint) string { return j.Joint })
}

func (*VRMSprings) text(joints string) string { return joints }
