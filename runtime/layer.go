package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/play"
)

// Layer is one layer of a character, as play.Options.Layer numbers them.
type Layer struct {
	of    Instance
	layer int
}

// Layer returns layer k, from 0 to CrowdOptions.Layers − 1.
func (x Instance) Layer(k int) Layer { return Layer{x, k} }

// active returns the active clip that the layer plays or fades in.
func (l Layer) active(what string) (a int, err error) {
	if err := l.of.check(what); err != nil {
		return 0, err
	}
	if a, err = l.of.crowd.set.Active.Layer(l.of.index, l.layer); err != nil {
		return 0, fmt.Errorf("%s: %w", what, err)
	}
	return a, nil
}

// SetWeight changes the weight of the layer at once. Call it every frame if the weight
// follows a parameter. The error wraps ErrStale, ErrRange for a layer that plays nothing, or
// ErrOption for a weight that is not from 0 to MaxWeight.
func (l Layer) SetWeight(weight float64) error {
	a, err := l.active("set weight")
	if err != nil {
		return err
	}
	c, i := l.of.crowd, l.of.index
	if !play.IsWeight(weight) {
		return fmt.Errorf("set weight: %w: %v", ErrOption, weight)
	}
	c.set.Active.SetWeight(i, a, float32(weight))
	c.set.Mix.LODs.Refresh(i)
	return nil
}

// SetMask changes the mask of the layer, as play.Options.Mask counts them, within some
// seconds: the clip plays on with both masks meanwhile. The error wraps ErrStale, ErrRange,
// play.ErrTime or ErrOption.
func (l Layer) SetMask(mask int, seconds float64) error {
	a, err := l.active("set mask")
	if err != nil {
		return err
	}
	c, i := l.of.crowd, l.of.index
	switch {
	case mask < 0 || mask > len(c.set.Active.Masks):
		return fmt.Errorf("set mask: %w: mask %d of %d", ErrRange, mask, len(c.set.Active.Masks))
	case !play.Finite(seconds):
		return fmt.Errorf("set mask: %w: %v", play.ErrTime, seconds)
	case seconds < 0:
		return fmt.Errorf("set mask: %w: %v s", ErrOption, seconds)
	}
	if !c.set.Active.SetMask(i, a, mask, seconds) {
		if err := c.guard("set mask", nil, i, i+1, func() { c.set.ReplaceMask(i, a, mask, seconds) }); err != nil {
			return err
		}
	}
	c.set.Active.Settle(i)
	c.set.Mix.LODs.Refresh(i)
	return nil
}

// Seek is Instance.Seek for the clip of the layer; clips of its group follow. The error wraps
// ErrStale, ErrRange or play.ErrTime.
func (l Layer) Seek(seconds float64) error {
	a, err := l.active("seek")
	if err != nil {
		return err
	}
	c, i := l.of.crowd, l.of.index
	if !play.Finite(seconds) {
		return fmt.Errorf("seek: %w: %v", play.ErrTime, seconds)
	}
	c.set.Active.Seek(i, a, seconds)
	c.set.Mix.LODs.Refresh(i)
	return nil
}

// SetSpeed is Instance.SetSpeed for the clip of the layer. The error wraps ErrStale, ErrRange,
// play.ErrTime or ErrOption.
func (l Layer) SetSpeed(speed float64) error {
	a, err := l.active("set speed")
	if err != nil {
		return err
	}
	if err := play.CheckSpeed(speed); err != nil {
		return fmt.Errorf("set speed: %w", err)
	}
	l.of.crowd.set.Active.SetSpeed(l.of.index, a, speed)
	return nil
}
