package control

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Look declares joints that share an aim, such as spine, neck and head: the line of the last
// one passes through the target.
type Look struct {
	Joints []string // the root first, each below the one before
	// Weights are the parts of what remains that each joint but the last one turns, and
	// Cones the greatest angles in radians by which the joints lead from where they look at
	// rest: one each, or none at all; 0: any. What a cone keeps from one goes to the others.
	Weights []float32
	Cones   []float64
	// Forward, Up and Offset are in the frame of the last joint.
	Forward, Up, Offset [3]float32
	// Speed is the greatest angle in radians by which a joint turns against its parent in
	// a second; 0: any.
	Speed float32
}

// maxLinks is the most joints of a Look.
const maxLinks = 32

// Look adds joints that share an aim to the stack and returns the modifier's number. SetAim
// sets their targets. The error wraps ErrJoint or ErrValue.
func (s *Stack) Look(o Look) (int, error) {
	n := len(o.Joints)
	if n < 1 || n > maxLinks || len(o.Weights) != n-1 || o.Cones != nil && len(o.Cones) != n {
		return 0, fmt.Errorf("look: %w: %d joints, at most %d, with %d weights and %d cones", ErrValue, n, maxLinks, len(o.Weights), len(o.Cones))
	}
	m := &lookModifier{Look: o}
	for k, name := range o.Joints {
		j, err := s.find(name)
		if err != nil {
			return 0, fmt.Errorf("look: %w", err)
		}
		if k > 0 && (j == m.joint[k-1] || !s.isBelow(j, m.joint[k-1])) {
			return 0, fmt.Errorf("look: %w: %q is not below %q", ErrJoint, name, o.Joints[k-1])
		}
		m.joint = append(m.joint, j)
	}
	forward := vec.V(o.Forward)
	if !forward.Finite() || !vec.V(o.Up).Finite() || !vec.V(o.Offset).Finite() || forward == (vec.V{}) || !(o.Speed >= 0 && o.Speed <= 1e6) {
		return 0, fmt.Errorf("look %q: %w: forward %v, up %v, offset %v, speed %v", o.Joints[n-1], ErrValue, o.Forward, o.Up, o.Offset, o.Speed)
	}
	for _, w := range o.Weights {
		if !(w >= 0 && w <= 1) {
			return 0, fmt.Errorf("look %q: %w: weights %v", o.Joints[n-1], ErrValue, o.Weights)
		}
	}
	m.Forward, m.Up = forward.Unit(vec.V{}), vec.V(o.Up).Unit(vec.V{})
	ahead := s.restRotation(m.joint[n-1]).Rotate(m.Forward)
	for k, j := range m.joint {
		cone := math.Pi
		if o.Cones != nil && o.Cones[k] != 0 {
			cone = o.Cones[k]
		}
		if !(cone > 0 && cone <= math.Pi) {
			return 0, fmt.Errorf("look %q: %w: a cone of %v radians", o.Joints[k], ErrValue, cone)
		}
		above := vec.Identity
		if p := s.skeleton.Parent[j]; p >= 0 {
			above = s.restRotation(int(p))
		}
		m.gaze = append(m.gaze, solve.NewGazeCone(above.Conjugate().Rotate(ahead), cone))
		m.rest = append(m.rest, above.Conjugate().Mul(s.restRotation(j)))
	}
	return s.add(m), nil
}

// restRotation is a joint's rotation in the rest pose of the model.
func (s *Stack) restRotation(j int) vec.Q {
	m, _ := s.restOf(j)
	turn, _ := parts(&m)
	return turn
}

type lookModifier struct {
	Look
	joint []int
	gaze  []solve.Gaze // in the parent's frame
	rest  []vec.Q      // relative to the parent
}

func (m *lookModifier) joints() []int { return m.joint }
func (m *lookModifier) moves() []int  { return m.joint[:1] }

func (m *lookModifier) start(s *starting) (actor, error) {
	a := &lookActor{
		lookModifier: m, aimed: aimed{Name: m.Joints[len(m.Joints)-1], to: make([]AimTarget, s.n), reach: make([]Reach, s.n)},
		turns: make([]solve.AimLinkTurn, s.n*len(m.joint)), state: make([]solve.AimState, s.n),
	}
	for k, j := range m.joint {
		f, err := s.frame(j)
		if err != nil {
			return nil, err
		}
		if _, err := s.writes(f, false, false, m.Joints[k]); err != nil {
			return nil, err
		}
		a.frame = append(a.frame, f)
		var way []int
		if k > 0 {
			way = s.frames.between(a.frame[k-1], f)
		}
		a.way = append(a.way, way)
	}
	for i := range s.n {
		a.begin(i)
	}
	return a, nil
}

// begin forgets what instance i has looked at: its joints are where the pose has them.
func (a *lookActor) begin(i int) {
	for k := range a.frame {
		a.turns[i*len(a.frame)+k] = solve.AimLinkTurn{Turn: vec.Identity, Own: vec.Identity}
	}
	a.state[i] = solve.AimState{}
}

type lookActor struct {
	*lookModifier
	aimed
	frame []int
	way   [][]int // frames from the joint before
	turns []solve.AimLinkTurn
	state []solve.AimState
}

func (a *lookActor) act(f *frames, p *pose.Lane, i int, weight float32) {
	to, n := &a.to[i], len(a.frame)
	links := f.links[:0]
	for k, at := range a.frame {
		above := f.rotationAbove(at)
		l := solve.AimLink{
			Place: f.place(at), Weight: 1, Limit: a.gaze[k].Turned(above),
			Turned: f.rotation(at).Mul(above.Mul(a.rest[k]).Conjugate()),
		}
		if k < n-1 {
			l.Weight = a.Weights[k]
		}
		links = append(links, l)
	}
	f.links = links
	turn := f.rotation(a.frame[n-1])
	chain := solve.AimChain{
		Links: links, Target: to.Place, Forward: turn.Rotate(a.Forward), Up: turn.Rotate(a.Up), Offset: turn.Rotate(vec.V(a.Offset)),
		Pole: to.Pole, Weight: weight, Step: float32(a.Speed * float32(f.dt)),
	}
	turns := a.turns[i*n:][:n]
	if a.Speed > 0 && f.dt <= 0 {
		chain.Step = math.SmallestNonzeroFloat32 // no time, no turn
	}
	residual, reason := chain.Solve(turns, &a.state[i])
	a.reach[i] = Reach{residual, reason}
	before := vec.Identity
	for k, at := range a.frame {
		f.read(p, a.way[k])
		f.rotate(p, at, turns[k].Turn.Mul(before.Conjugate()))
		before = turns[k].Turn
	}
}
