package soa

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestAffineInverse multiplies random matrices by their inverses, and compares
// Mul with two applications.
func TestAffineInverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var a, b Affine
		for i := range a {
			a[i] = rapid.Float32Range(-1, 1).Draw(t, "a")
			b[i] = rapid.Float32Range(-1, 1).Draw(t, "b")
		}
		a[0], a[5], a[10] = a[0]+3, a[5]+3, a[10]+3 // far from singular
		p := [3]float32{b[3], b[7], b[11]}
		ab := a.Mul(&b)
		got, want := ab.Apply(p), a.Apply(b.Apply(p))
		must.AllNear(t, "point", got[:], want[:], 1e-5)
		got, want = ab.ApplyVector(p), a.ApplyVector(b.ApplyVector(p))
		must.AllNear(t, "vector", got[:], want[:], 1e-5)
		inverse, ok := a.Inverse()
		if !ok {
			t.Fatal("no inverse")
		}
		back := inverse.Apply(a.Apply(p))
		must.AllNear(t, "inverse", back[:], p[:], 1e-5)
	})
}

func TestAffineWithoutInverse(t *testing.T) {
	flat, broken := IdentityAffine(), IdentityAffine()
	flat[5], broken[3] = 0, float32(math.NaN())
	for _, a := range []Affine{{}, flat, broken, {0: 1e-30, 5: 1e-30, 10: 1e-30, 3: 1e30}} {
		if inverse, ok := a.Inverse(); ok || inverse != IdentityAffine() {
			t.Errorf("the inverse of %v is %v", a, inverse)
		}
	}
	small := Affine{0: 1e-20, 5: 1e-20, 10: 1e-20} // whose determinant is 0 in float32
	if inverse, ok := small.Inverse(); !ok || inverse[0] != 1e20 {
		t.Errorf("the inverse of %v is %v, %v", small, inverse, ok)
	}
}
