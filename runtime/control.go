package runtime

import (
	"github.com/sinew-anim/sinew/native/simd"
)

// evaluateControlled computes the palettes and morph weights of blocks that onlyControlled
// has found, where they lie, with the bits of the mixer.
func (c *mixing) evaluateControlled(s *mixScratch, first int, at []simd.Frames, dt float64) {
	f := &s.plain
	for b := range at {
		i := (first + b) * simd.Lanes
		f.At = at[b]
		instance := &f.instance
		for lane := range simd.Lanes {
			f.Clip[lane], instance[lane] = c.active.Clip[i+lane], int32(i+lane)
			c.active.Control.Owed[i+lane] += float32(dt)
		}
		c.player.Sample(&s.source, s.pose, &f.Part, 1<<simd.Lanes-1)
		c.changeBlock(s, s.pose, instance, simd.Lanes)
		s.source.Overwritten()
		_ = c.poses.Detail(c.levels.kinds[0]).ToPalettes(c.palettesOf(i, 0), s.pose, s.kernels)
		if c.weights.moving() {
			c.weights.ofBlock(instance[:], s.pose)
		}
	}
}

// changeBlock changes the first n lanes of a block. The others, which are spare, stay what
// the first is.
func (c *mixing) changeBlock(s *mixScratch, block []float32, instance *[simd.Lanes]int32, n int) {
	at := &s.changing
	at.Len, at.Instance, at.Whole = n, *instance, n == simd.Lanes && instance[0]%simd.Lanes == 0
	for lane, i := range instance[:n] {
		at.Seconds[lane], c.active.Control.Owed[i] = float64(c.active.Control.Owed[i]), 0
		at.Whole = at.Whole && i == instance[0]+int32(lane)
	}
	s.controller.Change(block, at)
	if n == simd.Lanes {
		return
	}
	for row := block[:c.poses.BlockValues()]; len(row) > 0; row = row[simd.Lanes:] {
		for lane := n; lane < simd.Lanes; lane++ {
			row[lane] = row[0]
		}
	}
}

// changeRow changes the pose of an instance, a row, as the first of a block.
func (c *mixing) changeRow(s *mixScratch, row []float32, i int) {
	at := &s.changing
	at.Len, at.Instance[0], at.Whole = 1, int32(i), false
	at.Seconds[0], c.active.Control.Owed[i] = float64(c.active.Control.Owed[i]), 0
	columns := c.active.Control.Columns
	_ = c.poses.SetLane(s.changed, row, 0, columns...)
	s.controller.Change(s.changed, at)
	_ = c.poses.GetLane(row, s.changed, 0, columns...)
}
