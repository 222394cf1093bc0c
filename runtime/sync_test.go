package runtime_test

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// striders are two clips of different lengths and unlike feet, and one without markers.
func striders() *soa.Model {
	clip := func(name string, ticks int, left, right float32) *soa.Clip {
		c := *eventModel(ticks, []soa.Event{{Time: left, Name: "left"}, {Time: right, Name: "right"}}).Clips[0]
		c.Name = name
		return &c
	}
	m := eventModel(64, nil)
	m.Clips = []*soa.Clip{clip("walk", 64, 8, 40), clip("run", 32, 12, 20), eventModel(48, nil).Clips[0]}
	return m
}

// phaseOf is where a clip is between its markers: 0 at the left foot, 1 at the right one.
func phaseOf(l play.ActiveClip, left, right, length float64) float64 {
	x := math.Mod(l.Time*eventTicks-left+2*length, length)
	if right -= left; x < right {
		return x / right
	}
	return 1 + (x-right)/(length-right)
}

// Clips of a group meet at their markers, whatever the steps, and take as long as the
// mean of their intervals by weight; without markers they keep the phase of whole clips.
func TestSyncKeepsPhase(t *testing.T) {
	m := striders()
	rapid.Check(t, func(t *rapid.T) {
		w := rapid.Float64Range(0, 1).Draw(t, "weight")
		speed := rapid.SampledFrom([]float64{1, 0.5, -1}).Draw(t, "speed")
		lead := rapid.Bool().Draw(t, "lead")
		c, err := runtime.NewCrowd(runtime.Keyframes(m), 2, runtime.CrowdOptions{Markers: []string{"left", "right"}})
		must.Do(t, err)
		at := rapid.Float64Range(0, 1).Draw(t, "offset")
		for i := range 2 {
			must.Do(t, c.Instance(i).Play(0, play.Options{Weight: math.Max(w, 1e-9), Offset: at, Sync: 1, SyncLead: lead, Speed: speed}))
			must.Do(t, c.Instance(i).Play(1, play.Options{Layer: 1, Weight: math.Max(1-w, 1e-9), Sync: 1, Speed: speed}))
		}
		interval := func(walk, run float64) float64 {
			switch {
			case !lead:
				return (w*walk + (1-w)*run) / eventTicks
			case w >= 1-w:
				return walk / eventTicks
			}
			return run / eventTicks
		}
		first, second := interval(32, 8), interval(32, 24)
		phase := func(i int) (float64, float64) {
			l := c.Instance(i).ActiveClips(nil)
			return phaseOf(l[0], 8, 40, 64), phaseOf(l[1], 12, 20, 32)
		}
		near := func(a, b float64) bool { d := math.Abs(a - b); return math.Min(d, 2-d) < 1e-6 }
		start, _ := phase(0)
		total := 0.
		for range rapid.IntRange(1, 8).Draw(t, "steps") {
			dt := rapid.Float64Range(0, 3).Draw(t, "dt")
			must.Do(t, c.UpdateSome([]int{0}, dt))
			total += dt
			if a, b := phase(0); !near(a, b) {
				t.Fatalf("after %v s the phases are %v and %v", total, a, b)
			}
		}
		must.Do(t, c.UpdateSome([]int{1}, total))
		a, _ := phase(0)
		b, _ := phase(1)
		if !near(a, b) {
			t.Fatalf("the phase is %v, in one step %v", a, b)
		}
		// In seconds since the left foot.
		seconds := func(phase float64) float64 {
			if phase < 1 {
				return phase * first
			}
			return first + (phase-1)*second
		}
		want := math.Mod(seconds(start)+speed*total, first+second)
		if want < 0 {
			want += first + second
		}
		if d := math.Abs(seconds(a) - want); math.Min(d, first+second-d) > 1e-6 {
			t.Fatalf("%v s after the phase %v it is %v, %v s after the left foot, want %v", total, start, a, seconds(a), want)
		}
	})
	// Without common markers.
	c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Markers: []string{"left", "right"}})
	must.Do(t, err)
	must.Do(t, c.Instance(0).Play(0, play.Options{Sync: 1, Offset: 0.25}))
	must.Do(t, c.Instance(0).Play(2, play.Options{Layer: 1, Sync: 1}))
	for range 100 {
		must.Do(t, c.Update(0.0173))
		l := c.Instance(0).ActiveClips(nil)
		if a, b := l[0].Phase, l[1].Phase/0.75; math.Abs(a-b) > 1e-9 {
			t.Fatalf("phases %v and %v", a, b)
		}
	}
	// Both take 0.875 s.
	if l := c.Instance(0).ActiveClips(nil)[0]; math.Abs(float64(l.Cycle)+l.Phase-(0.25+1.73/0.875)) > 1e-9 {
		t.Errorf("the phase is %d and %v", l.Cycle, l.Phase)
	}
}

// What a clip of a group does on its own is its own again when it is alone: the speed
// of its fade does not stay.
func TestSyncLeavesOwnSpeed(t *testing.T) {
	c, err := runtime.NewCrowd(runtime.Keyframes(striders()), 1, runtime.CrowdOptions{})
	must.Do(t, err)
	must.Do(t, c.Instance(0).Play(0, play.Options{Sync: 1}))
	must.Do(t, c.Instance(0).Play(1, play.Options{Sync: 1, Fade: 0.1}))
	must.Do(t, c.Update(0.08))
	must.Do(t, c.Update(0.08))
	before := c.Instance(0).Time()
	must.Do(t, c.Update(0.125))
	if moved := math.Mod(c.Instance(0).Time()-before+0.5, 0.5); math.Abs(moved-0.125) > 1e-12 {
		t.Errorf("it moves by %v s in 0.125 s", moved)
	}
}

// A seek takes the group with it, at once and silently, and a clip that replaces another
// of its group begins where that was, however it comes in.
func TestSyncedClipsMeetWhereverTheyGo(t *testing.T) {
	for name, act := range map[string]func(c *runtime.Crowd) error{
		"seek of the leader":     func(c *runtime.Crowd) error { return c.Instance(0).Layer(0).Seek(0.4) },
		"seek of a follower":     func(c *runtime.Crowd) error { return c.Instance(0).Layer(1).Seek(0.1) },
		"switch":                 func(c *runtime.Crowd) error { return c.Instance(0).Play(2, play.Options{Sync: 1}) },
		"switch of the follower": func(c *runtime.Crowd) error { return c.Instance(0).Play(2, play.Options{Sync: 1, Layer: 1}) },
		"fade":                   func(c *runtime.Crowd) error { return c.Instance(0).Play(2, play.Options{Sync: 1, Fade: 0.2}) },
		"frozen pose": func(c *runtime.Crowd) error {
			return c.Instance(0).Play(2, play.Options{Sync: 1, Fade: 0.2, Transition: play.Frozen})
		},
		"inertialized": func(c *runtime.Crowd) error {
			return c.Instance(0).Play(2, play.Options{Sync: 1, Fade: 0.2, Transition: play.Inertialize})
		},
		"queued": func(c *runtime.Crowd) error { return c.Instance(0).Play(2, play.Options{Sync: 1, Queue: true}) },
		"queued with a fade": func(c *runtime.Crowd) error {
			return c.Instance(0).Play(2, play.Options{Sync: 1, Queue: true, Fade: 0.1})
		},
	} {
		c, err := runtime.NewCrowd(runtime.Keyframes(striders()), 1, runtime.CrowdOptions{})
		must.Do(t, err)
		must.Do(t, c.Instance(0).Play(0, play.Options{Sync: 1, Offset: 0.3}))
		must.Do(t, c.Instance(0).Play(1, play.Options{Sync: 1, Layer: 1, Weight: 0.5}))
		must.Do(t, c.Update(0.1))
		before := c.Instance(0).ActiveClips(nil)
		must.Do(t, act(c))
		for k := range 30 {
			first := math.NaN()
			for _, l := range c.Instance(0).ActiveClips(nil) {
				if l.Queued || l.Clip == soa.None {
					continue
				}
				phase := l.Phase / []float64{1, 0.5, 0.75}[l.Clip]
				if math.IsNaN(first) {
					first = phase
				}
				if d := math.Abs(phase - first); math.Min(d, 1-d) > 1e-9 {
					t.Fatalf("%s, frame %d: %+v, before %+v", name, k, c.Instance(0).ActiveClips(nil), before)
				}
			}
			must.Do(t, c.Update(0.03))
			for _, e := range c.Events() {
				if e.Layer == 1 && name != "frozen pose" { // a pose leads nothing
					t.Fatalf("%s, frame %d: a follower's event %+v", name, k, e)
				}
			}
		}
	}
}

// A fade that has just begun stays at its start as time goes back: however short it is, the
// clips of a group go back as far as without it.
func TestShortFadeStaysAtItsStart(t *testing.T) {
	m := striders()
	mask := make(pose.Mask, m.Skeleton.Len())
	c, err := runtime.NewCrowd(runtime.Keyframes(m), 2, runtime.CrowdOptions{Masks: []pose.Mask{mask}})
	must.Do(t, err)
	for i := range 2 {
		must.Do(t, c.Instance(i).Play(0, play.Options{Sync: 1}))
		must.Do(t, c.Instance(i).Play(1, play.Options{Layer: 1, Sync: 1, Fade: 0.3}))
		must.Do(t, c.Instance(i).Play(2, play.Options{Layer: 2}))
	}
	must.Do(t, c.Update(0.2))
	must.Do(t, c.Instance(1).Layer(2).SetMask(1, 1e-4))
	must.Do(t, c.Update(-0.15))
	a, b := c.Instance(0).ActiveClips(nil), c.Instance(1).ActiveClips(nil)
	for k := range 2 {
		if d := math.Abs(a[k].Time - b[k].Time); d > 1e-9 {
			t.Errorf("layer %d is %v s off beside a fade of 1e-4 s", k, d)
		}
	}
}
