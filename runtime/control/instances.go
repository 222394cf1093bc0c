package control

import (
	"fmt"
	"maps"
	"slices"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Instances hold the targets and weights of a stack's modifiers for the instances of a crowd, for
// Crowd.SetControl. Between updates different goroutines may change different instances. Methods
// allocate for errors only.
type Instances struct {
	stack  *Stack
	layout *pose.Layout
	slots  []int
	n      int
	actor  []actor
	weight []perInstance // per modifier
	after  [][]int       // per modifier: the frames that change with it
	beside []int         // per modifier: how many limbs from it on may reach at once
	limb   []limbLane    // per modifier that may
	acting []uint8
	world  *world
}

// Len, Layout and Acting are for Crowd.SetControl.
func (g *Instances) Len() int             { return g.n }
func (g *Instances) Layout() *pose.Layout { return g.layout }
func (g *Instances) Acting() []uint8      { return g.acting }

// Columns lists the columns of the layout that modifiers may read or change.
func (g *Instances) Columns() []int {
	f, list := newFrames(g.layout, g.stack.skeleton, g.slots), []int{}
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

// Changes lists the columns that modifiers may change.
func (g *Instances) Changes() []int {
	changed := map[int]bool{}
	for _, m := range g.stack.modifier {
		for _, u := range m.uses() {
			s := int(g.layout.Slot[u.joint])
			if u.to&turns != 0 {
				changed[s] = true
			}
			if u.to&moves != 0 {
				changed[g.layout.Rotations()+int(g.layout.TranslationColumn[s])] = true
			}
			if u.to&scales != 0 {
				changed[g.layout.Rotations()+int(g.layout.ScaleColumn[s])] = true
			}
		}
	}
	return slices.Sorted(maps.Keys(changed))
}

// SetWeight sets the weight of a modifier, by the number from Stack.Add, in instance i: 0, which
// costs nothing, to 1. The error wraps ErrValue.
func (g *Instances) SetWeight(i, modifier int, weight float64) error {
	if err := g.check(i, modifier); err != nil {
		return err
	}
	if !(weight >= 0 && weight <= 1) {
		return fmt.Errorf("%w: the weight %v of modifier %d in instance %d", ErrValue, weight, modifier, i)
	}
	if a, ok := g.actor[modifier].(starts); ok && weight > 0 && g.weightOf(i, modifier) == 0 {
		a.begin(i)
	}
	g.weight[modifier].set(i, 0, float32(weight))
	for _, k := range g.stack.follower[modifier] {
		on := float32(0)
		if weight > 0 {
			on = 1
		}
		g.weight[k].set(i, 0, on)
	}
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

func (g *Instances) checkInstance(i int) error {
	if i < 0 || i >= g.n {
		return fmt.Errorf("%w: %w: instance %d of %d", ErrValue, soa.ErrRange, i, g.n)
	}
	return nil
}

// actorOf returns the actor of a modifier if it has a type, which errors call name.
func actorOf[A any](g *Instances, i, modifier int, name string) (a A, err error) {
	if err := g.check(i, modifier); err != nil {
		return a, err
	}
	a, ok := g.actor[modifier].(A)
	if !ok {
		return a, fmt.Errorf("%w: modifier %d is no %s", ErrValue, modifier, name)
	}
	return a, nil
}

// IKResult is the result of a modifier in the last update.
type IKResult struct {
	Residual float32 // metres from the target
	Reason   solve.Reason
}

// reaching is an actor with a target to reach.
type reaching interface{ reached(i int) IKResult }

// Result returns how near inverse kinematics or an aim came to its target in the last update of
// instance i.
func (g *Instances) Result(i, modifier int) IKResult {
	if a, err := actorOf[reaching](g, i, modifier, ""); err == nil {
		return a.reached(i)
	}
	return IKResult{}
}

// resultAt reads the result that a kernel has stored.
func resultAt(p *perInstance, i int) IKResult {
	r := p.at(i)
	return IKResult{r[0], solve.Reason(r[simd.Lanes])}
}

// NewController returns a controller, by which one goroutine changes poses.
func (g *Instances) NewController() pose.Controller {
	c := &controller{g: g, f: newFrames(g.layout, g.stack.skeleton, g.slots)}
	c.f.scratch, c.f.one = newScratch(), c.f.ofOne()
	for _, a := range g.actor {
		if x, ok := a.(forks); ok {
			a = x.fork(c.f)
		}
		var s step
		s.all, _ = a.(actor16)
		s.each, _ = a.(actor1)
		c.steps = append(c.steps, s)
	}
	for k := 0; k < len(c.steps); k += max(1, g.beside[k]) {
		if n := g.beside[k]; n > 1 {
			c.steps[k].group = newLimbGroup(c.f, g.limb[k:k+n], g.weight[k:k+n], g.after[k:k+n])
		}
	}
	return c
}

type controller struct {
	g      *Instances
	f      *frames
	steps  []step    // per modifier
	pose   pose.Lane // of the current instance; a variable would escape to the heap
	weight [simd.Lanes]float32
}

// step is how a modifier acts: on 16 poses, else on each, and on one pose in a group that begins with it.
type step struct {
	all   actor16
	each  actor1
	group *limbGroup
}

// Change applies the modifiers in order. Frames are computed before the first one, and again
// after each that changes them.
func (c *controller) Change(block []float32, at *pose.Changing) {
	c.f.block, c.f.args.Len = block, at.Len
	c.f.readPose()
	for k := 0; k < len(c.steps); k++ {
		s := &c.steps[k]
		if g := s.group; g != nil && at.Len == 1 {
			g.act(c.f, int(at.Instance[0]))
			k += len(g.lanes) - 1
			continue
		}
		weight, acts := c.weights(k, at)
		if !acts {
			continue
		}
		if s.all != nil {
			s.all.act16(c.f, at, weight)
		} else if s.each != nil {
			c.actOnEach(s.each, at, weight)
		}
		if after := c.g.after[k]; len(after) > 0 {
			c.f.readAll(after)
		}
	}
}

// weights returns the weights of a modifier, of one pose in four lanes, and whether one is not 0.
func (c *controller) weights(k int, at *pose.Changing) (list []float32, acts bool) {
	if at.Len == 1 {
		w := c.g.weightOf(int(at.Instance[0]), k)
		c.weight[0], c.weight[1], c.weight[2], c.weight[3] = w, w, w, w
		return c.weight[:], w > 0
	}
	list = c.g.weight[k].load(at, c.weight[:])
	return list, acting(list[:at.Len])
}

// actOnEach applies a modifier to one pose after the other.
func (c *controller) actOnEach(a actor1, at *pose.Changing, weight []float32) {
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
