package solve_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime/control/solve"
	"pgregory.net/rapid"
)

// neck is a chain upwards of n joints, whose tip looks along Z.
func neck(n int) solve.AimChain {
	c := solve.AimChain{
		Forward: [3]float32{0, 0, 1}, Up: [3]float32{0, 1, 0}, Pole: [3]float32{0, 1, 0}, Weight: 1,
		Front: [3]float32{0, 0, 1}, Over: [3]float32{0, 1, 0}, Offset: [3]float32{0, 0.05, 0.1},
	}
	for i := range n {
		c.Links = append(c.Links, solve.AimLink{Place: [3]float32{0, 0.2 * float32(i), 0.02 * float32(i%2)}, Weight: 0.3})
	}
	return c
}

// around is a target around a neck.
func around(yaw, pitch, far float64) geom.Vec {
	return geom.XYZ(float32(far*math.Sin(yaw)*math.Cos(pitch)), float32(0.5+far*math.Sin(pitch)), float32(far*math.Cos(yaw)*math.Cos(pitch)))
}

// looks is how far the tip's line passes the target, from the turns alone.
func looks(c *solve.AimChain, turns []solve.AimLinkTurn) float64 {
	place, turn := vector(geom.VecOf(c.Links[0].Place)), geom.Identity
	for i := range turns {
		if i > 0 {
			place = place.add(rotate(turn, vector(geom.VecOf(c.Links[i].Place).Sub(geom.VecOf(c.Links[i-1].Place)))))
		}
		turn = turn.Mul(geom.QuatOf(turns[i].Own))
	}
	eye, line := place.add(rotate(turn, vector(geom.VecOf(c.Offset)))), rotate(turn, vector(geom.VecOf(c.Forward)))
	v := vector(geom.VecOf(c.Target)).sub(eye)
	if v.dot(line) > 0 {
		v = v.beside(line)
	}
	return v.length()
}

// Without limits the tip looks at the target, whatever the weights, and up is up.
func TestAimChainReaches(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := neck(rapid.IntRange(1, 6).Draw(t, "links"))
		for i := range c.Links {
			c.Links[i].Weight = rapid.Float32Range(0, 1).Draw(t, "weight")
		}
		c.Target = around(rapid.Float64Range(-3, 3).Draw(t, "yaw"), rapid.Float64Range(-1.2, 1.2).Draw(t, "pitch"), rapid.Float64Range(3, 20).Draw(t, "far")).Array()
		turns := make([]solve.AimLinkTurn, len(c.Links))
		residual, reason := c.Solve(turns, nil)
		if d := looks(&c, turns); reason != solve.Reached || d > 5e-5 || math.Abs(d-float64(residual)) > 5e-5 {
			t.Fatalf("%v, passes at %v, says %v", reason, d, residual)
		}
		tip := turns[len(turns)-1].Turn
		if side := rotate(geom.QuatOf(tip), vector(geom.VecOf(c.Up))).cross(rotate(geom.QuatOf(tip), vector(geom.VecOf(c.Forward)))); math.Abs(side[1]) > 1e-2 {
			t.Fatalf("the tip leans to the side by %v", side[1])
		}
		c.Weight = 0
		c.Solve(turns, nil)
		for i := range turns {
			if turns[i].Turn != geom.Identity.Array() {
				t.Fatalf("with no weight link %d turns by %v", i, turns[i].Turn)
			}
		}
	})
}

// Fronts stay within their gazes, and joints that may still turn take over.
func TestAimChainLimits(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := neck(4)
		for i := range c.Links {
			l := &c.Links[i]
			l.Weight = rapid.Float32Range(0.1, 0.9).Draw(t, "weight")
			l.Turned = solveTurn(geom.Vec{Y: 1}, rapid.Float64Range(-0.2, 0.2).Draw(t, "turned")).Array()
			if rapid.Bool().Draw(t, "cone") {
				l.Limit = solve.NewGazeCone([3]float32{0, 0, 1}, rapid.Float64Range(0.3, 1).Draw(t, "angle"))
			} else {
				l.Limit = solve.NewGazeBox([3]float32{0, 0, 1}, [3]float32{0, 1, 0}, -rapid.Float64Range(0.3, 1.5).Draw(t, "right"),
					rapid.Float64Range(0.3, 1.5).Draw(t, "left"), -0.5, rapid.Float64Range(0.2, 0.7).Draw(t, "up"))
			}
		}
		yaw := rapid.Float64Range(-3, 3).Draw(t, "yaw")
		c.Target = around(yaw, rapid.Float64Range(-0.4, 0.4).Draw(t, "pitch"), 5).Array()
		turns := make([]solve.AimLinkTurn, len(c.Links))
		residual, reason := c.Solve(turns, nil)
		if d := looks(&c, turns); math.Abs(d-float64(residual)) > 5e-5 {
			t.Fatalf("passes at %v, says %v", d, residual)
		}
		for i := range turns {
			l := &c.Links[i]
			v := geom.QuatOf(turns[i].Own).Mul(geom.QuatOf(l.Turned)).Rotate(geom.VecOf(l.Limit.Front))
			if to, held := l.Limit.Hold(v.Array()); held && distance(geom.VecOf(to), v) > 3e-6 {
				t.Fatalf("link %d looks along %v, which its gaze holds to %v", i, v, to)
			}
		}
		if math.Abs(yaw) < 0.35 && reason != solve.Reached && residual > 0.05 {
			t.Fatalf("at a yaw of %v %v, by %v", yaw, reason, residual)
		}
	})
}

func solveTurn(axis geom.Vec, angle float64) geom.Quat {
	s, c := math.Sincos(angle / 2)
	return geom.XYZW(axis.X*float32(s), axis.Y*float32(s), axis.Z*float32(s), float32(c))
}

// A head that may not turn far leaves the rest to the neck and the spine.
func TestAimChainHandsOn(t *testing.T) {
	c := neck(3)
	for i, most := range []float64{0.6, 0.6, 0.3} {
		c.Links[i].Weight = 0.1
		c.Links[i].Limit = solve.NewGazeBox([3]float32{0, 0, 1}, [3]float32{0, 1, 0}, -most, most, -1, 1)
	}
	turns := make([]solve.AimLinkTurn, 3)
	for yaw := 0.0; yaw < 3; yaw += 0.01 {
		c.Target = around(yaw, 0, 50).Array()
		residual, reason := c.Solve(turns, nil)
		switch {
		case yaw < 1.45 && reason != solve.Reached:
			t.Fatalf("at a yaw of %v %v by %v, own turns %v", yaw, reason, residual, turns)
		case yaw > 1.55 && reason != solve.Limited:
			t.Fatalf("at a yaw of %v %v", yaw, reason)
		}
	}
}

// A target that passes behind from one side to the other turns nothing round until it has
// come out of the sector; and then no faster than the speed.
func TestAimChainBehind(t *testing.T) {
	for _, limited := range []bool{false, true} {
		c := neck(3)
		c.Behind = solve.NewAngle(0.5)
		if limited {
			for i := range c.Links {
				c.Links[i].Limit = solve.NewGazeBox([3]float32{0, 0, 1}, [3]float32{0, 1, 0}, -0.4, 0.4, -1, 1)
			}
		}
		fast := c
		fast.Step = 0.02
		turns, last := make([]solve.AimLinkTurn, 3), make([]solve.AimLinkTurn, 3)
		slowTurns := make([]solve.AimLinkTurn, 3)
		var state, slowState solve.AimState
		jumps := []float64{}
		for yaw := 2.0; yaw < 4.5; yaw += 0.005 {
			c.Target = around(yaw, 0.2, 8).Array()
			fast.Target = c.Target
			c.Solve(turns, &state)
			before := slowTurns[0].Own
			fast.Solve(slowTurns, &slowState)
			if yaw > 2 {
				if e := apart(geom.QuatOf(turns[0].Turn), geom.QuatOf(last[0].Turn)); e > 0.05 {
					jumps = append(jumps, yaw)
				}
				if angle := 2 * math.Asin(apart(geom.QuatOf(slowTurns[0].Own).Mul(geom.QuatOf(before).Conjugate()), geom.Identity)); angle > 0.0201 {
					t.Fatalf("at a yaw of %v the speed is %v, want at most 0.02", yaw, angle)
				}
			}
			copy(last, turns)
		}
		if len(jumps) != 1 || math.Abs(jumps[0]-(math.Pi+0.5)) > 0.02 {
			t.Errorf("limited %v: jumps at the yaws %v, want one at %v", limited, jumps, math.Pi+0.5)
		}
	}
}

func TestAimChainAlwaysDefined(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := solve.AimChain{
			Target: drawOdd(t, "target").Array(), Forward: drawOdd(t, "forward").Array(), Up: drawOdd(t, "up").Array(), Offset: drawOdd(t, "offset").Array(),
			Pole: drawOdd(t, "pole").Array(), Weight: drawOdd(t, "weight").X, Step: drawOdd(t, "step").X,
			Behind: solve.NewAngle(0.3), Front: drawOdd(t, "front").Array(), Over: drawOdd(t, "over").Array(),
		}
		for range rapid.IntRange(1, 3).Draw(t, "links") {
			c.Links = append(c.Links, solve.AimLink{Place: drawOdd(t, "place").Array(), Weight: drawOdd(t, "share").X, Limit: solve.NewGazeCone(drawOdd(t, "limit").Array(), 0.3)})
		}
		turns, state := make([]solve.AimLinkTurn, len(c.Links)), solve.AimState{}
		for range 2 {
			residual, _ := c.Solve(turns, &state)
			for _, l := range turns {
				if !soundQ(geom.QuatOf(l.Turn)) || !soundQ(geom.QuatOf(l.Own)) || !(residual <= math.MaxFloat32) {
					t.Fatalf("%+v gives %+v, %v", c, turns, residual)
				}
			}
		}
	})
}
