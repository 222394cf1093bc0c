package control

import (
	"errors"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

var (
	// ErrJoint: the skeleton has no joint of a name, more than one, or the layout leaves it
	// out or has no column for what a modifier moves.
	ErrJoint = errors.New("joint of a modifier")
	// ErrValue: a target or a weight is not a number that a modifier can have, or an
	// instance or modifier out of range, whose errors wrap runtime.ErrRange, too.
	ErrValue = errors.New("value of a modifier")
)

// Stack is modifiers, in the order in which they change a pose. It is declared once for a
// model and may be started for any number of crowds.
type Stack struct {
	skeleton *soa.Skeleton
	modifier []modifier
	reserve  []pose.Reservation
}

// modifier is what one entry of a stack does.
type modifier interface {
	// joints are those whose frames it reads, or changes; moves those that it changes.
	joints() []int
	moves() []int
	// start prepares it for instances of a crowd.
	start(s *starting) (actor, error)
}

// actor is a modifier of the instances of a crowd: an actor1 or an actor16.
type actor any

// actor1 changes the pose of instance i with a weight that is not 0; f is the controller's.
type actor1 interface {
	act(f *frames, p *pose.Lane, i int, weight float32)
}

// actor16 changes the poses of a block, those with a weight of 0 not at all.
type actor16 interface {
	act16(f *frames, at *pose.Changing, weight []float32)
}

// remembers is an actor that goes on from what it did last.
type remembers interface{ begin(i int) }

// New returns a stack without modifiers.
func New(skeleton *soa.Skeleton) *Stack { return &Stack{skeleton: skeleton} }

// Reserve is the columns that layouts need for the stack, for
// pose.LayoutOptions.Reserve.
func (s *Stack) Reserve() []pose.Reservation { return s.reserve }

// Len is the number of modifiers.
func (s *Stack) Len() int { return len(s.modifier) }

func (s *Stack) add(m modifier) int {
	s.modifier = append(s.modifier, m)
	return len(s.modifier) - 1
}

// find returns the joint of a name, or of a path.
func (s *Stack) find(name string) (int, error) {
	j, problem := suggest.Joint(s.skeleton.Name, s.skeleton.Path, name)
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
		g.actor, g.weight = append(g.actor, a), append(g.weight, newPerInstance(n, 1))
		g.after = append(g.after, x.frames.below(first))
	}
	g.keepRead(x)
	g.shared.actors = g.actor
	return g, g.checkFollows()
}

// keepRead leaves those frames out of after that no later modifier reads.
func (g *Instances) keepRead(x *starting) {
	read := make([]bool, len(x.frames.slot))
	for k := len(g.after) - 1; k >= 0; k-- {
		g.after[k] = slices.DeleteFunc(g.after[k], func(f int) bool { return !read[f] })
		for _, j := range g.stack.modifier[k].joints() {
			f, err := x.frame(j)
			for ; err == nil && f >= 0 && !read[f]; f = x.frames.parent[f] {
				read[f] = true
			}
		}
	}
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
	weight []perInstance // per modifier
	after  [][]int       // per modifier: the frames that change with it
	acting []uint8
	shared *shared
}

// Len and those after it are what Crowd.SetControl asks for.
func (g *Instances) Len() int             { return g.n }
func (g *Instances) Layout() *pose.Layout { return g.layout }
func (g *Instances) Acting() []uint8      { return g.acting }

// Columns are those of the layout that modifiers may read or change.
func (g *Instances) Columns() []int {
	f, list := newFrames(g.layout, g.slots), []int{}
	for _, s := range f.slot {
		list = append(list, s)
		if c := g.layout.TranslationColumn[s]; c != soa.None {
			list = append(list, g.layout.Rotations()+int(c))
		}
		if c := g.layout.ScaleColumn; g.layout.Form == soa.General && c[s] != soa.None {
			list = append(list, g.layout.Rotations()+int(c[s]))
		}
	}
	return list
}

// SetWeight sets how much of a modifier, a number that its declaration returned, acts on
// instance i: 0, which costs nothing, to 1. The error wraps ErrValue.
func (g *Instances) SetWeight(i, modifier int, weight float64) error {
	if err := g.check(i, modifier); err != nil {
		return err
	}
	if !(weight >= 0 && weight <= 1) {
		return fmt.Errorf("%w: the weight %v of modifier %d in instance %d", ErrValue, weight, modifier, i)
	}
	if a, ok := g.actor[modifier].(remembers); ok && weight > 0 && g.weightOf(i, modifier) == 0 {
		a.begin(i)
	}
	g.weight[modifier].set(i, 0, float32(weight))
	g.acting[i] = 0
	for k := range g.weight {
		if g.weightOf(i, k) > 0 {
			g.acting[i] = 1
		}
	}
	return nil
}

func (g *Instances) weightOf(i, modifier int) float32 { return g.weight[modifier].at(i)[0] }

func (g *Instances) check(i, modifier int) error {
	if i < 0 || i >= g.n || modifier < 0 || modifier >= len(g.actor) {
		return fmt.Errorf("%w: %w: modifier %d of %d in instance %d of %d", ErrValue, soa.ErrRange, modifier, len(g.actor), i, g.n)
	}
	return nil
}

// NewController returns what one goroutine changes poses with.
func (g *Instances) NewController() pose.Controller {
	c := &controller{g: g, f: newFrames(g.layout, g.slots)}
	c.f.prepare(g.shared)
	return c
}

type controller struct {
	g      *Instances
	f      *frames
	pose   pose.Lane // that modifiers of one pose change; a variable would be one of the heap
	weight [simd.Lanes]float32
}

// Change lets the modifiers act, in their order. Frames are read before the first one, and
// those that one has changed after it.
func (c *controller) Change(block []float32, at *pose.Changing) {
	c.f.block = block
	for k := range c.f.slot {
		c.f.readOne(k)
	}
	for k, a := range c.g.actor {
		weight := c.g.weight[k].load(at, c.weight[:])
		if !acting(weight[:at.Len]) {
			continue
		}
		switch a := a.(type) {
		case actor16:
			a.act16(c.f, at, weight)
		case actor1:
			c.each(a, at, weight)
		}
		c.f.read(nil, c.g.after[k])
	}
}

// each lets a modifier act on one pose after the other.
func (c *controller) each(a actor1, at *pose.Changing, weight []float32) {
	for lane := range at.Len {
		if w := weight[lane]; w > 0 {
			c.pose = c.g.layout.LaneOf(c.f.block, lane)
			c.f.lane, c.f.dt = lane, at.Seconds[lane]
			a.act(c.f, &c.pose, int(at.Instance[lane]), w)
		}
	}
}

func acting(weights []float32) bool {
	for _, w := range weights {
		if w > 0 {
			return true
		}
	}
	return false
}
