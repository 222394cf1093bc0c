package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/internal/mix"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// DualQuaternions writes the palettes of n instances from first on as dual quaternions, which bend joints
// without pinching them (soa.DualQuaternion): slot s of instance first+k is the pose.Layout.DualValues
// values from k·Layout().DualStride() on. They are computed from Palettes. Several goroutines may call it
// at a time, not during an Update. The error wraps ErrRange or simd.ErrLength.
//
//	real x y z w │ dual x y z w              8 values where palettes are rigid
//	real x y z w │ dual x y z w │ 3 × 4      20 elsewhere: a matrix that acts first
//
// Eight values are two thirds of a matrix on the way to a GPU.
func (c *Crowd) DualQuaternions(dst []float32, first, n int) error {
	if first < 0 || n < 0 || first > c.n-n {
		return fmt.Errorf("dual quaternions: %w: instances %d to %d of %d", ErrRange, first, first+n, c.n)
	}
	stride := c.poses.DualStride()
	if len(dst) < n*stride {
		return fmt.Errorf("dual quaternions: %w: dst holds %d values, want %d", simd.ErrLength, len(dst), n*stride)
	}
	for k := range n {
		if err := c.poses.DualQuaternions(dst[k*stride:], c.set.Mix.Palette(first+k)); err != nil {
			return err
		}
	}
	return nil
}

// Frames writes the places of n instances from first on in their bank,
// soa.InstanceFrames each. A GPU can compute their palettes from them (package gpu,
// Evaluator); a crowd moved by Advance computes none.
//
//	err = crowd.Advance(dt)
//	err = crowd.Frames(frames, 0, crowd.Len()) // 24 bytes an instance
//	err = evaluator.Evaluate(frames)
//
// Instances have to play one clip or cross-fade between two, in any number of layers that average
// the whole body. The error wraps ErrFrames for poses with masks, additive layers, offsets that die
// out, held poses, graphs or controls, and for sources other than Baked. It wraps ErrRange or
// simd.ErrLength for arguments that do not fit. Levels of detail choose the number of clips, not that of
// joints: where fades overlap, LOD.Layers of 2 leaves the two clips that count most.
func (c *Crowd) Frames(dst []soa.Frame, first, n int) error {
	bank := source.BankOf(c.set.Mix.Player)
	switch {
	case bank == nil:
		return fmt.Errorf("frames: %w: its source is not Baked", ErrFrames)
	case first < 0 || n < 0 || first > c.n-n:
		return fmt.Errorf("frames: %w: instances %d to %d of %d", ErrRange, first, first+n, c.n)
	case len(dst) < n*soa.InstanceFrames:
		return fmt.Errorf("frames: %w: dst holds %d frames, want %d", simd.ErrLength, len(dst), n*soa.InstanceFrames)
	}
	c.set.Mix.AloneLock.Lock()
	defer c.set.Mix.AloneLock.Unlock()
	stride := int64(bank.Stride())
	for k := range n {
		if !c.frames((*[soa.InstanceFrames]soa.Frame)(dst[k*soa.InstanceFrames:]), first+k, stride) {
			return fmt.Errorf("frames: %w: instance %d", ErrFrames, first+k)
		}
	}
	return nil
}

// frames writes those of an instance, or returns false where its pose has others.
func (c *Crowd) frames(to *[soa.InstanceFrames]soa.Frame, i int, stride int64) bool {
	*to = [soa.InstanceFrames]soa.Frame{{Weight: 1}} // the rest pose is the first row
	if c.set.Active.Clips.Flags[i] == 0 {
		row, alpha := c.set.Active.Clocks.Place(i)
		to[0] = soa.Frame{Row: uint32(row / stride), Alpha: alpha, Weight: 1}
		return true
	}
	if c.set.Active.Clips.Flags[i]&(active.InstanceDriven|active.InstanceControlled|active.InstanceHolds|active.InstanceOffset) != 0 || !c.set.Active.Offsets.None(i) {
		return false
	}
	s := c.set.Mix.AloneScratch()
	c.set.Mix.PlacesAt(s, i, 0)
	var unplanned active.Plan
	parts := c.set.Mix.Parts(i, 0, s, &s.Parts, &unplanned)
	if most := c.set.Mix.LODs.List[c.set.Mix.LODs.Level[i]&^mix.LevelFresh].Layers; most > 0 {
		parts = c.set.Mix.Thin(parts, most)
	}
	if len(parts) > len(to) {
		return false
	}
	for k := range parts {
		p := &parts[k]
		if p.Clip < 0 || p.Kind != play.Blend || p.Mask != 0 || p.Group != 0 {
			return false
		}
		to[k] = soa.Frame{Row: uint32(p.Row / stride), Alpha: p.Alpha, Weight: p.Weight}
	}
	return true
}
