package control

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/pose"
)

var nan = math.NaN()

// Springs declares a chain of joints that swings behind the pose: a tail, a strand of hair,
// the hem of a coat. How is said in package spring.
type Springs struct {
	Joints []SpringJoint // the root first, each below the one before
	// Tip is where the last joint ends, in its frame. Zero: as far beyond it, in the same
	// direction, as it is from the joint before at rest.
	Tip       [3]float32
	Colliders []SpringCollider
}

// SpringJoint is a joint of Springs. Lengths are those of the model; gravity and wind act
// in the world.
type SpringJoint struct {
	Name   string
	Spring spring.Joint
}

// SpringCollider is what keeps tails out, or in.
type SpringCollider struct {
	// Joint is the name of the joint that the collider moves with, in whose frame it is:
	// radii are those of the model. Without one it stands in the world.
	Joint string
	Shape spring.Collider
}

// Springs adds a chain that swings to the stack and returns the modifier's number. Nothing
// is to be set but, perhaps, the place in the world, see Instances.SetWorld, and the air.
// With the first weight above 0 a chain begins at rest. The error wraps ErrJoint, ErrValue
// or spring.ErrJoint.
func (s *Stack) Springs(o Springs) (int, error) {
	n := len(o.Joints)
	if n < 1 || n > maxChain || len(o.Colliders) > maxColliders {
		return 0, fmt.Errorf("springs: %w: %d joints, at most %d, and %d colliders, at most %d", ErrValue, n, maxChain, len(o.Colliders), maxColliders)
	}
	m := &springsModifier{Springs: o}
	var joints []spring.Joint
	for k, joint := range o.Joints {
		j, err := s.find(joint.Name)
		if err != nil {
			return 0, fmt.Errorf("springs: %w", err)
		}
		if k > 0 && (j == m.joint[k-1] || !s.isBelow(j, m.joint[k-1])) {
			return 0, fmt.Errorf("springs: %w: %q is not below %q", ErrJoint, joint.Name, o.Joints[k-1].Name)
		}
		m.joint, joints = append(m.joint, j), append(joints, joint.Spring)
	}
	if o.Tip == [3]float32{} && n > 1 {
		last, _ := s.restOf(m.joint[n-1])
		before, _ := s.restOf(m.joint[n-2])
		if inverse, ok := last.Inverse(); ok {
			m.Tip = direction(&inverse, vec.Place(&last).Sub(vec.Place(&before)))
		}
	}
	var err error
	if m.chain, err = spring.NewChain(joints, m.Tip); err != nil {
		return 0, fmt.Errorf("springs of %q: %w", o.Joints[0].Name, err)
	}
	if m.collider, err = s.colliders(o.Colliders, m.joint[0]); err != nil {
		return 0, fmt.Errorf("springs of %q: %w", o.Joints[0].Name, err)
	}
	return s.add(m), nil
}

// colliders finds the joints that colliders of a chain move with, −1 for none.
func (s *Stack) colliders(list []SpringCollider, root int) (joints []int, err error) {
	for k := range list {
		c, j := &list[k], -1
		if c.Joint != "" {
			if j, err = s.find(c.Joint); err != nil {
				return nil, fmt.Errorf("collider %d: %w", k, err)
			}
			if s.isBelow(j, root) {
				return nil, fmt.Errorf("collider %d: %w: %q swings itself", k, ErrJoint, c.Joint)
			}
		}
		if err := c.Shape.Validate(); err != nil {
			return nil, fmt.Errorf("collider %d: %w", k, err)
		}
		joints = append(joints, j)
	}
	return joints, nil
}

type springsModifier struct {
	Springs
	joint    []int
	collider []int // joints, or −1
	chain    *spring.Chain
}

func (m *springsModifier) joints() []int {
	list := append([]int{}, m.joint...)
	for _, j := range m.collider {
		if j >= 0 {
			list = append(list, j)
		}
	}
	return list
}

func (m *springsModifier) moves() []int { return m.joint[:1] }

func (m *springsModifier) start(s *starting) (actor, error) {
	s.shared.inWorld(s.n)
	a := &springsActor{springsModifier: m, shared: s.shared, number: len(s.shared.springs), state: m.chain.NewStates(s.n, len(m.Colliders))}
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
	a.tip = s.fix(a.frame[len(a.frame)-1], m.Tip, false)
	var err error
	if a.hits, err = s.hits(m.Colliders, m.collider); err != nil {
		return nil, err
	}
	s.shared.springs = append(s.shared.springs, a)
	return a, nil
}

// hits fixes colliders to the joints that they move with.
func (s *starting) hits(colliders []SpringCollider, joints []int) (list []jointCollider, err error) {
	for k, j := range joints {
		shape, at := &colliders[k].Shape, -1
		c := jointCollider{fixed{-1, shape.A}, fixed{-1, shape.B}}
		if j >= 0 {
			if at, err = s.frame(j); err != nil {
				return nil, err
			}
			c.a, c.b = s.fix(at, shape.A, false), s.fix(at, shape.B, shape.Shape == spring.Plane)
		}
		list = append(list, c)
	}
	return list, nil
}

type springsActor struct {
	*springsModifier
	shared *shared
	number int // among the springs of a crowd
	state  []spring.State
	frame  []int
	tip    fixed
	hits   []jointCollider
}

// jointCollider is the two points of a collider, or the place and the normal of a plane.
type jointCollider struct{ a, b fixed }

func (a *springsActor) begin(i int) { a.state[i].Reset() }

func (a *springsActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	n, s := len(a.frame), &f.scratch
	for k, at := range a.frame {
		s.places[k] = f.place(at)
	}
	s.places[n] = f.at(&a.tip)
	step := s.plans[a.number].step(f.dt)
	if !step.Turn(&a.state[i], &a.shared.space[i], &a.shared.air[i], s.places[:n+1], a.colliders(f, i), s.own[:n]) {
		return
	}
	for k, at := range a.frame {
		f.turnBeside(p, at, s.own[k], weight)
	}
}

// colliders are where they are now, in the model.
func (a *springsActor) colliders(f *frames, i int) []spring.Collider {
	list := f.scratch.colliders[:len(a.hits)]
	for k := range a.hits {
		hit, c := &a.hits[k], a.Colliders[k].Shape
		if hit.a.frame < 0 {
			list[k] = a.shared.space[i].Collider(c)
			continue
		}
		c.A = f.at(&hit.a)
		if c.Shape == spring.Plane {
			c.B = f.along(&hit.b).Unit(vec.V{0, 1, 0})
		} else {
			c.B = f.at(&hit.b)
		}
		list[k] = c
	}
	return list
}

// ResetSprings lets a chain of Springs of instance i begin at rest in the next update. The
// error wraps ErrValue.
func (g *Instances) ResetSprings(i, modifier int) error {
	a, err := g.springs(i, modifier)
	if err == nil {
		a.begin(i)
	}
	return err
}

// Asleep reports that a chain of Springs of instance i came to rest on a pose that stands
// still: until that moves, it costs less.
func (g *Instances) Asleep(i, modifier int) bool {
	a, err := g.springs(i, modifier)
	return err == nil && a.state[i].Asleep()
}

func (g *Instances) springs(i, modifier int) (*springsActor, error) {
	if err := g.check(i, modifier); err != nil {
		return nil, err
	}
	a, ok := g.actor[modifier].(*springsActor)
	if !ok {
		return nil, fmt.Errorf("%w: modifier %d is no springs", ErrValue, modifier)
	}
	return a, nil
}
