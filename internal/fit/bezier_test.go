package fit

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// A parameter leads back to the value that it is of, also where the curve stands still.
func TestBezierParameter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		part := rapid.Float64Range(0, 1)
		p, q, x := part.Draw(t, "p"), part.Draw(t, "q"), part.Draw(t, "x")
		u := BezierParameter(p, q, x)
		if v, _ := Bezier(&[4]float64{0, p, q, 1}, u); !(u >= 0 && u <= 1) || math.Abs(v-x) > 1e-12 {
			t.Fatalf("at %v the curve of %v and %v is %v, want %v", u, p, q, v, x)
		}
	})
}
