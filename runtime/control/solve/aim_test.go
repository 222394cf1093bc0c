package solve_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"pgregory.net/rapid"
)

// Whatever place, target and weight are put in, a unit rotation comes out, and without a weight the joint stays as it is.
func TestAimAlwaysDefined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := aim{
			Place: drawOdd(t, "place").Array(), Rotation: drawQ(t, "rotation"), Target: drawOdd(t, "target").Array(), Forward: drawUnit(t, "forward").Array(),
			Up: drawUnit(t, "up").Array(), Offset: drawOdd(t, "offset").Array(), Pole: drawUnit(t, "pole").Array(), Weight: max(0, min(1, drawOdd(t, "weight").X)),
		}
		if now, residual, _ := a.Solve(); !soundQ(now) || !(residual <= math.MaxFloat32) {
			t.Fatalf("%+v gives %v, %v", a, now, residual)
		}
		if a.Weight = 0; rapid.Bool().Draw(t, "up") {
			a.Up, a.Pole = [3]float32{}, [3]float32{}
		}
		if now, _, _ := a.Solve(); apart(now, a.Rotation) > 1e-6 {
			t.Fatalf("%+v without weight gives %v", a, now)
		}
	})
}

// A target nearer than the line ever comes is too near, and one on the joint has no direction.
func TestAimReasons(t *testing.T) {
	for far, want := range map[float32]string{2: "reached", 0.1: "too near", 0: "degenerate"} {
		a := aim{Rotation: geom.Identity, Target: [3]float32{0, 0, far}, Forward: [3]float32{0, 0, 1}, Up: [3]float32{0, 1, 0}, Offset: [3]float32{0.2, 0, 0}, Weight: 1}
		a.Twist.Cos = 1
		if _, residual, reason := a.Solve(); reason.String() != want || math.Abs(float64(residual)-max(0, 0.2-float64(far))) > 1e-6 {
			t.Errorf("at %v m it is %v, passes at %v", far, reason, residual)
		}
	}
}
