package pose

import (
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/soa"
)

// rigid reports whether palettes only rotate and move.
func (l *Layout) rigid() bool { return l.frames == nil }

// newFrames returns what palettes of a layout are taken apart by (kernel.RestFrame), or nil
// where they are rigid.
func (l *Layout) newFrames() (frames []float32) {
	if l.Form == soa.Rig && l.K == 1 {
		return nil
	}
	for _, inverse := range l.skin().InverseBind {
		f := kernel.RestFrame((*[affineFloats]float32)(&inverse))
		frames = append(frames, f[:]...)
	}
	return frames
}

// DualStride returns the distance between the dual quaternions of two instances that
// Crowd.DualQuaternions writes, in values: DualValues per slot, without a gap.
func (l *Layout) DualStride() int { return l.DualValues() * l.Rotations() }

// SimilarityStride returns the distance between the similarities of two instances that
// Crowd.Similarities writes, in values: 8 per slot, without a gap.
func (l *Layout) SimilarityStride() int { return kernel.SimilarityValues * l.Rotations() }

// DualValues returns the number of float32 that DualQuaternions writes for a slot:
// 8 where palettes only rotate and move, as in the form soa.Rig with K = 1, and 20
// elsewhere. Package gpu calls these formats DualQuaternions and
// ScaledDualQuaternions.
func (l *Layout) DualValues() int {
	if l.rigid() {
		return kernel.DualValues
	}
	return kernel.ScaledDualValues
}

// DualQuaternions writes the palette of an instance, 12 values per slot, as dual
// quaternions, DualValues per slot. The error wraps simd.ErrLength.
func (l *Layout) DualQuaternions(dst, palette []float32) error {
	n := l.Rotations()
	if err := checkLen("dual quaternions", "palette", len(palette), affineFloats*n); err != nil {
		return err
	}
	if err := checkLen("dual quaternions", "dst", len(dst), l.DualValues()*n); err != nil {
		return err
	}
	dst, palette = dst[:l.DualValues()*n], palette[:affineFloats*n]
	if l.rigid() {
		return kernel.DualQuaternions(dst, palette)
	}
	return kernel.ScaledDualQuaternions(dst, palette, l.frames)
}
