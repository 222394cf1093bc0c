package runtime_test

import (
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// What crowds cost from the clips' own keys, per joint: the fastest of many
// updates, as other processes disturb the mean.
func BenchmarkTickCrowd(b *testing.B) {
	subjects := []struct {
		name  string
		model *soa.Model
	}{
		{"1.3s", rig.Character(rig.Motion{Name: "sway", Seconds: 1.3})},
		{"15s", rig.Character(rig.Motion{Name: "sway", Seconds: 15})},
		{"walk", sharedModel(b, "pab/walk.fbx")},
		{"run", sharedModel(b, "pab/run.fbx")},
	}
	for _, s := range subjects {
		if s.model == nil {
			continue
		}
		for _, n := range []int{1, 16, 112, 1000, 4000} {
			for _, times := range []string{"forward", "random"} {
				for _, level := range simd.Levels() {
					b.Run(fmt.Sprintf("clip=%s/n=%d/times=%s/simd=%v", s.name, n, times, level), func(b *testing.B) {
						restore, err := simd.Use(level)
						must(b, err)
						defer restore()
						benchmarkTickCrowd(b, s.model, n, times == "random")
					})
				}
			}
		}
	}
}

func benchmarkTickCrowd(b *testing.B, m *soa.Model, n int, random bool) {
	c, err := runtime.NewTickCrowd(m, n)
	must(b, err)
	r := rand.New(rand.NewPCG(1, 1))
	clip := m.Clips[0]
	for i := range n {
		must(b, c.Play(i, runtime.PlayOptions{Offset: r.Float64() * clip.Seconds()}, clip))
		if random {
			must(b, c.SetSpeed(i, r.Float64()*100*clip.Seconds()))
		}
	}
	best := time.Hour
	const calls = 4
	for b.Loop() {
		start := time.Now()
		for range calls {
			c.Update(1. / 60)
		}
		best = min(best, time.Since(start))
	}
	b.ReportMetric(float64(best.Nanoseconds())/float64(calls*n*m.Skeleton.Len()), "ns/joint")
}
