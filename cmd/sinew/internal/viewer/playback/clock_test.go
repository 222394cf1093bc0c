package playback

import (
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestClock: time goes round, stops, or turns back at the end, within what is repeated.
func TestClock(t *testing.T) {
	var c Clock
	begin := func(mode LoopMode) {
		c = Clock{Playing: true, Speed: 2, Mode: mode}
		c.Reset(1, 3)
	}
	begin(Loop)
	c.Advance(0.5)
	c.Advance(1.25)
	must.Near(t, "the time of a loop", c.Time, 2.5, 1e-9)
	if c.Cycle != 1 {
		t.Errorf("looping it is in cycle %d", c.Cycle)
	}
	c.Speed = -2
	c.Advance(1)
	must.Near(t, "the time backwards", c.Time, 2.5, 1e-9)
	if c.Cycle != 0 {
		t.Errorf("backwards it is in cycle %d", c.Cycle)
	}
	begin(Once)
	c.Advance(5)
	if c.Time != 3 || c.Playing {
		t.Errorf("once it is at %v, playing %v", c.Time, c.Playing)
	}
	if c.Toggle(); c.Time != 1 || !c.Playing {
		t.Errorf("played again it is at %v", c.Time)
	}
	begin(PingPong)
	c.Advance(1.25)
	must.Near(t, "the time turned back", c.Time, 2.5, 1e-9)
	c.Advance(1)
	must.Near(t, "the time turned forth", c.Time, 1.5, 1e-9)
	begin(Loop)
	c.Limit(2.5, 1.5)
	c.Time = 2
	c.Advance(0.5)
	must.Near(t, "the time in a part", c.Time, 2, 1e-9)
	if c.Cycle != 0 || !c.Ranged() {
		t.Errorf("in a part it is in cycle %d", c.Cycle)
	}
	c.Whole()
	c.Hold(9)
	if c.Time != 3 || c.Playing || c.Ranged() || c.Part() != 1 || c.At(0.5) != 2 {
		t.Errorf("held beyond the end: %+v", c)
	}
	c.Reset(2, 2)
	c.Toggle()
	c.Advance(1)
	if c.Time != 2 || c.Part() != 0 {
		t.Errorf("of no length: %+v", c)
	}
}
