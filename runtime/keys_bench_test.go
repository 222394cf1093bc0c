package runtime

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/rig"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// BenchmarkKeys takes a frame of Keyframes apart: clocks with the ticks they find, the
// samples of the clip's tracks, the palettes of the poses, and an instance's sample
// alone.
func BenchmarkKeys(b *testing.B) {
	m := rig.Character(rig.Motion{Name: "captured", Seconds: 1.3, Drive: rig.Captured})
	for _, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
		const blocks = 7
		c, err := NewCrowd(Keyframes(m), blocks*simd.Lanes, CrowdOptions{Play: &PlayOptions{Seed: 1}, Layout: pose.LayoutOptions{Form: form}})
		if err != nil {
			b.Fatal(err)
		}
		p, s := c.player.(*keysPlayer), c.NewScratch()
		at := make([]simd.Frames, blocks)
		run := func(stage string, work func()) {
			b.Run(fmt.Sprintf("stage=%s/n=%d/form=%v", stage, c.Len(), c.Layout().Form), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					work()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(m.Skeleton.Len()*c.Len()), "ns/joint")
			})
		}
		run("clocks", func() { c.step(at, 0, 1./60) })
		lane := func(block, l int) (tick, rest float32) { return tickOf(at[block].Row[l]), at[block].Alpha[l] }
		run("sample", func() {
			for k := range at {
				for l := range simd.Lanes {
					s.keys.ticks.Tick[l], s.keys.ticks.Rest[l] = lane(k, l)
				}
				p.bound[0].sample16(s.pose, &s.keys, math.MaxUint16)
			}
		})
		run("palettes", func() {
			for k := range at {
				_ = p.poses.ToPalettes(pose.Palettes{Values: c.values[k*simd.Lanes*c.stride:], Stride: c.stride}, s.pose, s.kernels)
			}
		})
		run("alone", func() {
			for i := range c.Len() {
				tick, rest := lane(i/simd.Lanes, i%simd.Lanes)
				p.bound[0].sample(s.keys.row, &s.keys, tick, rest)
			}
		})
	}
}
