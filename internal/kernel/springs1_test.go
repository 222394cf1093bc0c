package kernel

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/native/simd"
)

// A chain of springs of one instance has the bits that kernels of 16 lanes give it, whatever set is in use.
func TestSpringsOfOneHaveTheBitsOfALane(t *testing.T) {
	for s := range seed.Cases(t, 2) {
		for _, isa := range simd.ISAs() {
			r, moved, left := newRandom(s), 0, 0
			for range 200 {
				m, l := springsOfOne(t, isa, r)
				moved, left = moved+m, left+l
			}
			if isa != simd.Generic && isa != simd.NEON && (moved < 300 || left < 20) {
				t.Errorf("%v: a kernel moves %d joints and leaves %d", isa, moved, left)
			}
		}
	}
}

// springChain is a chain of springs of one instance, and the memory that it changes.
type springChain struct {
	SpringChain
	joints []SpringJoint
	meets  bool
	inside float32
}

const (
	springFrames    = 9 // the last is that of no joint
	springRotations = 8
)

// newSpringChain draws a chain that a step of time moves, beside a sphere or alone.
func newSpringChain(r random) *springChain {
	c := &springChain{inside: float32(r.IntN(2))}
	c.Frames = simd.AlignedFloat32(springFrames * FrameValues)
	for k := range springFrames {
		for row, v := range r.values(7, -1, 1) {
			c.Frames[k*FrameValues+row*simd.Lanes] = v
		}
	}
	c.Block = simd.AlignedFloat32(PoseValues(simd.Columns{Rotations: springRotations}))
	for range 1 + r.IntN(8) {
		j := SpringJoint{Frame: r.IntN(springFrames-1) * FrameValues, Above: r.IntN(springFrames) * FrameValues, Rotation: ColumnStart(simd.Columns{Rotations: springRotations}, r.IntN(springRotations))}
		j.Lag, j.Gravity, j.Wind, j.Radius = r.values(1, 0, 0.1)[0], r.values(1, 0, 0.1)[0], r.values(1, 0, 0.1)[0], r.values(1, 0, 0.1)[0]
		c.joints = append(c.joints, j)
	}
	rows := func(n int, low, high float32) []float32 {
		list := simd.AlignedFloat32(n * simd.Lanes)
		for row := range n {
			list[row*simd.Lanes] = r.values(1, low, high)[0]
		}
		return list
	}
	n := len(c.joints)
	c.World, c.State, c.Steps, c.Tip = rows(formula.WorldRows, -1, 1), rows(n*formula.SpringRows, -0.3, 0.3), rows(n*formula.StepRows, 0.1, 1), rows(3, -1, 1)
	c.Walk, c.Weight, c.Rests = simd.AlignedFloat32(formula.WalkRows*simd.Lanes), []float32{1, 0.5}[r.IntN(2)], float32(r.IntN(2))
	for _, row := range [...]int{formula.WalkTurn, formula.WalkTurn + 4, formula.WalkTurn + 8} {
		c.Walk[row*simd.Lanes] = 1
	}
	if c.meets = r.IntN(4) > 0; c.meets {
		c.Sphere = rows(formula.ColliderRows, -0.5, 0.5)
		c.Sphere[formula.ColliderRadius*simd.Lanes] = r.values(1, 0.1, 1.5)[0]
		for row := range 3 {
			c.Sphere[(formula.ColliderB+row)*simd.Lanes] = c.Sphere[row*simd.Lanes]
		}
	}
	c.oddities(r)
	copy(c.Walk[formula.WalkHead*simd.Lanes:][:3*simd.Lanes], c.Frames[c.joints[0].Frame+4*simd.Lanes:])
	return c
}

// oddities are what formulas do not usually meet: rest, and bones without length or of an odd direction.
func (c *springChain) oddities(r random) {
	for k := range c.joints {
		switch state := c.State[k*springState:]; r.IntN(20) {
		case 0: // at rest
			clear(c.World[formula.WorldGravity*simd.Lanes:][:6*simd.Lanes])
			clear(state[:6*simd.Lanes])
			tail := c.tail(k)
			for row := range 3 {
				m := c.World[3*row*simd.Lanes:]
				state[(formula.SpringGoal+row)*simd.Lanes] = float32(m[0]*tail[0]) + float32(m[simd.Lanes]*tail[simd.Lanes]) + float32(m[2*simd.Lanes]*tail[2*simd.Lanes]) + c.World[(formula.WorldPlace+row)*simd.Lanes]
			}
		case 1:
			state[0] = float32(math.Inf(1))
		case 2:
			copy(c.Frames[c.joints[k].Frame+4*simd.Lanes:][:3*simd.Lanes], c.tail(k))
		case 3:
			state[r.IntN(6)*simd.Lanes] = 1e19
		case 4:
			c.pointBack(k)
		}
	}
}

// pointBack makes a tail swing to the other side of its joint, if no joint before turns.
func (c *springChain) pointBack(k int) {
	clear(c.World)
	for row := range 3 {
		c.World[(formula.WorldMatrix+4*row)*simd.Lanes], c.World[(formula.WorldBack+4*row)*simd.Lanes] = 1, 1
	}
	state, tail, place := c.State[k*springState:], c.tail(k), c.Frames[c.joints[k].Frame+4*simd.Lanes:]
	clear(state[:springState])
	clear(c.Steps[k*springStep:][:springStep])
	c.Steps[k*springStep], c.Steps[k*springStep+formula.StepPer*simd.Lanes] = 1, 1
	for row := range 3 {
		state[(formula.SpringGoal+row)*simd.Lanes] = tail[row*simd.Lanes]
		state[(formula.SpringOffset+row)*simd.Lanes] = 2 * (place[row*simd.Lanes] - tail[row*simd.Lanes])
	}
}

func (c *springChain) tail(k int) []float32 {
	if k+1 == len(c.joints) {
		return c.Tip
	}
	return c.Frames[c.joints[k+1].Frame+4*simd.Lanes:]
}

// step moves joint k by formulas.
func (c *springChain) step(t *testing.T, args *Lanewise, k int) {
	j := &c.joints[k]
	var bone [formula.BoneRows * simd.Lanes]float32
	var hit, weight [simd.Lanes]float32
	var status [2 * simd.Lanes]float32
	status[0], status[simd.Lanes], weight[0] = 1, c.Rests, c.Weight
	args.Uniforms = []float32{j.Lag, j.Gravity, j.Wind}
	args.Rows = [12][]float32{c.Frames[j.Frame:], c.tail(k), c.State[k*springState:], c.World, c.Steps[k*springStep:], status[:], c.Walk, bone[:], weight[:]}
	must.Do(t, SpringAdvance16(args))
	if c.meets {
		args.Uniforms = []float32{j.Radius, c.inside}
		args.Rows = [12][]float32{bone[:], c.Walk, c.Sphere, hit[:]}
		must.Do(t, SpringHit16(args))
		must.Do(t, SpringPush16(args))
	}
	args.Rows = [12][]float32{bone[:], c.Walk, c.Frames[j.Frame:], c.Frames[j.Above:], c.Block[j.Rotation:], weight[:]}
	must.Do(t, BoneTurn16(args))
	c.Rests = status[simd.Lanes]
}

// springsOfOne compares a chain's kernel with the formulas, and returns how many joints it has moved and left.
func springsOfOne(t *testing.T, isa simd.ISA, r random) (moved, left int) {
	t.Helper()
	got := newSpringChain(r)
	want := *got
	for _, list := range []*[]float32{&want.Block, &want.State, &want.Walk} {
		*list = append(simd.AlignedFloat32(0), *list...)
	}
	args := NewLanewise()
	for k := range want.joints {
		want.step(t, args, k)
	}
	restore, err := simd.Use(isa)
	must.Do(t, err)
	defer restore()
	c, n := NewSpringChain(got.joints, got.meets && got.inside > 0), len(got.joints)
	if got.SpringChain.joints, got.memory, got.walk, got.Left = c.joints, c.memory, c.walk, n; !got.meets {
		got.Sphere = c.Sphere
	}
	for got.Left > 0 {
		before := got.Left
		must.Do(t, got.Move())
		if moved += before - got.Left; got.Left > 0 {
			args.Len = 1
			got.step(t, args, n-got.Left)
			left, got.Left = left+1, got.Left-1
		}
	}
	for name, of := range map[string][2][]float32{"block": {got.Block, want.Block}, "state": {got.State, want.State}} {
		for i := 0; i < len(of[0]); i += simd.Lanes {
			if a, b := of[0][i], of[1][i]; math.Float32bits(a) != math.Float32bits(b) && (a == a || b == b) {
				t.Fatalf("%v: row %d of the %s of %d joints is %v, want %v", isa, i/simd.Lanes, name, n, a, b)
			}
		}
	}
	if got.Rests != want.Rests {
		t.Fatalf("%v: all of %d joints rest: %v, want %v", isa, n, got.Rests, want.Rests)
	}
	return moved, left
}

func TestSpringChainRefusesShortSlices(t *testing.T) {
	for name, shorten := range map[string]func(c *SpringChain){
		"Frames": func(c *SpringChain) { c.Frames = c.Frames[:c.frames-1] },
		"Block":  func(c *SpringChain) { c.Block = c.Block[:c.values-1] },
		"World":  func(c *SpringChain) { c.World = c.World[1:] },
		"State":  func(c *SpringChain) { c.State = c.State[1:] },
		"Steps":  func(c *SpringChain) { c.Steps = c.Steps[1:] },
		"Tip":    func(c *SpringChain) { c.Tip = c.Tip[1:] },
		"Walk":   func(c *SpringChain) { c.Walk = c.Walk[1:] },
		"Sphere": func(c *SpringChain) { c.Sphere = c.Sphere[1:] },
		"Left":   func(c *SpringChain) { c.Left = -1 },
		"joints": func(c *SpringChain) { c.Left++ },
		"":       func(*SpringChain) {},
	} {
		of := newSpringChain(newRandom(1))
		c := NewSpringChain(of.joints, false)
		c.Frames, c.Block, c.World, c.State, c.Steps, c.Tip, c.Walk = of.Frames, of.Block, of.World, of.State, of.Steps, of.Tip, of.Walk
		c.Weight, c.Left = 1, len(of.joints)
		if shorten(c); (c.Move() == nil) != (name == "") {
			t.Errorf("%q: wrong", name)
		}
	}
}
