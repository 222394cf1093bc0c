package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// VRMSprings is a spring bone of VRM 1.0, see spring.VRM. It swings about its rest pose,
// whatever clips do to its joints, at its own rate. None of them is mirrored by scales.
type VRMSprings struct {
	Joints    []VRMSpringJoint // each the child of the one before
	Tip       [3]float32       // the end of the last joint, in its frame
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
	if n < 1 || n > maxChain || len(o.Colliders) > maxColliders {
		return nil, fmt.Errorf("spring bone: %w: %d joints, at most %d, and %d colliders, at most %d", ErrValue, n, maxChain, len(o.Colliders), maxColliders)
	}
	a := &vrmActor{VRMSprings: *o}
	var joints []spring.VRMJoint
	for k := range o.Joints {
		joint := &o.Joints[k]
		j, err := s.find(joint.Joint)
		if err != nil {
			return nil, fmt.Errorf("spring bone: %w", err)
		}
		if k > 0 && int(s.skeleton.Parent[j]) != a.bound[k-1].joint {
			return nil, fmt.Errorf("spring bone: %w: %q is no child of %q", ErrJoint, joint.Joint, o.Joints[k-1].Joint)
		}
		if s.reflects(j) {
			return nil, fmt.Errorf("spring bone: %w: %q, or a joint above it, is mirrored by a scale below 0", ErrJoint, joint.Joint)
		}
		a.bound = append(a.bound, use{j, turns})
		joints = append(joints, spring.VRMJoint{
			Translation: s.localPlace(j).Array(), Rotation: s.localRest(j).Array(),
			Stiffness: joint.Stiffness, Gravity: joint.Gravity, Drag: joint.Drag, Radius: joint.Radius,
		})
	}
	var err error
	if a.vrm, err = spring.NewVRM(joints, o.Tip, o.Rate); err == nil {
		a.bound, err = s.colliders(o.Colliders, a.bound)
	}
	if err != nil {
		return nil, fmt.Errorf("spring bone of %q: %w", o.Joints[0].Joint, err)
	}
	return a, nil
}

type vrmActor struct {
	bound // the joints, and those of colliders
	VRMSprings
	vrm   *spring.VRM
	world *world
	state []*spring.VRMState
	frame []int
	hits  []springHit
	stays []bool // per collider: it is in the world
}

func (a vrmActor) start(s *starting, frame []int) actor {
	n := len(a.Joints)
	a.world, a.state, a.frame = s.inWorld(), make([]*spring.VRMState, s.n), frame[:n]
	for i := range a.state {
		a.state[i] = a.vrm.NewState(len(a.Colliders))
	}
	a.hits = s.colliders(a.Colliders, frame[n:])
	for k := range a.hits {
		a.stays = append(a.stays, a.hits[k].inWorld)
	}
	return &a
}

func (a *vrmActor) jump(i int, by *soa.Affine) error { return a.state[i].Teleport(*by, a.stays) }

func (a *vrmActor) recall(m *memory, i int) {
	if !m.Reads {
		m.Data = a.state[i].Save(m.Data)
		return
	}
	rest, err := a.state[i].Restore(m.Data, maxSaved)
	m.Data, m.Failed = rest, m.Failed || err != nil
}

func (a *vrmActor) begin(i int) { a.state[i].Reset() }

func (a *vrmActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	anchor := a.world.at[i]
	if k := f.parent[a.frame[0]]; k >= 0 {
		above := f.joint(k)
		anchor = anchor.Mul(&above)
	}
	local := f.scratch.local[:len(a.frame)]
	if a.vrm.Move(a.state[i], f.dt, anchor, a.colliders(f, &a.world.at[i]), local) != nil {
		return // the pose is not finite
	}
	for k, at := range a.frame {
		to := geom.QuatOf(local[k])
		if weight < 1 {
			to = f.localRotation(p, at).Nlerp(to, weight)
		}
		f.setLocalRotation(p, at, to)
	}
}

// colliders returns the colliders in world space.
func (a *vrmActor) colliders(f *frames, world *soa.Affine) []spring.Collider {
	list := f.scratch.colliders[:len(a.hits)]
	for k := range a.hits {
		hit, c := &a.hits[k], a.hits[k].shape
		if !hit.inWorld {
			c.A = geom.Point(world, f.at(&hit.a)).Array()
			if c.Shape == spring.Plane {
				c.B = geom.Direction(world, f.directionOf(&hit.b)).Unit(geom.Vec{Y: 1}).Array()
			} else {
				c.B = geom.Point(world, f.at(&hit.b)).Array()
			}
		}
		list[k] = c
	}
	return list
}

func (o *VRMSprings) fields(x *object) {
	x.Type("vrmSprings", "A spring bone of VRM 1.0.")
	jsondoc.Objects(x.At("joints", "The joints, each the child of the one before."), &o.Joints, 1, maxChain, func(x *object, j *VRMSpringJoint) {
		x.Type("vrmSpringJoint", "A joint of a spring bone.")
		at := x.At("joint", "The joint.")
		joint(at, &j.Joint, true)
		if k := x.Index; k > 0 {
			child(at, j.Joint, o.Joints[k-1].Joint)
		}
		x.At("stiffness", "The stiffness of the spring to its rest.").Number32(&j.Stiffness, jsondoc.Positive.Or(1))
		vector(x.At("gravity", "The direction times the power."), &j.Gravity)
		x.At("drag", "The part of its motion that a step loses.").Number32(&j.Drag, jsondoc.Part.Or(0.5))
		x.At("radius", "The radius of its end for colliders.").Number32(&j.Radius, jsondoc.Positive)
	})
	direction(x.At("tip", "The end of the last joint, in its frame."), &o.Tip)
	joints, _ := o.describe()
	colliders(x, &o.Colliders, joints)
	rate := x.At("rate", "Steps per second; 0 is 60.")
	rate.Number(&o.Rate, jsondoc.Range(0, 1e4))
	if rate.Checks() && o.Rate != 0 && o.Rate < 1 {
		rate.Wrong("%v is outside 1 to 10000", o.Rate)
	}
}

// child refuses a joint that is not a child of another.
func child(p place, name, parent string) {
	checkBelow(p, name, parent)
	s := scopeOf(p)
	if !p.Checks() || s.skeleton == nil {
		return
	}
	if j := s.find(p, name); j >= 0 && int(s.skeleton.Parent[j]) != s.find(p, parent) {
		p.Wrong("%q is no child of %q", name, parent)
	}
}

func (o *VRMSprings) describe() (joints []string, does string) {
	return names(o.Joints, func(j *VRMSpringJoint) string { return j.Joint }), ""
}
