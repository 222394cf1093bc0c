package runtime_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// maskOf is a mask that gives the last joint of a road's skeleton a weight.
func maskOf(t fataler, r *road, weight float32) pose.Mask {
	m := make(pose.Mask, len(r.crowd(t, 0, runtime.CrowdOptions{}).Layout().Slot))
	m[len(m)-1] = weight
	return m
}

// What is asked of an instance that there is not is what one at rest has, or nothing.
func TestOutOfRangeIsNeutral(t *testing.T) {
	eachRoad(t, func(t *testing.T, r *road) {
		c := r.crowd(t, 3, runtime.CrowdOptions{Play: &runtime.PlayOptions{Offset: 0.3}, RootMotion: runtime.RootApplied})
		must(t, c.Update(0.1))
		for _, i := range []int{-1, 3, 15, 16, math.MaxInt, math.MinInt} {
			if p, w := c.Palette(i), c.Weights(i); p != nil || w != nil {
				t.Errorf("instance %d: %d values of a palette, %d weights", i, len(p), len(w))
			}
			if x, n, clip, l := c.Time(i), c.Cycle(i), c.Clip(i), c.Level(i); x != 0 || n != 0 || clip != runtime.Rest || l != 0 {
				t.Errorf("instance %d: time %v, cycle %d, clip %d, level %d", i, x, n, clip, l)
			}
			if a, b := c.Motion(i), c.Transform(i); a != motion.Identity() || b != motion.Identity() {
				t.Errorf("instance %d: %v, %v", i, a, b)
			}
			if len(c.Layers(nil, i)) != 0 || c.Float(i, 0) != 0 {
				t.Errorf("instance %d: layers, or custom properties", i)
			}
		}
		if f := len(c.Layout().FloatRest); c.Float(0, f) != 0 || c.Float(0, -1) != 0 {
			t.Error("custom properties out of range")
		}
	})
}

// An instance that an UpdateSome leaves out does not move in it.
func TestNoMotionWithoutUpdate(t *testing.T) {
	c := walkers(t, 3, runtime.CrowdOptions{Play: &runtime.PlayOptions{}})
	must(t, c.Update(0.1))
	for i := range 3 {
		if c.Motion(i) == motion.Identity() {
			t.Fatalf("instance %d stands", i)
		}
	}
	was := c.Transform(1)
	must(t, c.UpdateSome([]int{0, 2}, 0.1))
	if m := c.Motion(1); m != motion.Identity() || c.Motion(0) == m || c.Motion(2) == m || c.Transform(1) != was {
		t.Errorf("the motions are %v, %v, %v, and one stood", c.Motion(0), m, c.Motion(2))
	}
	must(t, c.UpdateSome(nil, 0.1))
	if c.Motion(0) != motion.Identity() {
		t.Error("a motion of no instance's update")
	}
	must(t, c.Update(0.1))
	if c.Motion(1) == motion.Identity() {
		t.Error("no motion of an update of all")
	}
}
