package geom

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func drawVec(t *rapid.T, name string) Vec {
	return Vec{rapid.Float32Range(-2, 2).Draw(t, name), rapid.Float32Range(-2, 2).Draw(t, name), rapid.Float32Range(-2, 2).Draw(t, name)}
}

func drawQuat(t *rapid.T, name string) Quat {
	v := drawVec(t, name)
	return Quat{v.X, v.Y, v.Z, rapid.Float32Range(-2, 2).Draw(t, name)}.Unit()
}

// Products turn by one after the other; the columns of a rotation lead back to it.
func TestRotations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q, v := drawQuat(t, "p"), drawQuat(t, "q"), drawVec(t, "v")
		if a, b := p.Mul(q).Rotate(v), p.Rotate(q.Rotate(v)); !(a.Sub(b).Length() <= 4e-6) {
			t.Fatalf("the product turns to %v, one after the other to %v", a, b)
		}
		if a := q.Conjugate().Rotate(q.Rotate(v)); !(a.Sub(v).Length() <= 4e-6) {
			t.Fatalf("turned back %v is %v", v, a)
		}
		x, y, z := q.Rotate(Vec{X: 1}), q.Rotate(Vec{Y: 1}), q.Rotate(Vec{Z: 1})
		if r := FromAxes(x, y, z); math.Abs(float64(r.Dot(q))) < 1-1e-6 {
			t.Fatalf("the columns of %v have the rotation %v", q, r)
		}
	})
}

// An arc takes one direction to another; swing and twist are their rotation.
func TestArcAndTwist(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, q := drawVec(t, "a").Unit(Vec{X: 1}), drawVec(t, "b").Unit(Vec{Y: 1}), drawQuat(t, "q")
		if rapid.IntRange(0, 9).Draw(t, "opposite") == 0 {
			b = a.Neg()
		}
		if got := Arc(a, b, a.Perpendicular()).Rotate(a); !(got.Sub(b).Length() <= 2e-3) {
			t.Fatalf("the arc from %v to %v leads to %v", a, b, got)
		}
		if d := a.Perpendicular().Dot(a); math.Abs(float64(d)) > 1e-6 {
			t.Fatalf("the perpendicular of %v is at an angle of cosine %v", a, d)
		}
		of, part := a.Perpendicular().Array(), a.Array()
		least := 0
		for i, v := range part {
			if Abs(v) < Abs(part[least]) {
				least = i
			}
		}
		if tied := slices.ContainsFunc(part[least+1:], func(v float32) bool { return Abs(v) == Abs(part[least]) }); !tied && of[least] != 0 {
			t.Fatalf("the perpendicular of %v is %v", a, of)
		}
		if got := q.Twist(a).Rotate(a); !(got.Sub(a).Length() <= 4e-6) {
			t.Fatalf("the twist of %v around %v moves that to %v", q, a, got)
		}
		if s := q.Swing(a); math.Abs(float64(Vec{s.X, s.Y, s.Z}.Dot(a))) > 2e-6 {
			t.Fatalf("the twist of %v around %v leaves %v, which has one", q, a, s)
		}
	})
}

// Vectors of any size get a direction.
func TestUnit(t *testing.T) {
	for _, size := range []float32{1e-40, 1e-30, 1, 1e30, 3e38} {
		u := Vec{size, 0, -size / 2}.Unit(Vec{Y: 1})
		if math.Abs(float64(u.Length())-1) > 1e-5 {
			t.Errorf("of size %v: %v", size, u)
		}
	}
	for _, v := range []Vec{{}, {float32(math.Inf(1)), 0, 0}, {float32(math.NaN()), 0, 0}} {
		if u := v.Unit(Vec{Y: 1}); u != (Vec{Y: 1}) {
			t.Errorf("%v has the direction %v", v, u)
		}
	}
}

// A matrix keeps the directions and the place that it was made of.
func TestMatrix(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, at := drawQuat(t, "q"), drawVec(t, "at")
		m := q.Matrix(at)
		x, y, z := Columns(&m)
		if r := q.Rotate; x != r(Vec{X: 1}) || y != r(Vec{Y: 1}) || z != r(Vec{Z: 1}) || Translation(&m) != at {
			t.Fatalf("the matrix of %v and %v is %v", q, at, m)
		}
	})
}

// Normal is Unit but for a rounding, where both have a direction; a matrix applied to points
// and directions does what its rotation and place do.
func TestNormalAndPoint(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, at, v := drawQuat(t, "q"), drawVec(t, "at"), drawVec(t, "v")
		if v.Length() > 1e-3 && !(v.Normal(Vec{}).Sub(v.Unit(Vec{})).Length() <= 2e-7) {
			t.Fatalf("the normal of %v is %v, its unit %v", v, v.Normal(Vec{}), v.Unit(Vec{}))
		}
		if p := q.Times(3).Normal(); math.Abs(float64(p.Dot(q))-1) > 1e-6 {
			t.Fatalf("three times %v has the normal %v", q, p)
		}
		m := q.Matrix(at)
		if d, p := Direction(&m, v), Point(&m, v); !(d.Sub(q.Rotate(v)).Length() <= 4e-6) || !(p.Sub(q.Rotate(v).Add(at)).Length() <= 4e-6) {
			t.Fatalf("the matrix takes %v to %v and %v", v, d, p)
		}
		low, high := v.Min(at), v.Max(at)
		if low.Add(high) != v.Add(at) || !Finite(&m) {
			t.Fatalf("of %v and %v the least is %v, the most %v", v, at, low, high)
		}
		m[7] = float32(math.Inf(1))
		if Finite(&m) {
			t.Fatal("an infinite matrix is finite")
		}
	})
	if v := (Vec{X: 1e-20}).Normal(Vec{Y: 1}); v != (Vec{Y: 1}) {
		t.Errorf("what is too short has the normal %v", v)
	}
	if q := (Quat{X: 1e-20}).Normal(); q != Identity {
		t.Errorf("what is too short has the normal %v", q)
	}
}
