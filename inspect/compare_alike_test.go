package inspect_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// spline is a model of one joint whose height follows a spline with keys at some ticks, 24 a second. In
// between it is the polynomial itself, wherever keys are.
func spline(times []float32, height, slope func(t float64) float64) *soa.Model {
	k := &soa.Skeleton{Name: []string{"hip"}, Parent: []int16{-1}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)}
	k.ComputeDepth()
	c := &soa.Clip{Name: "bob", TicksPerSecond: 24, Duration: float64(times[len(times)-1]), Tracks: []soa.Track{{Property: soa.Translation, Interpolation: soa.Cubic}}}
	for _, t := range times {
		c.Time, c.X, c.Z, c.W = append(c.Time, t), append(c.X, 0), append(c.Z, 0), append(c.W, 0)
		c.Y = append(c.Y, float32(height(float64(t))))
		s := soa.Tangent{0, float32(slope(float64(t)))}
		c.In, c.Out = append(c.In, s), append(c.Out, s)
	}
	return &soa.Model{Name: "spline", Skeleton: k, Clips: []*soa.Clip{c}}
}

// Two clips are measured alike: where one has a key on every frame and the other has not, by the curves of
// both; where both have, by the curves through the frames of both.
func TestMeasuredAlike(t *testing.T) {
	// One cubic from 0 to 24 ticks is the same curve with keys on all ticks. Between frames the curve
	// through frames differs from steep ones: these bend by slope·ticks/8 at the least.
	steep := func(f float64) (height, slope func(t float64) float64) {
		return func(t float64) float64 { return f * t * (t - 24) * (t - 12) * 1e-3 },
			func(t float64) float64 { return f * (3*t*t - 72*t + 288) * 1e-3 }
	}
	every := func(step int) (times []float32) {
		for t := 0; t <= 24; t += step {
			times = append(times, float32(t))
		}
		return times
	}
	for _, c := range []struct {
		name   string
		a, b   *soa.Model
		apart  float64
		frames bool
	}{
		{"all frames and two keys", spline2(every(1), steep, 5, 0), spline2(every(24), steep, 5, 0), 0, false},
		{"two keys and all frames", spline2(every(24), steep, 8, 0), spline2(every(1), steep, 8, 3e-4), 3e-4, false},
		{"all frames and every third", spline2(every(1), steep, -3, 0), spline2(every(3), steep, -3, 2e-3), 2e-3, false},
		{"all frames of both", spline2(every(1), steep, 5, 0), spline2(every(1), steep, 5, 1e-3), 1e-3, true},
		{"every other frame of one", spline2(every(2), steep, 2, 0), spline2(every(1), steep, 2, 4e-3), 4e-3, true},
	} {
		d, err := inspect.Compare(t.Context(), c.a, c.b, inspect.CompareOptions{})
		must.Do(t, err)
		if d.Clips[0].OnFrames != c.frames {
			t.Errorf("%s: on frames %v", c.name, d.Clips[0].OnFrames)
		}
		must.Near(t, c.name, d.Clips[0].Joint.Max, c.apart, 2e-6)
	}
}

// spline2 is the spline of a curve times a factor, and some metres higher.
func spline2(times []float32, curve func(f float64) (height, slope func(t float64) float64), f, higher float64) *soa.Model {
	height, slope := curve(f)
	return spline(times, func(t float64) float64 { return height(t) + higher }, slope)
}

// A clip of an archive that holds its bound on frames is the curve through them already: a clip with frames
// is compared with it by its own.
func TestMeasuredOnFrames(t *testing.T) {
	var all []float32
	for i := range 25 {
		all = append(all, float32(i))
	}
	zigzag := func(t float64) float64 { return 0.1 * math.Mod(t, 2) }
	a := spline(all, zigzag, func(t float64) float64 { return 1 - 2*math.Mod(t, 2) })
	through := spline(all, zigzag, func(t float64) float64 { // the chord of the neighbours
		if t == 0 || t == 24 {
			return 0.1 * (1 - t/12)
		}
		return 0
	})
	through.Clips[0].Time[1] += 0.01 // which does not make it one of frames less
	d, err := inspect.Compare(t.Context(), a, through, inspect.CompareOptions{OnFrames: map[*soa.Clip]bool{through.Clips[0]: true}})
	must.Do(t, err)
	if c := &d.Clips[0]; !c.OnFrames || !(c.Bend.Max > 0.1) || !(c.Joint.Max < 0.01) {
		t.Errorf("%+v", c)
	}
	d, err = inspect.Compare(t.Context(), a, through, inspect.CompareOptions{ExactCurves: true})
	must.Do(t, err)
	if c := &d.Clips[0]; c.OnFrames || !(c.Joint.Max > 0.1) {
		t.Errorf("%+v", c)
	}
}

// The angle between joints is that of their orientations in model space, whatever their size.
func TestTurns(t *testing.T) {
	for _, angle := range []float64{1e-4, 0.3, 1.5, 3.1} {
		a, b := beam(0.01), beam(0.01)
		a.Meshes, b.Meshes = nil, nil
		s, c := math.Sincos(angle / 2)
		for k := range b.Clips[0].X { // b's hinge is a's, turned about the diagonal of y and x
			z, w := float64(a.Clips[0].Z[k]), float64(a.Clips[0].W[k])
			x := s * math.Sqrt2 / 2
			q := [4]float64{x*w + x*z, x*w - x*z, c * z, c * w} // (x, x, 0, c)·(0, 0, z, w)
			b.Clips[0].X[k], b.Clips[0].Y[k], b.Clips[0].Z[k], b.Clips[0].W[k] = float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])
		}
		b.Skeleton.Rest.SX[0], b.Skeleton.Rest.SY[0], b.Skeleton.Rest.SZ[0] = 3, 3, 3
		d, err := inspect.Compare(t.Context(), a, b, inspect.CompareOptions{})
		must.Do(t, err)
		must.Near(t, "the turn", d.Clips[0].Turn.Max, angle*180/math.Pi, 1e-4)
		if d.Clips[0].Turn.Part != "hinge" {
			t.Errorf("%+v", d.Clips[0].Turn)
		}
	}
}
