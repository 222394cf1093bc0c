package solve_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"pgregory.net/rapid"
)

// swingTwist are the angle and direction of a rotation's swing and its twist, from where
// it takes the axis and the side: written without half angles.
func swingTwist(q geom.Quat, axis, side v64) (y, z, twist float64) {
	third := axis.cross(side)
	to := rotate(q, axis)
	angle, around := axis.angle(to), axis.cross(to)
	if n := around.length(); n > 0 {
		around = around.times(1 / n)
	}
	// the swing around that; what it does to side, against where side is
	c, s := math.Cos(angle), math.Sin(angle)
	swung := side.times(c).add(around.cross(side).times(s)).add(around.times(around.dot(side) * (1 - c)))
	now := rotate(q, side)
	twist = math.Atan2(swung.cross(now).dot(to), swung.dot(now))
	return around.dot(side) * math.Sin(angle/2), around.dot(third) * math.Sin(angle/2), twist
}

// limitCase is a limit and what it says in angles.
type limitCase struct {
	solve.Limit
	a, b, from, to float64
}

func drawLimit(t *rapid.T) limitCase {
	axis, side := drawUnit(t, "axis"), drawUnit(t, "side")
	angle := func(name string, least, most float64) float64 { return rapid.Float64Range(least, most).Draw(t, name) }
	switch rapid.SampledFrom([]string{"hinge", "cone", "ellipse", "twist", "swing and twist"}).Draw(t, "kind") {
	case "hinge":
		from := angle("from", -3, 3)
		to := from + angle("range", 0, 3)
		return limitCase{solve.NewHinge(axis.Array(), from, to), 0, 0, from, to}
	case "cone":
		a := angle("cone", 0.01, 2.5)
		return limitCase{solve.NewCone(axis.Array(), a), a, a, -math.Pi, math.Pi}
	case "ellipse":
		a, b := angle("a", 0.01, 2.5), angle("b", 0.01, 2.5)
		return limitCase{solve.NewSwingTwist(axis.Array(), side.Array(), a, b, -math.Pi, math.Pi), a, b, -math.Pi, math.Pi}
	case "twist":
		from := angle("from", -3, 3)
		to := from + angle("range", 0, 3)
		return limitCase{solve.NewTwist(axis.Array(), from, to), math.Pi, math.Pi, from, to}
	}
	a, b, from := angle("a", 0.01, 2), angle("b", 0.01, 2), angle("from", -2, 1)
	to := from + angle("range", 0.01, 2)
	return limitCase{solve.NewSwingTwist(axis.Array(), side.Array(), a, b, from, to), a, b, from, to}
}

// beyond is how far a rotation is outside: in half sines of the swing, relative to the
// ellipse, and in radians of the twist.
func (l *limitCase) beyond(q geom.Quat) (swing, twist float64) {
	y, z, w := swingTwist(q, vector(geom.VecOf(l.Axis)), vector(geom.VecOf(l.Side)))
	a, b := max(math.Sin(l.a/2), 1e-6), max(math.Sin(l.b/2), 1e-6)
	swing = (math.Hypot(y/a, z/b) - 1) * min(a, b)
	middle, half := (l.from+l.to)/2, (l.to-l.from)/2
	return swing, math.Abs(math.Remainder(w-middle, 2*math.Pi)) - half
}

// Limits are idempotent, their output is inside, and what is inside stays as it is.
func TestLimitInvariants(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, q := drawLimit(t), drawQ(t, "q")
		if rapid.Bool().Draw(t, "soft") {
			l.Soft = rapid.Float32Range(0.5, 0.95).Draw(t, "soft from")
		}
		out := l.Apply(q.Array())
		if !soundQ(geom.QuatOf(out)) {
			t.Fatalf("%v becomes %v", q, out)
		}
		swing, twist := l.beyond(geom.QuatOf(out))
		y, z, _ := swingTwist(geom.QuatOf(out), vector(geom.VecOf(l.Axis)), vector(geom.VecOf(l.Side)))
		n := math.Sqrt(max(0, 1-y*y-z*z)) // towards a swing of half a turn the twist gets vague
		if n < 1e-3 || vector(geom.VecOf(l.Axis)).angle(rotate(geom.QuatOf(out), vector(geom.VecOf(l.Axis)))) > 3.14 {
			t.Skip("half a turn")
		}
		if swing > 3e-6 || twist > 1e-6+1e-5/n {
			t.Fatalf("%v becomes %v, which is outside by %v, %v", q, out, swing, twist)
		}
		if l.Soft == 0 {
			eccentricity := max(l.a, l.b) / max(min(l.a, l.b), 0.01)
			if again := l.Apply(out); apart(geom.QuatOf(again), geom.QuatOf(out)) > 3e-6+1e-6/n+1e-6*eccentricity {
				t.Fatalf("%+v: %v becomes %v, then %v", l, q, out, again)
			}
			if s, w := l.beyond(q); s < -1e-6 && w < -1e-3 && out != q.Array() {
				t.Fatalf("%v is inside by %v, %v and becomes %v", q, s, w, out)
			}
		}
	})
}

// Clamped swings are the nearest of the ellipse, twists the nearer end.
func TestLimitNearest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, q := drawLimit(t), drawQ(t, "q")
		if l.a < 0.05 || l.b < 0.05 {
			t.Skip("flat")
		}
		axis, side := vector(geom.VecOf(l.Axis)), vector(geom.VecOf(l.Side))
		y, z, w := swingTwist(q, axis, side)
		ny, nz, nw := swingTwist(geom.QuatOf(l.Apply(q.Array())), axis, side)
		if math.Hypot(y, z) > 0.99 || axis.angle(rotate(q, axis)) > 3 {
			t.Skip("half a turn")
		}
		if s, _ := l.beyond(q); s > 0 {
			best, a, b := math.Inf(1), math.Sin(l.a/2), math.Sin(l.b/2)
			for i := range 2000 {
				s, c := math.Sincos(2 * math.Pi * float64(i) / 2000)
				best = min(best, math.Hypot(a*c-y, b*s-z))
			}
			if d := math.Hypot(ny-y, nz-z); d > best+2e-3 {
				t.Fatalf("the swing %v, %v goes to %v, %v at %v, the nearest is at %v", y, z, ny, nz, d, best)
			}
		} else if math.Hypot(ny-y, nz-z) > 2e-4 {
			t.Fatalf("the swing %v, %v of %+v goes to %v, %v", y, z, l, ny, nz)
		}
		middle, half := (l.from+l.to)/2, (l.to-l.from)/2
		off := math.Remainder(w-middle, 2*math.Pi)
		if math.Abs(off) > math.Pi-1e-2 {
			t.Skip("opposite")
		}
		if want := max(-half, min(half, off)); math.Abs(math.Remainder(nw-middle-want, 2*math.Pi)) > 1e-3 {
			t.Fatalf("the twist %v goes to %v, want %v from %v; the swing %v, %v to %v, %v", w, nw, want, middle, y, z, ny, nz)
		}
	})
}

// Near rotations stay near, away from half turns.
func TestLimitContinuity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l, q := drawLimit(t), drawQ(t, "q")
		if rapid.Bool().Draw(t, "soft") {
			l.Soft = 0.8
		}
		_, _, w := swingTwist(q, vector(geom.VecOf(l.Axis)), vector(geom.VecOf(l.Side)))
		if off := math.Remainder(w-(l.from+l.to)/2, 2*math.Pi); vector(geom.VecOf(l.Axis)).angle(rotate(q, vector(geom.VecOf(l.Axis)))) > 2.2 || math.Abs(off) > 2.8 {
			t.Skip("half a turn")
		}
		const step = 1e-3
		d := drawV(t, "step", step)
		p := q.Mul(geom.XYZW(d.X, d.Y, d.Z, 1).Unit())
		if e := apart(geom.QuatOf(l.Apply(p.Array())), geom.QuatOf(l.Apply(q.Array()))); e > 40*step {
			t.Fatalf("of %+v, from %v to %v, a step of %v becomes %v", l, q, p, step, e)
		}
	})
}

// A soft edge is monotone, starts with the slope 1 and ends below the limit.
func TestLimitSoft(t *testing.T) {
	for _, l := range []solve.Limit{solve.NewHinge([3]float32{1, 0, 0}, -1, 1), solve.NewCone([3]float32{0, 1, 0}, 1)} {
		l.Soft = 0.7
		last, slope := 0.0, 1.0
		for i := 1; i < 300; i++ {
			s, c := math.Sincos(float64(i) / 200)
			q := l.Apply([4]float32{float32(s), 0, 0, float32(c)})
			x := float64(q[0])
			rise := (x - last) / (s - math.Sin(float64(i-1)/200))
			if x > math.Sin(0.5) || rise < 0 || math.Abs(rise-slope) > 0.09 {
				t.Fatalf("at %v: %v, the slope goes from %v to %v", s, x, slope, rise)
			}
			last, slope = x, rise
		}
	}
}

// swing · twist is the rotation.
func TestSwingTimesTwist(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, axis := drawQ(t, "q"), drawUnit(t, "axis")
		if p := q.Swing(axis).Mul(q.Twist(axis)); apart(p, q) > 1e-6 {
			t.Fatalf("%v, want %v", p, q)
		}
	})
}

// A learnt limit holds what it was learnt from, and not much more.
func TestLearn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		axis, center := drawUnit(t, "axis"), drawQ(t, "center")
		side := axis.Perpendicular()
		spread := solve.NewSwingTwist(axis.Array(), side.Array(), rapid.Float64Range(0.05, 1).Draw(t, "a"), rapid.Float64Range(0.05, 1).Draw(t, "b"),
			-rapid.Float64Range(0.05, 1).Draw(t, "from"), rapid.Float64Range(0.05, 1).Draw(t, "to"))
		var samples [][4]float32
		n := rapid.IntRange(1, 60).Draw(t, "samples")
		for range n {
			q := center.Mul(geom.QuatOf(spread.Apply(drawQ(t, "sample").Array())))
			if rapid.Bool().Draw(t, "other sign") {
				q = q.Neg()
			}
			samples = append(samples, q.Array())
		}
		l := solve.Learn(samples, axis.Array(), 0)
		for _, q := range samples {
			if out := l.Apply(q); apart(geom.QuatOf(out), geom.QuatOf(q)) > 1e-5 {
				t.Fatalf("%+v does not hold %v, but %v", l, q, out)
			}
		}
		wide := solve.Learn(samples, axis.Array(), 0.2)
		for i := range l.Swing {
			if !(wide.Swing[i] > l.Swing[i]) && l.Swing[i] < 0.999 {
				t.Fatalf("a margin makes the swing %v of %v", wide.Swing, l.Swing)
			}
		}
		if !(wide.Twist.Sin > l.Twist.Sin) && l.Twist.Sin < 0.999 {
			t.Fatalf("a margin makes the twist %v of %v", wide.Twist, l.Twist)
		}
	})
}

// What a hinge does, a learnt limit is a hinge of.
func TestLearnHinge(t *testing.T) {
	var samples [][4]float32
	for i := range 101 {
		s, c := math.Sincos((0.2 + 0.018*float64(i)) / 2)
		samples = append(samples, [4]float32{float32(s), 0, 0, float32(c)})
	}
	l := solve.Learn(samples, [3]float32{1, 0, 0}, 0.1)
	bent := geom.Quat{X: float32(math.Sin(1.4)), W: float32(math.Cos(1.4))}
	if q := l.Apply(bent.Array()); math.Abs(2*math.Asin(float64(q[0]))-2.1) > 2e-3 {
		t.Errorf("bends up to %v, want 2.1", 2*math.Asin(float64(q[0])))
	}
	if l.Swing[0] > 0.06 || l.Swing[1] > 0.06 {
		t.Errorf("swings by up to %v", l.Swing)
	}
}
