package kernel

import (
	"math"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
)

// SpringJoint is a joint of a SpringChain.
type SpringJoint struct {
	Frame, Above, Rotation int     // where its frame, that of its parent and its column in a block begin
	Lag, Gravity, Wind     float32 // the uniforms of formula.SpringAdvance
	Radius                 float32 // of its tail
}

// SpringChain moves springs of one instance, in lane 0 of rows, with the bits of kernels SpringAdvance16,
// SpringHit16, SpringPush16 and BoneTurn16 of a joint after the other.
type SpringChain struct {
	Frames []float32
	Block  []float32 // rotation columns are written
	World  []float32 // formula.WorldRows
	State  []float32 // formula.SpringRows per joint, written: the tails have begun, and time advances
	Steps  []float32 // formula.StepRows per joint
	Tip    []float32 // where the last bone ends
	Walk   []float32 // formula.WalkRows, written where joints are left, and read where some were left before
	Sphere []float32 // formula.ColliderRows of what tails meet: of NewSpringChain, nothing
	Weight float32   // above 0
	Rests  float32   // 1 while all tails rest, written
	Left   int       // joints that are to move, the last of the chain; written

	joints         []springJoint
	memory, walk   []float32 // walk: rows of the rotation, and the head
	frames, values int       // least lengths of Frames and Block
}

// springJoint is a joint as the kernel reads it, with offsets in bytes.
type springJoint struct {
	lag, gravity, wind, radius float32
	own, above, tail, rotation int32
}

const (
	// Numbers that the kernel has in memory, and where constants begin.
	springCommon = 68
	springSide   = 40
	springRows   = 56 // of no rotation
	springWork   = 36 // of a joint
	springState  = formula.SpringRows * simd.Lanes
	springStep   = formula.StepRows * simd.Lanes
)

// NewSpringChain prepares joints, the root first. Tails stay out of a sphere that is set, or inside.
func NewSpringChain(joints []SpringJoint, inside bool) *SpringChain {
	c := &SpringChain{memory: simd.AlignedFloat32(springCommon + springWork*len(joints)), walk: simd.AlignedFloat32(16), Sphere: simd.AlignedFloat32(formula.ColliderRows * simd.Lanes)}
	c.Sphere[formula.ColliderRadius*simd.Lanes] = float32(math.Inf(-1))
	minus := float32(math.Copysign(0, -1))
	for k := range 4 {
		of := c.memory[springSide+k:]
		of[12] = 1
		if k < 3 {
			c.memory[springRows+5*k] = 1
		}
		if inside {
			of[0] = minus
		}
		if k < 3 {
			of[4] = minus
		} else {
			of[8] = minus
		}
	}
	for k, j := range joints {
		r := springJoint{j.Lag, j.Gravity, j.Wind, j.Radius, int32(4 * j.Frame), int32(4 * j.Above), 0, int32(4 * j.Rotation)}
		if k+1 < len(joints) {
			r.tail = int32(4 * (joints[k+1].Frame + 4*simd.Lanes))
		}
		c.joints = append(c.joints, r)
		c.frames, c.values = max(c.frames, max(j.Frame, j.Above)+7*simd.Lanes), max(c.values, j.Rotation+rotationRows*simd.Lanes)
	}
	return c
}

// Move moves the joints that are left. It stops at a rare case, left to the formula; without a kernel it moves
// none.
func (c *SpringChain) Move() error {
	n := len(c.joints)
	if len(c.Frames) < c.frames || len(c.Block) < c.values || len(c.World) < formula.WorldRows*simd.Lanes || len(c.State) < n*springState ||
		len(c.Steps) < n*springStep || len(c.Tip) < 3*simd.Lanes || len(c.Walk) < formula.WalkRows*simd.Lanes ||
		len(c.Sphere) < formula.ColliderRows*simd.Lanes || c.Left < 0 || c.Left > n {
		return checkLengths("SpringChain.Move", length{"Frames", len(c.Frames), c.frames}, length{"Block", len(c.Block), c.values},
			length{"World", len(c.World), formula.WorldRows * simd.Lanes}, length{"State", len(c.State), n * springState},
			length{"Steps", len(c.Steps), n * springStep}, length{"Tip", len(c.Tip), 3 * simd.Lanes}, length{"Walk", len(c.Walk), formula.WalkRows * simd.Lanes},
			length{"Sphere", len(c.Sphere), formula.ColliderRows * simd.Lanes}, length{"Left", c.Left, 0}, length{"joints", n, c.Left})
	}
	if c.Left > 0 {
		head, rows := c.Frames[c.joints[0].own/4+4*simd.Lanes:], c.memory[springRows:]
		if c.Left < n {
			head, rows = c.Walk[formula.WalkHead*simd.Lanes:], c.walk
			c.turned(func(row, kept *float32) { *kept = *row })
		}
		if springs1(c, n-c.Left, head, rows); c.Left > 0 {
			c.turned(func(row, kept *float32) { *row = *kept })
			for i, v := range c.walk[12:15] {
				c.Walk[(formula.WalkHead+i)*simd.Lanes] = v
			}
		}
	}
	return nil
}

// turned calls f for each number of the walk's rotation, in rows and as the kernel has it.
func (c *SpringChain) turned(f func(row, kept *float32)) {
	for i := range 3 {
		for j := range 3 {
			f(&c.Walk[(formula.WalkTurn+3*j+i)*simd.Lanes], &c.walk[4*i+j])
		}
	}
}

// springs1Go leaves all joints.
func springs1Go(c *SpringChain, _ int, head, rows []float32) {
	copy(c.walk, rows[:12])
	c.walk[12], c.walk[13], c.walk[14] = head[0], head[simd.Lanes], head[2*simd.Lanes]
}
