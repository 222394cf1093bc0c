package vec

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/xyz"
)

// drawPart is any float32, one of two in the size of what solvers compute with.
func drawPart(t *rapid.T) float32 {
	if rapid.Bool().Draw(t, "any") {
		return math.Float32frombits(rapid.Uint32().Draw(t, "bits"))
	}
	return rapid.Float32Range(-2, 2).Draw(t, "part")
}

func drawV(t *rapid.T) V { return V{drawPart(t), drawPart(t), drawPart(t)} }
func drawQ(t *rapid.T) Q { return Q{drawPart(t), drawPart(t), drawPart(t), drawPart(t)} }

// same compares bits. Of NaNs it compares that they are.
func same[A ~[]float32](a, b A) bool {
	for i := range a {
		if math.Float32bits(a[i]) != math.Float32bits(b[i]) && (a[i] == a[i] || b[i] == b[i]) {
			return false
		}
	}
	return true
}

func slice(v xyz.V) []float32 { return []float32{v.X, v.Y, v.Z} }

// Arrays have the bits of structs.
func TestBitsOfStructs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c, p, q, s := drawV(t), drawV(t), drawV(t), drawQ(t), drawQ(t), drawPart(t)
		x, y, z, r, u := xyz.Vec(a), xyz.Vec(b), xyz.Vec(c), xyz.Quat(p), xyz.Quat(q)
		for name, v := range map[string]struct {
			got  xyz.V
			want V
		}{
			"Add": {x.Add(y), a.Add(b)}, "Sub": {x.Sub(y), a.Sub(b)}, "Neg": {x.Neg(), a.Neg()}, "Times": {x.Times(s), a.Times(s)},
			"AddTimes": {x.AddTimes(y, s), a.AddTimes(b, s)}, "Cross": {x.Cross(y), a.Cross(b)}, "Unit": {x.Unit(y), a.Unit(b)},
			"Lerp": {x.Lerp(y, s), a.Lerp(b, s)}, "Beside": {x.Beside(), a.Beside()}, "Rotate": {r.Rotate(x), p.Rotate(a)},
		} {
			if got := v.got.Array(); !same(got[:], v.want[:]) {
				t.Fatalf("%s is %v, in arrays %v", name, got, v.want)
			}
		}
		for name, v := range map[string]struct {
			got  xyz.Q
			want Q
		}{
			"Mul": {r.Mul(u), p.Mul(q)}, "Conjugate": {r.Conjugate(), p.Conjugate()}, "Neg": {r.Neg(), p.Neg()}, "Unit": {r.Unit(), p.Unit()},
			"Toward": {r.Toward(u), p.Toward(q)}, "Arc": {xyz.Arc(x, y, z), Arc(a, b, c)}, "Rotation": {xyz.Rotation(x, y, z), Rotation(a, b, c)},
			"Nlerp": {r.Nlerp(u, s), p.Nlerp(q, s)}, "Twist": {r.Twist(x), p.Twist(a)}, "Swing": {r.Mul(r.Twist(x).Conjugate()), p.Swing(a)},
		} {
			if got := v.got.Array(); !same(got[:], v.want[:]) {
				t.Fatalf("%s is %v, in arrays %v", name, got, v.want)
			}
		}
		m := q.Matrix(a)
		i, j, k := Columns(&m)
		if u := xyz.Quat(q); !same(i[:], slice(u.Rotate(xyz.V{X: 1}))) || !same(j[:], slice(u.Rotate(xyz.V{Y: 1}))) || !same(k[:], slice(u.Rotate(xyz.V{Z: 1}))) {
			t.Fatalf("the matrix of %v is %v", q, m)
		}
		if at := Place(&m); !same(at[:], a[:]) {
			t.Fatalf("the place is %v, want %v", at, a)
		}
		got, want := []float32{x.Dot(y), x.Length(), r.Dot(u)}, []float32{a.Dot(b), a.Length(), p.Dot(q)}
		if !same(got, want) || x.Finite() != a.Finite() {
			t.Fatalf("the scalar products and the length of %v, %v, %v and %v are %v, in arrays %v; finite: %v", a, b, p, q, got, want, x.Finite())
		}
	})
}
