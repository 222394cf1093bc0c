package kernel

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
)

// A share of a twist is within 0.02 degrees of that part of the angle, around the same axis.
func TestTwistShares(t *testing.T) {
	a := NewLanewise()
	twist, weight, uniforms := make([]float32, formula.TwistRows*simd.Lanes), make([]float32, simd.Lanes), make([]float32, 1)
	a.Rows[0], a.Rows[1], a.Uniforms = twist, weight, uniforms
	worst := 0.0
	for step := -64; step <= 64; step++ {
		uniforms[0] = float32(step) / 64
		for turn := range 33 {
			for l := range simd.Lanes {
				s, c := math.Sincos(math.Pi / 2 * float64(turn-16) / 16)
				weight[l] = float32(l+1) / simd.Lanes
				for row, v := range [...]float64{0.48, 0.6, 0.64, math.Abs(c), s} {
					twist[row*simd.Lanes+l] = float32(v)
				}
			}
			if err := TwistShare16(a); err != nil {
				t.Fatal(err)
			}
			for l := range simd.Lanes {
				row := func(k int) float64 { return float64(twist[(formula.TwistTurn+k)*simd.Lanes+l]) }
				along := row(0)*0.48 + row(1)*0.6 + row(2)*0.64
				want := float64(uniforms[0]*weight[l]) * math.Pi * float64(turn-16) / 16
				got := 2 * math.Atan2(along, row(3))
				aside := math.Hypot(math.Hypot(row(0)-0.48*along, row(1)-0.6*along), row(2)-0.64*along)
				worst = max(worst, math.Abs(got-want), aside)
			}
		}
	}
	if degrees := worst * 180 / math.Pi; !(degrees < 0.02) {
		t.Errorf("a share is off by %v degrees", degrees)
	}
}

// The twist of a swing times a twist is the latter, whatever rest and swing are.
func TestTwistIsMeasured(t *testing.T) {
	r := newRandom(11)
	a := NewLanewise()
	frame, column, twist := make([]float32, 4*simd.Lanes), make([]float32, 4*simd.Lanes), make([]float32, formula.TwistRows*simd.Lanes)
	a.Rows[0], a.Rows[1], a.Rows[2] = frame, column, twist
	type quat [4]float64
	mul := func(p, q quat) quat {
		return quat{
			p[3]*q[0] + p[0]*q[3] + p[1]*q[2] - p[2]*q[1], p[3]*q[1] + p[1]*q[3] + p[2]*q[0] - p[0]*q[2],
			p[3]*q[2] + p[2]*q[3] + p[0]*q[1] - p[1]*q[0], p[3]*q[3] - p[0]*q[0] - p[1]*q[1] - p[2]*q[2],
		}
	}
	for range 50 {
		rest := quat{0, 0, 0.6, 0.8}
		a.Uniforms = []float32{0, 0, -0.6, 0.8, 0.48, 0.6, 0.64}
		var want [simd.Lanes]float64
		for l := range simd.Lanes {
			want[l] = math.Pi * (2*r.Float64() - 1) * 0.999
			s, c := math.Sincos(want[l] / 2)
			x, y := r.Float64()-0.5, r.Float64()-0.5
			swing := quat{0.8*x + 0.36*y, -0.48 * y, -0.6*x + 0.18*y, 1} // across the axis
			q := mul(rest, mul(swing, quat{0.48 * s, 0.6 * s, 0.64 * s, c}))
			for k, v := range q {
				column[k*simd.Lanes+l] = float32(v)
			}
			frame[3*simd.Lanes+l] = 1
		}
		if err := TwistMeasure16(a); err != nil {
			t.Fatal(err)
		}
		for l, want := range want {
			got := 2 * math.Atan2(float64(twist[(formula.TwistAngle+1)*simd.Lanes+l]), float64(twist[formula.TwistAngle*simd.Lanes+l]))
			if math.Abs(math.Remainder(got-want, 2*math.Pi)) > 2e-6 {
				t.Fatalf("a twist of %v is measured as %v", want, got)
			}
		}
	}
}
