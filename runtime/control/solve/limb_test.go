package solve_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"pgregory.net/rapid"
)

func drawV(t *rapid.T, name string, size float32) geom.Vec {
	return geom.XYZ(rapid.Float32Range(-size, size).Draw(t, name), rapid.Float32Range(-size, size).Draw(t, name), rapid.Float32Range(-size, size).Draw(t, name))
}

func drawUnit(t *rapid.T, name string) geom.Vec { return drawV(t, name, 1).Unit(geom.Vec{Y: 1}) }

func drawQ(t *rapid.T, name string) geom.Quat {
	v := drawV(t, name, 1)
	return geom.XYZW(v.X, v.Y, v.Z, rapid.Float32Range(-1, 1).Draw(t, name)).Unit()
}

// drawLimb is a limb with bones of 0.1 to 1, of any bend, with a hinge at a right angle
// to them, and a pole.
func drawLimb(t *rapid.T) limb {
	u := drawUnit(t, "upper")
	q := drawQ(t, "frame")
	bend := solve.NewAngle(rapid.Float64Range(-3, 3).Draw(t, "bend"))
	axis := u.Perpendicular()
	lower := geom.XYZW(axis.X*bend.Sin, axis.Y*bend.Sin, axis.Z*bend.Sin, bend.Cos).Rotate(u)
	l := limb{Root: drawV(t, "root", 1).Array(), Axis: q.Rotate(axis).Array(), Pole: drawUnit(t, "pole").Array(), PoleWeight: 1, Weight: 1}
	l.Mid = geom.VecOf(l.Root).Add(q.Rotate(u).Times(rapid.Float32Range(0.1, 1).Draw(t, "a"))).Array()
	l.End = geom.VecOf(l.Mid).Add(q.Rotate(lower).Times(rapid.Float32Range(0.1, 1).Draw(t, "b"))).Array()
	l.Target = geom.VecOf(l.Root).Add(drawV(t, "target", 1.5)).Array()
	return l
}

func lengths(l *limb) (a, b, d float64) {
	return distance(geom.VecOf(l.Root), geom.VecOf(l.Mid)), distance(geom.VecOf(l.Mid), geom.VecOf(l.End)), distance(geom.VecOf(l.Root), geom.VecOf(l.Target))
}

// after are the places of mid and end once a limb's turns are applied.
func after(l *limb, r limbTurns) (mid, end v64) {
	mid = vector(geom.VecOf(l.Root)).add(rotate(geom.QuatOf(r.Root), vector(geom.VecOf(l.Mid).Sub(geom.VecOf(l.Root)))).times(float64(r.Stretch)))
	return mid, mid.add(rotate(geom.QuatOf(r.Mid), vector(geom.VecOf(l.End).Sub(geom.VecOf(l.Mid)))).times(float64(r.Stretch)))
}

// Mid lies where two spheres and the plane of the pole meet, and end on the target or as
// near to it as it can.
func TestLimbPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLimb(t)
		l.PoleIsPoint = rapid.Bool().Draw(t, "point")
		a, b, d := lengths(&l)
		line := vector(geom.VecOf(l.Target)).sub(vector(geom.VecOf(l.Root)))
		pole := vector(geom.VecOf(l.Pole))
		if l.PoleIsPoint {
			pole = pole.sub(vector(geom.VecOf(l.Root)))
		}
		if d < 1e-3 || pole.length() < 1e-3 || pole.angle(line) < 0.02 || pole.angle(line) > math.Pi-0.02 {
			t.Skip("no plane")
		}
		u := line.unit()
		reach := min(max(d, math.Abs(a-b)), a+b)
		x := (reach*reach + a*a - b*b) / (2 * reach)
		h := math.Sqrt(max(0, a*a-x*x))
		wantMid := vector(geom.VecOf(l.Root)).add(u.times(x)).add(pole.beside(u).unit().times(h))
		wantEnd := vector(geom.VecOf(l.Root)).add(u.times(reach))
		got := l.Solve()
		mid, end := after(&l, got)
		size := a + b
		// The height of a triangle that is almost flat is the root of a difference.
		if slack := 3e-5 * size; !end.near(wantEnd, 1e-5*size) || !mid.near(wantMid, slack/max(h/size, 1e-2)) {
			t.Fatalf("mid at %v, end at %v, want %v, %v: %+v", mid, end, wantMid, wantEnd, got)
		}
		if e := math.Abs(float64(got.Residual) - math.Abs(d-reach)); e > 1e-5*size {
			t.Fatalf("residual %v, want %v", got.Residual, math.Abs(d-reach))
		}
		if e := math.Abs(mid.sub(vector(geom.VecOf(l.Root))).length() - a); e > 1e-6*size {
			t.Fatalf("the first bone differs by %v", e)
		}
		if e := math.Abs(end.sub(mid).length() - b); e > 1e-6*size {
			t.Fatalf("the second bone differs by %v", e)
		}
		want := solve.Reached
		switch edge := 1e-5 * size; {
		case math.Abs(d-(a+b)) < edge || math.Abs(d-math.Abs(a-b)) < edge:
			want = got.Reason
		case d > a+b:
			want = solve.TooFar
		case d < math.Abs(a-b):
			want = solve.TooNear
		}
		if got.Reason != want {
			t.Fatalf("%v at %v of %v + %v, want %v", got.Reason, d, a, b, want)
		}
	})
}

// A hinge may lie askew to the bones: the bend is around it all the same.
func TestLimbAskewHinge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLimb(t)
		l.Axis = geom.VecOf(l.Axis).Add(drawV(t, "askew", 0.4)).Array()
		got := l.Solve()
		_, end := after(&l, got)
		a, b, d := lengths(&l)
		if e := math.Abs(end.sub(vector(geom.VecOf(l.Target))).length() - float64(got.Residual)); e > 1e-5*(a+b) {
			t.Fatalf("residual %v is off by %v", got.Residual, e)
		}
		if got.Reason == solve.Reached && float64(got.Residual) > 1e-5*(a+b) {
			t.Fatalf("reached, but for %v", got.Residual)
		}
		bend := geom.QuatOf(got.Root).Conjugate().Mul(geom.QuatOf(got.Mid))
		v, axis := v64{float64(bend.X), float64(bend.Y), float64(bend.Z)}, vector(geom.VecOf(l.Axis)).unit()
		if e := v.beside(axis).length(); e > 1e-6 {
			t.Fatalf("the bend is off its axis by %v", e)
		}
		if d > 1.01*(a+b) && got.Reason != solve.TooFar {
			t.Fatalf("%v at %v of %v", got.Reason, d, a+b)
		}
	})
}

// Without an axis the limb bends as it is bent; without a pole the plane swings with it.
func TestLimbBent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLimb(t)
		given := l
		first, second := vector(geom.VecOf(l.Mid).Sub(geom.VecOf(l.Root))), vector(geom.VecOf(l.End).Sub(geom.VecOf(l.Mid)))
		if first.angle(second) < 0.05 || first.angle(second) > math.Pi-0.05 {
			t.Skip("straight")
		}
		if a, b, d := lengths(&l); d < 0.1 || math.Abs(d-(a+b)) < 1e-5 || math.Abs(d-math.Abs(a-b)) < 1e-5 {
			t.Skip("on root, or just straight or folded there: the height of a flat triangle is the root of a difference")
		}
		normal := first.cross(second).unit()
		given.Axis = [3]float32{float32(normal[0]), float32(normal[1]), float32(normal[2])}
		l.Bent, l.Axis = true, drawUnit(t, "spare").Array()
		line := vector(geom.VecOf(l.Target)).sub(vector(geom.VecOf(l.Root)))
		if rapid.Bool().Draw(t, "no pole") {
			l.Pole, given.Pole = [3]float32{}, [3]float32{}
		} else if angle := vector(geom.VecOf(l.Pole)).angle(line); angle < 0.02 || angle > math.Pi-0.02 {
			t.Skip("the pole is on the line")
		}
		p, q := l.Solve(), given.Solve()
		if math.Abs(float64(p.Root[3])) < 0.2 {
			t.Skip("the target is opposite to the end")
		}
		if e := max(apart(geom.QuatOf(p.Root), geom.QuatOf(q.Root)), apart(geom.QuatOf(p.Mid), geom.QuatOf(q.Mid))); e > 2e-4 {
			t.Fatalf("the bend's axis gives %+v, the same axis %+v", p, q)
		}
	})
}

// The soft part starts with the slope 1, keeps the end short of the target, and is
// monotone; the stretch carries it the rest of the way.
func TestLimbSoftAndStretch(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLimb(t)
		l.Soft = rapid.Float32Range(0.3, 0.99).Draw(t, "soft")
		a, b, _ := lengths(&l)
		u := drawUnit(t, "direction")
		start := float64(l.Soft) * (a + b)
		if start < math.Abs(a-b) {
			t.Skip("folded")
		}
		reach := func(d float64) float64 {
			m := l
			m.Target = geom.VecOf(l.Root).AddTimes(u, float32(d)).Array()
			_, end := after(&m, m.Solve())
			return end.sub(vector(geom.VecOf(l.Root))).length()
		}
		d := start + rapid.Float64Range(0, 3*(a+b)).Draw(t, "beyond")
		eps := 1e-6 * (a + b)
		if r := reach(d); r > d+3*eps || r > a+b+3*eps || r < start-3*eps {
			t.Fatalf("at %v reaches %v of %v, softly from %v on", d, r, a+b, start)
		}
		if reach(d+0.01) < reach(d)-3*eps {
			t.Fatalf("at %v farther targets are reached less far", d)
		}
		step := 0.02 * (a + b - start)
		if slope := (reach(start+step) - start) / step; slope > 1.001+3*eps/step || slope < 0.9-3*eps/step {
			t.Fatalf("the slope at the onset is %v", slope)
		}
		l.Stretch = rapid.Float32Range(1, 2).Draw(t, "stretch")
		soft := start + (a+b-start)*(1-256/math.Pow((d-start)/(a+b-start)+4, 4))
		if r, want := reach(d), min(d, soft*float64(l.Stretch)); math.Abs(r-want) > 1e-5*(a+b) {
			t.Fatalf("stretched by up to %v reaches %v, want %v", l.Stretch, r, want)
		}
	})
}

// A weight of 0 is no turn, to the bit; a weight between is on the way.
func TestLimbWeights(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLimb(t)
		l.Soft, l.Stretch = 0.9, 1.5
		l.EndRotation, l.TargetRotation = drawQ(t, "end").Array(), drawQ(t, "target rotation").Array()
		full := l.Solve()
		l.Weight = 0
		none := geom.Identity.Array()
		if r := l.Solve(); r.Root != none || r.Mid != none || r.End != none || r.Stretch != 1 {
			t.Fatalf("with no weight %+v", r)
		}
		l.Weight = rapid.Float32Range(0, 1).Draw(t, "weight")
		part := l.Solve()
		if want := geom.Identity.Nlerp(geom.QuatOf(full.Root), l.Weight); apart(geom.QuatOf(part.Root), want) > 1e-6 {
			t.Fatalf("with the weight %v root turns by %v, want %v", l.Weight, part.Root, want)
		}
		if part.Reason != full.Reason {
			t.Fatalf("the weight changes the reason from %v to %v", full.Reason, part.Reason)
		}
		l.RotationWeight = 1
		if r := l.Solve(); apart(geom.QuatOf(r.End).Mul(geom.QuatOf(l.EndRotation)), geom.QuatOf(l.TargetRotation)) > 1e-6 {
			t.Fatalf("the end's rotation is %v, want %v", geom.QuatOf(r.End).Mul(geom.QuatOf(l.EndRotation)), l.TargetRotation)
		}
	})
}

// Near to each other, targets and poles have near solutions, but near root, full reach
// and a pole on the line.
func TestLimbContinuity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLimb(t)
		a, b, d := lengths(&l)
		line, size := vector(geom.VecOf(l.Target)).sub(vector(geom.VecOf(l.Root))), a+b
		low, high := math.Abs(a-b), a+b
		if d < 0.1 || d < low+0.05*size && d > low-0.05*size || d > high-0.05*size && d < high+0.05*size {
			t.Skip("singular")
		}
		if angle := vector(geom.VecOf(l.Pole)).angle(line); angle < 0.2 || angle > math.Pi-0.2 {
			t.Skip("no plane")
		}
		const step = 1e-3
		m := l
		m.Target = geom.VecOf(l.Target).Add(drawV(t, "step", step)).Array()
		m.Pole = geom.VecOf(l.Pole).Add(drawV(t, "pole step", step)).Array()
		p, q := l.Solve(), m.Solve()
		if e := max(apart(geom.QuatOf(p.Root), geom.QuatOf(q.Root)), apart(geom.QuatOf(p.Mid), geom.QuatOf(q.Mid))); e > 60*step {
			t.Fatalf("a step of %v turns by %v", step, e)
		}
	})
}

// With the effector at mid, that reaches and end follows.
func TestLimbAtMid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLimb(t)
		l.AtMid, l.Stretch = true, rapid.Float32Range(0, 2).Draw(t, "stretch")
		a, _, d := lengths(&l)
		if d < 1e-3 {
			t.Skip("on root")
		}
		r := l.Solve()
		mid, _ := after(&l, r)
		reach := a * max(1, min(float64(l.Stretch), d/a))
		if want := vector(geom.VecOf(l.Root)).add(vector(geom.VecOf(l.Target)).sub(vector(geom.VecOf(l.Root))).unit().times(reach)); !mid.near(want, 1e-5) {
			t.Fatalf("mid at %v, want %v", mid, want)
		}
		if r.Mid != r.Root {
			t.Fatalf("mid turns by %v, root by %v", r.Mid, r.Root)
		}
	})
}

// The twist turns the solved limb around the line to the target.
func TestLimbTwist(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := drawLimb(t)
		_, _, d := lengths(&l)
		if d < 1e-3 {
			t.Skip("on root")
		}
		angle := rapid.Float64Range(-3, 3).Draw(t, "twist")
		plain := l.Solve()
		l.Twist = solve.NewAngle(angle)
		got := l.Solve()
		u, half := vector(geom.VecOf(l.Target)).sub(vector(geom.VecOf(l.Root))).unit().times(math.Sin(angle/2)), math.Cos(angle/2)
		want := geom.XYZW(float32(u[0]), float32(u[1]), float32(u[2]), float32(half)).Mul(geom.QuatOf(plain.Root))
		if apart(geom.QuatOf(got.Root), want) > 2e-6 {
			t.Fatalf("twisted by %v: %v, want %v", angle, got.Root, want)
		}
	})
}

// odd are values that a careless formula divides by, or overflows with.
var odd = []float32{0, 0, 0, 1, 1, -1, 0.5, 1e-3, 1e-8, -1e-20, 1e-38, 1e-45, 1e10, 1e19, -3e38, 1 + 1e-7, float32(math.Inf(1)), float32(math.NaN())}

func drawOdd(t *rapid.T, name string) geom.Vec {
	n := rapid.SampledFrom([]int{7, 12, len(odd)}).Draw(t, name)
	one := func() float32 { return odd[rapid.IntRange(0, n-1).Draw(t, name)] }
	return geom.XYZ(one(), one(), one())
}

func soundQ(q geom.Quat) bool {
	return math.Abs(math.Sqrt(float64(q.Dot(q)))-1) < 1e-5
}

// Whatever is put in, unit rotations come out.
func TestLimbAlwaysDefined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawOdd(t, "scalars")
		w := drawOdd(t, "weights")
		l := limb{
			Root: drawOdd(t, "root").Array(), Mid: drawOdd(t, "mid").Array(), End: drawOdd(t, "end").Array(), Target: drawOdd(t, "target").Array(),
			Axis: drawOdd(t, "axis").Array(), Bent: rapid.Bool().Draw(t, "bent"), Pole: drawOdd(t, "pole").Array(), PoleIsPoint: rapid.Bool().Draw(t, "point"),
			Soft: s.X, Stretch: s.Y, AtMid: rapid.Bool().Draw(t, "at mid"), Weight: w.X, PoleWeight: w.Y, RotationWeight: w.Z,
			TargetRotation: drawQ(t, "rotation").Array(),
		}
		r := l.Solve()
		if !soundQ(geom.QuatOf(r.Root)) || !soundQ(geom.QuatOf(r.Mid)) || !soundQ(geom.QuatOf(r.End)) || !(r.Residual <= math.MaxFloat32) || !(r.Stretch >= -math.MaxFloat32) || math.IsInf(float64(r.Stretch), 0) {
			t.Fatalf("%+v gives %+v", l, r)
		}
	})
}

// Cases without a plane, a length or a direction.
func TestLimbDegenerate(t *testing.T) {
	straight := limb{Mid: [3]float32{0, -1, 0}, End: [3]float32{0, -2, 0}, Target: [3]float32{0, -1, 0}, Pole: [3]float32{0, 0, 1}, Weight: 1, PoleWeight: 1}
	for _, c := range []struct {
		name   string
		change func(*limb)
		mid    v64 // where mid comes to lie
		end    v64
		reason solve.Reason
	}{
		{"straight", func(l *limb) {}, v64{0, -0.5, math.Sqrt(0.75)}, v64{0, -1, 0}, solve.Reached},
		{"straight, bent", func(l *limb) { l.Bent = true }, v64{0, -0.5, math.Sqrt(0.75)}, v64{0, -1, 0}, solve.Reached},
		{"folded", func(l *limb) { l.End, l.Axis = [3]float32{}, [3]float32{-1, 0, 0} }, v64{0, -0.5, math.Sqrt(0.75)}, v64{0, -1, 0}, solve.Reached},
		{"target opposite to the end", func(l *limb) { l.Target = [3]float32{0, 1, 0} }, v64{0, 0.5, math.Sqrt(0.75)}, v64{0, 1, 0}, solve.Reached},
		{"target on root", func(l *limb) { l.Target = [3]float32{} }, v64{0, 0, 1}, v64{}, solve.Degenerate},
		{"no first bone", func(l *limb) { l.Mid, l.Target = [3]float32{}, [3]float32{3, 0, 0} }, v64{}, v64{2, 0, 0}, solve.Degenerate},
		{"no second bone", func(l *limb) { l.End, l.Target = l.Mid, [3]float32{3, 0, 0} }, v64{1, 0, 0}, v64{1, 0, 0}, solve.Degenerate},
		{"no bone", func(l *limb) { l.Mid, l.End = [3]float32{}, [3]float32{} }, v64{}, v64{}, solve.Degenerate},
		{"far", func(l *limb) { l.Target = [3]float32{0, 0, 9} }, v64{0, 0, 1}, v64{0, 0, 2}, solve.TooFar},
		{"pole on the line", func(l *limb) { l.Pole, l.Axis = [3]float32{0, 1, 0}, [3]float32{1, 0, 0} }, v64{0, -0.5, math.Sqrt(0.75)}, v64{0, -1, 0}, solve.Reached},
	} {
		l := straight
		c.change(&l)
		r := l.Solve()
		if mid, end := after(&l, r); !mid.near(c.mid, 2e-6) || !end.near(c.end, 2e-6) || r.Reason != c.reason {
			t.Errorf("%s: %v, mid at %v, end at %v, want %v, %v, %v", c.name, r.Reason, mid, end, c.reason, c.mid, c.end)
		}
	}
}
