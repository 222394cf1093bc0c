package solve_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"pgregory.net/rapid"
)

func drawAim(t *rapid.T) solve.Aim {
	return solve.Aim{
		Place: drawV(t, "place", 1).Array(), Target: drawV(t, "target", 3).Array(), Forward: drawUnit(t, "forward").Array(), Up: drawUnit(t, "up").Array(),
		Offset: drawV(t, "offset", 0.3).Array(), Pole: drawUnit(t, "pole").Array(), Weight: 1,
	}
}

// The line passes through the target, and up lies on the pole's side.
func TestAimPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAim(t)
		got := a.Solve()
		target, offset, forward := vector(geom.VecOf(a.Target)).sub(vector(geom.VecOf(a.Place))), vector(geom.VecOf(a.Offset)), vector(geom.VecOf(a.Forward))
		b := offset.beside(forward).length()
		eye, line := rotate(geom.QuatOf(got.Turn), offset), rotate(geom.QuatOf(got.Turn), forward)
		passes := target.sub(eye).beside(line).length()
		if want := max(0, b-target.length()); math.Abs(passes-want) > 1e-5 || math.Abs(float64(got.Residual)-want) > 1e-5 {
			t.Fatalf("passes at %v, says %v, want %v", passes, got.Residual, want)
		}
		if (got.Reason == solve.TooNear) != (target.length() < b) && math.Abs(target.length()-b) > 1e-6 {
			t.Fatalf("%v at %v, the line is off by %v", got.Reason, target.length(), b)
		}
		from := rotate(geom.XYZW(-got.Turn[0], -got.Turn[1], -got.Turn[2], got.Turn[3]), target.unit())
		up, pole := vector(geom.VecOf(a.Up)), vector(geom.VecOf(a.Pole))
		if up.cross(from).length() < 0.01 || pole.cross(target.unit()).length() < 0.01 || target.length() < 1e-6 {
			return // no direction says which way up is
		}
		if e := rotate(geom.QuatOf(got.Turn), up).beside(target.unit()).unit().sub(pole.beside(target.unit()).unit()).length(); e > 3e-4 {
			t.Fatalf("up is off the pole's plane by %v", e)
		}
	})
}

// Without a pole the joint turns the short way.
func TestAimShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := drawAim(t)
		a.Offset, a.Pole = [3]float32{}, [3]float32{}
		target := vector(geom.VecOf(a.Target)).sub(vector(geom.VecOf(a.Place)))
		if target.length() < 1e-2 {
			t.Skip("at the joint")
		}
		got := a.Solve()
		angle := 2 * math.Acos(min(1, math.Abs(float64(got.Turn[3]))))
		if want := vector(geom.VecOf(a.Forward)).angle(target); math.Abs(angle-want) > 2e-3 {
			t.Fatalf("turns by %v, want %v", angle, want)
		}
		a.Weight = 0
		if got := a.Solve(); got.Turn != geom.Identity.Array() {
			t.Fatalf("with no weight turns by %v", got.Turn)
		}
	})
}

// As the target comes nearer than the line ever is, nothing jumps.
func TestAimTooNear(t *testing.T) {
	a := solve.Aim{Forward: [3]float32{0, 0, 1}, Offset: [3]float32{0.2, 0, 0.1}, Weight: 1}
	last := geom.Quat{}
	for i := range 400 {
		a.Target = geom.XYZ(0.1, 0.3, 0.2).Times(1 - float32(i)/400).Array()
		got := a.Solve()
		if i > 0 && apart(geom.QuatOf(got.Turn), last) > 0.1 {
			t.Fatalf("at %v jumps from %v to %v", a.Target, last, got.Turn)
		}
		last = geom.QuatOf(got.Turn)
	}
}

func TestAimAlwaysDefined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := solve.Aim{
			Place: drawOdd(t, "place").Array(), Target: drawOdd(t, "target").Array(), Forward: drawOdd(t, "forward").Array(), Up: drawOdd(t, "up").Array(),
			Offset: drawOdd(t, "offset").Array(), Pole: drawOdd(t, "pole").Array(), Weight: drawOdd(t, "weight").X,
		}
		if got := a.Solve(); !soundQ(geom.QuatOf(got.Turn)) || !(got.Residual <= math.MaxFloat32) {
			t.Fatalf("%+v gives %+v", a, got)
		}
	})
}
