package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/geom"
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
	Colliders []SpringCollider
	Rate      float64 // steps per second; 0: 60
}

// VRMSpringJoint is a joint of VRMSprings.
type VRMSpringJoint struct {
	Name      string
	Stiffness float32
	Gravity   [3]float32 // gravityDir · gravityPower
	Drag      float32    // dragForce, from 0 to 1
	Radius    float32    // hitRadius
}

// VRMSprings adds a spring bone to the stack and returns the modifier's number. Nothing is
// to be set but, perhaps, the place in the world, see Instances.SetWorld. The error wraps
// ErrJoint, ErrValue or spring.ErrJoint.
func (s *Stack) VRMSprings(o VRMSprings) (int, error) {
	n := len(o.Joints)
	if n < 1 || n > maxChain || len(o.Colliders) > maxColliders {
		return 0, fmt.Errorf("spring bone: %w: %d joints, at most %d, and %d colliders, at most %d", ErrValue, n, maxChain, len(o.Colliders), maxColliders)
	}
	m := &vrmModifier{VRMSprings: o}
	var joints []spring.VRMJoint
	for k := range o.Joints {
		joint := &o.Joints[k]
		j, err := s.find(joint.Name)
		if err != nil {
			return 0, fmt.Errorf("spring bone: %w", err)
		}
		if k > 0 && int(s.skeleton.Parent[j]) != m.joint[k-1] {
			return 0, fmt.Errorf("spring bone: %w: %q is no child of %q", ErrJoint, joint.Name, o.Joints[k-1].Name)
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
		return 0, fmt.Errorf("spring bone of %q: %w", o.Joints[0].Name, err)
	}
	if m.collider, err = s.colliders(o.Colliders, m.joint[0]); err != nil {
		return 0, fmt.Errorf("spring bone of %q: %w", o.Joints[0].Name, err)
	}
	return s.add(m), nil
}

type vrmModifier struct {
	VRMSprings
	joint    []int
	collider []int // joints, or −1
	vrm      *spring.VRM
}

func (m *vrmModifier) joints() []int {
	list := append([]int{}, m.joint...)
	for _, j := range m.collider {
		if j >= 0 {
			list = append(list, j)
		}
	}
	return list
}

func (m *vrmModifier) moves() []int { return m.joint[:1] }

func (m *vrmModifier) start(s *starting) (actor, error) {
	s.shared.inWorld(s.n)
	a := &vrmActor{vrmModifier: m, shared: s.shared, state: make([]*spring.VRMState, s.n)}
	for i := range a.state {
		a.state[i] = m.vrm.NewState()
	}
	for k, j := range m.joint {
		at, err := s.frame(j)
		if err != nil {
			return nil, err
		}
		if _, err := s.writes(at, false, false, m.Joints[k].Name); err != nil {
			return nil, err
		}
		a.frame = append(a.frame, at)
	}
	var err error
	a.hits, err = s.hits(m.Colliders, m.collider)
	s.shared.vrm = append(s.shared.vrm, a)
	return a, err
}

// hits fixes colliders to the joints that they move with.
func (s *starting) hits(colliders []SpringCollider, joints []int) (list []jointCollider, err error) {
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
	shared *shared
	state  []*spring.VRMState
	frame  []int
	hits   []jointCollider
}

func (a *vrmActor) begin(i int) { a.state[i].Reset() }

func (a *vrmActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	anchor := a.shared.world[i]
	if k := f.parent[a.frame[0]]; k >= 0 {
		above := f.joint(k)
		anchor = anchor.Mul(&above)
	}
	turns := f.scratch.own[:len(a.frame)]
	if a.vrm.Move(a.state[i], f.dt, anchor, a.colliders(f, &a.shared.world[i]), turns) != nil {
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
	list := f.scratch.colliders[:len(a.hits)]
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
