package runtime

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// set is the instances of a crowd: what they play, and what makes poses of it.
type set struct {
	n      int
	poses  *pose.Layout
	active table
	mix    mixing
}

// frameScratch is what a goroutine needs for a frame.
type frameScratch struct {
	at     [crowdBlocks]simd.Frames
	due    due
	lanes  []uint16 // per kind of level of detail: the lanes of a block that are due
	layers busyScratch
	step   stepScratch
	mix    mixScratch
	driver play.Driver
}

// prepareScratch makes a goroutine's memory.
func (c *set) prepareScratch(s *frameScratch) {
	s.lanes = make([]uint16, len(c.mix.levels.kinds))
	c.mix.prepareScratch(&s.mix)
	if c.active.watching() || c.active.graph.of != nil {
		s.step.events.most = c.active.watch.list.most
		s.step.events.prepare()
	}
	if c.active.graph.of != nil {
		s.driver = c.active.graph.of.NewDriver(c.active.voices.each)
		s.step.substep.driver = s.driver
	}
}

// busyScratch is what a goroutine needs for instances that are busy.
type busyScratch struct {
	lanes   [crowdBlocks]uint16             // which are due
	kind    [crowdBlocks * simd.Lanes]uint8 // of level, of those
	divided [crowdBlocks]uint16             // whose step is divided
}
