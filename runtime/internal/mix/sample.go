package mix

import (
	"math/bits"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/source"
)

// heldPosePart is the clip of a part that is the pose that an active clip holds.
func (c *Mixing) heldPosePart(a int) int32 { return -1 - int32(c.Active.Clips.More[a]) }

// poseOf computes the pose of a lane of part k into the scratch's row for it, see source.Player.
func (c *Mixing) poseOf(s *Scratch, k int, f *source.Part, lane int) []float32 {
	clip := f.Clip[lane]
	if clip >= 0 {
		return c.Player.Pose(&s.source, k, clip, f.At.Row[lane], f.At.Alpha[lane])
	}
	rows := c.Active.HeldPoses.Row(int(-1 - clip))
	n := len(rows) / 2
	return s.source.SampleRow(k, rows[:n], rows[n:], f.At.Alpha[lane])
}

// exceeds reports whether the rotations of a list's poses have to be rescaled.
func (c *Mixing) exceeds(l *mixList) bool {
	added := 0
	for k := range l.shape.Len() {
		if l.shape.At(k).Kind.Adds() {
			added++
		}
	}
	return c.Lengths.Exceeds(added, l.shape.Offset(), l.heaviest)
}

// mostOf is the greatest weight of a mask, 1 of the whole body.
func (c *Mixing) mostOf(mask uint8) float32 {
	if mask == 0 {
		return 1
	}
	return c.Active.Masks[mask-1].Most
}

// sample computes the poses of one part of a block: into s.pose, or into s.moved where all are held,
// so that s.pose keeps what keys need.
func (c *Mixing) sample(s *Scratch, f *source.Part) []float32 {
	held := uint16(0)
	for lane, clip := range f.Clip {
		if clip < 0 {
			held |= 1 << lane
		}
	}
	if held == 1<<simd.Lanes-1 {
		return c.sampleHeld(s, f)
	}
	c.Player.Sample(&s.source, s.pose, f, ^held)
	for ; held != 0; held &= held - 1 {
		lane := bits.TrailingZeros16(held)
		rows := c.Active.HeldPoses.Row(int(-1 - f.Clip[lane]))
		n := len(rows) / 2
		_ = kernel.SampleRows1(s.row, rows[:n], rows[n:], f.At.Alpha[lane])
		_ = c.Poses.SetLane(s.pose, s.row, lane)
		s.source.Overwritten()
	}
	return s.pose
}

// sampleHeld computes poses that are all held.
func (c *Mixing) sampleHeld(s *Scratch, f *source.Part) []float32 {
	at := &s.heldAt
	at.Alpha = f.At.Alpha
	for lane, clip := range f.Clip {
		at.Row[lane] = int64(-1-clip) * int64(c.Active.HeldPoses.Each)
	}
	s.held.Values = c.Active.HeldPoses.All()
	_ = c.Poses.SampleRows(s.moved, s.held, at)
	return s.moved
}

// columnsOf returns the weights of a mask's columns, or nil for the whole body.
func (c *Mixing) columnsOf(mask uint8) []float32 {
	if mask == 0 {
		return nil
	}
	return c.Active.Masks[mask-1].Columns
}
