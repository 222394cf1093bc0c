package soa_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

func join(t interface {
	Helper()
	Fatal(...any)
}, m *soa.Model, clips ...*soa.Clip) *soa.Clip {
	t.Helper()
	c, err := m.JoinClips("all", clips...)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.ValidateClip(c); err != nil {
		t.Fatal(err)
	}
	return c
}

// Clips that drive different things, each with a start and ticks of its own, play in
// the joined clip as they play side by side: steps and splines, joints, weights and
// custom properties.
func TestJoinClipsPlaysAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := figure.Random(rapid.Uint64().Draw(t, "model"), rapid.SampledFrom([]int{0, 1, 5, 16}).Draw(t, "joints"))
		m.Meshes = nil
		clips := m.Clips[:rapid.IntRange(1, 3).Draw(t, "clips")]
		c := join(t, m, clips...)
		start, end := math.Inf(1), math.Inf(-1)
		for _, other := range clips {
			start, end = min(start, other.Start), max(end, other.End())
		}
		if c.Start != start || math.Abs(c.End()-end) > 1e-9 {
			t.Fatalf("it plays from %v to %v s, want %v to %v", c.Start, c.End(), start, end)
		}
		at := rapid.Float64Range(start, end).Draw(t, "time")
		if nearStep(clips, at) {
			return // rounding of float32 ticks decides
		}
		got, want := oracle.Evaluate(m, []*soa.Clip{c}, at), oracle.Evaluate(m, clips, at)
		values := func(p *oracle.Pose) []float64 {
			all := slices.Concat(p.Weights, p.Floats)
			for _, local := range p.Local {
				all = append(all, local[:]...)
			}
			return all
		}
		a, b := values(got), values(want)
		for i := range b {
			if math.Abs(a[i]-b[i]) > 1e-3*max(1, math.Abs(b[i])) {
				t.Fatalf("value %d is %v, want %v", i, a[i], b[i])
			}
		}
	})
}

// nearStep tells whether a value changes so fast near a time that its rounding to a
// tick shows.
func nearStep(clips []*soa.Clip, at float64) bool {
	for _, c := range clips {
		for t := range c.Tracks {
			first, end := c.Keys(t)
			for k := first; k < end; k++ {
				if math.Abs(c.Start+float64(c.Time[k])/c.TicksPerSecond-at) < 1e-4 {
					return true
				}
			}
		}
	}
	return false
}

// lift is a clip of one track that moves or, with one key, holds a joint.
func lift(name string, joint int16, keys ...float32) *soa.Clip {
	c := &soa.Clip{Name: name, TicksPerSecond: 10, Duration: 4, Loop: true, Tracks: []soa.Track{{Target: joint}}, Events: []soa.Event{{Time: 2, Name: name}}}
	for k, v := range keys {
		c.Time, c.X = append(c.Time, float32(k)), append(c.X, v)
		c.Y, c.Z, c.W = append(c.Y, 0), append(c.Z, 0), append(c.W, 0)
	}
	return c
}

// A track that only holds gives way, to one that moves and to a later one that holds;
// the same keys count once.
func TestJoinClipsChooses(t *testing.T) {
	m := &soa.Model{Skeleton: &soa.Skeleton{Name: []string{"a", "b"}, Parent: []int16{-1, -1}, Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2)}}
	m.Skeleton.ComputeDepth()
	moving, same, held, later := lift("moving", 1, 1, 2, 3), lift("same", 1, 1, 2, 3), lift("held", 1, 7), lift("later", 1, 8)
	for name, x := range map[string]struct {
		clips []*soa.Clip
		want  []float32
	}{
		"nothing":     {nil, nil},
		"one":         {[]*soa.Clip{moving}, moving.X},
		"held first":  {[]*soa.Clip{held, moving}, moving.X},
		"held last":   {[]*soa.Clip{moving, held}, moving.X},
		"held twice":  {[]*soa.Clip{held, later}, later.X},
		"same motion": {[]*soa.Clip{held, moving, later, same}, moving.X},
	} {
		c := join(t, m, x.clips...)
		if !slices.Equal(c.X, x.want) || len(c.Events) != len(x.clips) || c.Loop != (x.clips != nil) {
			t.Errorf("%s: keys %v, %d events, loop %v", name, c.X, len(c.Events), c.Loop)
		}
	}
	shifted := lift("shifted", 0, 4)
	shifted.Start, shifted.Events[0].Time = 0.1, 0.5
	if c := join(t, m, moving, shifted); c.Loop || c.Duration != 5 || c.Events[0].Name != "shifted" || c.Events[0].Time != 1.5 {
		t.Errorf("clips of different times: loop %v, %v ticks, events %v", c.Loop, c.Duration, c.Events)
	}
	if _, err := m.JoinClips("x", moving, lift("other", 1, 1, 2, 4)); !errors.Is(err, soa.ErrOverlap) || !strings.Contains(err.Error(), `the translation of joint "b"`) {
		t.Errorf("two that move a joint: %v", err)
	}
	for name, c := range map[string]*soa.Clip{"no clip": nil, "a foreign clip": lift("far", 2, 1)} {
		if _, err := m.JoinClips("x", moving, c); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
