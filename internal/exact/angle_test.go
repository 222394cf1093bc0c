package exact

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestAngles(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for i := range 100000 {
		x := (r.Float64() - 0.5) * math.Pow(10, float64(i%7))
		if i%10 == 0 {
			x = float64(i/10-5000) * math.Pi / 4
		}
		s, c := SinCos(x)
		if d := math.Abs(s-math.Sin(x)) + math.Abs(c-math.Cos(x)); d > 6e-16 {
			t.Fatalf("the sine and cosine of %v are %v, %v: %v off", x, s, c, d)
		}
		y := r.Float64() - 0.5
		if a, want := Atan2(y, x), math.Atan2(y, x); math.Abs(a-want) > 1e-15 {
			t.Fatalf("the angle of %v, %v is %v, want %v", y, x, a, want)
		}
	}
	if s, c := SinCos(0); s != 0 || c != 1 {
		t.Errorf("of 0: %v, %v", s, c)
	}
	for _, x := range []float64{math.Inf(1), math.NaN(), 1e300, -1e18} {
		if s, c := SinCos(x); math.Abs(float64(s*s)+float64(c*c)-1) > 1e-15 {
			t.Errorf("of %v: %v, %v", x, s, c)
		}
	}
	for _, p := range [][2]float64{{0, 0}, {0, 1}, {0, -1}, {1, 0}, {-1, 0}, {1, 1}, {-3, -3}} {
		if a, want := Atan2(p[0], p[1]), math.Atan2(p[0], p[1]); math.Abs(a-want) > 1e-15 {
			t.Errorf("the angle of %v is %v, want %v", p, a, want)
		}
	}
}
