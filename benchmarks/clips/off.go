package clips

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Off is the greatest distance, in metres, of joints and of three points on their axes at
// Distance from their positions in the samples: at the samples, and at any time. Between
// samples the reference interpolates rotations as the library does, along the great arc or
// the chord, and all else linearly, so that Off is the error of compression only.
type Off struct {
	Samples float64 `json:"samples"`
	Any     float64 `json:"any"`
}

// probes are the fractions between two samples at which errors are measured.
var probes = [...]float64{0, 0.211, 0.5, 0.789}

// Measure measures a clip that was compressed.
func (s *Sampled) Measure(c *Coded) (Off, error) {
	var off Off
	skeleton := exact.NewSkeleton(s.Model, nil)
	got, want := skeleton.NewPose(), skeleton.NewPose()
	for k := range s.Samples() {
		for _, f := range probes {
			if f > 0 && k+1 == s.Samples() {
				break
			}
			if err := c.Pose(float64(k)+f, &got); err != nil {
				return off, fmt.Errorf("at sample %v: %w", float64(k)+f, err)
			}
			skeleton.ToModel(&got)
			s.move(&want, k, f, c.Chords)
			skeleton.ToModel(&want)
			worst := 0.0
			for j := range want.Global {
				worst = math.Max(worst, miss(&got.Global[j], &want.Global[j]))
			}
			off.Any = math.Max(off.Any, worst)
			if f == 0 {
				off.Samples = math.Max(off.Samples, worst)
			}
		}
	}
	return off, nil
}

// miss returns the greatest distance between the images of a joint, and of the points around
// it, under two matrices.
func miss(got, want *exact.Matrix) float64 {
	d := got.Translation().Sub(want.Translation())
	worst := d.Length()
	for axis := range 3 {
		length := want.Column(axis).Length()
		if length == 0 {
			continue
		}
		e := d.Add(got.Column(axis).Sub(want.Column(axis)).Scale(Distance / length))
		worst = math.Max(worst, e.Length())
	}
	return worst
}

// move sets what the clip drives to its values at f of the way from sample k to
// the next.
func (s *Sampled) move(p *exact.Pose, k int, f float64, chords bool) {
	c := s.Clip
	for t := range c.Tracks {
		first, _ := c.Keys(t)
		at := int(first) + k
		key := func(at int) exact.Quat {
			return exact.Quat{float64(c.X[at]), float64(c.Y[at]), float64(c.Z[at]), float64(c.W[at])}
		}
		v := key(at)
		turns := c.Tracks[t].Property == soa.Rotation
		switch {
		case turns && f > 0 && chords:
			v = v.Unit()
			v = v.Lerp(key(at+1).Unit().NearestSign(v), f).Unit()
		case turns && f > 0:
			v = exact.Slerp(v.Unit(), key(at+1).Unit(), f)
		case turns:
			v = v.Unit()
		case f > 0:
			v = v.Lerp(key(at+1), f)
		}
		p.Set(c.Tracks[t].Property, int(c.Tracks[t].Target), v)
	}
}
