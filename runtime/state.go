package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// Motion returns the movement of the character in the last update, relative to its place before:
// blended from its layers by their weights and their masks' weight of the root. It is Identity where
// RootMotion is RootIgnored, and where the last update, an UpdateSome, left the character out.
func (x Instance) Motion() (p soa.RootTransform) {
	c, i := x.crowd, x.index
	if !x.has() || c.set.Active.Roots.Mode == play.RootIgnored || c.set.Active.Roots.Stays(i) {
		return soa.IdentityRoot()
	}
	c.set.Active.Roots.Motion(&p, i)
	return p
}

// Transform returns the place of the character: the product of its movements, with
// RootApplied, in float64.
func (x Instance) Transform() (p soa.RootTransform) {
	if !x.has() || x.crowd.set.Active.Roots.Mode != play.RootApplied {
		return soa.IdentityRoot()
	}
	x.crowd.set.Active.Roots.Transform(&p, x.index)
	return p
}

// SetTransform sets the place of the character. The error wraps ErrStale, or ErrOption where
// the crowd does not apply root motion or the place has no rotation.
func (x Instance) SetTransform(p soa.RootTransform) error {
	if err := x.check("set transform"); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	for _, v := range [...]float64{p.X, p.Y, p.Z, p.C, p.S} {
		if !play.Finite(v) {
			return fmt.Errorf("set transform: %w: %v", ErrOption, p)
		}
	}
	if c.set.Active.Roots.Mode != play.RootApplied || p.C == 0 && p.S == 0 {
		return fmt.Errorf("set transform: %w: %v, root motion is %v", ErrOption, p, c.set.Active.Roots.Mode)
	}
	c.set.Active.Roots.Put(i, p.Unit())
	return nil
}

// Save appends the playing state of the character to data: layers, clocks, fades, queues, offsets, its place, values
// of SetFloat, and the memory of its control. Restored in a crowd of the same source and options it continues with
// the same bits and events. The error wraps ErrStale.
func (x Instance) Save(data []byte) ([]byte, error) {
	if err := x.check("save"); err != nil {
		return data, err
	}
	return x.crowd.set.Save(data, x.index), nil
}

// Restore gives the character a state that Save has written, of any character of a crowd of the same
// source and options. The palette follows with the next Update. The error wraps ErrStale or
// play.ErrState, and nothing has changed then.
func (x Instance) Restore(data []byte) error {
	if err := x.check("restore"); err != nil {
		return err
	}
	return x.crowd.set.Restore(x.index, data)
}
