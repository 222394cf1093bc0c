package spring

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

var (
	// ErrJoint is returned for the settings of a joint, of the air or of a collider that
	// mean nothing.
	ErrJoint = errors.New("spring: settings out of range")
	// ErrInput is returned for a step whose input is not finite or does not fit its chain.
	ErrInput = errors.New("spring: input refused")
)

// Joint is how the tail of a joint swings about where the animation has it:
//
//	acceleration = Stiffness·(goal − place) − Drag·(velocity − Wind·wind) + Gravity·gravity
type Joint struct {
	Stiffness float32 // 1/s², from 1 to 1e6; √Stiffness/2π is the frequency in Hz
	Drag      float32 // 1/s, from 0 to 1e4; 2√Stiffness is the least that does not swing over
	Gravity   float32 // the share of Air.Gravity that acts
	Wind      float32 // the share of Air.Wind that acts
	Radius    float32 // that colliders keep from the tail, in metres
}

// Air is what acts on all joints.
type Air struct {
	Gravity [3]float32 // m/s²
	Wind    [3]float32 // m/s
}

// Chain is a row of joints, each the child of the one before. It is only read once made
// and can be shared.
type Chain struct {
	joints []Joint
	tip    point
}

// NewChain makes a chain of joints. The tail of a joint is the next joint's place; that of
// the last is the tip, a place in its own frame.
func NewChain(joints []Joint, tip [3]float32) (*Chain, error) {
	for i, j := range joints {
		if !(j.Stiffness >= 1 && j.Stiffness <= 1e6 && j.Drag >= 0 && j.Drag <= 1e4 && j.Radius >= 0) ||
			!(point{j.Gravity, j.Wind, j.Radius}).finite() {
			return nil, fmt.Errorf("%w: joint %d is %+v", ErrJoint, i, j)
		}
	}
	if len(joints) == 0 || !pointOf(tip).finite() {
		return nil, fmt.Errorf("%w: %d joints, tip %v", ErrJoint, len(joints), tip)
	}
	return &Chain{append([]Joint(nil), joints...), pointOf(tip)}, nil
}

// Plan is what a step of some time does to the joints of a chain: the closed form of their
// springs. All instances that go on by the same time share it.
type Plan struct {
	chain *Chain
	per   float32 // 1 / seconds, or 0 where time stands still
	joint []motion
}

// motion is the closed form of a joint's spring over a step. With y the distance from
// where the spring would come to rest on a goal that moves on, and w its speed,
//
//	y' = a·y + b·w    w' = c·y + d·w
type motion struct {
	a, b, c, d float32
	sag        point   // where gravity and wind keep the tail, from the goal
	lag        float32 // how far the tail stays behind the goal, per speed of that
}

// Plan computes a step of some seconds. A time of 0 or less stands still. A plan that is
// used again allocates nothing.
func (c *Chain) Plan(p *Plan, seconds float64, air Air) error {
	if seconds-seconds != 0 || !pointOf(air.Gravity).finite() || !pointOf(air.Wind).finite() {
		return fmt.Errorf("%w: %v seconds, air %v", ErrInput, seconds, air)
	}
	p.chain, p.per = c, 0
	if seconds > 0 {
		p.per = float32(1 / max(seconds, 1e-30))
	}
	p.joint = p.joint[:0]
	for _, j := range c.joints {
		m := motion{a: 1, d: 1}
		if seconds > 0 {
			m = closed(float64(j.Stiffness), float64(j.Drag), seconds)
		}
		m.lag = j.Drag / j.Stiffness
		m.sag = pointOf(air.Gravity).times(j.Gravity).plus(pointOf(air.Wind), float32(j.Drag*j.Wind)).times(1 / j.Stiffness)
		p.joint = append(p.joint, m)
	}
	return nil
}

// closed solves y″ + drag·y′ + stiffness·y = 0 over a time.
func closed(stiffness, drag, t float64) motion {
	s := float64(drag / 2)
	rest := stiffness - float64(s*s)
	w := math.Sqrt(math.Abs(rest))
	z := float64(w * t)
	var even, odd float64 // e⁻ˢᵗ·cos wt and e⁻ˢᵗ·sin wt / w, or those of the hyperbolic ones
	switch {
	case z < 1e-4:
		e := exact.Exp(-float64(s * t))
		even, odd = e, float64(e*t)
	case rest > 0:
		e := exact.Exp(-float64(s * t))
		sine, cosine := exact.SinCos(z)
		even, odd = float64(e*cosine), float64(e*sine)/w
	default:
		slow, fast := exact.Exp(-float64(stiffness/(s+w)*t)), exact.Exp(-float64((s+w)*t))
		even, odd = (slow+fast)/2, (slow-fast)/(2*w)
	}
	return motion{
		a: float32(even + float64(s*odd)), b: float32(odd),
		c: -float32(stiffness * odd), d: float32(even - float64(s*odd)),
	}
}

// State is the state of a chain of one instance.
type State struct {
	joints  []swing
	started bool
	asleep  bool
}

// swing is the state of a joint's tail, which is free of lengths and colliders.
type swing struct {
	offset, velocity point // from the goal; in the world
	goal             point
}

// NewState returns a state of a chain, which begins at rest.
func (c *Chain) NewState() *State { return &State{joints: make([]swing, len(c.joints))} }

// Reset lets the next step begin at rest, where gravity and wind leave the chain.
func (s *State) Reset() { s.started, s.asleep = false, false }

// Teleport takes the state along where the instance jumps by a matrix without scale, so
// that the jump does not count as motion.
func (s *State) Teleport(jump soa.Affine) error {
	for _, v := range jump {
		if v-v != 0 {
			return fmt.Errorf("%w: a jump by %v", ErrInput, jump)
		}
	}
	for i := range s.joints {
		j := &s.joints[i]
		j.offset, j.velocity, j.goal = directed(&jump, j.offset), directed(&jump, j.velocity), applied(&jump, j.goal)
	}
	return nil
}

// Asleep reports that the last step ended at rest on a pose that stood still: while the
// pose, the air and the colliders stay, so does the result.
func (s *State) Asleep() bool { return s.asleep }

// Sleep bounds, below what counts: metres and metres per second, squared.
const (
	sleepDistance = 1e-6 * 1e-6
	sleepSpeed    = 1e-5 * 1e-5
)

// Move takes a chain on by a planned step. The pose has a matrix per joint, in the world:
// the animated one comes in, the swinging one goes out. With an error nothing changes.
func (p *Plan) Move(s *State, pose []soa.Affine, colliders []Collider) error {
	n := len(p.joint)
	if len(s.joints) != n || len(pose) != n {
		return fmt.Errorf("%w: %d joints, %d of the state and %d matrices", ErrInput, n, len(s.joints), len(pose))
	}
	for i := range pose {
		if !finite(&pose[i]) {
			return fmt.Errorf("%w: joint %d is at %v", ErrInput, i, pose[i])
		}
	}
	still := p.per > 0 && s.started
	head, turned := placeOf(&pose[0]), turn{w: 1}
	a, b, c := turned.rows()
	from := head // where the animation has the head
	for i := range p.joint {
		var goal point
		if i+1 < n {
			goal = placeOf(&pose[i+1])
		} else {
			goal = applied(&pose[i], p.chain.tip)
		}
		free, rests := p.joint[i].advance(&s.joints[i], goal, p.per, s.started)
		still = still && rests
		bone := goal.sub(from)
		length := sqrt(bone.dot(bone))
		along := point{a.dot(bone), b.dot(bone), c.dot(bone)} // turned as the joint before
		var u point
		if length > 0 {
			along = along.times(1 / length)
			u = unit(free.sub(head), along)
			if len(colliders) > 0 {
				u = clear(u, head, length, p.chain.joints[i].Radius, colliders)
			}
			turned = arc(along, u).mul(turned)
			a, b, c = turned.rows()
		}
		place(&pose[i], a, b, c, head)
		head = head.plus(u, length)
		from = goal
	}
	s.started, s.asleep = true, still
	return nil
}

// advance takes a joint's free tail on and returns its place, and whether it rests.
func (m *motion) advance(s *swing, goal point, per float32, started bool) (free point, rests bool) {
	switch {
	case !started:
		*s = swing{offset: m.sag, goal: goal}
		return goal.add(m.sag), true
	case per == 0: // time stands still, and so does the tail
		s.offset, s.goal = s.offset.add(s.goal.sub(goal)), goal
		return goal.add(s.offset), false
	}
	moved := goal.sub(s.goal)
	v := moved.times(per)
	lie := m.sag.plus(v, -m.lag)
	y, w := s.offset.sub(lie), s.velocity.sub(v)
	y, w = y.times(m.a).plus(w, m.b), y.times(m.c).plus(w, m.d)
	s.offset, s.velocity, s.goal = y.add(lie), w.add(v), goal
	if y.dot(y) < sleepDistance && w.dot(w) < sleepSpeed && moved == (point{}) {
		s.offset, s.velocity, rests = m.sag, point{}, true
	}
	return goal.add(s.offset), rests
}
