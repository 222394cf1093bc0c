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

// Custom properties are what layers make of those of their clips.
func TestLayersBlendFloats(t *testing.T) {
	m := counting()
	m.Floats = []soa.NamedFloat{{Name: "grip", Rest: 1}}
	for k, values := range [][]float32{{0, 4}, {6, 6}} { // the first from 0 to 4, the second 6
		m.Clips[k] = m.Clips[k].WithFloats(&soa.Clip{
			TicksPerSecond: m.Clips[k].TicksPerSecond, Start: m.Clips[k].Start, Duration: m.Clips[k].Duration,
			Tracks: []soa.Track{{Property: soa.Float}}, Time: []float32{0, float32(m.Clips[k].Duration)}, X: values,
			Y: make([]float32, 2), Z: make([]float32, 2), W: make([]float32, 2),
		})
	}
	mask := pose.NewMask(m.Skeleton, 1)
	mask[1] = 0.5
	type layer struct {
		clip int
		play.Options
	}
	half := play.Options{Offset: 0.5, Speed: 1e-9} // clip 0 at 2
	at := func(layer int, weight float64, kind play.Kind) play.Options {
		return play.Options{Layer: layer, Weight: weight, Kind: kind, Offset: 0.5, Speed: 1e-9}
	}
	masked := at(1, 1, play.Override)
	masked.Mask = 1
	narrow := masked
	narrow.Mask = 2
	for name, c := range map[string]struct {
		layers []layer
		want   float64
	}{
		"rest":                 {nil, 1},
		"one":                  {[]layer{{0, half}}, 2},
		"two":                  {[]layer{{0, at(0, 0.25, play.Blend)}, {1, at(1, 0.75, play.Blend)}}, 5},
		"too little weight":    {[]layer{{1, at(0, 0.5, play.Blend)}}, 3.5},
		"too much":             {[]layer{{0, at(0, 3, play.Blend)}, {1, at(1, 1, play.Blend)}}, 3},
		"covered":              {[]layer{{0, half}, {1, at(1, 0.25, play.Override)}}, 3},
		"covered but for half": {[]layer{{0, half}, {1, masked}}, 4},
		"over a mask":          {[]layer{{0, half}, {1, narrow}, {1, at(2, 0.25, play.Blend)}}, 3},
		"added":                {[]layer{{0, half}, {1, at(1, 0.5, play.Additive)}}, 4.5},
		"taken away":           {[]layer{{0, half}, {1, at(1, 0.5, play.Subtract)}}, -0.5},
	} {
		crowd, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Masks: []pose.Mask{mask, pose.NewMask(m.Skeleton, 0)}, Layout: pose.LayoutOptions{AllJoints: true}})
		must.Do(t, err)
		for _, l := range c.layers {
			must.Do(t, crowd.Instance(0).Play(l.clip, l.Options))
		}
		all := make([]float32, 1)
		must.Do(t, crowd.Instance(0).Floats(all))
		if got := crowd.Instance(0).Float(0); math.Abs(float64(got)-c.want) > 1e-6 || got != all[0] {
			t.Errorf("%s: %v and %v, want %v", name, got, all[0], c.want)
		}
	}
}
