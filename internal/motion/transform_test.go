package motion

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

func drawTransform(t *rapid.T, name string) soa.RootTransform {
	v := rapid.Float64Range(-3, 3)
	s, c := math.Sincos(rapid.Float64Range(-math.Pi, math.Pi).Draw(t, name+" angle"))
	return soa.RootTransform{X: v.Draw(t, name+" x"), Y: v.Draw(t, name+" y"), Z: v.Draw(t, name+" z"), C: c, S: s}
}

// matrixOf is the place in other words.
func matrixOf(p soa.RootTransform) oracle.Mat4 {
	return oracle.Mat4{p.C, 0, p.S, p.X, 0, 1, 0, p.Y, -p.S, 0, p.C, p.Z, 0, 0, 0, 1}
}

func missed(p, q soa.RootTransform) float64 {
	return max(math.Abs(p.X-q.X), math.Abs(p.Y-q.Y), math.Abs(p.Z-q.Z), math.Abs(p.C-q.C), math.Abs(p.S-q.S))
}

func nearMatrix(t *rapid.T, what string, got, want oracle.Mat4, within float64) {
	t.Helper()
	for i := range want {
		if !(math.Abs(got[i]-want[i]) <= within) {
			t.Fatalf("%s: %v, want %v", what, got, want)
		}
	}
}

// Places are matrices.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := drawTransform(t, "p"), drawTransform(t, "q")
		nearMatrix(t, "product", matrixOf(p.Mul(q)), matrixOf(p).Mul(matrixOf(q)), 1e-14)
		nearMatrix(t, "inverse", matrixOf(p.Inverse().Mul(p)), oracle.Identity(), 1e-14)
		v := [3]float64{q.X, q.Y, q.Z}
		got, want := p.Point(v), matrixOf(p).Point(v)
		for i := range want {
			if !(math.Abs(got[i]-want[i]) < 1e-14) {
				t.Fatalf("a point at %v, want %v", got, want)
			}
		}
		turned, r := oracle.Quat(p.Rotation()), p
		r.X, r.Y, r.Z = 0, 0, 0
		nearMatrix(t, "rotation", turned.Matrix(), matrixOf(r), 1e-15)
		if turned[3] < 0 {
			t.Fatalf("the quaternion %v", turned)
		}
		nearMatrix(t, "matrix", oracle.FromAffine(p.Affine()), matrixOf(p), 3e-7)
		longer := p
		longer.C, longer.S = 3*p.C, 3*p.S
		nearMatrix(t, "unit", matrixOf(longer.Unit()), matrixOf(p), 1e-15)
	})
	if p := (soa.RootTransform{}).Unit(); p != soa.IdentityRoot() {
		t.Errorf("a flat place became %+v", p)
	}
}

// n loops are n times one loop, of either sign: by steps for some, and for up to a
// million by the sum of the series that they are.
func TestPow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawTransform(t, "p")
		if rapid.Bool().Draw(t, "little") {
			s, c := math.Sincos(rapid.Float64Range(-1e-3, 1e-3).Draw(t, "angle"))
			p.C, p.S = c, s
		}
		few := rapid.Int64Range(0, 1000).Draw(t, "few")
		step := soa.IdentityRoot()
		for range few {
			step = step.Mul(p)
		}
		if d := missed(p.Pow(few), step); d > 1e-11*float64(1+few) {
			t.Fatalf("after %d loops %+v, by steps %+v", few, p.Pow(few), step)
		}
		n := rapid.Int64Range(-1e6, 1e6).Draw(t, "n")
		got, want := p.Pow(n), series(p, n)
		if d := missed(got, want); d > 1e-9*math.Abs(float64(n))+1e-9 {
			t.Fatalf("after %d loops %+v, want %+v: %v off", n, got, want, d)
		}
		if d := missed(got.Mul(p.Pow(-n)), soa.IdentityRoot()); d > 1e-9*math.Abs(float64(n))+1e-9 {
			t.Fatalf("%d loops and back: %v off", n, d)
		}
	})
	straight := soa.RootTransform{X: 0.1, Y: -3, Z: 0.7, C: 1}
	if got, want := straight.Pow(-1_000_000), (soa.RootTransform{X: -1e6 * 0.1, Y: 3e6, Z: -1e6 * 0.7, C: 1}); got != want {
		t.Errorf("straight back: %+v, want %+v", got, want)
	}
	for _, n := range []int64{math.MinInt64, math.MaxInt64, 1 << 61} {
		p := soa.RootTransform{X: 1, Y: 2, Z: 3, C: 0.6, S: 0.8}.Pow(n)
		if l := p.C*p.C + p.S*p.S; math.Abs(l-1) > 1e-15 || math.IsNaN(p.X+p.Y+p.Z) {
			t.Errorf("%d loops: %+v", n, p)
		}
	}
}

// series is n loops on a circle: the sine of n half angles over that of one.
func series(p soa.RootTransform, n int64) soa.RootTransform {
	if n < 0 {
		return series(p.Inverse(), -n)
	}
	w := math.Atan2(p.S, p.C)
	along, h := float64(n), w/2
	if w != 0 {
		along = math.Sin(h*float64(n)) / math.Sin(h)
	}
	s, c := math.Sincos(h * float64(n-1))
	q := soa.RootTransform{C: c, S: s}.Mul(soa.RootTransform{X: p.X * along, Z: p.Z * along, C: 1})
	s, c = math.Sincos(w * float64(n))
	return soa.RootTransform{X: q.X, Y: p.Y * float64(n), Z: q.Z, C: c, S: s}
}

// Log undoes Exp, both to the precision that they state, and twists divide.
func TestTwists(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := rapid.Float64Range(-3, 3)
		reach := rapid.SampledFrom([]float64{3.14, 0.26, 0.06, 1e-9}).Draw(t, "reach")
		u := Twist{v.Draw(t, "x"), v.Draw(t, "y"), v.Draw(t, "z"), rapid.Float64Range(-reach, reach).Draw(t, "yaw")}
		p := Exp(u)
		s, c := math.Sincos(u.Yaw)
		if math.Abs(p.C-c)+math.Abs(p.S-s) > 8e-16 {
			t.Fatalf("the rotation by %v is %v, %v", u.Yaw, p.C, p.S)
		}
		size := 1 + math.Abs(u.X) + math.Abs(u.Z)
		if want := walked(u); missed(p, want) > 4e-15*size {
			t.Fatalf("%+v leads to %+v, want %+v", u, p, want)
		}
		back := Log(p)
		// Near half a turn the way of a place is long.
		within := 4e-15 * size / math.Cos(u.Yaw/2)
		if d := max(math.Abs(back.X-u.X), math.Abs(back.Y-u.Y), math.Abs(back.Z-u.Z), math.Abs(back.Yaw-u.Yaw)); d > within {
			t.Fatalf("%+v came back as %+v: %v off", u, back, d)
		}
		half := Exp(Twist{}.Add(u, 0.5))
		if d := missed(half.Mul(half), p); d > 1e-14*size {
			t.Fatalf("two halves of %+v are %v off", u, d)
		}
	})
	turned := Log(soa.RootTransform{X: 1, Z: 2, C: -1})
	if d := missed(Exp(turned), soa.RootTransform{X: 1, Z: 2, C: -1}); d > 1e-14 {
		t.Errorf("half a turn came back %v off", d)
	}
}

// walked is where a twist leads, in halves: 2⁻⁴⁰ of it is straight but for 1e-24.
func walked(u Twist) soa.RootTransform {
	const halvings = 40
	f := math.Ldexp(1, -halvings)
	// The place less the identity, which halves would lose against it.
	x, z, s, c1 := u.X*f, u.Z*f, math.Sin(u.Yaw*f), -2*math.Pow(math.Sin(u.Yaw*f/2), 2)
	x, z = x+z*s/2, z-x*s/2
	for range halvings {
		x, z = 2*x+c1*x+s*z, 2*z+c1*z-s*x
		s, c1 = 2*s*(1+c1), 2*c1+c1*c1-s*s
	}
	return soa.RootTransform{X: x, Y: u.Y, Z: z, C: 1 + c1, S: s}
}

// A blend of one layer is its step, of two steady turns the mean turn; many small
// steps lead where one large one does, in any order of layers.
func TestBlend(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(name string) Twist {
			v := rapid.Float64Range(-1, 1)
			return Twist{v.Draw(t, name+" x"), v.Draw(t, name+" y"), v.Draw(t, name+" z"), v.Draw(t, name+" yaw")}
		}
		a, b, w := draw("a"), draw("b"), rapid.Float64Range(0, 1).Draw(t, "weight")
		weights := []float64{w, 1 - w}
		whole := Blend(weights, []soa.RootTransform{Exp(a), Exp(b)})
		if d := missed(whole, Blend([]float64{1 - w, w}, []soa.RootTransform{Exp(b), Exp(a)})); d > 1e-14 {
			t.Fatalf("the order of layers makes %v", d)
		}
		const parts = 8
		sum := soa.IdentityRoot()
		for range parts {
			sum = sum.Mul(Blend(weights, []soa.RootTransform{Exp(Twist{}.Add(a, 1./parts)), Exp(Twist{}.Add(b, 1./parts))}))
		}
		if d := missed(sum, whole); d > 1e-13 {
			t.Fatalf("in parts it is %v off", d)
		}
		if d := missed(Blend([]float64{1}, []soa.RootTransform{Exp(a)}), Exp(a)); d > 1e-14 {
			t.Fatalf("alone it is %v off", d)
		}
	})
	if p := Blend(nil, nil); p != soa.IdentityRoot() {
		t.Errorf("nothing leads to %+v", p)
	}
	if p, q := BlendDirections(nil); p != [3]float64{} || q != [4]float64{3: 1} {
		t.Errorf("nothing leads to %v, %v", p, q)
	}
}
