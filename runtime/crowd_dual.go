package runtime

import "fmt"

// DualStride returns the distance of two instances in what DualQuaternions writes, in
// values: pose.Layout.DualValues per slot, without a gap.
func (c *Crowd) DualStride() int { return c.poses.DualValues() * c.poses.Rotations() }

// DualQuaternions writes the palettes of n instances from first on as dual quaternions,
// which bend joints without pinching them (soa.DualQuaternion): slot s of instance
// first+k is the pose.Layout.DualValues values from k·DualStride() on. They are computed
// from Palettes. Several goroutines may do so at a time, not during an Update. The error
// wraps ErrRange or ErrLength.
//
//	real x y z w │ dual x y z w              8 values where palettes are rigid
//	real x y z w │ dual x y z w │ 3 × 4      20 elsewhere: a matrix that acts first
//
// Eight values are two thirds of what matrices take on the way to a GPU.
func (c *Crowd) DualQuaternions(dst []float32, first, n int) error {
	if first < 0 || n < 0 || first > c.n-n {
		return fmt.Errorf("dual quaternions: %w: instances %d to %d of %d", ErrRange, first, first+n, c.n)
	}
	stride := c.DualStride()
	if len(dst) < n*stride {
		return fmt.Errorf("dual quaternions: %w: dst holds %d values, want %d", ErrLength, len(dst), n*stride)
	}
	for k := range n {
		if err := c.poses.DualQuaternions(dst[k*stride:], c.set.mix.Palette(first+k)); err != nil {
			return err
		}
	}
	return nil
}
