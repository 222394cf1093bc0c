package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
)

// ErrShear reports a palette that shears or scales by unequal factors.
var ErrShear = kernel.ErrShear

// Similarities writes the palettes of n instances from first on as rotation, translation and
// uniform scale, in 8 values a slot instead of 12: slot s of instance first+k begins at
// k·Layout().SimilarityStride() + 8·s. A shader expands them to matrices, and blends those.
//
//	rotation x y z w │ translation x y z, scale
//
// They are computed from Palettes. Several goroutines may call it at a time, not during an Update.
// The error wraps ErrShear where a slot shears or scales by unequal factors, and names the instance
// and the slot: such a skeleton keeps matrices. It wraps ErrRange or simd.ErrLength for arguments that
// do not fit.
func (c *Crowd) Similarities(dst []float32, first, n int) error {
	if first < 0 || n < 0 || first > c.n-n {
		return fmt.Errorf("similarities: %w: instances %d to %d of %d", ErrRange, first, first+n, c.n)
	}
	stride := c.poses.SimilarityStride()
	if len(dst) < n*stride {
		return fmt.Errorf("similarities: %w: dst holds %d values, want %d", simd.ErrLength, len(dst), n*stride)
	}
	const matrix = 12
	for k := range n {
		palette := c.set.Mix.Palette(first + k)[:matrix*c.poses.Rotations()]
		if slot, err := kernel.Similarities(dst[k*stride:(k+1)*stride], palette); err != nil {
			return fmt.Errorf("similarities: instance %d, slot %d: %w", first+k, slot, ErrShear)
		}
	}
	return nil
}
