package runtime

import (
	"fmt"
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// benchBank is the bank of a humanoid of 67 joints.
func benchBank(b *testing.B, form FormChoice) *soa.Bank {
	b.Helper()
	m := rig.Character(rig.Motion{Name: "walk", Seconds: 1})
	bank, err := Compile(m, nil, CompileOptions{Form: form})
	if err != nil {
		b.Fatal(err)
	}
	return bank
}

func perJoint(b *testing.B, instances int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(67*instances), "ns/joint")
}

// BenchmarkCrowdOptions measures what a crowd's options cost or save.
func BenchmarkCrowdOptions(b *testing.B) {
	bank := benchBank(b, FormAuto)
	far := []CrowdLevel{{Every: 4}}
	for _, n := range []int{112, 1000, 4000, 16000} {
		for _, o := range []struct {
			name    string
			options CrowdOptions
		}{
			{"plain", CrowdOptions{}},
			{"workers=2", CrowdOptions{Workers: 2}},
			{"every=4", CrowdOptions{Levels: far}},
			{"fewest", CrowdOptions{Levels: []CrowdLevel{{Bank: len(bank.Levels) - 1}}}},
		} {
			b.Run(fmt.Sprintf("n=%d/%s", n, o.name), func(b *testing.B) {
				o.options.Play = &PlayOptions{Seed: 1}
				c, err := NewCrowd(bank, n, o.options)
				if err != nil {
					b.Fatal(err)
				}
				defer c.Close()
				b.ReportAllocs()
				for b.Loop() {
					c.Update(1. / 60)
				}
				perJoint(b, n)
			})
		}
	}
}

// BenchmarkCrowdSome measures how much gathering chosen instances costs: every
// second one, which fills no block, beside as many that do.
func BenchmarkCrowdSome(b *testing.B) {
	const n = 4000
	c, err := NewCrowd(benchBank(b, FormAuto), 2*n, CrowdOptions{Play: &PlayOptions{Seed: 1}})
	if err != nil {
		b.Fatal(err)
	}
	for _, apart := range []int{1, 2} {
		some := make([]int, n)
		for k := range some {
			some[k] = apart * k
		}
		b.Run(fmt.Sprintf("apart=%d", apart), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := c.UpdateSome(some, 1./60); err != nil {
					b.Fatal(err)
				}
			}
			perJoint(b, n)
		})
	}
}

// BenchmarkStages measures a block at once, in stages, and in stages with a
// blend between them; the blend alone beside it.
func BenchmarkStages(b *testing.B) {
	e, err := NewEvaluator(benchBank(b, FormRig))
	if err != nil {
		b.Fatal(err)
	}
	pose, other := simd.AlignedFloat32(e.PoseValues()), simd.AlignedFloat32(e.PoseValues())
	scratch := simd.AlignedFloat32(e.ScratchValues())
	out := simd.Palettes{Values: simd.AlignedFloat32(simd.Lanes * e.Stride()), Stride: e.Stride()}
	at := make([]simd.Frames, 1)
	for l := range simd.Lanes {
		at[0].Row[l], at[0].Alpha[l] = int64(l*e.Bank().Stride()), 0.3
	}
	if err := e.Sample(other, &at[0]); err != nil {
		b.Fatal(err)
	}
	run := func(name string, stages ...func() error) {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				for _, stage := range stages {
					if err := stage(); err != nil {
						b.Fatal(err)
					}
				}
			}
			perJoint(b, simd.Lanes)
		})
	}
	sample := func() error { return e.Sample(pose, &at[0]) }
	blend := func() error { blendPoses(pose, other, 0.4); return nil }
	palettes := func() error { return e.Palettes(&out, pose, scratch) }
	run("evaluate", func() error { return e.Evaluate(&out, at, nil, scratch) })
	run("sample", sample)
	run("blend", blend)
	run("palettes", palettes)
	run("sample+palettes", sample, palettes)
	run("sample+blend+palettes", sample, blend, palettes)
}
