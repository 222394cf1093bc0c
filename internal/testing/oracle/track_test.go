package oracle

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// oneTrack returns a clip of 10 ticks a second with a single track.
func oneTrack(p soa.Property, i soa.Interpolation, times []float32, values ...[4]float32) *soa.Clip {
	c := &soa.Clip{
		Name: "test", TicksPerSecond: 10, Duration: float64(times[len(times)-1]),
		Tracks: []soa.Track{{Property: p, Interpolation: i}}, Time: times,
	}
	for _, v := range values {
		c.X, c.Y = append(c.X, v[0]), append(c.Y, v[1])
		c.Z, c.W = append(c.Z, v[2]), append(c.W, v[3])
	}
	return c
}

// about returns the rotation by an angle about a unit axis.
func about(axis Vec3, angle float64) Quat {
	s, c := math.Sincos(angle / 2)
	return Quat{axis[0] * s, axis[1] * s, axis[2] * s, c}
}

func (q Quat) float32() [4]float32 {
	return [4]float32{float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])}
}

// list makes a slice of a value that has no address.
func list(v [4]float64) []float64 { return v[:] }

func TestSampleLinear(t *testing.T) {
	c := oneTrack(soa.Translation, soa.Linear, []float32{2, 4, 8},
		[4]float32{1, 0, -3}, [4]float32{3, 1, -3}, [4]float32{-1, 1, 5})
	for tick, want := range map[float64][4]float64{
		-1e9: {1, 0, -3}, 2: {1, 0, -3}, 2.5: {1.5, 0.25, -3}, 4: {3, 1, -3},
		5: {2, 1, -1}, 8: {-1, 1, 5}, 1e9: {-1, 1, 5},
	} {
		must.AllNear(t, "linear", list(Sample(c, 0, tick)), list(want), 1e-15)
	}
}

func TestSampleStep(t *testing.T) {
	c := oneTrack(soa.Scale, soa.Step, []float32{0, 1, 2}, [4]float32{1}, [4]float32{2}, [4]float32{3})
	for tick, want := range map[float64]float64{
		-1: 1, 0: 1, 0.999999: 1, 1: 2, 1.5: 2, 2: 3, 7: 3,
	} {
		must.AllNear(t, "step", list(Sample(c, 0, tick)), list([4]float64{want}), 0)
	}
}

// A Hermite spline through the values and slopes of a cubic polynomial is that
// polynomial.
func TestSampleCubicReproducesCubics(t *testing.T) {
	f := func(x float64) float64 { return 0.25*x*x*x - 2*x*x + 3*x + 1 }
	slope := func(x float64) float64 { return 0.75*x*x - 4*x + 3 }
	times := []float32{0, 1, 4, 6}
	var values [][4]float32
	var tangents []soa.Tangent
	for _, x := range times {
		values = append(values, [4]float32{float32(f(float64(x)))})
		tangents = append(tangents, soa.Tangent{float32(slope(float64(x)))})
	}
	c := oneTrack(soa.Weight, soa.Cubic, times, values...)
	c.In, c.Out = tangents, tangents
	for x := 0.0; x <= 6; x += 0.0625 {
		must.AllNear(t, "cubic", list(Sample(c, 0, x)), list([4]float64{f(x)}), 1e-13)
	}
}

// In belongs to the segment before a key, Out to the one after it.
func TestSampleCubicTangentSides(t *testing.T) {
	c := oneTrack(soa.Weight, soa.Cubic, []float32{0, 2}, [4]float32{}, [4]float32{})
	c.In = []soa.Tangent{{100}, {0}}
	c.Out = []soa.Tangent{{1}, {100}}
	// (s³ − 2s² + s)·span·out at s = 1/2, span 2.
	must.AllNear(t, "out tangent", list(Sample(c, 0, 1)), list([4]float64{0.25}), 1e-15)
	c.In[1], c.Out[0] = soa.Tangent{1}, soa.Tangent{}
	must.AllNear(t, "in tangent", list(Sample(c, 0, 1)), list([4]float64{-0.25}), 1e-15)
}

func TestSampleCubicRotationIsUnit(t *testing.T) {
	c := oneTrack(soa.Rotation, soa.Cubic, []float32{0, 1}, [4]float32{3: 1}, [4]float32{0: 1})
	c.In, c.Out = make([]soa.Tangent, 2), make([]soa.Tangent, 2)
	h := math.Sqrt2 / 2
	must.AllNear(t, "middle", list(Sample(c, 0, 0.5)), list([4]float64{h, 0, 0, h}), 1e-15)
}

func TestSlerpTurnsEvenly(t *testing.T) {
	axis := Vec3{2. / 3, -1. / 3, 2. / 3}
	for _, angle := range []float64{0, 1e-9, 1e-7, 1e-3, 0.5, 2, 3.1, math.Pi} {
		from, to := about(axis, 0.3), about(axis, 0.3+angle)
		for _, s := range []float64{0, 0.125, 0.5, 0.9, 1} {
			got := from.Slerp(to, s)
			must.AllNear(t, "slerp", list(got), list(about(axis, 0.3+s*angle)), 1e-14)
		}
	}
}

func TestSlerpTakesTheShorterArc(t *testing.T) {
	from, to := about(Vec3{0, 1, 0}, 0.2), about(Vec3{0, 1, 0}, 1.2)
	opposite := Quat{-to[0], -to[1], -to[2], -to[3]}
	must.AllNear(t, "slerp", list(from.Slerp(opposite, 0.25)), list(about(Vec3{0, 1, 0}, 0.45)), 1e-15)
}

func TestSampleRotation(t *testing.T) {
	axis := Vec3{0, 0, 1}
	c := oneTrack(soa.Rotation, soa.Linear, []float32{0, 10},
		about(axis, 0.5).float32(), about(axis, 2.5).float32())
	must.AllNear(t, "rotation", list(Sample(c, 0, 2.5)), list(about(axis, 1)), 1e-7)
	must.AllNear(t, "held", list(Sample(c, 0, 11)), list(about(axis, 2.5)), 1e-7)
}

func TestQuaternionMatrix(t *testing.T) {
	m := about(Vec3{0, 0, 1}, math.Pi/2).Matrix()
	x, y := m.Point(Vec3{1, 0, 0}), m.Point(Vec3{0, 1, 0})
	if x.Sub(Vec3{0, 1, 0}).Length() > 1e-15 || y.Sub(Vec3{-1, 0, 0}).Length() > 1e-15 {
		t.Fatalf("a quarter turn about z takes x to %v and y to %v", x, y)
	}
}
