package runtime_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// halfTurns is a chain of two joints, a clip that holds still and two that turn the first
// joint by 180° in their last tick, about y: left and right, as quaternions the exact opposite.
// The mean of the clips, which leaves some ticks of many out, is no rotation.
func halfTurns() *soa.Model {
	rest := soa.MakeTransforms(2)
	rest.TY[1] = 1
	m := &soa.Model{
		Name: "half turns",
		Skeleton: &soa.Skeleton{
			Name: []string{"root", "head"}, Parent: []int16{soa.NoJoint, 0}, Depth: []uint16{0, 1}, Unit: []float32{1, 1}, Rest: rest,
		},
	}
	for _, turn := range []struct {
		name string
		y    float32
	}{{"idle", 0}, {"left", 1}, {"right", -1}} {
		const keys = 66
		c := &soa.Clip{Name: turn.name, TicksPerSecond: keys - 1, Duration: keys - 1}
		c.Tracks = []soa.Track{{Property: soa.Rotation}}
		for k := range keys {
			y, w := float32(0), float32(1)
			if k == keys-1 && turn.y != 0 {
				y, w = turn.y, 0
			}
			c.Time = append(c.Time, float32(k))
			c.X, c.Y, c.Z, c.W = append(c.X, 0), append(c.Y, y), append(c.Z, 0), append(c.W, w)
		}
		m.Clips = append(m.Clips, c)
	}
	return m
}

// Two clips that turn by 180°, one left and one right, end in the same rotation, and so does
// a mixture of both, although their quaternions are exactly opposite.
func TestOppositeHalfTurns(t *testing.T) {
	m := halfTurns()
	must.Do(t, m.Validate())
	for _, r := range roadsOf(m, pose.FormAuto) {
		t.Run(r.name, func(t *testing.T) {
			everySIMD(t, func(isa simd.ISA) {
				for _, n := range []int{1, 17} {
					c := r.crowd(t, n, runtime.CrowdOptions{Layers: 3})
					for i := range n {
						for layer, clip := range []string{"left", "right"} {
							must.Do(t, c.Instance(i).Play(c.ClipIndex(clip), play.Options{Layer: layer, Mode: play.Clamp, Weight: 0.5}))
						}
					}
					for frame := range 3 {
						update(t, c, 2)
						holdHalfTurn(t, c, fmt.Sprintf("%v, crowd of %d, frame %d", isa, n, frame))
					}
				}
			})
		})
	}
}

// holdHalfTurn makes sure that all instances of half turns are turned by 180°.
func holdHalfTurn(t *testing.T, c *runtime.Crowd, what string) {
	t.Helper()
	want := soa.Affine{-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -1, 0}
	for i := range c.Len() {
		for joint := range 2 {
			got := jointOf(t, c.Instance(i), joint)
			want[7] = float32(joint)
			for k, v := range got {
				if !(math.Abs(float64(v-want[k])) <= 1e-6) {
					t.Fatalf("%s: joint %d of instance %d is %v, want %v", what, joint, i, got, want)
				}
			}
		}
	}
}

// A damaged bank whose reference is at an exact right angle to both half turns plays finite:
// where halves of the two cancel each other, what is left is no rotation.
func TestOppositeToReference(t *testing.T) {
	bank, err := bake.Bank(t.Context(), halfTurns(), nil, bake.BankOptions{LayoutOptions: pose.LayoutOptions{AllJoints: true}, ErrorBound: 1e-3})
	must.Do(t, err)
	for i := range bank.Reference {
		bank.Reference[i] = float32(i % 4 / 3)
	}
	everySIMD(t, func(isa simd.ISA) {
		for _, kind := range []play.Kind{play.Blend, play.Override, play.ModelOverride} {
			for _, n := range []int{1, 17} {
				c, err := runtime.NewCrowd(runtime.Baked(bank), n, runtime.CrowdOptions{Layers: 3})
				must.Do(t, err)
				left := play.Options{Mode: play.Clamp, Weight: 0.5}
				if kind.String() != "blend" {
					left.Weight = 1
				}
				for i := range n {
					must.Do(t, c.Instance(i).Play(c.ClipIndex("left"), left))
					must.Do(t, c.Instance(i).Play(c.ClipIndex("right"), play.Options{Layer: 1, Kind: kind, Mode: play.Clamp, Weight: 0.5}))
				}
				for frame := range 3 {
					update(t, c, 2)
					for k, v := range c.Palettes() {
						if v-v != 0 {
							t.Fatalf("%v, %v, crowd of %d, frame %d: value %d of the palettes is %v", isa, kind, n, frame, k, v)
						}
					}
				}
			}
		}
	})
}
