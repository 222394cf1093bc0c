package benchmarks

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/skin"
	"github.com/sinew-anim/sinew/soa"
)

// perJoint reports what one of a frame's joints took.
func perJoint(b *testing.B, joints int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(joints), "ns/joint")
}

// classicPalettes is a method that gives a character's palette at a tick.
type classicPalettes interface{ evaluate(tick float64) []mat4 }

func BenchmarkCrowd(b *testing.B) {
	list := subjects()
	for _, n := range []int{1, 16, 112, 1000, 4000} {
		for i := range list {
			s := &list[i]
			for _, random := range []bool{false, true} {
				name := func(path string) string {
					return fmt.Sprintf("n=%d/path=%s/clip=%s/times=%s", n, path, s.name, map[bool]string{false: "forward", true: "random"}[random])
				}
				b.Run(name("players"), func(b *testing.B) { crowdTicks(b, s, n, random) })
				for _, level := range simd.Levels() {
					b.Run(fmt.Sprintf("%s/simd=%v", name("ticks"), level), func(b *testing.B) { crowdKeys(b, s, n, random, level) })
				}
				for _, level := range simd.Levels() {
					b.Run(fmt.Sprintf("%s/simd=%v", name("bank"), level), func(b *testing.B) { crowdBank(b, s, n, random, level) })
				}
				crowdPeer(b, s, n, random, name)
				// The classics compute one character after the other and do
				// not get slower with their number: one size tells.
				if n == 16 {
					b.Run(name("ogldev"), func(b *testing.B) { crowdClassic(b, s, n, random, newOGLdev(s.model, s.clip)) })
					b.Run(name("binary"), func(b *testing.B) { crowdClassic(b, s, n, random, newArrays(s.model, s.clip)) })
				}
			}
		}
	}
}

// crowdBank measures runtime.Crowd: clips compiled into the rows of a bank.
func crowdBank(b *testing.B, s *subject, n int, random bool, level simd.Level) {
	restore, err := simd.Use(level)
	if err != nil {
		b.Fatal(err)
	}
	defer restore()
	bank, err := runtime.Compile(s.model, []*soa.Clip{s.clip}, runtime.CompileOptions{})
	if err != nil {
		b.Fatal(err)
	}
	c, err := runtime.NewCrowd(bank, n, runtime.CrowdOptions{Workers: 1})
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	r := rand.New(rand.NewPCG(1, 1))
	for i := range n {
		o := runtime.PlayOptions{Offset: r.Float64() * s.clip.Seconds()}
		if random { // so fast that each frame is anywhere
			o.Speed = 1 + r.Float64()*100*s.clip.Seconds()
		}
		if err := c.Play(i, 0, o); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		c.Update(1. / 60)
	}
	perJoint(b, s.joints(n))
}

// crowdKeys measures runtime.TickCrowd: the same tracks, sixteen instances at a
// time.
func crowdKeys(b *testing.B, s *subject, n int, random bool, level simd.Level) {
	restore, err := simd.Use(level)
	if err != nil {
		b.Fatal(err)
	}
	defer restore()
	c, err := runtime.NewTickCrowd(s.model, n)
	if err != nil {
		b.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 1))
	for i := range n {
		if err := c.Play(i, runtime.PlayOptions{Offset: r.Float64() * s.clip.Seconds()}, s.clip); err != nil {
			b.Fatal(err)
		}
		if random { // so fast that each frame is anywhere
			if err := c.SetSpeed(i, r.Float64()*100*s.clip.Seconds()); err != nil {
				b.Fatal(err)
			}
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		c.Update(1. / 60)
	}
	perJoint(b, s.joints(n))
}

func crowdTicks(b *testing.B, s *subject, n int, random bool) {
	p, err := s.players(n)
	if err != nil {
		b.Fatal(err)
	}
	frames, frame := s.times(n, random), 0
	b.ReportAllocs()
	for b.Loop() {
		if !random {
			p.Update(1. / 60)
			continue
		}
		for i, t := range frames[frame] {
			if err := p.Seek(i, t); err != nil {
				b.Fatal(err)
			}
		}
		frame = (frame + 1) % len(frames)
		p.Evaluate()
	}
	perJoint(b, s.joints(n))
}

func crowdClassic(b *testing.B, s *subject, n int, random bool, method classicPalettes) {
	frames, frame := s.times(n, random), 0
	palettes := make([]float32, 12*n*s.model.Skins[0].Len())
	b.ReportAllocs()
	for b.Loop() {
		out := palettes
		for _, t := range frames[frame] {
			for _, m := range method.evaluate(runtime.Tick(s.clip, t, runtime.Wrap)) {
				out = out[copy(out, m[:12]):]
			}
		}
		frame = (frame + 1) % len(frames)
	}
	perJoint(b, s.joints(n))
}

func BenchmarkStage(b *testing.B) {
	list := subjects()
	for i := range list {
		s := &list[i]
		for _, n := range []int{1, 112} {
			p, err := s.players(n)
			if err != nil {
				b.Fatal(err)
			}
			run := func(stage string, f func()) {
				b.Run(fmt.Sprintf("stage=%s/n=%d/clip=%s", stage, n, s.name), func(b *testing.B) {
					b.ReportAllocs()
					for b.Loop() {
						f()
					}
					perJoint(b, s.joints(n))
				})
			}
			each := func(f func(i int, pose *runtime.Pose) error) func() {
				poses := make([]runtime.Pose, n)
				for i := range poses {
					poses[i] = p.Pose(i)
				}
				return func() {
					for i := range poses {
						if err := f(i, &poses[i]); err != nil {
							b.Fatal(err)
						}
					}
				}
			}
			k, bones := s.model.Skeleton, s.model.Skins[0]
			run("sample", func() { p.SampleRange(0, n) })
			run("locals", each(func(i int, pose *runtime.Pose) error { return runtime.Locals(k, pose, p.Matrices(i)) }))
			run("local-to-model", each(func(i int, pose *runtime.Pose) error { return runtime.LocalToModel(k, pose, p.Matrices(i)) }))
			run("palettes", each(func(i int, _ *runtime.Pose) error { return runtime.Palettes(bones, p.Matrices(i), p.Palette(i, 0)) }))
			run("finish", func() { p.FinishRange(0, n) })
		}
	}
}

func BenchmarkSkin(b *testing.B) {
	s := subjects()[0]
	p, err := s.players(1)
	if err != nil {
		b.Fatal(err)
	}
	four := s.model.Meshes[0]
	eight, rows, rigid := *four, *four, *four
	eight.Influences, eight.BoneIndex, eight.BoneWeight = 8, nil, nil
	rows.Exact = &soa.Influences{Start: []uint32{0}}
	for v := range four.Vertices() {
		bone, weight := four.BoneIndex[4*v:4*v+4], four.BoneWeight[4*v:4*v+4]
		eight.BoneIndex = append(append(eight.BoneIndex, bone...), 0, 0, 0, 0)
		eight.BoneWeight = append(append(eight.BoneWeight, weight...), 0, 0, 0, 0)
		rows.Exact.Bone, rows.Exact.Weight = append(rows.Exact.Bone, bone...), append(rows.Exact.Weight, weight...)
		rows.Exact.Start = append(rows.Exact.Start, uint32(len(rows.Exact.Bone)))
	}
	rigid.Skin = soa.None
	position, normal := make([]float32, len(four.Position)), make([]float32, len(four.Normal))
	var scratch skin.Scratch
	for _, kind := range []struct {
		name string
		mesh *soa.Mesh
	}{{"influences=4", four}, {"influences=8", &eight}, {"influences=4, in rows", &rows}, {"rigid", &rigid}} {
		b.Run(kind.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := skin.Vertices(kind.mesh, p.Palette(0, 0), nil, &scratch, position, normal); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(kind.mesh.Vertices()), "ns/vertex")
		})
	}
}
