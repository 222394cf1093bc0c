package control

import (
	"errors"
	"fmt"

	"github.com/sinew-anim/sinew/internal/near"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

var (
	// ErrJoint: the skeleton has no joint of a name, more than one, or the layout leaves it
	// out or has no column for what a modifier moves.
	ErrJoint = errors.New("joint of a modifier")
	// ErrValue: a target or a weight is not a number that a modifier can have, or an
	// instance or modifier that there is not.
	ErrValue = errors.New("value of a modifier")
)

// Stack is modifiers, in the order in which they change a pose. It is declared once for a
// model and may be started for any number of crowds.
type Stack struct {
	skeleton *soa.Skeleton
	modifier []modifier
	reserve  []runtime.Reservation
}

// modifier is what one entry of a stack does.
type modifier interface {
	// joints are those whose frames it reads, or changes; moves those that it changes.
	joints() []int
	moves() []int
	// start prepares it for instances of a crowd.
	start(s *starting) (actor, error)
}

// actor is a modifier of the instances of a crowd.
type actor interface {
	// act changes the pose of instance i with a weight; f is the controller's.
	act(f *frames, p *pose.Lane, i int, weight float32)
}

// remembers is an actor that goes on from what it did last.
type remembers interface{ begin(i int) }

// New returns a stack without modifiers.
func New(skeleton *soa.Skeleton) *Stack { return &Stack{skeleton: skeleton} }

// Reserve is the columns that layouts need for the stack, for
// runtime.LayoutOptions.Reserve.
func (s *Stack) Reserve() []runtime.Reservation { return s.reserve }

// Len is the number of modifiers.
func (s *Stack) Len() int { return len(s.modifier) }

func (s *Stack) add(m modifier) int {
	s.modifier = append(s.modifier, m)
	return len(s.modifier) - 1
}

// find returns the joint of a name, or of a path.
func (s *Stack) find(name string) (int, error) {
	j, problem := near.Joint(s.skeleton.Name, s.skeleton.Path, name)
	if problem != "" {
		return 0, fmt.Errorf("%w: %s", ErrJoint, problem)
	}
	return j, nil
}

// starting is a stack that is prepared for a crowd.
type starting struct {
	layout *pose.Layout
	frames *frames
	n      int
	name   []string // of joints
	shared *shared
}

// frame is the index of a joint's frame.
func (s *starting) frame(joint int) (int, error) {
	if slot := s.layout.Slot[joint]; slot != soa.NoJoint {
		if k := s.frames.find(int(slot)); k >= 0 {
			return k, nil
		}
	}
	return 0, fmt.Errorf("%w: the layout leaves %q out", ErrJoint, s.name[joint])
}

// Start prepares the stack for n instances whose poses have a layout: that of a crowd. All
// weights are 0. The error wraps ErrJoint.
func (s *Stack) Start(layout *pose.Layout, n int) (*Instances, error) {
	if len(layout.Slot) != s.skeleton.Len() {
		return nil, fmt.Errorf("start control: %w: the layout has %d joints, the skeleton %d", ErrJoint, len(layout.Slot), s.skeleton.Len())
	}
	var slots []int
	for _, m := range s.modifier {
		for _, j := range m.joints() {
			if slot := layout.Slot[j]; slot != soa.NoJoint {
				slots = append(slots, int(slot))
			}
		}
	}
	x := &starting{layout, newFrames(layout, slots), n, s.skeleton.Name, &shared{}}
	g := &Instances{stack: s, layout: layout, slots: slots, n: n, acting: make([]uint8, n), shared: x.shared}
	for k, m := range s.modifier {
		a, err := m.start(x)
		if err != nil {
			return nil, fmt.Errorf("start control: modifier %d: %w", k, err)
		}
		first := len(x.frames.slot)
		for _, j := range m.moves() {
			if f, err := x.frame(j); err == nil {
				first = min(first, f)
			}
		}
		g.actor, g.weight = append(g.actor, a), append(g.weight, make([]float32, n))
		g.after = append(g.after, x.frames.below(first))
	}
	g.shared.actors = g.actor
	return g, g.checkFollows()
}

// Instances are the targets and weights of a stack's modifiers for the instances of a
// crowd: what Crowd.SetControl takes. Between updates different goroutines may change
// different instances; nothing here allocates, except for errors.
type Instances struct {
	stack  *Stack
	layout *pose.Layout
	slots  []int
	n      int
	actor  []actor
	weight [][]float32 // per modifier and instance
	after  [][]int     // per modifier: the frames that change with it
	acting []uint8
	shared *shared
}

// Len, Layout and Acting are what Crowd.SetControl asks for.
func (g *Instances) Len() int             { return g.n }
func (g *Instances) Layout() *pose.Layout { return g.layout }
func (g *Instances) Acting() []uint8      { return g.acting }

// SetWeight sets how much of a modifier, a number that its declaration returned, acts on
// instance i: 0, which costs nothing, to 1. The error wraps ErrValue.
func (g *Instances) SetWeight(i, modifier int, weight float64) error {
	if err := g.check(i, modifier); err != nil {
		return err
	}
	if !(weight >= 0 && weight <= 1) {
		return fmt.Errorf("%w: the weight %v of modifier %d in instance %d", ErrValue, weight, modifier, i)
	}
	if a, ok := g.actor[modifier].(remembers); ok && weight > 0 && g.weight[modifier][i] == 0 {
		a.begin(i)
	}
	g.weight[modifier][i] = float32(weight)
	g.acting[i] = 0
	for _, w := range g.weight {
		if w[i] > 0 {
			g.acting[i] = 1
		}
	}
	return nil
}

func (g *Instances) check(i, modifier int) error {
	if i < 0 || i >= g.n || modifier < 0 || modifier >= len(g.actor) {
		return fmt.Errorf("%w: modifier %d of %d in instance %d of %d", ErrValue, modifier, len(g.actor), i, g.n)
	}
	return nil
}

// NewController returns what one goroutine changes poses with.
func (g *Instances) NewController() runtime.Controller {
	c := &controller{g, newFrames(g.layout, g.slots)}
	c.f.scratch.prepare(g.shared)
	return c
}

type controller struct {
	g *Instances
	f *frames
}

// Change lets the modifiers act, in their order. Frames are read before the first one, and
// those that one has changed after it.
func (c *controller) Change(i int, p *pose.Lane, dt float64) {
	c.f.dt = dt
	for k := range c.f.slot {
		c.f.readOne(p, k)
	}
	for k, a := range c.g.actor {
		if w := c.g.weight[k][i]; w > 0 {
			a.act(c.f, p, i, w)
			c.f.read(p, c.g.after[k])
		}
	}
}
