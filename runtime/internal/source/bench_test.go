package source

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// BenchmarkKeys takes a frame of Keyframes apart: clocks with the ticks they find, the
// samples of the clip's tracks, the palettes of the poses, and an instance's sample
// alone.
func BenchmarkKeys(b *testing.B) {
	m := figure.Character(figure.Motion{Name: "captured", Seconds: 1.3, Drive: figure.Captured})
	for _, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
		const blocks = 7
		p, s, err := played(m, pose.LayoutOptions{Form: form})
		if err != nil {
			b.Fatal(err)
		}
		clocks, err := kernel.NewClocks(blocks, []kernel.ClockClip{p.Clips()[0].Clock}, nil, 0)
		if err != nil {
			b.Fatal(err)
		}
		block, kernels := simd.AlignedFloat32(p.poses.BlockValues()), simd.AlignedFloat32(p.poses.ScratchValues())
		values, stride := simd.AlignedFloat32(blocks*simd.Lanes*p.poses.PaletteStride()), p.poses.PaletteStride()
		clip, at := make([]int32, blocks*simd.Lanes), make([]simd.Frames, blocks)
		run := func(stage string, work func()) {
			b.Run(fmt.Sprintf("stage=%s/n=%d/form=%v", stage, len(clip), p.poses.Form), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					work()
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(m.Skeleton.Len()*len(clip)), "ns/joint")
			})
		}
		run("clocks", func() {
			_ = clocks.Advance16(at, 0, 1./60)
			p.Place(at, 0, clip, clocks)
		})
		run("sample", func() {
			for k := range at {
				s.keys.at(&at[k])
				p.bound[0].Sample16(block, &s.keys.ticks, math.MaxUint16, s.keys.curves)
			}
		})
		run("palettes", func() {
			for k := range at {
				_ = p.poses.ToPalettes(simd.Palettes{Values: values[k*simd.Lanes*stride:], Stride: stride}, block, kernels)
			}
		})
		run("alone", func() {
			for i := range clip {
				at := &at[i/simd.Lanes]
				p.Pose(s, 0, 0, at.Row[i%simd.Lanes], at.Alpha[i%simd.Lanes])
			}
		})
	}
}
