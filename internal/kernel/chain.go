package kernel

import (
	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/internal/kernel/plain"
	"github.com/sinew-anim/sinew/native/simd"
)

// Chain is the chains of joints of 16 poses and their targets, for SolveChain16.
type Chain struct {
	Len        int // lanes in use, see Lanewise; of NewChain all
	Iterations int
	CCD        bool      // cyclic coordinate descent, not FABRIK
	Joints     []float32 // ChainValues per joint, whose places are given
	Head       []float32 // chainHeadValues: the target is given
	Above      []float32 // FrameValues of the first joint's parent
	Last       []float32 // FrameValues of the last joint
	Weight     []float32 // a row
	Reached    []float32 // two rows, residual and reason, written

	Bend [3]float32 // the direction in which straight chains bend, in Above
	Bind [4]float32 // the last joint's rotation in the bind pose, in the rig form
	// Missing is the reason for a target that more passes might reach.
	Missing float32

	arguments *Lanewise
	joints    []float32 // the one before all, then Joints
	n         int
	moving    [3]int // joints that are arguments
	numbers   [5]float32
}

const (
	// ChainValues is the length of the rows of a joint of a Chain, see package formula.
	ChainValues     = formula.ChainRows * simd.Lanes
	chainHeadValues = formula.ChainHeadRows * simd.Lanes
)

// NewChain returns chains of n joints, 2 or more.
func NewChain(n int) *Chain {
	c := &Chain{Len: simd.Lanes, Missing: formula.Unsettled, arguments: NewLanewise(), joints: simd.AlignedFloat32((n + 1) * ChainValues), n: n}
	c.Joints, c.Head = c.joints[ChainValues:], simd.AlignedFloat32(chainHeadValues)
	for _, row := range [...]int{formula.ChainWhole + 3, formula.ChainTurned + 3, formula.DescendBest + 3} {
		for l := range simd.Lanes {
			c.joints[row*simd.Lanes+l] = 1
		}
	}
	return c
}

// SolveChain16 solves chains by FABRIK or CCD and writes rows ChainOwn of their joints. The best of
// Iterations passes counts, and is no worse than the input. Chains with targets near their
// reach are stretched afterwards.
func SolveChain16(c *Chain) error {
	err := checkLengths("SolveChain16", length{"Above", len(c.Above), FrameValues}, length{"Last", len(c.Last), FrameValues},
		length{"Weight", len(c.Weight), simd.Lanes}, length{"Reached", len(c.Reached), 2 * simd.Lanes})
	if err != nil {
		return err
	}
	c.arguments.Len = c.Len
	c.begin()
	last := c.joint(c.n - 1)
	if c.CCD {
		c.descend(last)
	} else {
		for range c.Iterations {
			copy(last[formula.ChainNow*simd.Lanes:][:3*simd.Lanes], c.Head[formula.ChainTarget*simd.Lanes:])
			c.pass(last)
		}
	}
	if c.Iterations > 0 {
		c.stretch(last)
	}
	c.end(last)
	return nil
}

func (c *Chain) begin() {
	a := c.arguments
	a.Uniforms = c.Bend[:]
	c.rows(c.joint(0), c.joint(1), c.joint(c.n-1), c.Head, c.Above, c.Weight)
	chainBegin16(a)
	a.Rows[0], a.Rows[3] = c.joint(0), c.Head
	c.steps(1, 0, 2, 1)
	chainMeasure16(c, c.n-1)
	if c.n > 2 {
		a.Rows[1], a.Rows[2] = c.Head, c.joint(c.n-1)
		c.steps(0, 1)
		chainBend16(c, c.n-2)
	}
}

// pass goes from the target back to the second joint, and forth again.
func (c *Chain) pass(last []float32) {
	if c.n > 2 {
		c.steps(0, c.n-2, 1, c.n-1)
		chainBack16(c, c.n-2)
	}
	c.steps(0, 0, 1, 1)
	chainForth16(c, c.n-1)
	c.keep(last)
}

// keep takes the current places if they are the best.
func (c *Chain) keep(last []float32) {
	a := c.arguments
	c.rows(last, c.Head)
	chainKeep16(a)
	c.steps(0, 1)
	chainTake16(c, c.n-1)
}

// stretchRounds is the number of Newton steps for the factor that stretches a chain: with two, the
// error of 6,400 random chains is below 2e-6 of the length at any distance from chainFull on.
const stretchRounds = 2

// stretch moves chains to targets near their reach, where passes converge slowly. It returns early
// if none of the 16 has such a target.
func (c *Chain) stretch(last []float32) {
	a := c.arguments
	c.rows(c.joint(0), last, c.Head)
	chainNear16(a)
	if !anyPositive(c.Head[formula.ChainNearness*simd.Lanes:][:c.Len]) {
		return
	}
	chainToward16(a)
	sums := c.Head[formula.ChainSpan*simd.Lanes:][:2*simd.Lanes] // with ChainSlope
	clear(sums)
	c.steps(0, 0, 1, 1)
	chainAside16(c, c.n-1)
	c.rows(c.Head, last)
	chainTry16(a)
	for range stretchRounds {
		clear(sums)
		c.steps(0, 1)
		a.Rows[1] = c.Head
		chainReach16(c, c.n-1)
		a.Rows[0] = c.Head
		chainNarrow16(a)
	}
	a.Rows[2] = c.Head
	c.steps(0, 0, 1, 1)
	chainStraighten16(c, c.n-1)
	c.keep(last)
}

// anyPositive reports whether a row has a value above 0.
func anyPositive(row []float32) bool {
	for _, v := range row {
		if v > 0 {
			return true
		}
	}
	return false
}

func (c *Chain) end(last []float32) {
	a := c.arguments
	c.rows(c.joint(0), nil, c.Head, last)
	c.steps(1, 1)
	chainStretch16(c, c.n-1)
	a.Rows[3] = c.Head
	c.steps(0, -1, 1, 0, 2, 1)
	if c.CCD {
		descendTurn16(c, c.n-1)
	} else {
		chainTurn16(c, c.n-1)
	}
	copy(c.numbers[:], c.Bind[:])
	c.numbers[4], a.Uniforms = c.Missing, c.numbers[:]
	c.rows(c.joint(c.n-2), last, c.Head, c.Last, c.Reached, c.joint(0))
	chainEnd16(a)
}

// joint is the rows of a joint; −1 is the one before all.
func (c *Chain) joint(i int) []float32 { return c.joints[(i+1)*ChainValues:] }

func (c *Chain) rows(rows ...[]float32) { copy(c.arguments.Rows[:], rows) }

// steps sets joints as arguments of a kernel that goes along the chain: pairs of argument and
// joint.
func (c *Chain) steps(list ...int) {
	for ; len(list) > 0; list = list[2:] {
		c.moving[list[0]] = list[1]
		c.arguments.Rows[list[0]] = c.joint(list[1])
	}
}

// forEachJoint is the plain-Go body of a kernel that goes along the chain, by a stride per argument.
func (c *Chain) forEachJoint(f func(*plain.Memory), count int, strides ...int) {
	for k := range count {
		if k > 0 {
			for argument, stride := range strides {
				if stride != 0 {
					c.steps(argument, c.moving[argument]+stride)
				}
			}
		}
		c.arguments.eachLane(f)
	}
}
