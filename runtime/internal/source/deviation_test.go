package source

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/runtime/internal/keys"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// oneTrack is a model of three joints, a metre apart, and a clip of one track of the second.
func oneTrack(tr soa.Track, time []float32, keys [][4]float32, slopes ...soa.Tangent) *soa.Model {
	m := tame(1, 3)
	tr.Target = 1
	c := &soa.Clip{Name: "curve", Tracks: []soa.Track{tr}, TicksPerSecond: 2, Start: 3, Duration: float64(time[len(time)-1]), Time: time, In: slopes, Out: slopes}
	for _, v := range keys {
		c.X, c.Y, c.Z, c.W = append(c.X, v[0]), append(c.Y, v[1]), append(c.Z, v[2]), append(c.W, v[3])
	}
	m.Clips = []*soa.Clip{{Name: "rest", TicksPerSecond: 1}, c}
	return m
}

// playedOff is how far from the oracle a crowd's row is at a tick of the clip of oneTrack, and as a
// part of the value there, or of 1.
func playedOff(p *keyframes, s *Scratch, plan *keys.Plan, m *soa.Model, tick float64) (size, relative float64) {
	clip := m.Clips[1]
	column, _ := plan.Column(&clip.Tracks[0])
	whole, rest := kernel.SplitTick(tick)
	row := p.Pose(s, 0, 1, int64(math.Float32bits(whole)), rest)
	var got exact.Quat
	for e := range got {
		got[e] = float64(row[4*column+e])
	}
	want := exact.Quat(oracle.Sample(clip, 0, tick))
	got[3], want[3] = 0, 0
	size = got.Distance(want)
	return size, size / max(1, want.Length())
}

// What float32 cannot hold is stated as the oracle finds it.
func TestDeviationIsTheOracles(t *testing.T) {
	for name, c := range map[string]struct {
		m    *soa.Model
		zero float64 // tick where the track passes through zero
	}{
		"from far through zero": {oneTrack(soa.Track{}, []float32{0, 1, 7}, [][4]float32{{}, {1e6, 3e5}, {-1e6, -3e5}}), 4},
		"a far weight":          {oneTrack(soa.Track{Property: soa.Weight}, []float32{0, 1}, [][4]float32{{-1e5}, {2e5}}), 1. / 3},
	} {
		m := c.m
		o := pose.LayoutOptions{Form: pose.FormGeneral, AllJoints: true}
		d, err := Keyframes(m).Deviation(o)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		plan, err := keys.New(context.Background(), m, m.Clips, o)
		must.Do(t, err)
		p, err := newKeyframes(plan, plan.Clips, plan.Floats)
		must.Do(t, err)
		var s Scratch
		p.Prepare(&s)
		clip, r := m.Clips[1], rand.New(rand.NewPCG(4, 4))
		worst := 0.0
		for range 100000 {
			tick := c.zero + float64((r.Float64()-0.5)*2e-6)
			_, off := playedOff(p, &s, plan, m, tick)
			worst = max(worst, off)
		}
		there, _ := playedOff(p, &s, plan, m, float64((d.Time-clip.Start)*clip.TicksPerSecond))
		if d.Clip != 1 || d.Track != 0 || !(d.Relative > 1e-6) || d.Relative < worst/4 {
			t.Errorf("%s: %+v is stated, but there is %.3g", name, d, worst)
		}
		if !(there > d.Size/4 && there < 4*d.Size) {
			t.Errorf("%s: %.3g is stated at %v s, where there is %.3g", name, d.Size, d.Time, there)
		}
	}
}

// A model that float32 holds states nothing, nor does one that walks far from zero; another
// kind of source does not say.
func TestDeviationOfOrdinaryModels(t *testing.T) {
	models := map[string]*soa.Model{
		"a spline":    oneTrack(soa.Track{Interpolation: soa.Cubic}, []float32{0, 9}, [][4]float32{{1}, {2}}, soa.Tangent{1, 3}, soa.Tangent{2, 3}),
		"a walk":      oneTrack(soa.Track{}, []float32{0, 9, 12}, [][4]float32{{1000}, {2000}, {3000}}),
		"near keys":   oneTrack(soa.Track{Property: soa.Scale}, []float32{0, 1e6, 1e6 + 0.0625}, [][4]float32{{1, 1, 1}, {1, 1, 1}, {-9000, 1e-3, 1e-3}}),
		"far splines": oneTrack(soa.Track{Interpolation: soa.Cubic}, []float32{0, 9}, [][4]float32{{-1e6, 5}, {1e6, 5}}, soa.Tangent{1e6}, soa.Tangent{1e6}),
		"far turns":   oneTrack(soa.Track{Property: soa.Rotation, Interpolation: soa.Cubic}, []float32{0, 1}, [][4]float32{{3: 1}, {3: 1}}, soa.Tangent{1e5}, soa.Tangent{1e5}),
		"great turns": oneTrack(soa.Track{Property: soa.Rotation}, []float32{0, 1, 2}, [][4]float32{{3: 1}, {1}, {0.8, 0, 0, -0.6}}),
		"zigzags":     oneTrack(soa.Track{Property: soa.Rotation, Interpolation: soa.Step}, []float32{0, 1}, [][4]float32{{3: 1}, {3: -1}}),
	}
	for name, m := range models {
		if d, err := Keyframes(m).Deviation(pose.LayoutOptions{}); err != nil || d != (play.Deviation{}) {
			t.Errorf("%s: %+v, error %v", name, d, err)
		}
	}
	if Baked(nil).Deviation != nil {
		t.Error("of rows: it is known")
	}
	if _, err := Keyframes(nil).Deviation(pose.LayoutOptions{}); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("of no model: %v", err)
	}
}
