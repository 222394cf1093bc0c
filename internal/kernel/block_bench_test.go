package kernel

import (
	"fmt"
	"github.com/sinew-anim/sinew/native/simd"
	"math/rand/v2"
	"testing"
)

// character is the skeleton of the benchmarks: 67 joints like those of a person
// with fingers, of which the hips move.
func character(tb testing.TB) (*Rig, *GeneralRig, simd.Columns) {
	parent := []int{-1, 0, 1, 2, 3, 4, 5, 6, 7, 7} // root, hips, spine, neck, head, eyes
	limb := func(from, n int) (end int) {
		for range n {
			parent = append(parent, from)
			from = len(parent) - 1
		}
		return from
	}
	for range 2 {
		hand := limb(4, 4)
		for range 5 {
			limb(hand, 4)
		}
	}
	for range 2 {
		limb(1, 4)
	}
	parent = append(parent, 0)
	r := rand.New(rand.NewPCG(1, 1))
	s := shape{values: "unit"}
	joints := make([]RigJoint, len(parent))
	general := make([]GeneralJoint, len(parent))
	for j, p := range parent {
		joints[j] = RigJoint{Parent: p, Bind: s.point(r), Column: -1}
		general[j] = GeneralJoint{Parent: p, Translation: s.point(r), TranslationColumn: j, ScaleColumn: -1,
			Scale: [3]float32{1, 1, 1}, InverseBind: s.affine(r)}
	}
	joints[1].Column = 0
	rig, err := NewRig(joints, 1)
	if err != nil {
		tb.Fatal(err)
	}
	g, err := NewGeneralRig(general)
	if err != nil {
		tb.Fatal(err)
	}
	return rig, g, simd.Columns{Rotations: rig.Joints(), Others: 4}
}

// benchCrowd is a number of characters at random frames of a clip of 4 seconds.
type benchCrowd struct {
	rows simd.Rows
	at   []simd.Frames
	out  simd.Palettes
}

func newBenchCrowd(c simd.Columns, n int) *benchCrowd {
	const frames = 121
	r := rand.New(rand.NewPCG(2, 2))
	b := &benchCrowd{at: make([]simd.Frames, (n+simd.Lanes-1)/simd.Lanes)}
	stride := c.RowValues()
	b.rows = simd.Rows{Columns: c, Stride: stride, Values: simd.AlignedFloat32(frames * stride)}
	for i := range b.rows.Values {
		b.rows.Values[i] = r.Float32() - 0.5
	}
	for i := range b.at {
		for l := range simd.Lanes {
			b.at[i].Row[l] = int64(r.IntN(frames-1) * stride)
			b.at[i].Alpha[l] = r.Float32()
		}
	}
	width := affineFloats*c.Rotations + 15
	b.out.Stride = (width/16 | 1) * 16 // an odd number of cache lines
	b.out.Values = simd.AlignedFloat32(simd.Lanes * len(b.at) * b.out.Stride)
	for i := range b.out.Values {
		b.out.Values[i] = 1
	}
	return b
}

// block is the palettes of the i-th 16 characters.
func (b *benchCrowd) block(i int) *simd.Palettes {
	p := b.out
	p.Values = p.Values[i*simd.Lanes*p.Stride:]
	return &p
}

func BenchmarkBlock(b *testing.B) {
	const joints = 67
	rig, general, columns := character(b)
	all := simd.Columns{Rotations: general.Joints(), Others: general.Joints()}
	for _, isa := range simd.ISAs() {
		for _, n := range []int{16, 112, 1008, 4000, 16000} {
			var crowd *benchCrowd
			run := func(name string, c simd.Columns, stream bool, kernel func(i int, out *simd.Palettes)) {
				b.Run(fmt.Sprintf("%s/n=%d/simd=%s", name, n, isa), func(b *testing.B) {
					if crowd == nil || crowd.rows.Columns != c {
						crowd = newBenchCrowd(c, n)
					}
					crowd.out.Stream = stream
					restore, err := simd.Use(isa)
					if err != nil {
						b.Fatal(err)
					}
					defer restore()
					for b.Loop() {
						for i := range crowd.at {
							kernel(i, crowd.block(i))
						}
					}
					b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(n*joints), "ns/joint")
				})
			}
			scratch := simd.AlignedFloat32(max(rig.ScratchValues(), general.ScratchValues()))
			pose := simd.AlignedFloat32(PoseValues(all))
			check := func(err error) {
				if err != nil {
					b.Fatal(err)
				}
			}
			// What writing costs, whatever is written.
			run("Clear", columns, false, func(_ int, out *simd.Palettes) { clear(out.Values[:simd.Lanes*out.Stride]) })
			run("Sample+Rig", columns, false, func(i int, out *simd.Palettes) {
				check(SampleRows16(pose, &crowd.rows, &crowd.at[i]))
				check(RigPalette16(out, pose, columns, rig, scratch))
			})
			run("RigStream", columns, true, func(i int, out *simd.Palettes) {
				check(RigPalette16(out, pose, columns, rig, scratch))
			})
			run("Sample", columns, false, func(i int, out *simd.Palettes) {
				check(SampleRows16(pose, &crowd.rows, &crowd.at[i]))
			})
			run("Rig", columns, false, func(i int, out *simd.Palettes) {
				check(RigPalette16(out, pose, columns, rig, scratch))
			})
			run("Sample+General", all, false, func(i int, out *simd.Palettes) {
				check(SampleRows16(pose, &crowd.rows, &crowd.at[i]))
				check(GeneralPalette16(out, pose, all, general, scratch))
			})
			run("General", all, false, func(i int, out *simd.Palettes) {
				check(GeneralPalette16(out, pose, all, general, scratch))
			})
		}
	}
}
