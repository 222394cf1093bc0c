package codec_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/soa"
)

// burst is what a joint does between two regular keys of a clip with irregular key times.
type burst struct {
	joint    int
	property soa.Property
	ticks    []float64 // after the regular key at tick from
	from     int
	by       float64 // radians or metres
}

// irregular makes a clip with a key a tick, in which some joints have further keys at a few
// moments.
func irregular(m *soa.Model, keys int, bursts []burst) *soa.Clip {
	c := &soa.Clip{Name: "irregular", TicksPerSecond: 120, Duration: float64(keys - 1)}
	sway := func(tick float64, j int) float64 {
		return 0.2*math.Sin(tick*0.021*float64(1+j%3)+float64(j)) + 0.0005*math.Sin(tick*1.7+float64(3*j))
	}
	add := func(property soa.Property, j int, value func(tick, extra float64) [4]float32) {
		c.Tracks = append(c.Tracks, soa.Track{Target: int16(j), Property: property, First: uint32(len(c.Time))})
		key := func(tick, extra float64) {
			v := value(tick, extra)
			c.Time = append(c.Time, float32(tick))
			c.X, c.Y, c.Z, c.W = append(c.X, v[0]), append(c.Y, v[1]), append(c.Z, v[2]), append(c.W, v[3])
		}
		for k := range keys {
			key(float64(k), 0)
			for _, b := range bursts {
				if b.joint != j || b.property != property || b.from != k {
					continue
				}
				for _, after := range b.ticks {
					key(float64(k)+after, b.by)
				}
			}
		}
	}
	rest := &m.Skeleton.Rest
	add(soa.Translation, 0, func(tick, extra float64) [4]float32 {
		return [4]float32{float32(0.1*sway(tick, 5) + extra), rest.TY[0], rest.TZ[0]}
	})
	for j := range m.Skeleton.Len() {
		add(soa.Rotation, j, func(tick, extra float64) [4]float32 { return turn(0, 0.6, 0.8, sway(tick, j)+extra) })
	}
	return c
}

// A few keys between those of a regular clip cost a fraction of it, and the bound holds at them
// and everywhere else.
func TestIrregularKeys(t *testing.T) {
	for name, c := range map[string]struct {
		joints, keys int
		bursts       []burst
		most         float64 // of the bytes of the exact keys
	}{
		"quarters":      {9, 700, []burst{{3, soa.Rotation, []float64{0.25, 0.5, 0.75}, 0, 0.1}, {7, soa.Rotation, []float64{0.5}, 350, 0.05}}, 0.35},
		"eighths":       {9, 500, []burst{{5, soa.Rotation, []float64{0.125, 0.25}, 123, 0.02}, {2, soa.Rotation, []float64{0.5}, 499 - 2, 0.01}}, 0.4},
		"root":          {9, 500, []burst{{0, soa.Rotation, []float64{0.5}, 17, 0.0006}, {0, soa.Translation, []float64{0.25}, 200, 0.01}}, 0.4},
		"nearly a line": {12, 600, []burst{{1, soa.Rotation, []float64{1. / 3}, 50, 2e-4}, {4, soa.Rotation, []float64{0.3, 0.7}, 301, 1e-4}}, 0.35},
		"long":          {6, 3000, []burst{{2, soa.Rotation, []float64{0.25, 0.5}, 1500, 0.2}, {5, soa.Rotation, []float64{0.75}, 10, 0.1}}, 0.35},
	} {
		m := tree(c.joints, 0, 0)
		clip := irregular(m, c.keys, c.bursts)
		if err := m.ValidateClip(clip); err != nil {
			t.Fatal(name, err)
		}
		p := pack(t, m, clip, codec.Options{})
		exact := 20 * len(clip.Time)
		t.Logf("%s: %d bytes of %d, %.4f mm", name, p.Size(), exact, 1000*p.Error)
		if p.Bound == 0 || float64(p.Size()) > c.most*float64(exact) {
			t.Errorf("%s: %d bytes of %d, bound %v", name, p.Size(), exact, p.Bound)
		}
		hold(t, m, clip, p, unpack(t, m, p), 300)
		if c.keys < 1000 {
			holdMoments(t, m, clip, p)
		}
		if again := pack(t, m, clip, codec.Options{Workers: 1}); string(again.Data) != string(p.Data) {
			t.Errorf("%s: packs to other bytes", name)
		}
	}
}

// Work on a long clip is a few passes over its finest grid: steps are found on an excerpt, also where
// grids differ.
func TestIrregularWork(t *testing.T) {
	m := tree(6, 0, 0)
	clip := irregular(m, 3000, []burst{{2, soa.Rotation, []float64{0.25, 0.5}, 1500, 0.2}, {5, soa.Rotation, []float64{0.75}, 10, 0.1}})
	const passes = 20
	if p := pack(t, m, clip, codec.Options{MaxWork: passes * 4 * 3000 * 6}); p.Bound == 0 {
		t.Error("no grid holds the bound")
	}
}
