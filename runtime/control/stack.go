package control

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Modifier is one change of a pose: a pointer to one of the structs of this package, from
// Aim to VRMSprings.
type Modifier interface {
	// bind finds its joints in the skeleton of a stack and checks its parameters.
	bind(s *Stack) (modifier, error)
}

// modifier is a Modifier that is bound to a skeleton.
type modifier interface {
	// joints are those whose frames it reads, or changes; moves those that it changes.
	joints() []int
	moves() []int
	// start prepares it for instances of a crowd.
	start(s *starting) (actor, error)
}

// targeting is a Modifier with targets, which it may begin with.
type targeting interface {
	// values visits its targets and their weights.
	values(visit func(v *Value))
	// set gives instance i the targets that it has at a time in seconds.
	set(g *Instances, i, number int, seconds float64) error
}

// pointed is a Modifier that needs one of some places to reach for.
type pointed interface{ points() []*Point }

// targeted reports whether a modifier has the target that it needs.
func targeted(m Modifier) bool {
	p, ok := m.(pointed)
	return !ok || slices.ContainsFunc(p.points(), (*Point).Given)
}

// following is a Modifier of which targets may be at joints.
type following interface{ follows() []Follow }

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

// forks is an actor with memory to work in, of which each controller has its own.
type forks interface{ fork(f *frames) actor }

// starts is an actor that goes on from what it did last: begin forgets that.
type starts interface{ begin(i int) }

// jumps is an actor that remembers places in the world, which a jump takes along.
type jumps interface {
	jump(i int, by *soa.Affine) error
}

// Stack is modifiers, in the order in which they change a pose. It is declared once for a
// model and may be started for any number of crowds.
type Stack struct {
	skeleton *soa.Skeleton
	modifier []modifier
	declared []Modifier // per modifier; nil: it sets a target of another one
	follower [][]int    // per modifier: those that set its targets
	reserve  []pose.Reservation
}

// New returns a stack without modifiers.
func New(skeleton *soa.Skeleton) *Stack { return &Stack{skeleton: skeleton} }

// Add adds a modifier and returns its number, by which Instances set its weight and its
// targets. A target at a joint is a Follow before it. The error wraps ErrJoint, ErrValue or
// an error of package spring or constraint.
func (s *Stack) Add(m Modifier) (int, error) {
	list, err := s.followers(m)
	if err != nil {
		return 0, err
	}
	bound, err := m.bind(s)
	if err != nil {
		return 0, err
	}
	var followers []int
	for _, f := range list {
		followers = append(followers, s.append(nil, f, nil))
	}
	return s.append(m, bound, followers), nil
}

// followers are what lets the targets of the next modifier be joints, those that have names.
func (s *Stack) followers(m Modifier) (bound []modifier, err error) {
	t, ok := m.(following)
	if !ok {
		return nil, nil
	}
	list := slices.DeleteFunc(t.follows(), func(f Follow) bool { return f.Joint == "" })
	for _, f := range list {
		f.Modifier = s.Len() + len(list)
		b, err := f.bind(s)
		if err != nil {
			return nil, err
		}
		bound = append(bound, b)
	}
	return bound, nil
}

func (s *Stack) append(declared Modifier, m modifier, followers []int) int {
	s.declared, s.modifier, s.follower = append(s.declared, declared), append(s.modifier, m), append(s.follower, followers)
	return len(s.modifier) - 1
}

// Reserve is the columns that layouts need for the stack, for
// runtime.LayoutOptions.Reserve.
func (s *Stack) Reserve() []pose.Reservation { return s.reserve }

// Len is the number of modifiers.
func (s *Stack) Len() int { return len(s.modifier) }

// find returns the joint of a name, or of a path.
func (s *Stack) find(name string) (int, error) {
	j, problem := suggest.Joint(s.skeleton, name)
	if problem != "" {
		return 0, fmt.Errorf("%w: %s", ErrJoint, problem)
	}
	return j, nil
}

// findBelow returns the joint of a name, which is below another one.
func (s *Stack) findBelow(name string, above int) (int, error) {
	j, err := s.find(name)
	if err == nil && (j == above || !s.skeleton.InSubtree(j, above)) {
		err = fmt.Errorf("%w: %q is not below %q", ErrJoint, name, s.skeleton.Name[above])
	}
	return j, err
}

// findRow returns joints, each below the one before.
func (s *Stack) findRow(names ...string) (list []int, err error) {
	for k, name := range names {
		j, err := s.find(name)
		if err == nil && k > 0 {
			j, err = s.findBelow(name, list[k-1])
		}
		if err != nil {
			return nil, err
		}
		list = append(list, j)
	}
	return list, nil
}

// findTree returns the joint of a name, and which of some before it it is below: the first
// one of all, only, is below none.
func (s *Stack) findTree(name string, before []int) (j, parent int, err error) {
	if j, err = s.find(name); err != nil {
		return 0, 0, err
	}
	parent = -1
	for i, other := range before {
		if j == other {
			return 0, 0, fmt.Errorf("%w: %q is in it twice", ErrJoint, name)
		}
		if s.skeleton.InSubtree(j, other) {
			parent = i
		}
	}
	if (parent < 0) != (len(before) == 0) {
		return 0, 0, fmt.Errorf("%w: %q is not below %q", ErrJoint, name, s.skeleton.Name[before[0]])
	}
	return j, parent, nil
}

// starting is a stack that is prepared for a crowd.
type starting struct {
	layout *pose.Layout
	frames *frames
	n      int
	name   []string // of joints
	world  *world
	actors *[]actor
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

// turning is the index of the frame of a joint whose rotation changes.
func (s *starting) turning(joint int) (int, error) {
	k, err := s.frame(joint)
	if err == nil && s.frames.static[k] != nil {
		err = fmt.Errorf("%w: %q stands still in the layout", ErrJoint, s.name[joint])
	}
	return k, err
}

// turningAll is turning of several joints.
func (s *starting) turningAll(joints []int) (frames []int, err error) {
	for _, j := range joints {
		k, err := s.turning(j)
		if err != nil {
			return nil, err
		}
		frames = append(frames, k)
	}
	return frames, nil
}

// Start prepares the stack for n instances whose poses have a layout: that of a crowd. They
// have the targets that modifiers begin with, and all weights are 0. The error wraps ErrJoint
// or ErrValue.
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
	g := &Instances{stack: s, layout: layout, slots: slots, n: n, acting: make([]uint8, n), world: &world{}}
	x := &starting{layout, newFrames(layout, slots), n, s.skeleton.Name, g.world, &g.actor}
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
	if err := g.checkFollows(); err != nil {
		return nil, err
	}
	return g, g.target()
}

// target gives all instances the targets that modifiers begin with.
func (g *Instances) target() error {
	for k, m := range g.stack.declared {
		t, ok := m.(targeting)
		for i := 0; ok && targeted(m) && i < g.n; i++ {
			if err := t.set(g, i, k, 0); err != nil {
				return fmt.Errorf("start control: modifier %d: %w", k, err)
			}
		}
	}
	return nil
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
