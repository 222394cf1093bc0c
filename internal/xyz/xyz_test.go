package xyz

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/vec"
)

// drawPart is any float32, one of two in the size of what solvers compute with.
func drawPart(t *rapid.T) float32 {
	if rapid.Bool().Draw(t, "any") {
		return math.Float32frombits(rapid.Uint32().Draw(t, "bits"))
	}
	return rapid.Float32Range(-2, 2).Draw(t, "part")
}

func drawV(t *rapid.T) vec.V { return vec.V{drawPart(t), drawPart(t), drawPart(t)} }
func drawQ(t *rapid.T) vec.Q { return vec.Q{drawPart(t), drawPart(t), drawPart(t), drawPart(t)} }

// same compares bits. Of NaNs it compares that they are.
func same[A ~[]float32](a, b A) bool {
	for i := range a {
		if math.Float32bits(a[i]) != math.Float32bits(b[i]) && (a[i] == a[i] || b[i] == b[i]) {
			return false
		}
	}
	return true
}

// Structs have the bits of arrays.
func TestBitsOfVec(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c, p, q, s := drawV(t), drawV(t), drawV(t), drawQ(t), drawQ(t), drawPart(t)
		x, y, z, r, u := Vec(a), Vec(b), Vec(c), Quat(p), Quat(q)
		for name, v := range map[string]struct {
			got  V
			want vec.V
		}{
			"Add": {x.Add(y), a.Add(b)}, "Sub": {x.Sub(y), a.Sub(b)}, "Neg": {x.Neg(), a.Neg()}, "Times": {x.Times(s), a.Times(s)},
			"AddTimes": {x.AddTimes(y, s), a.AddTimes(b, s)}, "Cross": {x.Cross(y), a.Cross(b)}, "Unit": {x.Unit(y), a.Unit(b)},
			"Lerp": {x.Lerp(y, s), a.Lerp(b, s)}, "Beside": {x.Beside(), a.Beside()}, "Rotate": {r.Rotate(x), p.Rotate(a)},
		} {
			if got := v.got.Array(); !same(got[:], v.want[:]) {
				t.Fatalf("%s is %v, in package vec %v", name, got, v.want)
			}
		}
		for name, v := range map[string]struct {
			got  Q
			want vec.Q
		}{
			"Mul": {r.Mul(u), p.Mul(q)}, "Conjugate": {r.Conjugate(), p.Conjugate()}, "Neg": {r.Neg(), p.Neg()}, "Unit": {r.Unit(), p.Unit()},
			"Toward": {r.Toward(u), p.Toward(q)}, "Arc": {Arc(x, y, z), vec.Arc(a, b, c)}, "Rotation": {Rotation(x, y, z), vec.Rotation(a, b, c)},
			"Times":    {r.Times(s), vec.Q{p[0] * s, p[1] * s, p[2] * s, p[3] * s}},
			"AddTimes": {r.AddTimes(u, s), vec.Q{p[0] + float32(q[0]*s), p[1] + float32(q[1]*s), p[2] + float32(q[2]*s), p[3] + float32(q[3]*s)}},
		} {
			if got := v.got.Array(); !same(got[:], v.want[:]) {
				t.Fatalf("%s is %v, in package vec %v", name, got, v.want)
			}
		}
		got, want := []float32{x.Dot(y), x.Length(), r.Dot(u)}, []float32{a.Dot(b), a.Length(), p.Dot(q)}
		if !same(got, want) || x.Finite() != a.Finite() {
			t.Fatalf("the scalar products and the length of %v, %v, %v and %v are %v, in package vec %v; finite: %v", a, b, p, q, got, want, x.Finite())
		}
	})
}
