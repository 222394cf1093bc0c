package kernel

import (
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
)

// descend solves chains by cyclic coordinate descent.
func (c *Chain) descend(last []float32) {
	a := c.arguments
	c.steps(0, 0)
	descendBegin16(c, c.n)
	for range c.Iterations {
		c.rows(c.joint(0), last, c.Head)
		descendBend16(a)
		c.aim()
		c.rows(c.joint(0), c.joint(1), c.Head)
		descendRoot16(a)
		if c.n > 2 {
			c.rows(nil, nil, nil, c.Head, c.joint(0))
			c.steps(0, 0, 1, 1, 2, 2)
			descendCarry16(c, c.n-2)
		}
		c.rows(last, c.Head)
		chainKeep16(a)
		c.steps(0, 0)
		descendTake16(c, c.n)
	}
}

// aim rotates the joints from the last but one to the first; the first bends nothing.
func (c *Chain) aim() {
	c.arguments.Rows[1] = c.Head
	if c.n > 2 {
		c.steps(0, c.n-2)
		descendAim16(c, c.n-2)
	}
	sway := c.Head[formula.DescendSway*simd.Lanes:][:4*simd.Lanes]
	clear(sway)
	copy(sway[3*simd.Lanes:], ones[:])
	c.steps(0, 0)
	descendAim16(c, 1)
}

// ones is a row.
var ones = [simd.Lanes]float32{1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}
