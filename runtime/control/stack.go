package control

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Modifier changes a pose: a pointer to one of the structs of this package, from Aim to
// VRMSprings.
type Modifier interface {
	// bind finds its joints in the skeleton of a stack and checks its parameters.
	bind(s *Stack) (modifier, error)
}

// modifier is a Modifier that is bound to a skeleton. It is named as its actor, since start
// returns a copy of it.
type modifier interface {
	uses() bound
	// start returns the modifier for the instances of a crowd, with the frames of its uses.
	start(s *starting, frame []int) actor
}

// actor is a modifier started for the instances of a crowd: an actor1 or an actor16.
type actor any

// actor1 changes the pose of instance i by a weight above 0; f belongs to the controller.
type actor1 interface {
	act(f *frames, p *pose.Lane, i int, weight float32)
}

// actor16 changes the poses of a block that have a weight above 0.
type actor16 interface {
	act16(f *frames, at *pose.Changing, weight []float32)
}

// forks is an actor with working memory: each controller has a copy.
type forks interface{ fork(f *frames) actor }

// starts is an actor with state from frame to frame, which begin resets.
type starts interface{ begin(i int) }

// jumps is an actor with state in world space, which a teleport transforms.
type jumps interface {
	jump(i int, by *soa.Affine) error
}

// Stack is a list of modifiers in the order in which they act. It is declared once for a model
// and started for any number of crowds.
type Stack struct {
	skeleton *soa.Skeleton
	modifier []modifier
	declared []Modifier // per modifier; nil: it sets a target of another one
	follower [][]int    // per modifier: those that set its targets
	reserve  []pose.Reservation
}

// New returns a stack without modifiers.
func New(skeleton *soa.Skeleton) *Stack { return &Stack{skeleton: skeleton} }

// Add appends a modifier and returns its number, which Instances use to set its weight and
// targets. A target at a joint adds a Follow before it. The error wraps ErrJoint, ErrValue or
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

// followers binds what sets the targets of the next modifier that are at joints.
func (s *Stack) followers(m Modifier) (list []modifier, err error) {
	var follows []Follow
	for _, t := range targetsOf(m) {
		if t.follow.Joint != "" {
			follows = append(follows, t.follow)
		}
	}
	for _, f := range follows {
		f.Modifier = s.Len() + len(follows)
		b, err := f.bind(s)
		if err != nil {
			return nil, err
		}
		list = append(list, b)
	}
	return list, nil
}

func (s *Stack) append(declared Modifier, m modifier, followers []int) int {
	for _, u := range m.uses() {
		if u.to&(moves|scales) != 0 {
			s.reserve = append(s.reserve, pose.Reservation{Joint: u.joint, Translation: u.to&moves != 0, Scale: u.to&scales != 0})
		}
	}
	s.declared, s.modifier, s.follower = append(s.declared, declared), append(s.modifier, m), append(s.follower, followers)
	return len(s.modifier) - 1
}

// Reserve returns the columns that layouts need for the stack, for
// pose.LayoutOptions.Reserve.
func (s *Stack) Reserve() []pose.Reservation { return s.reserve }

// Len is the number of modifiers.
func (s *Stack) Len() int { return len(s.modifier) }

// find returns the joint with a name or path.
func (s *Stack) find(name string) (int, error) {
	j, problem := suggest.Joint(s.skeleton, name)
	if problem != "" {
		return 0, fmt.Errorf("%w: %s", ErrJoint, problem)
	}
	return j, nil
}

// findBelow returns the joint with a name, which must be a descendant of another.
func (s *Stack) findBelow(name string, above int) (int, error) {
	j, err := s.find(name)
	if err == nil && (j == above || !s.skeleton.InSubtree(j, above)) {
		err = fmt.Errorf("%w: %q is not below %q", ErrJoint, name, s.skeleton.Name[above])
	}
	return j, err
}

// row binds joints, each a descendant of the one before.
func (s *Stack) row(to access, names ...string) (list bound, err error) {
	for k, name := range names {
		j, err := s.find(name)
		if err == nil && k > 0 {
			j, err = s.findBelow(name, list[k-1].joint)
		}
		if err != nil {
			return nil, err
		}
		list = append(list, use{j, to})
	}
	return list, nil
}

// tree finds a joint and its nearest ancestor among those before it: −1 for the first, from
// which all others must descend.
func (s *Stack) tree(name string, before bound) (j, parent int, err error) {
	if j, err = s.find(name); err != nil {
		return 0, 0, err
	}
	parent = -1
	for i, other := range before {
		if j == other.joint {
			return 0, 0, fmt.Errorf("%w: %q is in it twice", ErrJoint, name)
		}
		if s.skeleton.InSubtree(j, other.joint) {
			parent = i
		}
	}
	if (parent < 0) != (len(before) == 0) {
		return 0, 0, fmt.Errorf("%w: %q is not below %q", ErrJoint, name, s.skeleton.Name[before[0].joint])
	}
	return j, parent, nil
}

// starting is a stack being started for a crowd.
type starting struct {
	layout *pose.Layout
	frames *frames
	n      int
	name   []string // of joints
	world  *world
}

// find returns the frames of joints.
func (s *starting) find(list bound) (frame []int, err error) {
	for _, u := range list {
		k, err := s.frame(u)
		if err != nil {
			return nil, err
		}
		frame = append(frame, k)
	}
	return frame, nil
}

// frame returns the index of a joint's frame, if the layout allows the use.
func (s *starting) frame(u use) (int, error) {
	slot, k := int(s.layout.Slot[u.joint]), -1
	if slot != soa.NoJoint {
		k = s.frames.find(slot)
	}
	switch name := s.name[u.joint]; {
	case k < 0:
		return 0, fmt.Errorf("%w: the layout leaves out %q", ErrJoint, name)
	case u.to != reads && s.frames.static[k] != nil:
		return 0, fmt.Errorf("%w: %q is static in the layout", ErrJoint, name)
	case u.to&moves != 0 && s.frames.translation(k) == soa.None || u.to&scales != 0 && s.frames.scale(k) == soa.None:
		return 0, fmt.Errorf("%w: the layout has no column for the translation or scale of %q, see Reserve", ErrJoint, name)
	}
	return k, nil
}

// Start prepares the stack for n instances with a crowd's layout. They have the initial
// targets of the modifiers and weights of 0. The error wraps ErrJoint or ErrValue.
func (s *Stack) Start(layout *pose.Layout, n int) (*Instances, error) {
	if len(layout.Slot) != s.skeleton.Len() {
		return nil, fmt.Errorf("start control: %w: the layout has %d joints, the skeleton %d", ErrJoint, len(layout.Slot), s.skeleton.Len())
	}
	var slots []int
	for _, m := range s.modifier {
		for _, u := range m.uses() {
			if slot := layout.Slot[u.joint]; slot != soa.NoJoint {
				slots = append(slots, int(slot))
			}
		}
	}
	g := &Instances{stack: s, layout: layout, slots: slots, n: n, acting: make([]uint8, n), world: &world{}}
	x := &starting{layout, newFrames(layout, s.skeleton, slots), n, s.skeleton.Name, g.world}
	var used [][]int
	for k, m := range s.modifier {
		frame, err := x.find(m.uses())
		if err != nil {
			return nil, fmt.Errorf("start control: modifier %d: %w", k, err)
		}
		first := len(x.frames.slot)
		for n, u := range m.uses() {
			if u.to&(turns|moves|scales) != 0 {
				first = min(first, frame[n])
			}
		}
		g.actor, g.weight = append(g.actor, m.start(x, frame)), append(g.weight, newPerInstance(n, 1))
		g.after, used = append(g.after, x.frames.subtree(first)), append(used, frame)
	}
	g.limb = limbsOf(g.actor)
	g.beside = independent(g.limb, g.after, used)
	g.keepRead(x.frames, used)
	if err := g.connect(); err != nil {
		return nil, err
	}
	return g, g.target()
}

// target sets the initial targets in all instances.
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

// keepRead removes frames from after that no later modifier reads.
func (g *Instances) keepRead(f *frames, used [][]int) {
	read := make([]bool, len(f.slot))
	for k := len(g.after) - 1; k >= 0; k-- {
		g.after[k] = slices.DeleteFunc(g.after[k], func(f int) bool { return !read[f] })
		for _, at := range used[k] {
			for ; at >= 0 && !read[at]; at = f.parent[at] {
				read[at] = true
			}
		}
	}
}

// independent returns, for each modifier, the number of limbs from it on that may reach at once:
// none reads a frame that one before it changes. changed and read are frames of modifiers.
func independent(list []limbLane, changed, read [][]int) []int {
	together := make([]int, len(list))
	for k := range list {
		n := 0
		for n < maxBeside && k+n < len(list) && list[k+n].to != nil && !meet(changed[k:k+n], read[k+n]) {
			n++
		}
		together[k] = n
	}
	return together
}

// limbsOf returns the limbs that may act in a lane beside others, of other actors none.
func limbsOf(list []actor) []limbLane {
	limbs := make([]limbLane, len(list))
	for k, a := range list {
		if l, is := a.(limber); is {
			if limb, ok := l.limb(); ok {
				limbs[k] = limb
			}
		}
	}
	return limbs
}

// meet reports whether some of the lists have a number of another one.
func meet(lists [][]int, with []int) bool {
	return slices.ContainsFunc(lists, func(list []int) bool {
		return slices.ContainsFunc(list, func(k int) bool { return slices.Contains(with, k) })
	})
}
