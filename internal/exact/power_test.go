package exact

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Powers agree with the library's, which may differ in the last bits between processors.
func TestPowers(t *testing.T) {
	near := func(a, b float64) bool { return math.Abs(a-b) <= 6e-16*max(math.Abs(a), math.Abs(b)) }
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-740, 700).Draw(t, "x")
		if got, want := Exp(x), math.Exp(x); !near(got, want) && want > 1e-300 {
			t.Fatalf("Exp(%v) = %v, want %v", x, got, want)
		}
		y := rapid.Float64Range(1e-300, 1e300).Draw(t, "y")
		if rapid.Bool().Draw(t, "near 1") {
			y = 1 + x/1e4
		}
		if got, want := Log(y), math.Log(y); !near(got, want) {
			t.Fatalf("Log(%v) = %v, want %v", y, got, want)
		}
		base, power := rapid.Float64Range(1e-6, 1e6).Draw(t, "base"), rapid.Float64Range(-4, 4).Draw(t, "power")
		if got, want := Pow(base, power), math.Pow(base, power); math.Abs(got/want-1) > 3e-14 {
			t.Fatalf("Pow(%v, %v) = %v, want %v", base, power, got, want)
		}
	})
	if Exp(0) != 1 || Log(1) != 0 || Exp(1000) != math.Inf(1) || Exp(-1000) != 0 || Log(0) != math.Inf(-1) || Log(-1) == Log(-1) ||
		Pow(0, 2.5) != 0 || Pow(3, 0) != 1 || Pow(3, 2) != 9 || Exp(math.NaN()) == 0 {
		t.Error("a special case is wrong")
	}
}

// Half of half is a quarter, and so on; between, it is the power of two.
func TestHalved(t *testing.T) {
	for x := 0.; x < 60; x += 0.173 {
		if got, want := Halved(x), math.Exp2(-x); math.Abs(got-want) > 2e-9 {
			t.Errorf("half %v times over is %v, want %v", x, got, want)
		}
	}
	if Halved(0) != 1 || Halved(3) != 0.125 || Halved(1e9) != 0 {
		t.Errorf("%v, %v, %v", Halved(0), Halved(3), Halved(1e9))
	}
}
