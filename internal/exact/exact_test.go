package exact

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

func unitQuat(t *rapid.T, name string) Quat {
	g := rapid.Float64Range(-1, 1)
	q := Quat{g.Draw(t, name+".x"), g.Draw(t, name+".y"), g.Draw(t, name+".z"), g.Draw(t, name+".w")}
	if q.Dot(q) < 1e-6 {
		return IdentityQuat()
	}
	return q.Unit()
}

func vector(t *rapid.T, name string, low, high float64) Vec {
	g := rapid.Float64Range(low, high)
	return Vec{g.Draw(t, name+".x"), g.Draw(t, name+".y"), g.Draw(t, name+".z")}
}

func TestTrigonometry(t *testing.T) {
	for i := range 1001 {
		x := float64(i) / 1000
		if got := atan(x); math.Abs(got-math.Atan(x)) > 4e-16 {
			t.Errorf("atan %v = %v, want %v", x, got, math.Atan(x))
		}
		if got := sin(x * math.Pi / 2); math.Abs(got-math.Sin(x*math.Pi/2)) > 4e-16 {
			t.Errorf("sin %v π/2 = %v, want %v", x, got, math.Sin(x*math.Pi/2))
		}
	}
}

func TestCubeRoot(t *testing.T) {
	for e := -1074; e < 1024; e++ {
		x := math.Ldexp(1+float64(e&15)/16, e)
		if got, want := CubeRoot(x), math.Cbrt(x); math.Abs(got-want) > 3e-16*want {
			t.Errorf("the cube root of %v is %v, want %v", x, got, want)
		}
	}
	for _, x := range []float64{0, 1, 1e-6, 1e6, 2.54 * 2.54 * 2.54} {
		must.AllNear(t, "cube root", []float64{CubeRoot(x)}, []float64{math.Cbrt(x)}, 1e-16*math.Cbrt(x))
	}
}

// The point at f of the arc of an angle a about an axis is turned by f·a.
func TestSlerpTurnsEvenly(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := unitQuat(t, "start")
		axis := vector(t, "axis", -1, 1)
		if axis.Length() < 1e-3 {
			axis = Vec{1}
		}
		axis = axis.Scale(1 / axis.Length())
		angle := rapid.Float64Range(0, math.Pi-1e-3).Draw(t, "angle")
		f := rapid.Float64Range(0, 1).Draw(t, "f")
		turn := func(a float64) Quat {
			s, c := math.Sincos(a / 2)
			return Quat{axis[0] * s, axis[1] * s, axis[2] * s, c}.Mul(start)
		}
		end := turn(angle)
		if rapid.Bool().Draw(t, "other hemisphere") {
			end = end.Negate()
		}
		got, want := Slerp(start, end, f), turn(f*angle)
		must.AllNear(t, "slerp", got[:], want[:], 2e-15/(1-angle/math.Pi))
	})
}

func TestProductOfMatrices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := Compose(vector(t, "t", -5, 5), unitQuat(t, "q"), vector(t, "s", 0.1, 3))
		b := Compose(vector(t, "u", -5, 5), unitQuat(t, "r"), vector(t, "v", 0.1, 3))
		v := vector(t, "point", -3, 3)
		ab := a.Mul(b)
		got, want := ab.Point(v), a.Point(b.Point(v))
		must.AllNear(t, "point", got[:], want[:], 1e-12)
		back, ok := ab.Inverse()
		if !ok {
			t.Fatalf("no inverse of %v", ab)
		}
		one := back.Mul(ab)
		id := Identity()
		must.AllNear(t, "inverse", one[:], id[:], 1e-9)
	})
}

func TestQuaternionsAreRotations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, r := unitQuat(t, "q"), unitQuat(t, "r")
		mq, mr, mqr := q.Matrix(), r.Matrix(), q.Mul(r).Matrix()
		product := mq.Mul(mr)
		must.AllNear(t, "product", product[:], mqr[:], 1e-14)
		v := vector(t, "v", -1, 1)
		undone := q.Conjugate().Matrix()
		w := undone.Point(mq.Point(v))
		must.AllNear(t, "conjugate", w[:], v[:], 1e-14)
	})
}

func TestRigid(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q := unitQuat(t, "q")
		k := rapid.SampledFrom([]float64{1, 0.01, 100, -1, -2.54}).Draw(t, "k")
		m := Compose(vector(t, "t", -5, 5), q, Vec{k, k, k})
		gotQ, gotK, residual := m.Rigid()
		gotQ = gotQ.NearestSign(q)
		must.AllNear(t, "rotation", gotQ[:], q[:], 1e-13)
		rotation := m.Rotation(k)
		rotation = rotation.NearestSign(q)
		must.AllNear(t, "without its scale", rotation[:], q[:], 1e-13)
		must.AllNear(t, "scale", []float64{gotK}, []float64{k}, 1e-13*math.Abs(k))
		if residual > 1e-14 {
			t.Fatalf("residual %v", residual)
		}
		shear := Identity()
		shear[1] = 0.001
		m = m.Mul(shear)
		if _, _, residual = m.Rigid(); residual < 0.0005 || residual > 0.002 {
			t.Fatalf("residual %v of a shear by 0.001", residual)
		}
	})
	flat := Compose(Vec{}, IdentityQuat(), Vec{1, 1, 0})
	if _, _, residual := flat.Rigid(); !math.IsInf(residual, 1) {
		t.Errorf("residual %v of a flat matrix", residual)
	}
	if _, ok := flat.Inverse(); ok {
		t.Error("a flat matrix has an inverse")
	}
}

// A Hermite spline through the values and slopes of a cubic is that cubic.
func TestHermite(t *testing.T) {
	f := func(x float64) float64 { return 0.25*x*x*x - 2*x*x + 3*x + 1 }
	slope := func(x float64) float64 { return 0.75*x*x - 4*x + 3 }
	for i := range 11 {
		s := float64(i) / 10
		a, b, out, in := Quat{f(1)}, Quat{f(3)}, Quat{slope(1)}, Quat{slope(3)}
		must.AllNear(t, "value", []float64{Hermite(a, b, out, in, s, 2)[0]}, []float64{f(1 + 2*s)}, 1e-14)
		must.AllNear(t, "slope", []float64{HermiteSlope(a, b, out, in, s, 2)[0]}, []float64{slope(1 + 2*s)}, 1e-14)
	}
}

// Angles lead back to the rotation, in every order; the shortest rotation between two
// directions takes one to the other, also where they are opposite.
func TestEulerAndBetween(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.Float64Range(-3, 3)
		o := rapid.SampledFrom([]Euler{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}).Draw(t, "order")
		q := o.Rotation(Vec{part.Draw(t, "x"), part.Draw(t, "y"), part.Draw(t, "z")})
		m := q.Matrix()
		a, b := o.Angles(&m, 1e-6)
		for _, angles := range [...]Vec{a, b} {
			if p := o.Rotation(angles); p.NearestSign(q).Distance(q) > 1e-5 {
				t.Fatalf("%v has the angles %v, which are %v", q, angles, p)
			}
		}
		from := Vec{part.Draw(t, "u"), part.Draw(t, "v"), 0.1}.Unit()
		to := q.Rotate(from)
		if rapid.Bool().Draw(t, "opposite") {
			to = from.Scale(-1)
		}
		if got := RotationBetween(from, to, from.Perpendicular()).Rotate(from); got.Sub(to).Length() > 1e-6 {
			t.Fatalf("from %v to %v leads to %v", from, to, got)
		}
	})
}
