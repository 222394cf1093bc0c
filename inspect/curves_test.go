package inspect

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// Values at the times are those of the oracle, and angles make its rotations.
func TestAgainstOracle(t *testing.T) {
	for s := range seed.Cases(t, 3) {
		m := figure.Random(s, 16)
		for _, clip := range m.Clips {
			check(t, m, clip, int(s%16))
		}
	}
}

func check(t *testing.T, m *soa.Model, clip *soa.Clip, joint int) {
	t.Helper()
	for kind := Translation; kind <= Position; kind++ {
		list, err := Curves(t.Context(), m, clip, joint, kind, 40)
		must.Do(t, err)
		for i, at := range list[0].Time {
			if i+1 < len(list[0].Time) && list[0].Time[i+1] == at {
				continue // the limit before a step
			}
			v := exact.Vec{list[0].Value[i], list[1].Value[i], list[2].Value[i]}
			if off := offCurve(m, clip, joint, kind, at, v); !(off < 1e-5*(1+v.Length())) {
				t.Fatalf("%v of joint %d in clip %q at %v s: %v is off by %v", kind, joint, clip.Name, at, v, off)
			}
		}
	}
}

// offCurve is how far values are from those of the oracle.
func offCurve(m *soa.Model, clip *soa.Clip, joint int, kind CurveKind, at float64, v exact.Vec) float64 {
	if kind == Position {
		off := math.Inf(1)
		for _, rounded := range [...]float64{0, -1e-9, 1e-9} { // of seconds to a tick at a step
			pose := oracle.Evaluate(m, []*soa.Clip{clip}, clip.Start+at+rounded)
			off = math.Min(off, v.Sub(exact.Vec(pose.Model[joint].Translation())).Length())
		}
		return off
	}
	want := exact.NewSkeleton(m, nil).Rest.Get(soa.Property(kind), joint)
	for t := range clip.Tracks {
		if tr := &clip.Tracks[t]; int(tr.Target) == joint && tr.Property == soa.Property(kind) {
			want = oracle.Sample(clip, t, exact.Tick(clip, clip.Start+at))
		}
	}
	if kind == Rotation {
		q := exact.Euler{0, 1, 2}.Rotation(v.Scale(math.Pi / 180))
		return q.Distance(want.Unit().NearestSign(q))
	}
	return v.Sub(exact.Vec(want[:3])).Length()
}

// An even movement has an even speed, and half a turn in a second is 180° a second.
func TestSpeeds(t *testing.T) {
	m, clip := moving()
	for kind, want := range map[CurveKind]float64{Speed: 3, Turning: 90} {
		list, err := Curves(t.Context(), m, clip, 0, kind, 17)
		must.Do(t, err)
		for i, v := range list[0].Value {
			if math.Abs(v-want) > 1e-4 {
				t.Errorf("%v is %v at %v s, want %v", kind, v, list[0].Time[i], want)
			}
		}
	}
	list, err := Curves(t.Context(), m, clip, 0, Translation, 17)
	must.Do(t, err)
	if c := list[0]; len(c.Keys) != 2 || c.Smooth || math.Abs(c.Keys[0].Out-3) > 1e-6 || math.Abs(c.Keys[1].In-3) > 1e-6 || math.Abs(c.Rate[5]-3) > 1e-6 {
		t.Errorf("%+v", c)
	}
}

// moving is a joint that moves by 6 m and turns by 180° in two seconds.
func moving() (*soa.Model, *soa.Clip) {
	k := &soa.Skeleton{Name: []string{"a"}, Parent: []int16{-1}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)}
	k.ComputeDepth()
	c := &soa.Clip{Name: "move", TicksPerSecond: 30, Duration: 60,
		Tracks: []soa.Track{{Property: soa.Translation}, {Property: soa.Rotation, First: 2}},
		Time:   []float32{0, 60, 0, 30, 60}, X: []float32{0, 6, 0, 0, 0}, Y: make([]float32, 5), Z: []float32{0, 0, 0, math.Sqrt2 / 2, 1},
		W: []float32{0, 0, 1, math.Sqrt2 / 2, 0}}
	return &soa.Model{Skeleton: k, Clips: []*soa.Clip{c}}, c
}

// Angles go on beyond 180° where the joint turns on.
func TestAnglesGoOn(t *testing.T) {
	m, clip := moving()
	const turns = 4
	clip.Tracks, clip.Time, clip.X, clip.Y, clip.Z, clip.W = clip.Tracks[1:], nil, nil, nil, nil, nil
	clip.Tracks[0].First = 0
	for i := range 4*turns + 1 {
		s, w := math.Sincos(float64(i) * math.Pi / 4)
		exact.AppendKey(clip, float32(60*i)/(4*turns), exact.Quat{0, 0, s, w})
	}
	list, err := Curves(t.Context(), m, clip, 0, Rotation, 200)
	must.Do(t, err)
	if end := list[2].Value[len(list[2].Value)-1]; math.Abs(end-360*turns) > 1e-3 {
		t.Errorf("after %d turns the angle is %v", turns, end)
	}
}

// A step has the values before and after it at one time.
func TestSteps(t *testing.T) {
	m, clip := moving()
	clip.Tracks[0].Interpolation = soa.Step
	list, err := Curves(t.Context(), m, clip, 0, Translation, 3)
	must.Do(t, err)
	c := list[0]
	n := len(c.Time)
	if c.Time[n-1] != c.Time[n-2] || c.Value[n-2] != 0 || c.Value[n-1] != 6 {
		t.Errorf("%+v", c)
	}
}

// Joints, kinds and numbers of samples that do not exist are errors.
func TestErrors(t *testing.T) {
	m, clip := moving()
	for _, f := range []func() ([]Curve, error){
		func() ([]Curve, error) { return Curves(t.Context(), m, clip, 1, Speed, 10) },
		func() ([]Curve, error) { return Curves(t.Context(), m, clip, -1, Speed, 10) },
		func() ([]Curve, error) { return Curves(t.Context(), m, clip, 0, 9, 10) },
		func() ([]Curve, error) { return Curves(t.Context(), m, clip, 0, Speed, 1) },
	} {
		if _, err := f(); !errors.Is(err, soa.ErrOption) {
			t.Errorf("%v", err)
		}
	}
	if _, err := Curves(t.Context(), nil, clip, 0, Speed, 10); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("%v", err)
	}
	for k := Translation; k <= Turning; k++ {
		if got, ok := ParseCurveKind(k.String()); got != k || !ok {
			t.Errorf("%v is read as %v", k, got)
		}
	}
}
