package control

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/native/simd/formula"
	"github.com/sinew-anim/sinew/runtime/control/spring"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
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
			m.Tip = geom.Direction(&inverse, geom.Translation(&last).Sub(geom.Translation(&before))).Array()
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
	a := &springsActor{springsModifier: m, shared: s.shared, number: len(s.shared.springs), state: newPerInstance(s.n, springStates+len(m.joint)*formula.SpringRows)}
	for k, j := range m.joint {
		at, err := s.frame(j)
		if err != nil {
			return nil, err
		}
		if _, err := s.writes(at, false, false, m.Joints[k].Name); err != nil {
			return nil, err
		}
		lag, gravity, wind := m.chain.Lags(k)
		radius := m.Joints[k].Spring.Radius + spring.Skin
		a.reach = append(a.reach, []float32{radius, 0, radius, 1})
		a.frame, a.lags = append(a.frame, at), append(a.lags, []float32{lag, gravity, wind})
	}
	a.tip = s.fix16(a.frame[len(a.frame)-1], geom.VecOf(m.Tip), false)
	for k, j := range m.collider {
		hit, err := s.collider(j, &m.Colliders[k].Shape)
		if err != nil {
			return nil, err
		}
		a.hits = append(a.hits, hit)
	}
	s.shared.springs = append(s.shared.springs, a)
	return a, nil
}

// springStates are the rows of a state before those of its joints: whether it has begun,
// and whether it is asleep.
const springStates = 2

type springsActor struct {
	*springsModifier
	shared *shared
	number int // among the springs of a crowd
	state  perInstance
	frame  []int
	lags   [][]float32 // per joint, the uniforms of formula.SpringAdvance
	reach  [][]float32 // per joint: radius, 0, radius, 1, the uniforms of formula.SpringHit
	tip    fixed16
	hits   []springHit
}

func (a *springsActor) begin(i int) { a.state.set(i, 0, 0, 0) }

// jump takes what swings along where instance i jumps.
func (a *springsActor) jump(i int, by *soa.Affine) {
	for k := range a.frame {
		row := springStates + k*formula.SpringRows
		from := a.state.at(i)[row*simd.Lanes:]
		v := func(at int) geom.Vec {
			return geom.XYZ(from[at*simd.Lanes], from[(at+1)*simd.Lanes], from[(at+2)*simd.Lanes])
		}
		offset, velocity, goal := geom.Direction(by, v(formula.SpringOffset)), geom.Direction(by, v(formula.SpringVelocity)), geom.Point(by, v(formula.SpringGoal))
		a.state.set(i, row+formula.SpringOffset, offset.X, offset.Y, offset.Z)
		a.state.set(i, row+formula.SpringVelocity, velocity.X, velocity.Y, velocity.Z)
		a.state.set(i, row+formula.SpringGoal, goal.X, goal.Y, goal.Z)
	}
	a.state.set(i, 1, 0)
}

func (a *springsActor) act16(f *frames, at *pose.Changing, weight []float32) {
	b, rows := f.scratch.rows, &f.args.Rows
	state, world := a.state.load(at, b.state), a.shared.rows.load(at, b.world[:])
	steps := f.scratch.plans[a.number].steps(at)
	b.begin(f.of(a.frame[0]))
	copy(b.status[:simd.Lanes], state)
	fill(b.status[simd.Lanes:], 1)
	f.fixed16(&a.tip, b.tip[:])
	a.meet(f, at, world)
	for k, frame := range a.frame {
		rows[0], rows[1] = f.of(frame), b.tip[:]
		if k+1 < len(a.frame) {
			rows[1] = f.of(a.frame[k+1])[4*simd.Lanes:]
		}
		rows[2], rows[3] = state[(springStates+k*formula.SpringRows)*simd.Lanes:], world
		rows[4], rows[5] = steps[k*formula.StepRows*simd.Lanes:], b.status[:]
		rows[6], rows[7], rows[8] = b.walk[:], b.bone[:], weight
		f.args.Uniforms = a.lags[k]
		_ = simd.SpringAdvance16(f.args)
		if len(a.hits) > 0 {
			a.collide(f, k, at, weight)
		}
		f.turnBone(frame, weight)
	}
	for lane := range at.Len {
		if weight[lane] > 0 {
			state[lane], state[simd.Lanes+lane] = 1, b.status[simd.Lanes+lane]
		}
	}
	a.state.store(at, state)
}

// turnBone turns the joint at the head of the bone at hand.
func (f *frames) turnBone(frame int, weight []float32) {
	b, rows := f.scratch.rows, &f.args.Rows
	rows[0], rows[1], rows[2], rows[3] = b.bone[:], b.walk[:], f.of(frame), f.of(f.parent[frame])
	rows[4], rows[5] = f.block[f.read16[frame].rotation:], weight
	_ = simd.BoneTurn16(f.args)
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
// still: until that, the air or a collider moves, its joints do not.
func (g *Instances) Asleep(i, modifier int) bool {
	a, err := g.springs(i, modifier)
	return err == nil && a.state.at(i)[simd.Lanes] != 0
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
