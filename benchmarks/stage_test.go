package benchmarks

import (
	"fmt"
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/measure"
	"github.com/sinew-anim/sinew/runtime"
)

// BenchmarkStage takes the chain apart, job after job over all characters.
func BenchmarkStage(b *testing.B) {
	for _, n := range []int{1, 112, 4000} {
		playerStages(b, n)
		kernelStages(b, n)
		peerStages(b, n)
	}
}

// stage measures one job: run goes over all characters that many times.
func stage(b *testing.B, name, path string, n, joints int, run func(frames int)) {
	work, batch := &measure.Work{Run: run}, 0
	b.Run(fmt.Sprintf("stage=%s/n=%d/path=%s", name, n, path), func(b *testing.B) {
		if batch == 0 {
			batch = work.Batch()
		}
		b.ReportAllocs()
		b.ResetTimer()
		report(b, work.Least(b.N, batch), n*joints)
	})
}

func playerStages(b *testing.B, n int) {
	character, err := subjects()[0].load()
	if err != nil {
		b.Fatal(err)
	}
	model, joints := character.Model(), character.Joints()
	p, err := runtime.NewPlayers(model, n)
	if err != nil {
		b.Fatal(err)
	}
	poses := make([]runtime.Pose, n)
	for i := range n {
		offset := float64(i) / float64(n) * model.Clips[0].Seconds()
		if err := p.Play(i, runtime.PlayOptions{Offset: offset}, model.Clips[0]); err != nil {
			b.Fatal(err)
		}
		poses[i] = p.Pose(i)
	}
	each := func(job func(i int) error) func(int) {
		return func(frames int) {
			for range frames {
				for i := range poses {
					if err := job(i); err != nil {
						b.Fatal(err)
					}
				}
			}
		}
	}
	skeleton := model.Skeleton
	stage(b, "sample", "players", n, joints, func(frames int) {
		for range frames {
			p.SampleRange(0, n)
		}
	})
	stage(b, "local", "players", n, joints, each(func(i int) error { return runtime.Locals(skeleton, &poses[i], p.Matrices(i)) }))
	stage(b, "local-to-model", "players", n, joints, each(func(i int) error { return runtime.LocalToModel(skeleton, &poses[i], p.Matrices(i)) }))
	stage(b, "palette", "players", n, joints, each(func(i int) error {
		for s, skin := range model.Skins {
			if err := runtime.Palettes(skin, p.Matrices(i), p.Palette(i, s)); err != nil {
				return err
			}
		}
		return nil
	}))
}
