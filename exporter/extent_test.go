package exporter_test

import (
	"bytes"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// wanderer returns a clip of which tracks are lone keys at any time, start late, end early or go beyond
// it: of joints, morph weights and custom properties, of any of these alone, or without any.
func wanderer(r *rand.Rand, name string) *soa.Clip {
	c := &soa.Clip{Name: name, TicksPerSecond: []float64{1000, 24, 30, 120.00048}[r.IntN(4)], Duration: float64(r.IntN(60))}
	modes, which, still := r.IntN(3), r.IntN(8), r.IntN(4) == 0
	for _, p := range []soa.Property{soa.Translation, soa.Rotation, soa.Scale, soa.Weight, soa.Float} {
		if p <= soa.Scale && which < 2 || p == soa.Weight && which%2 == 1 || p == soa.Float && which%3 == 1 {
			continue
		}
		for _, target := range [...][]int16{soa.Translation: {0, 2, 3}, soa.Rotation: {2, 4}, soa.Scale: {0, 4}, soa.Weight: {0, 1, 2}, soa.Float: {0, 1}}[p] {
			if r.IntN(3) > 0 {
				addTrack(c, p, target, soa.Interpolation(modes), wanderingTimes(r, int(c.Duration), still), func(k int) [4]float32 {
					if p == soa.Rotation {
						s, half := math.Sincos(float64(k+1) / 2)
						return [4]float32{0, float32(s), 0, float32(half)}
					}
					x := 0.5 + float32(r.IntN(16))/8
					if p > soa.Scale {
						return [4]float32{x}
					}
					return [4]float32{x, 1, x}
				})
			}
		}
	}
	if r.IntN(2) == 0 {
		c.Events = []soa.Event{{Time: float32(c.Duration) / 2, Name: "half"}, {Time: float32(c.Duration), Name: "end"}}
	}
	return c
}

// wanderingTimes returns one key anywhere, or several within the clip or beyond it.
func wanderingTimes(r *rand.Rand, ticks int, still bool) (list []float32) {
	if still || r.IntN(3) == 0 {
		return []float32{float32(r.IntN(4*ticks+3) - 2*ticks - 1)}
	}
	first, last := 0, ticks
	switch r.IntN(4) {
	case 0:
		first = r.IntN(ticks + 1)
	case 1:
		last = r.IntN(ticks + 1)
	case 2:
		first, last = -r.IntN(ticks+2), ticks+r.IntN(ticks+2)
	}
	for range 2 + r.IntN(4) {
		list = append(list, float32(first+r.IntN(last-first+1)))
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// A clip that is written is read with the same start and end, whatever its keys, and moves in the same
// way; the file has no key before its start or after its end.
func TestClipsKeepTheirExtent(t *testing.T) {
	m := made(t)
	m.Clips = nil
	r := rand.New(rand.NewPCG(seed.First(t), 31))
	for i := range 150 {
		m.Clips = append(m.Clips, wanderer(r, fmt.Sprint("clip ", i)))
	}
	must.Do(t, m.Validate())
	var file bytes.Buffer
	var found exporter.Report
	must.Do(t, exporter.GLB(t.Context(), &file, m, exporter.Options{Report: &found}))
	doc, err := gltf.Parse(file.Bytes(), gltf.Options{})
	must.Do(t, err)
	if len(doc.Animations) != len(m.Clips) {
		t.Fatalf("%d animations of %d clips: %v", len(doc.Animations), len(m.Clips), found.Findings)
	}
	for i := range doc.Animations {
		for _, ch := range doc.Animations[i].Channels {
			if end := m.Clips[i].Seconds() + 1e-6; ch.Times[0] < 0 || float64(ch.Times[len(ch.Times)-1]) > end {
				t.Errorf("%s has keys from %v to %v s, and lasts %v s", m.Clips[i].Name, ch.Times[0], ch.Times[len(ch.Times)-1], end)
			}
		}
	}
	d, err := inspect.Compare(t.Context(), m, readBack(t, file.Bytes()), inspect.CompareOptions{ExactCurves: true, Times: 300})
	must.Do(t, err)
	for i, c := range d.Clips {
		if math.Abs(c.SecondsA-c.SecondsB) > 2e-6*c.SecondsA || !(c.Joint.Max < 1e-4) || !(c.Vertex.Max < 1e-4) || !(c.Float.Max < 1e-4) {
			t.Errorf("%s lasts %v s, and %v s when read; joints %+v, vertices %+v, floats %+v", m.Clips[i].Name, c.SecondsA, c.SecondsB, c.Joint, c.Vertex, c.Float)
		}
	}
}
