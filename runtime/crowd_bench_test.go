package runtime_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// BenchmarkCrowdOptions measures what a crowd's options cost or save, and what it
// costs to gather chosen instances: every second one, which fills no block.
func BenchmarkCrowdOptions(b *testing.B) {
	bank, err := bake.Bank(context.Background(), figure.Character(figure.Motion{Name: "walk", Seconds: 1}), nil, bake.BankOptions{})
	if err != nil {
		b.Fatal(err)
	}
	level := func(l play.LOD) runtime.CrowdOptions {
		return runtime.CrowdOptions{LODs: []play.LOD{l}}
	}
	for _, n := range []int{112, 4000, 16000} {
		for _, o := range []struct {
			name    string
			options runtime.CrowdOptions
			apart   int
		}{
			{"plain", runtime.CrowdOptions{}, 0},
			{"workers=2", runtime.CrowdOptions{Workers: 2}, 0},
			{"every=4", level(play.LOD{Every: 4}), 0},
			{"fewest", level(play.LOD{Detail: len(bank.Levels) - 1}), 0},
			{"some/apart=1", runtime.CrowdOptions{}, 1},
			{"some/apart=2", runtime.CrowdOptions{}, 2},
		} {
			b.Run(fmt.Sprintf("n=%d/%s", n, o.name), func(b *testing.B) {
				o.options.Play = &play.Options{Seed: 1}
				c, err := runtime.NewCrowd(runtime.Baked(bank), max(1, o.apart)*n, o.options)
				if err != nil {
					b.Fatal(err)
				}
				defer c.Close()
				some := make([]int, n)
				for k := range some {
					some[k] = o.apart * k
				}
				b.ReportAllocs()
				for b.Loop() {
					if o.apart > 0 {
						err = c.UpdateSome(some, 1./60)
					} else {
						err = c.Update(1. / 60)
					}
					if err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(67*n), "ns/joint")
			})
		}
	}
}

// BenchmarkWatch measures what it costs an instance to be moved by its clip's root motion
// and to report its events, without the palettes: step by step, and with a look at where
// all have come to or how they have moved. Layered ones play two clips.
func BenchmarkWatch(b *testing.B) {
	const n = 4000
	places := func(c *runtime.Crowd, i int) float64 { return c.Instance(i).Transform().X }
	steps := func(c *runtime.Crowd, i int) float64 { return c.Instance(i).Motion().X }
	for _, of := range []struct {
		name           string
		events, layers bool
		mode           play.RootMotion
		read           func(c *runtime.Crowd, i int) float64
	}{
		{name: "nothing"},
		{name: "events", events: true},
		{name: "motion", mode: play.RootApplied},
		{name: "both", events: true, mode: play.RootApplied},
		{name: "both/places", events: true, mode: play.RootApplied, read: places},
		{name: "both/steps", events: true, mode: play.RootReported, read: steps},
		{name: "layers/nothing", layers: true},
		{name: "layers/both", events: true, layers: true, mode: play.RootApplied},
	} {
		b.Run(of.name, func(b *testing.B) {
			m := figure.Character(figure.Motion{Name: "walk", Seconds: 1})
			clip, o := m.Clips[0], runtime.CrowdOptions{Play: &play.Options{Seed: 1}, RootMotion: of.mode}
			if of.events {
				clip.Events = []soa.Event{{Time: 0, Name: "left"}, {Time: float32(clip.Duration / 2), Name: "right"}}
			}
			if of.mode != play.RootIgnored {
				clip.Motion = &soa.Motion{}
				for k := range 30 {
					at := float32(k) / 29
					clip.Motion.Time = append(clip.Motion.Time, at*float32(clip.Duration))
					clip.Motion.X, clip.Motion.Y = append(clip.Motion.X, at*at), append(clip.Motion.Y, 0)
					clip.Motion.Z, clip.Motion.Yaw = append(clip.Motion.Z, at), append(clip.Motion.Yaw, 0.5*at)
				}
			}
			c, err := runtime.NewCrowd(runtime.Keyframes(m), n, o)
			if err != nil {
				b.Fatal(err)
			}
			if of.layers {
				if err := c.PlayAll(0, play.Options{Seed: 2, Layer: 1, Weight: 0.5}); err != nil {
					b.Fatal(err)
				}
			}
			way := 0.
			b.ReportAllocs()
			for b.Loop() {
				if err := c.Advance(1. / 60); err != nil {
					b.Fatal(err)
				}
				if of.read != nil {
					for i := range n {
						way += of.read(c, i)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/instance")
			if of.read != nil && way == 0 {
				b.Error("nothing has moved")
			}
		})
	}
}
