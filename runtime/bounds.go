package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/pose"
)

// Bounds returns the corners of the box, in model space, around the pose that the character shows:
// around its vertices, or its joints, as pose.Layout.Bounds has prepared them.
//
//	bounds, err := crowd.Layout().Bounds(model)
//	low, high, err := hero.Bounds(bounds)
//
// The error wraps ErrStale, or pose.ErrForeignModel for the bounds of another layout.
func (x Instance) Bounds(b *pose.Bounds) (low, high [3]float32, err error) {
	if err := x.check("bounds"); err != nil {
		return low, high, err
	}
	if b == nil || b.Layout() != x.crowd.poses {
		return low, high, fmt.Errorf("bounds: %w", pose.ErrForeignModel)
	}
	return b.Box(x.Palette(), x.Weights())
}
