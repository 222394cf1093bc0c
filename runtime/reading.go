package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// Float returns custom property f of the model, an index of soa.Model.Floats, combined from the
// character's layers by weight and kind, masked as morph weights are, at any level of detail. Held
// poses, and weight missing from 1, contribute the model's rest value. A value set by SetFloat
// takes precedence. It is computed at every call. A property out of range is 0.
func (x Instance) Float(f int) float32 {
	if !x.has() || f < 0 || f >= len(x.crowd.set.Mix.Floats.Rest) {
		return 0
	}
	return x.crowd.set.Mix.Float(x.index, f)
}

// SetFloat sets custom property f of the character, whatever its layers play, until ClearFloat or
// Reuse: an expression shows with the next evaluation. Only properties that move something
// can be set, those of soa.Model.Expressions. The error wraps ErrStale,
// ErrRange for a property out of range or that moves nothing, or ErrOption for a value that is not
// finite.
func (x Instance) SetFloat(f int, value float32) error {
	if err := x.check("set float"); err != nil {
		return err
	}
	switch faces := &x.crowd.set.Mix.Faces; {
	case !play.Finite(float64(value)):
		return fmt.Errorf("set float: %w: %v", ErrOption, value)
	case !faces.Set(x.index, f, value):
		return fmt.Errorf("set float: %w: property %d of %d, which nothing follows", ErrRange, f, len(x.crowd.set.Mix.Floats.Rest))
	}
	return nil
}

// ClearFloat gives custom property f back to the layers. The error wraps ErrStale or ErrRange.
func (x Instance) ClearFloat(f int) error {
	if err := x.check("clear float"); err != nil {
		return err
	}
	if !x.crowd.set.Mix.Faces.Clear(x.index, f) {
		return fmt.Errorf("clear float: %w: property %d of %d, which nothing follows", ErrRange, f, len(x.crowd.set.Mix.Floats.Rest))
	}
	return nil
}

// Floats writes custom property f of the instances from first on, as Instance.Float, to dst.
// The error wraps ErrRange.
func (c *Crowd) Floats(dst []float32, first, f int) error {
	if first < 0 || first > c.n-len(dst) || f < 0 || f >= len(c.set.Mix.Floats.Rest) {
		return fmt.Errorf("floats: %w: instances %d to %d of %d, property %d of %d", ErrRange, first, first+len(dst), c.n, f, len(c.set.Mix.Floats.Rest))
	}
	for k := range dst {
		dst[k] = c.set.Mix.Float(first+k, f)
	}
	return nil
}

// Floats writes the values of all custom properties of the model, as Float returns
// them. The error wraps ErrStale, or simd.ErrLength where out has not one value per
// property.
func (x Instance) Floats(out []float32) error {
	if err := x.check("floats"); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	if len(out) != len(c.set.Mix.Floats.Rest) {
		return fmt.Errorf("floats: %w: room for %d of %d", simd.ErrLength, len(out), len(c.set.Mix.Floats.Rest))
	}
	c.set.Mix.AllFloats(i, out)
	return nil
}

// Stride returns the distance of the palettes of two instances, in values: 12 per slot
// and more, see pose.Level.PaletteStride.
func (c *Crowd) Stride() int { return c.set.Mix.Stride }

// Palettes returns the palettes of all instances: slot s of instance i is the 12
// values from i·Stride() + 12·s on. The next Update overwrites them.
func (c *Crowd) Palettes() []float32 { return c.set.Mix.Values[:c.n*c.set.Mix.Stride] }

// Palette returns the palette of the character: 12 values per slot, or nil where it is none.
// The next Update overwrites it.
func (x Instance) Palette() []float32 {
	if !x.has() {
		return nil
	}
	return x.crowd.set.Mix.Palette(x.index)
}

// Joint returns the model-space matrix of a joint of the skeleton, as of the character's last
// evaluation, to attach objects. The error wraps ErrStale, or ErrRange for a joint that does
// not exist or that the layout leaves out.
func (x Instance) Joint(joint int) (m soa.Affine, err error) {
	if err := x.check("joint"); err != nil {
		return m, err
	}
	if err := x.crowd.checkJoint(joint); err != nil {
		return m, fmt.Errorf("joint: %w", err)
	}
	x.crowd.set.Mix.Joint(x.index, joint, &m)
	return m, nil
}

// Joints is Instance.Joint for several joints of several instances:
//
//	dst[k·len(joints) + j]   joint joints[j] of instance instances[k]
//
// The error wraps simd.ErrLength where dst has another length, or ErrRange; nothing has
// been written then.
func (c *Crowd) Joints(dst []soa.Affine, instances, joints []int) error {
	if err := c.checkJoints(dst, instances, joints); err != nil {
		return fmt.Errorf("joints: %w", err)
	}
	c.set.Mix.Joints(dst, instances, joints, nil)
	return nil
}

// WorldJoints is Joints in world space: with RootApplied each matrix is the character's
// Transform times that of the joint; other modes give Joints. Positions are added in float64,
// and rounded to float32 at the end.
func (c *Crowd) WorldJoints(dst []soa.Affine, instances, joints []int) error {
	if err := c.checkJoints(dst, instances, joints); err != nil {
		return fmt.Errorf("world joints: %w", err)
	}
	roots := &c.set.Active.Roots
	if roots.Mode != play.RootApplied {
		c.set.Mix.Joints(dst, instances, joints, nil)
		return nil
	}
	var places [simd.Lanes]kernel.Place
	for len(instances) > 0 {
		n := min(len(instances), len(places))
		for k, i := range instances[:n] {
			roots.Transform((*soa.RootTransform)(&places[k]), i)
		}
		c.set.Mix.Joints(dst, instances[:n], joints, places[:n])
		dst, instances = dst[n*len(joints):], instances[n:]
	}
	return nil
}

// checkJoints checks what Joints is asked for.
func (c *Crowd) checkJoints(dst []soa.Affine, instances, joints []int) error {
	if want := len(instances) * len(joints); len(dst) != want {
		return fmt.Errorf("%w: %d matrices for %d joints of %d instances", simd.ErrLength, len(dst), len(joints), len(instances))
	}
	for _, i := range instances {
		if !c.has(i) {
			return c.outOfRange(i)
		}
	}
	slots := c.poses.Slot
	for _, joint := range joints {
		if uint(joint) >= uint(len(slots)) || slots[joint] < 0 {
			return noJoint(joint)
		}
	}
	return nil
}

func (c *Crowd) checkJoint(joint int) error {
	if uint(joint) >= uint(len(c.poses.Slot)) || c.poses.Slot[joint] < 0 {
		return noJoint(joint)
	}
	return nil
}

// noJoint is apart so that checkJoint is inlined.
func noJoint(joint int) error {
	return fmt.Errorf("%w: joint %d is not in the layout", ErrRange, joint)
}

// Weights returns the morph weights of the character, one per weight of the model. The next
// Update overwrites them.
func (x Instance) Weights() []float32 {
	if !x.has() {
		return nil
	}
	return x.crowd.set.Mix.Weights.Row(x.index)
}

// AllWeights returns the morph weights of all instances, one per weight of the model each.
func (c *Crowd) AllWeights() []float32 { return c.set.Mix.Weights.Values[:c.n*c.set.Mix.Weights.Each] }
