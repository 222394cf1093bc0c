package runtime_test

import (
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// A clip that lasts almost no time, and steps of almost endless time, pass more events
// than an int64 counts: the update ends all the same.
func TestEventsOfEndlessCyclesEnd(t *testing.T) {
	const tiny = 1e-12
	m := eventModel(16, nil)
	m.Clips[0].TicksPerSecond, m.Clips[0].Duration, m.Clips[0].Time = 1/tiny, tiny, []float32{0, tiny}
	m.Clips[0].Events = []soa.Event{{Length: tiny, Name: "all"}, {Time: tiny / 2, Length: tiny / 8, Name: "part"}}
	for _, mode := range []play.LoopMode{play.Wrap, play.Clamp, play.PingPong} {
		for _, speed := range []float64{-1, 1} {
			for _, dt := range []float64{1. / 60, 1e39, -1e39, 1e300} {
				c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{MaxEvents: 8})
				must.Do(t, err)
				must.Do(t, c.Instance(0).Play(0, play.Options{Mode: mode, Speed: speed, Offset: tiny * tiny / 10}))
				for _, step := range []float64{0, dt, dt, -dt} {
					must.Do(t, c.Update(step))
				}
				if c.LostEvents() == 0 && mode != play.Clamp {
					t.Errorf("%v, speed %v, %v s: no event is lost", mode, speed, dt)
				}
			}
		}
	}
}

// A queued clip starts at the end of the one before it, however rounding adds steps up.
func TestQueueStartsAtFixedSteps(t *testing.T) {
	for _, rate := range []float64{24, 30, 60, 120} {
		for frames := 1; frames <= 200; frames++ {
			m := eventModel(frames, nil)
			for _, c := range m.Clips {
				c.TicksPerSecond = rate
			}
			c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{})
			must.Do(t, err)
			must.Do(t, c.Instance(0).Play(0, play.Options{}))
			must.Do(t, c.Instance(0).Play(1, play.Options{Queue: true, Mode: play.Clamp}))
			for range frames + 1 {
				must.Do(t, c.Update(1/rate))
			}
			if at := c.Instance(0).Time(); c.Instance(0).Clip() != 1 || math.Abs(at-1/rate) > 1e-9 {
				t.Fatalf("%d frames at %v Hz: clip %d at %v s, want clip 1 at %v s", frames, rate, c.Instance(0).Clip(), at, 1/rate)
			}
		}
	}
}

// An instance is paused as a whole: Play of any layer lets all of them go on, without a
// jump, and a clip that is queued does not.
func TestPauseIsOfTheWholeInstance(t *testing.T) {
	for _, sync := range []int{0, 1} {
		c, err := runtime.NewCrowd(runtime.Keyframes(striders()), 1, runtime.CrowdOptions{})
		must.Do(t, err)
		must.Do(t, c.Instance(0).Play(0, play.Options{Sync: sync}))
		must.Do(t, c.Instance(0).Play(1, play.Options{Sync: sync, Layer: 1}))
		must.Do(t, c.Update(0.2))
		phases := func() (list []float64) {
			for _, l := range c.Instance(0).ActiveClips(nil) {
				list = append(list, l.Phase)
			}
			return list
		}
		before := phases()
		must.Do(t, c.Instance(0).Pause())
		must.Do(t, c.Instance(0).Play(2, play.Options{Layer: 3, Queue: true, Fade: 0.1}))
		must.Do(t, c.Update(3))
		if now := phases(); !slices.Equal(now[:2], before) || !c.Instance(0).ActiveClips(nil)[2].Queued {
			t.Fatalf("sync %d: paused at %v, it is at %v: %+v", sync, before, now, c.Instance(0).ActiveClips(nil))
		}
		must.Do(t, c.Instance(0).Play(2, play.Options{Layer: 2, Sync: sync}))
		if now := phases(); !slices.Equal(now[:2], before) {
			t.Fatalf("sync %d: Play moves it from %v to %v", sync, before, now)
		}
		must.Do(t, c.Update(1./64))
		var rate []float64 // of the phases, each alone or in the group
		if mean := (1 + 0.5 + 0.75) / 3; sync > 0 {
			rate = []float64{1 / mean, 0.5 / mean}
		} else {
			rate = []float64{1, 1}
		}
		for k, at := range phases()[:2] {
			if want := before[k] + rate[k]/64; math.Abs(at-want) > 1e-12 {
				t.Errorf("sync %d: layer %d goes on to %v, want %v", sync, k, at, want)
			}
		}
	}
}

// A restored instance reports the ends and begins of intervals that were pending when it
// was saved, and none of what it played before.
func TestSavedIntervalsArePending(t *testing.T) {
	for name, act := range map[string]func(c *runtime.Crowd) error{
		"play":          func(c *runtime.Crowd) error { return c.Instance(0).Play(1, play.Options{}) },
		"stop":          func(c *runtime.Crowd) error { return c.Instance(0).Stop() },
		"seek out":      func(c *runtime.Crowd) error { return c.Instance(0).Seek(1. / 64) },
		"seek in again": func(c *runtime.Crowd) error { _ = c.Instance(0).Seek(1. / 64); return c.Instance(0).Seek(10. / 64) },
		"nothing":       func(c *runtime.Crowd) error { return nil },
	} {
		make := func() *runtime.Crowd {
			c := eventCrowd(t, 1, runtime.CrowdOptions{})
			must.Do(t, c.Instance(0).Play(0, play.Options{Offset: 9. / 64}))
			must.Do(t, c.Update(1./64))
			return c
		}
		c, other, back := make(), make(), make()
		first, err := back.Instance(0).Save(nil)
		must.Do(t, err)
		must.Do(t, act(c))
		must.Do(t, act(back))
		state, err := c.Instance(0).Save(nil)
		must.Do(t, err)
		must.Do(t, other.Instance(0).Stop()) // pending there, to be dropped
		must.Do(t, other.Instance(0).Restore(state))
		must.Do(t, back.Instance(0).Restore(first))
		plain := make()
		for k := range 3 {
			for _, c := range []*runtime.Crowd{c, other, back, plain} {
				must.Do(t, c.Update(1./64))
			}
			if !slices.Equal(other.Events(), c.Events()) {
				t.Errorf("%s, step %d: restored %+v, want %+v", name, k, other.Events(), c.Events())
			}
			if !slices.Equal(back.Events(), plain.Events()) {
				t.Errorf("%s, step %d: rolled back %+v, want %+v", name, k, back.Events(), plain.Events())
			}
		}
	}
}

// A clip of a group that is left alone has the speed that Play gave it, in all its bits.
func TestLoneSyncedClipKeepsItsSpeed(t *testing.T) {
	for _, speed := range []float64{1.1, 1. / 3, -0.7} {
		at := [2]float64{}
		for sync := range at {
			c, err := runtime.NewCrowd(runtime.Keyframes(striders()), 1, runtime.CrowdOptions{})
			must.Do(t, err)
			must.Do(t, c.Instance(0).Play(0, play.Options{Sync: sync, Speed: speed}))
			must.Do(t, c.Instance(0).Play(2, play.Options{Layer: 1}))
			must.Do(t, c.Instance(0).Play(play.Rest, play.Options{Layer: 1}))
			state, err := c.Instance(0).Save(nil)
			must.Do(t, err)
			must.Do(t, c.Instance(0).Restore(state))
			must.Do(t, c.Update(10))
			at[sync] = c.Instance(0).Time()
		}
		if at[0] != at[1] {
			t.Errorf("speed %v: %v s, with a group %v s", speed, at[0], at[1])
		}
	}
}
