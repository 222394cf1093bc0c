package frame

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/internal/mix"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Set is the instances of a crowd: what they play, and what makes poses of it.
type Set struct {
	Len    int
	Poses  *pose.Layout
	Active active.Table
	Mix    mix.Mixing

	Workers []*Scratch
	Some    []int // instances that Work works on; nil: all
}

// Scratch is what a goroutine needs for a frame.
type Scratch struct {
	At     [active.CrowdBlocks]simd.Frames
	due    mix.Due
	lanes  []uint16 // per kind of level of detail: the lanes of a block that are due
	layers layeredScratch
	Step   active.StepScratch
	Mix    mix.Scratch
	driver play.Driver
	err    error // of the driver, in the frame
}

// Employ gives each of some workers memory for what is played now.
func (c *Set) Employ(workers int) {
	c.Workers = make([]*Scratch, workers)
	for k := range c.Workers {
		c.Workers[k] = &Scratch{}
		c.PrepareScratch(c.Workers[k])
	}
}

// PrepareScratch makes a goroutine's memory.
func (c *Set) PrepareScratch(s *Scratch) {
	s.lanes = make([]uint16, len(c.Mix.LODs.Kinds))
	c.Mix.PrepareScratch(&s.Mix)
	if c.Active.Watching() || c.Active.Graph.Of != nil {
		s.Step.Events.Most = c.Active.Watch.List.Most
		s.Step.Events.Prepare()
	}
	if c.Active.Graph.Of != nil {
		s.driver = c.Active.Graph.Of.NewDriver(c.Active.Clips.Each)
		s.Step.Substep.Driver = s.driver
	}
}

// layeredScratch is what a goroutine needs for layered instances.
type layeredScratch struct {
	lanes   [active.CrowdBlocks]uint16             // which are due
	kind    [active.CrowdBlocks * simd.Lanes]uint8 // of level, of those
	divided [active.CrowdBlocks]uint16             // whose step is divided
}

// Forget drops what a goroutine has begun, and what it keeps of the source.
func (s *Scratch) Forget() {
	s.Mix.Forget()
	s.Step.Events.Clear()
}
