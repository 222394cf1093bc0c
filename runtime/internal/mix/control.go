package mix

import (
	"github.com/sinew-anim/sinew/native/simd"
)

// EvaluateControlled computes the palettes and morph weights of blocks that OnlyControlled
// has found, where they lie, with the bits of the mixer.
func (c *Mixing) EvaluateControlled(s *Scratch, first int, at []simd.Frames) {
	f := &s.plain
	for b := range at {
		i := (first + b) * simd.Lanes
		f.At = at[b]
		instance := &f.instance
		for lane := range simd.Lanes {
			f.Clip[lane], instance[lane] = c.Active.Clip[i+lane], int32(i+lane)
		}
		c.Player.Sample(&s.source, s.pose, &f.Part, 1<<simd.Lanes-1)
		c.changeBlock(s, s.pose, instance, simd.Lanes)
		s.source.Overwritten()
		_ = c.Poses.Detail(c.LODs.Kinds[0]).ToPalettes(c.palettesOf(i, 0), s.pose, s.Kernels)
		if c.weighs() {
			c.weightsOfBlock(s, instance[:], s.pose)
		}
	}
}

// EvaluateChanged evaluates an instance that plays one clip and that the control changes, with the
// bits of EvaluateControlled.
func (c *Mixing) EvaluateChanged(s *Scratch, one Alone) {
	i := one.Instance
	c.Player.Pose(&s.source, 0, c.Active.Clip[i], one.Row, one.Alpha)
	row := s.source.Changeable(0)
	c.changeRow(s, row, i)
	s.source.Overwritten()
	_ = c.Poses.Detail(one.Level).ToPalette(c.Palette(i), row, s.Kernels)
	if c.weighs() {
		c.weightsOfPose(s, i, row)
	}
}

// changeBlock changes the first n lanes of a block. The others, which are spare, stay what
// the first is.
func (c *Mixing) changeBlock(s *Scratch, block []float32, instance *[simd.Lanes]int32, n int) {
	at := &s.changing
	at.Len, at.Instance, at.Whole = n, *instance, n == simd.Lanes && instance[0]%simd.Lanes == 0
	for lane, i := range instance[:n] {
		at.Seconds[lane], c.Active.Control.Owed[i] = float64(c.Active.Control.Owed[i]), 0
		at.Whole = at.Whole && i == instance[0]+int32(lane)
	}
	s.controller.Change(block, at)
	if n == simd.Lanes {
		return
	}
	for row := block[:c.Poses.BlockValues()]; len(row) > 0; row = row[simd.Lanes:] {
		for lane := n; lane < simd.Lanes; lane++ {
			row[lane] = row[0]
		}
	}
}

// changeRow changes the pose of an instance, a row, as the first of a block.
func (c *Mixing) changeRow(s *Scratch, row []float32, i int) {
	at := &s.changing
	at.Len, at.Instance[0], at.Whole = 1, int32(i), false
	at.Seconds[0], c.Active.Control.Owed[i] = float64(c.Active.Control.Owed[i]), 0
	_ = c.Active.Control.Reads.Set(s.changed, row)
	s.controller.Change(s.changed, at)
	_ = c.Active.Control.Changes.Get(row, s.changed)
}
