package runtime

import (
	"github.com/sinew-anim/sinew/native/simd"
)

func (s *mixScratch) forget() {
	m := &s.mixer
	m.whole.count, m.open, m.last = 0, 0, nil
	for k := range m.lists {
		m.lists[k].count = 0
	}
	for k := range s.gather.lists {
		s.gather.lists[k].count, s.gather.lists[k].offsets = 0, false
	}
	s.source.Forget()
}

func (r *soloRows) prepare(values int) {
	for k := range r.rows {
		r.rows[k] = simd.AlignedFloat32(values)
	}
}

// prepareScratch makes a goroutine's memory.
func (c *mixing) prepareScratch(s *mixScratch) {
	kernels := 0
	for _, level := range c.levels.kinds {
		kernels = max(kernels, c.poses.Detail(level).ScratchValues())
	}
	s.pose, s.kernels = simd.AlignedFloat32(c.poses.BlockValues()), simd.AlignedFloat32(kernels)
	s.moved, s.row = simd.AlignedFloat32(c.poses.BlockValues()), simd.AlignedFloat32(c.poses.RowValues())
	s.held = c.poses.Rows(nil)
	s.gather.prepare(c)
	s.mixer.prepare(c)
	s.solo.prepare(c.poses.SumValues())
	if control := c.active.Control.Of; control != nil {
		s.controller, s.changed = control.NewController(), simd.AlignedFloat32(c.poses.BlockValues())
		_ = c.poses.Reset(s.changed)
	}
	c.player.Prepare(&s.source)
}

func (g *gather) prepare(c *mixing) {
	g.lists = make([]gathered, len(c.levels.kinds)*c.player.Groups())
}

func (m *mixer) prepare(c *mixing) {
	values := max(c.poses.BlockValues(), c.poses.SumValues())
	m.sum, m.below = simd.AlignedFloat32(values), simd.AlignedFloat32(values)
	m.model, m.rescaled = c.poses.NewModelScratch(), simd.NewLanewise()
}
