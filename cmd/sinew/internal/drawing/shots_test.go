//go:build cgo

package drawing

import (
	"math"
	"testing"
)

func TestPlan(t *testing.T) {
	for _, c := range []struct {
		name       string
		shots      Shots
		out        string
		start, end float64
		loops      bool
		frames     int
		first      float64
		last       float64
		seconds    float64 // of the animation
	}{
		{"a still shows the start", Shots{}, "a.png", 0.5, 2, true, 1, 0.5, 0.5, 0},
		{"times as asked for", Shots{Moments: []float64{3, -1}}, "a.png", 0, 2, true, 2, 3, -1, 0},
		{"a loop leaves its end out", Shots{}, "a.gif", 1, 3, true, 50, 1, 3 - 0.04, 2},
		{"others show it", Shots{}, "a.gif", 1, 3, false, 50, 1, 3, 2},
		{"films have 30 a second", Shots{}, "a.mp4", 0, 2, true, 60, 0, 2 - 1./30, 2},
		{"a rate of one's own", Shots{fps: 10}, "a.gif", -1, 1, true, 20, -1, 0.9, 2},
		{"a length that no rate divides", Shots{fps: 10}, "a.gif", 0, 1.06, true, 11, 0, 1.06 * 10 / 11, 1.06},
		{"frames spread", Shots{frames: 4}, "a.gif", 0, 2, true, 4, 0, 1.5, 2},
		{"frames spread to the end", Shots{frames: 5}, "a.png", 0, 2, false, 5, 0, 2, 2},
		{"frames at a rate go round", Shots{frames: 30, fps: 10}, "a.gif", 1, 2, true, 30, 1, 1.9, 3},
		{"a clip of no length", Shots{}, "a.gif", 2, 2, true, 1, 2, 2, 1},
		{"a very short one", Shots{}, "a.gif", 0, 1e-4, true, 1, 0, 0, 1e-3},
	} {
		p, err := c.shots.Plan(c.out, c.start, c.end, c.loops)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if len(p.Times) != c.frames {
			t.Errorf("%s: %d frames, want %d", c.name, len(p.Times), c.frames)
			continue
		}
		if got := p.Times[0]; math.Abs(got-c.first) > 1e-9 {
			t.Errorf("%s: begins at %v, want %v", c.name, got, c.first)
		}
		if got := p.Times[len(p.Times)-1]; math.Abs(got-c.last) > 1e-9 {
			t.Errorf("%s: ends at %v, want %v", c.name, got, c.last)
		}
		if c.seconds > 0 && math.Abs(float64(len(p.Times))/p.FPS-c.seconds) > 1e-9 {
			t.Errorf("%s: lasts %v s, want %v", c.name, float64(len(p.Times))/p.FPS, c.seconds)
		}
	}
	if _, err := (&Shots{fps: 1000}).Plan("a.gif", 0, 1e6, true); err == nil {
		t.Error("a billion frames are planned")
	}
}
