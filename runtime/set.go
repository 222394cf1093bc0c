package runtime

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/internal/mix"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// set is the instances of a crowd: what they play, and what makes poses of it.
type set struct {
	n      int
	poses  *pose.Layout
	active active.Table
	mix    mix.Mixing
}

// frameScratch is what a goroutine needs for a frame.
type frameScratch struct {
	at     [active.CrowdBlocks]simd.Frames
	due    mix.Due
	lanes  []uint16 // per kind of level of detail: the lanes of a block that are due
	layers busyScratch
	step   active.StepScratch
	mix    mix.Scratch
	driver play.Driver
}

// prepareScratch makes a goroutine's memory.
func (c *set) prepareScratch(s *frameScratch) {
	s.lanes = make([]uint16, len(c.mix.LODs.Kinds))
	c.mix.PrepareScratch(&s.mix)
	if c.active.Watching() || c.active.Graph.Of != nil {
		s.step.Events.Most = c.active.Watch.List.Most
		s.step.Events.Prepare()
	}
	if c.active.Graph.Of != nil {
		s.driver = c.active.Graph.Of.NewDriver(c.active.Clips.Each)
		s.step.Substep.Driver = s.driver
	}
}

// busyScratch is what a goroutine needs for instances that are busy.
type busyScratch struct {
	lanes   [active.CrowdBlocks]uint16             // which are due
	kind    [active.CrowdBlocks * simd.Lanes]uint8 // of level, of those
	divided [active.CrowdBlocks]uint16             // whose step is divided
}
