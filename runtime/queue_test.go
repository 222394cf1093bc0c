package runtime_test

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

// A queued clip starts exactly when the one before it ends, with the time that is left:
// where it is does not depend on the steps.
func TestQueueOfAnySteps(t *testing.T) {
	r := keysOf(slider(), pose.FormAuto)
	rapid.Check(t, func(t *rapid.T) {
		c := r.crowd(t, 2, runtime.CrowdOptions{Layers: play.MaxLayers})
		end := 0. // of the clips that have been queued
		n := rapid.IntRange(1, 6).Draw(t, "clips")
		for k := range n + 1 {
			o := play.Options{Mode: play.LoopMode(rapid.IntRange(0, 2).Draw(t, "mode")), Speed: rapid.Float64Range(0.3, 2).Draw(t, "speed"), Queue: k > 0}
			for i := range 2 {
				must.Do(t, c.Instance(i).Play(k%5, o))
			}
			if k == n {
				break
			}
			if end += 1 / o.Speed; o.Mode == play.PingPong {
				end += 1 / o.Speed
			}
		}
		total := end + rapid.Float64Range(0.01, 0.4).Draw(t, "rest")
		must.Do(t, c.UpdateSome([]int{0}, total))
		parts := rapid.IntRange(1, 40).Draw(t, "parts")
		for range parts {
			must.Do(t, c.UpdateSome([]int{1}, total/float64(parts)))
		}
		a, b := c.Instance(0).ActiveClips(nil), c.Instance(1).ActiveClips(nil)
		if len(a) != 1 || len(b) != 1 || a[0].Clip != n%5 || b[0].Clip != n%5 {
			t.Fatalf("after %v s it plays %+v and %+v", total, a, b)
		}
		if math.Abs(a[0].Phase-b[0].Phase) > 1e-9 {
			t.Fatalf("at once it comes to %v s, in %d steps to %v s", a[0].Phase, parts, b[0].Phase)
		}
	})
}

// Where all layers play there is none to wait in, and nothing changes; where a layer
// plays nothing its clip starts, and fades of others make room for it.
func TestQueueWhereLayersAreTaken(t *testing.T) {
	r := keysOf(slider(), pose.FormAuto)
	c := r.crowd(t, 2, runtime.CrowdOptions{Layers: 2})
	must.Do(t, c.Instance(0).Play(clipUp, play.Options{}))
	must.Do(t, c.Instance(0).Play(clipDown, play.Options{Layer: 1}))
	before := c.Instance(0).ActiveClips(nil)
	for name, err := range map[string]error{
		"Play":     c.Instance(0).Play(clipAtOne, play.Options{Queue: true}),
		"PlaySome": c.PlaySome([]int{1, 0}, clipAtOne, play.Options{Queue: true, Layer: 1}),
		"PlayAll":  c.PlayAll(clipAtOne, play.Options{Queue: true, Fade: 0.1}),
	} {
		if !errors.Is(err, play.ErrLayers) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if after := c.Instance(0).ActiveClips(nil); !slices.Equal(before, after) || len(c.Instance(1).ActiveClips(nil)) != 1 {
		t.Errorf("it plays %+v and %+v, played %+v", after, c.Instance(1).ActiveClips(nil), before)
	}
	must.Do(t, c.Instance(1).Play(clipUp, play.Options{}))
	must.Do(t, c.Instance(1).Play(clipDown, play.Options{Fade: 1}))
	must.Do(t, c.Instance(1).Play(clipAtOne, play.Options{Layer: 1, Queue: true}))
	if l := c.Instance(1).ActiveClips(nil); len(l) != 2 || l[0].Clip != clipDown || l[1].Clip != clipAtOne || l[1].Layer != 1 {
		t.Errorf("it plays %+v", l)
	}
}

// What waits goes with what its layer plays, and does not end a transition.
func TestPlayClearsItsQueue(t *testing.T) {
	r := keysOf(slider(), pose.FormAuto)
	for _, transition := range []play.Transition{play.CrossFade, play.Frozen, play.DeadBlend, play.Inertialize} {
		c := r.crowd(t, 1, runtime.CrowdOptions{})
		must.Do(t, c.Instance(0).Play(clipUp, play.Options{}))
		must.Do(t, c.Instance(0).Play(clipDown, play.Options{Queue: true}))
		must.Do(t, c.Instance(0).Play(clipAtOne, play.Options{Fade: 0.1, Transition: transition}))
		must.Do(t, c.Update(5))
		if l := c.Instance(0).ActiveClips(nil); len(l) != 1 || l[0].Clip != clipAtOne {
			t.Errorf("%v: it plays %+v", transition, l)
		}
	}
	c := r.crowd(t, 1, runtime.CrowdOptions{Layers: 2})
	must.Do(t, c.Instance(0).Play(clipAtZero, play.Options{}))
	must.Do(t, c.Update(0))
	must.Do(t, c.Instance(0).Play(clipAtOne, play.Options{Fade: 1, Transition: play.Inertialize}))
	must.Do(t, c.Update(0.5))
	at := place(t, c, 0, 0)
	for range 3 { // the third has no room but that of the second
		must.Do(t, c.Instance(0).Play(clipUp, play.Options{Queue: true}))
	}
	must.Do(t, c.Update(0))
	if now := place(t, c, 0, 0); now != at {
		t.Errorf("clips that wait move it from %v to %v", at, now)
	}
}

// queueModel is a clip with moments and an interval, and one without.
func queueModel() *soa.Model {
	return eventModel(16, []soa.Event{{Time: 0, Name: "start"}, {Time: 5, Name: "step"}, {Time: 8, Length: 4, Name: "window"}, {Time: 16, Name: "end"}})
}

// A clip that makes way for a queued one passes what it passes in one period, and no
// more, whatever its mode and direction.
func TestQueuePassesEventsOfOnePeriod(t *testing.T) {
	for _, mode := range []play.LoopMode{play.Wrap, play.Clamp, play.PingPong} {
		for _, speed := range []float64{1, -1} {
			period := 0.25
			if mode == play.PingPong && speed > 0 { // back is all of a period that starts at the end
				period = 0.5
			}
			o := play.Options{Mode: mode, Speed: speed}
			alone, err := runtime.NewCrowd(runtime.Keyframes(queueModel()), 20, runtime.CrowdOptions{})
			must.Do(t, err)
			c, err := runtime.NewCrowd(runtime.Keyframes(queueModel()), 20, runtime.CrowdOptions{})
			must.Do(t, err)
			must.Do(t, alone.Instance(5).Play(0, o))
			must.Do(t, c.Instance(5).Play(0, o))
			must.Do(t, c.Instance(5).Play(1, play.Options{Queue: true}))
			list := func(c *runtime.Crowd, dt float64) (list []string) {
				must.Do(t, c.Update(dt))
				for _, e := range c.Events() {
					if e.Kind != play.EventInside {
						list = append(list, fmt.Sprintf("%s %v %v at %v", e.Name, e.Kind, e.Backward, dt-e.Overshoot))
					}
				}
				return list
			}
			want := list(alone, period)
			if mode == play.Wrap && speed > 0 { // the next period's first is not passed
				want = slices.DeleteFunc(want, func(s string) bool { return s == "start at false at 0.25" })
			}
			if mode == play.Wrap && speed < 0 {
				want = slices.DeleteFunc(want, func(s string) bool { return s == "end at true at 0.25" })
			}
			if got := list(c, 1); !slices.Equal(got, want) {
				t.Errorf("%v, speed %v:\n got %v\nwant %v", mode, speed, got, want)
			}
			if c.Instance(5).Clip() != 1 || math.Abs(c.Instance(5).Time()-math.Mod(1-period, 0.25)) > 1e-12 {
				t.Errorf("%v, speed %v: it plays clip %d at %v s", mode, speed, c.Instance(5).Clip(), c.Instance(5).Time())
			}
		}
	}
}

// A clip that a queued one fades over ends with its period, whatever rounding makes of the moment in
// which both end: it passes what lies in one period once, in steps of any length.
func TestQueuedFadePassesEventsOfOnePeriod(t *testing.T) {
	type passed struct {
		name string
		kind play.EventKind
	}
	for _, ticks := range []int{16, 21, 12, 19} {
		m := eventModel(ticks, []soa.Event{{Name: "start"}, {Length: float32(ticks) / 2, Name: "half"}, {Time: float32(ticks), Name: "end"}})
		for _, o := range []play.Options{{Speed: 1}, {Speed: 0.7}, {Speed: -1.5}, {Speed: 1, Mode: play.PingPong}, {Speed: 1.1, Sync: 1}} {
			for _, fade := range []float64{0.1, 0.03, 1. / 30} {
				for _, steps := range []int{1, 3, 16, 60, 64, 77, 128} {
					c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{})
					must.Do(t, err)
					must.Do(t, c.Instance(0).Play(0, o))
					must.Do(t, c.Instance(0).Play(1, play.Options{Queue: true, Fade: fade, Sync: o.Sync}))
					got := map[passed]int{}
					for range 2 * steps {
						must.Do(t, c.Update(1/float64(steps)))
						for _, e := range c.Events() {
							if e.Clip == 0 && e.Kind != play.EventInside {
								got[passed{e.Name, e.Kind}]++
							}
						}
					}
					want := map[passed]int{{"start", play.EventAt}: 1, {"half", play.EventBegin}: 1, {"half", play.EventEnd}: 1, {"end", play.EventAt}: 1}
					if o.Sync > 0 { // the other one leads their group by then
						delete(want, passed{"end", play.EventAt})
					}
					if o.Mode == play.PingPong { // there and back
						want[passed{"half", play.EventBegin}], want[passed{"half", play.EventEnd}], want[passed{"start", play.EventAt}] = 2, 2, 2
					}
					if !maps.Equal(got, want) {
						t.Errorf("%d ticks, %+v, fade %v, %d steps a second: %v", ticks, o, fade, steps, got)
					}
				}
			}
		}
	}
}

// A clip that is queued where nothing plays starts at once, where its group is.
func TestQueuedClipThatStartsAtOnceJoinsItsGroup(t *testing.T) {
	c, err := runtime.NewCrowd(runtime.Keyframes(striders()), 1, runtime.CrowdOptions{Layers: 2, RootMotion: play.RootApplied})
	must.Do(t, err)
	must.Do(t, c.Instance(0).Play(0, play.Options{Sync: 1, Offset: 0.3}))
	must.Do(t, c.Instance(0).Play(1, play.Options{Layer: 1, Sync: 1, Queue: true}))
	must.Do(t, c.Update(0))
	if l := c.Instance(0).ActiveClips(nil); len(l) != 2 || l[1].Queued || math.Abs(l[1].Phase-0.15) > 1e-12 {
		t.Errorf("it plays %+v", l)
	}
}

// A queued clip waits at the pace that its layer's clip goes at once others have left the
// group, and not at the one that they gave it.
func TestQueueWaitsAtThePaceOfWhatIsLeft(t *testing.T) {
	m := striders()
	long, short := 0, 1
	if m.Clips[long].Seconds() < m.Clips[short].Seconds() {
		long, short = short, long
	}
	period, pace := m.Clips[long].Seconds(), m.Clips[long].Seconds()/m.Clips[short].Seconds()
	if pace < 1.2 {
		t.Fatalf("the clips take %v and %v s", period, m.Clips[short].Seconds())
	}
	c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Layers: 4})
	must.Do(t, err)
	must.Do(t, c.Instance(0).Play(long, play.Options{Sync: 1, Weight: 1e-6}))
	must.Do(t, c.Instance(0).Play(short, play.Options{Layer: 1, Sync: 1, Speed: 1}))
	must.Do(t, c.Update(0.1))
	left := period - 0.1*pace
	fade := left / math.Sqrt(pace) // has begun at that pace, and begins later at the clip's own
	must.Do(t, c.Instance(0).Play(short, play.Options{Queue: true, Fade: fade}))
	must.Do(t, c.Instance(0).Play(play.Rest, play.Options{Layer: 1}))
	for _, step := range []struct {
		dt     float64
		queued bool
	}{{0.9 * (left - fade), true}, {0.2 * (left - fade), false}} {
		must.Do(t, c.Update(step.dt))
		if l := c.Instance(0).ActiveClips(nil); len(l) != 2 || l[1].Queued != step.queued {
			t.Fatalf("pace %v, %v s left, fade %v: after a step of %v it plays %+v", pace, left, fade, step.dt, l)
		}
	}
}
