package gpu

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/gpu/internal/device"
	"github.com/sinew-anim/sinew/soa"
)

// Sphere is a sphere in model space, in metres.
type Sphere struct {
	Center [3]float32
	Radius float32
}

// Level is a coarser model that replaces an item's where an instance is small.
type Level struct {
	// Model has the skeleton, skins and morph weights of the item's model, and fewer
	// triangles; nil draws nothing.
	Model *Model
	// Below is the height in pixels of an instance's sphere below which the level is
	// drawn.
	Below float32
}

// maxLevels keeps a level's number within an int8.
const maxLevels = 100

// checkLevels reports levels that cannot replace the item's model.
func (it *Item) checkLevels(d *device.Device) error {
	n := len(it.World)
	if k := len(it.Reach); k > 1 && k < n {
		return fmt.Errorf("gpu: %w: %d spheres are given for %d instances", ErrItem, k, n)
	}
	if k := len(it.Pixels); k > 0 && k < n {
		return fmt.Errorf("gpu: %w: there is room for the heights of %d instances, there are %d", ErrItem, k, n)
	}
	if len(it.Levels) == 0 {
		return nil
	}
	if len(it.Reach) == 0 || len(it.Levels) > maxLevels {
		return fmt.Errorf("gpu: %w: levels need a Reach, and are at most %d", ErrItem, maxLevels)
	}
	for k := range it.Levels {
		l := &it.Levels[k]
		if k > 0 && !(l.Below <= it.Levels[k-1].Below) {
			return fmt.Errorf("gpu: %w: level %d is below %g pixels, the one before below %g", ErrItem, k, l.Below, it.Levels[k-1].Below)
		}
		if l.Model == nil {
			continue
		}
		if l.Model.on.Dev != d || l.Model.on.Closed {
			return fmt.Errorf("gpu: %w: the model of level %d was not uploaded to this renderer, or is closed", ErrItem, k)
		}
		if !alike(l.Model.Data(), it.Model.Data()) {
			return fmt.Errorf("gpu: %w: level %d has other joints, skins or morph weights than %q", ErrItem, k, it.Model.Data().Name)
		}
	}
	return nil
}

// alike reports whether the arrays of an item fit both models.
func alike(a, b *soa.Model) bool {
	sameLength := func(x, y *soa.Skin) bool { return x.Len() == y.Len() }
	return a == b || a.Skeleton.Len() == b.Skeleton.Len() && len(a.Weights) == len(b.Weights) && len(a.Floats) == len(b.Floats) &&
		slices.EqualFunc(a.Skins, b.Skins, sameLength)
}
