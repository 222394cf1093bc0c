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
	for k := range s.Gather.lists {
		s.Gather.lists[k].count, s.Gather.lists[k].offsets = 0, false
	}
	s.source.Forget()
}

func (r *aloneRows) prepare(values int) {
	for k := range r.Rows {
		r.Rows[k] = simd.AlignedFloat32(values)
	}
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
	s.Gather.prepare(c)
	s.Mixer.prepare(c)
	s.Shown.prepare(c.Poses.SumValues())
	if control := c.Active.Control.Of; control != nil {
		s.controller, s.changed = control.NewController(), simd.AlignedFloat32(c.Poses.BlockValues())
		_ = c.Poses.Reset(s.changed)
	}
	c.Player.Prepare(&s.source)
}

func (g *gather) prepare(c *Mixing) {
	g.lists = make([]gathered, len(c.LODs.Kinds)*c.Player.Groups())
}

func (m *mixer) prepare(c *Mixing) {
	values := max(c.Poses.BlockValues(), c.Poses.SumValues())
	m.sum, m.below = simd.AlignedFloat32(values), simd.AlignedFloat32(values)
	m.model, m.rescaled = c.Poses.NewModelScratch(), simd.NewLanewise()
}
