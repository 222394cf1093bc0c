package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/internal/mix"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Float returns custom property f of the model, an index of soa.Model.Floats, as the
// character's layers combine it, whatever its level of detail: by their weights and
// kinds, with masks as of morph weights. What is missing of a weight of 1 is the model's own
// value, for a pose that is held too. It is computed at every call. A
// property out of range is 0.
func (x Instance) Float(f int) float32 {
	if !x.has() || f < 0 || f >= len(x.crowd.set.mix.Floats.Rest) {
		return 0
	}
	return x.crowd.set.mix.Float(x.index, f)
}

// Floats writes custom property f of the instances from first on, as Instance.Float, to dst.
// The error wraps ErrRange.
func (c *Crowd) Floats(dst []float32, first, f int) error {
	if first < 0 || first > c.n-len(dst) || f < 0 || f >= len(c.set.mix.Floats.Rest) {
		return fmt.Errorf("floats: %w: instances %d to %d of %d, property %d of %d", ErrRange, first, first+len(dst), c.n, f, len(c.set.mix.Floats.Rest))
	}
	for k := range dst {
		dst[k] = c.set.mix.Float(first+k, f)
	}
	return nil
}

// Floats writes what Float returns for all custom properties of the model. The error
// wraps ErrStale, or ErrLength where out has not one value per property.
func (x Instance) Floats(out []float32) error {
	if err := x.check("floats"); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	if len(out) != len(c.set.mix.Floats.Rest) {
		return fmt.Errorf("floats: %w: room for %d of %d", ErrLength, len(out), len(c.set.mix.Floats.Rest))
	}
	if c.set.active.Clips.Flags[i] == 0 {
		c.set.mix.Floats.Values(int(c.set.active.Clip[i]), c.set.active.Clocks.Position(i), out)
		return nil
	}
	var list [play.MaxLayers]mix.FloatPart
	parts := c.set.mix.FloatParts(i, &list)
	for f := range out {
		out[f] = c.set.mix.BlendFloat(parts, f)
	}
	return nil
}
