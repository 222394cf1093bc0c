package runtime_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// maskOf is a mask that gives the last joint of a road's skeleton a weight.
func maskOf(t must.T, r *road, weight float32) pose.Mask {
	m := make(pose.Mask, len(r.crowd(t, 0, runtime.CrowdOptions{}).Layout().Slot))
	m[len(m)-1] = weight
	return m
}

// What is asked of an instance that there is not is what one at rest has, or nothing.
func TestOutOfRangeIsNeutral(t *testing.T) {
	eachRoad(t, func(t *testing.T, r *road) {
		c := r.crowd(t, 3, runtime.CrowdOptions{Play: &play.Options{Offset: 0.3}, RootMotion: play.RootApplied})
		must.Do(t, c.Update(0.1))
		for _, i := range []int{-1, 3, 15, 16, math.MaxInt, math.MinInt} {
			if p, w := c.Instance(i).Palette(), c.Instance(i).Weights(); p != nil || w != nil {
				t.Errorf("instance %d: %d values of a palette, %d weights", i, len(p), len(w))
			}
			if x, n, clip, l := c.Instance(i).Time(), c.Instance(i).Cycle(), c.Instance(i).Clip(), c.Instance(i).LOD(); x != 0 || n != 0 || clip != play.Rest || l != 0 {
				t.Errorf("instance %d: time %v, cycle %d, clip %d, level %d", i, x, n, clip, l)
			}
			if a, b := c.Instance(i).Motion(), c.Instance(i).Transform(); a != soa.IdentityRoot() || b != soa.IdentityRoot() {
				t.Errorf("instance %d: %v, %v", i, a, b)
			}
			if len(c.Instance(i).ActiveClips(nil)) != 0 || c.Instance(i).Float(0) != 0 {
				t.Errorf("instance %d: layers, or custom properties", i)
			}
		}
		if f := len(c.Layout().FloatRest); c.Instance(0).Float(f) != 0 || c.Instance(0).Float(-1) != 0 {
			t.Error("custom properties out of range")
		}
	})
}

// An instance that an UpdateSome leaves out does not move in it.
func TestNoMotionWithoutUpdate(t *testing.T) {
	c := walkers(t, 3, runtime.CrowdOptions{Play: &play.Options{}})
	must.Do(t, c.Update(0.1))
	for i := range 3 {
		if c.Instance(i).Motion() == soa.IdentityRoot() {
			t.Fatalf("instance %d stands", i)
		}
	}
	was := c.Instance(1).Transform()
	must.Do(t, c.UpdateSome([]int{0, 2}, 0.1))
	if m := c.Instance(1).Motion(); m != soa.IdentityRoot() || c.Instance(0).Motion() == m || c.Instance(2).Motion() == m || c.Instance(1).Transform() != was {
		t.Errorf("the motions are %v, %v, %v, and one stood", c.Instance(0).Motion(), m, c.Instance(2).Motion())
	}
	must.Do(t, c.UpdateSome(nil, 0.1))
	if c.Instance(0).Motion() != soa.IdentityRoot() {
		t.Error("a motion of no instance's update")
	}
	must.Do(t, c.Update(0.1))
	if c.Instance(1).Motion() == soa.IdentityRoot() {
		t.Error("no motion of an update of all")
	}
}
