package control

import (
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/soa"
)

// A swinging foot that asks ahead takes the ground there if that is higher; one that stands, or is
// nowhere above the ground, does not.
func TestGroundAhead(t *testing.T) {
	at := func(height float32) Hit { return Hit{true, [3]float32{0, height, 0}, [3]float32{0, 1, 0}} }
	none := Hit{}
	for _, tip := range []int{2, 3} { // an ankle with one ray, a toe and a heel with two
		for _, c := range []struct {
			what        string
			ahead, wish float32
			below, hit  Hit
			want        float32
			ground      bool
		}{
			{"swings towards a step", 0.3, 0, at(0.1), at(0.25), 0.25, true},
			{"swings towards a hole", 0.3, 0, at(0.1), at(0.05), 0.1, true},
			{"swings towards a rise too small to count", 0.3, 0, at(0.1), at(0.103), 0.1, true},
			{"stands before a step", 0.3, 0.5, at(0.1), at(0.25), 0.1, true},
			{"does not ask ahead", 0, 0, at(0.1), at(0.25), 0.1, true},
			{"swings over nothing", 0.3, 0, none, at(0.25), 0, false},
			{"swings towards nothing", 0.3, 0, at(0.1), none, 0.1, true},
			{"swings towards what is higher than a step", 0.3, 0, at(0.1), at(0.6), 0.1, true},
		} {
			a := &feetActor{up: geom.Vec{Y: 1}, steepest: 0.7, legs: []leg{{tip: tip}}}
			a.Ahead, a.Step = c.ahead, 0.5
			s := &footState{wish: c.wish}
			s.hit[0], s.hit[tip-2], s.hit[tip-1] = c.below, c.below, c.hit
			got := a.groundOf(&body{world: soa.IdentityAffine()}, s, 0)
			if got.is != c.ground || got.is && got.point.Y != c.want {
				t.Errorf("tip %d, a foot that %s has ground %v at %v", tip, c.what, got.is, got.point.Y)
			}
		}
	}
}
