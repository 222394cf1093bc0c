package vec

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

func drawV(t *rapid.T, name string) V {
	return V{rapid.Float32Range(-2, 2).Draw(t, name), rapid.Float32Range(-2, 2).Draw(t, name), rapid.Float32Range(-2, 2).Draw(t, name)}
}

func drawQ(t *rapid.T, name string) Q {
	v := drawV(t, name)
	return Q{v[0], v[1], v[2], rapid.Float32Range(-2, 2).Draw(t, name)}.Unit()
}

func near(a, b V, within float64) bool {
	return math.Abs(float64(a[0]-b[0])) <= within && math.Abs(float64(a[1]-b[1])) <= within && math.Abs(float64(a[2]-b[2])) <= within
}

// What quaternions do is what the matrices made of them do.
func TestRotations(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q, v := drawQ(t, "p"), drawQ(t, "q"), drawV(t, "v")
		if a, b := p.Mul(q).Rotate(v), p.Rotate(q.Rotate(v)); !near(a, b, 4e-6) {
			t.Fatalf("the product turns to %v, one after the other to %v", a, b)
		}
		if a := q.Conjugate().Rotate(q.Rotate(v)); !near(a, v, 4e-6) {
			t.Fatalf("turned back %v is %v", v, a)
		}
		m := q.Matrix(v)
		x, y, z := Columns(&m)
		if r := Rotation(x, y, z); math.Abs(float64(r.Dot(q))) < 1-1e-6 {
			t.Fatalf("the matrix of %v has the rotation %v", q, r)
		}
		if Place(&m) != v {
			t.Fatalf("the place is %v, want %v", Place(&m), v)
		}
	})
}

// An arc takes one direction to another; swing and twist are their rotation.
func TestArcAndTwist(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, q := drawV(t, "a").Unit(V{1, 0, 0}), drawV(t, "b").Unit(V{0, 1, 0}), drawQ(t, "q")
		if rapid.IntRange(0, 9).Draw(t, "opposite") == 0 {
			b = a.Neg()
		}
		if got := Arc(a, b, a.Beside()).Rotate(a); !near(got, b, 2e-3) {
			t.Fatalf("the arc from %v to %v leads to %v", a, b, got)
		}
		if d := a.Beside().Dot(a); math.Abs(float64(d)) > 1e-6 {
			t.Fatalf("beside %v is at an angle of cosine %v", a, d)
		}
		if got := q.Twist(a).Rotate(a); !near(got, a, 4e-6) {
			t.Fatalf("the twist of %v around %v moves that to %v", q, a, got)
		}
		if got := q.Swing(a).Mul(q.Twist(a)); math.Abs(float64(got.Dot(q))) < 1-1e-6 {
			t.Fatalf("swing and twist of %v are %v", q, got)
		}
	})
}

// Vectors of any size get a direction.
func TestUnit(t *testing.T) {
	for _, size := range []float32{1e-40, 1e-30, 1, 1e30, 3e38} {
		u := V{size, 0, -size / 2}.Unit(V{0, 1, 0})
		if math.Abs(float64(u.Length())-1) > 1e-5 {
			t.Errorf("of size %v: %v", size, u)
		}
	}
	for _, v := range []V{{}, {float32(math.Inf(1)), 0, 0}, {float32(math.NaN()), 0, 0}} {
		if u := v.Unit(V{0, 1, 0}); u != (V{0, 1, 0}) {
			t.Errorf("%v has the direction %v", v, u)
		}
	}
}
