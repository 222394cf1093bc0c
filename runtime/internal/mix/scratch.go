package mix

import (
	"github.com/sinew-anim/sinew/native/simd"
)

func (s *Scratch) Forget() {
	m := &s.Mixer
	m.whole.count, m.open, m.last = 0, 0, nil
	for k := range m.lists {
		m.lists[k].count = 0
	}
	for k := range s.Gather {
		s.Gather[k].count, s.Gather[k].offsets = 0, false
	}
	s.source.Forget()
}

// PrepareScratch makes a goroutine's memory.
func (c *Mixing) PrepareScratch(s *Scratch) {
	kernels := 0
	for _, level := range c.LODs.Kinds {
		kernels = max(kernels, c.Poses.Detail(level).ScratchValues())
	}
	s.pose, s.Kernels = simd.AlignedFloat32(c.Poses.BlockValues()), simd.AlignedFloat32(kernels)
	s.moved, s.row = simd.AlignedFloat32(c.Poses.BlockValues()), simd.AlignedFloat32(c.Poses.RowValues())
	s.held = c.Poses.Rows(nil)
	s.Gather = make(gather, len(c.LODs.Kinds)*c.Player.Groups())
	s.Mixer.prepare(c)
	s.expressed = make([]float32, len(c.Poses.Expressions))
	for k := range s.Shown {
		s.Shown[k] = simd.AlignedFloat32(c.Poses.SumValues())
	}
	if control := c.Active.Control.Of; control != nil {
		s.controller, s.changed = control.NewController(), simd.AlignedFloat32(c.Poses.BlockValues())
		_ = c.Poses.Reset(s.changed)
	}
	c.Player.Prepare(&s.source)
}

func (m *mixer) prepare(c *Mixing) {
	values := max(c.Poses.BlockValues(), c.Poses.SumValues())
	m.sum, m.below = simd.AlignedFloat32(values), simd.AlignedFloat32(values)
	m.model, m.rescaled = c.Poses.NewModelScratch(), c.Poses.NewRescaleScratch()
}
