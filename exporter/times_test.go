package exporter_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// swing returns a model whose first joint has a key on each frame for ten minutes, with a step after each.
func swing(rate float64) *soa.Model {
	m := platform()
	c := &soa.Clip{Name: "swing", TicksPerSecond: rate, Duration: float64(int(600 * rate))}
	var frames []float32
	for f := 0; float64(f) <= c.Duration; f++ {
		frames = append(frames, float32(f))
	}
	addTrack(c, soa.Translation, 0, soa.Linear, frames, func(k int) [4]float32 {
		return [4]float32{0.5 * float32(k%16), 1, -0.25 * float32(k%9)}
	})
	m.Clips = []*soa.Clip{c}
	return m
}

// A float32 of seconds rounds the times of keys, by 30 µs after ten minutes: a hand at 5 m/s would be
// 0.15 mm off, as robot.fbx was by 0.0007 mm. Extras state the rate at which they are whole.
func TestFramesKeepTheirTimes(t *testing.T) {
	for _, rate := range []float64{1, 24, 25, 30, 30000. / 1001, 60, 120.00048, 240, 1000} {
		m := swing(rate)
		must.Do(t, m.Validate())
		var file bytes.Buffer
		must.Do(t, exporter.GLB(t.Context(), &file, m, exporter.Options{}))
		back := readBack(t, file.Bytes())
		a, b := m.Clips[0], back.Clips[0]
		if a.TicksPerSecond != b.TicksPerSecond || a.Duration != b.Duration || !slices.Equal(a.Time, b.Time) {
			t.Errorf("%v per second: %d keys in %v ticks, read as %d in %v, at %v", rate, len(a.Time), a.Duration, len(b.Time), b.Duration, b.TicksPerSecond)
		}
		d, err := inspect.Compare(t.Context(), m, back, inspect.CompareOptions{ExactCurves: true, Times: 5000})
		must.Do(t, err)
		if d.Clips[0].Joint.Max > 0 {
			t.Errorf("%v per second: %v m off", rate, d.Clips[0].Joint.Max)
		}
	}
}

// What extras say of a rate and a duration counts only where it can be so.
func TestWrongRates(t *testing.T) {
	var file bytes.Buffer
	must.Do(t, exporter.GLB(t.Context(), &file, platform(), exporter.Options{}))
	text, blob, err := gltf.Split(file.Bytes())
	must.Do(t, err)
	for said, want := range map[string][2]float64{
		`"ticksPerSecond":10`: {10, 10}, `"ticksPerSecond":-1`: {1000, 1000}, `"ticksPerSecond":0`: {1000, 1000}, `"ticksPerSecond":1e300`: {1000, 1000}, `"ticksPerSecond":4.6e10`: {4.6e10, 4.6e10},
		`"ticksPerSecond":"10"`: {1000, 1000}, `"ticksPerSecond":10,"ticks":7`: {10, 10}, `"ticksPerSecond":10,"ticks":10.0000001`: {10, 10.0000001},
		`"ticks":1000.00001`: {1000, 1000.00001}, `"ticks":-1000`: {1000, 1000},
	} {
		other := strings.Replace(string(text), `"ticksPerSecond":10`, said, 1)
		c := readBack(t, glbOf([]byte(other), blob)).Clips[0]
		if got := [2]float64{c.TicksPerSecond, c.Duration}; got != want {
			t.Errorf("%s is read as %v, not %v", said, got, want)
		}
	}
}

// Scales that differ from 1 by a millionth add up along a chain of joints, as those of Bob.md5mesh do:
// in files of others they are taken as rounding, in those that were written here they are meant.
func TestScalesNearOneStay(t *testing.T) {
	const n = 40
	m := platform()
	k := &soa.Skeleton{Rest: soa.MakeTransforms(n), Unit: slices.Repeat([]float32{1}, n)}
	for j := range n {
		k.Name, k.Parent = append(k.Name, fmt.Sprint("joint ", j)), append(k.Parent, int16(j-1))
		k.Rest.TX[j] = 1
		k.Rest.SX[j], k.Rest.SY[j], k.Rest.SZ[j] = 1.0000006, 1.0000012, 1.0000006
	}
	k.ComputeDepth()
	m.Skeleton = k
	must.Do(t, m.Validate())
	var file bytes.Buffer
	must.Do(t, exporter.GLB(t.Context(), &file, m, exporter.Options{}))
	back := readBack(t, file.Bytes())
	if r := &back.Skeleton.Rest; !slices.Equal(r.SX, k.Rest.SX) || !slices.Equal(r.SY, k.Rest.SY) || !slices.Equal(r.SZ, k.Rest.SZ) {
		t.Errorf("%v, %v, %v", r.SX, r.SY, r.SZ)
	}
	if joint, _ := worst(t, m, back); joint > 0 {
		t.Errorf("joints are %v m off", joint)
	}
}

// A rate at which keys would be at ticks that no clip can have does not count.
func TestRateOfLongClips(t *testing.T) {
	m := platform()
	m.Clips[0].Duration, m.Clips[0].Time[1] = 100, 100
	var file bytes.Buffer
	must.Do(t, exporter.GLB(t.Context(), &file, m, exporter.Options{}))
	text, blob, err := gltf.Split(file.Bytes())
	must.Do(t, err)
	c := readBack(t, glbOf([]byte(strings.Replace(string(text), `"ticksPerSecond":10`, `"ticksPerSecond":1e10`, 1)), blob)).Clips[0]
	if c.TicksPerSecond != 1000 || c.Duration != 10_000 || len(c.Time) != 2 {
		t.Errorf("%v ticks of %v per second", c.Duration, c.TicksPerSecond)
	}
}
