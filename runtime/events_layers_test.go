package runtime_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
)

func eventCrowd(t *testing.T, n int, o runtime.CrowdOptions) *runtime.Crowd {
	t.Helper()
	o.Masks = pose1(0.5)
	c, err := runtime.NewCrowd(runtime.Keyframes(queueModel()), n, o)
	must.Do(t, err)
	return c
}

// Changing the mask of a layer passes no event twice or less, and ends no interval; a
// clip's whole weight counts.
func TestEventsWhileMasksFade(t *testing.T) {
	c := eventCrowd(t, 2, runtime.CrowdOptions{})
	must.Do(t, c.PlayAll(0, play.Options{Sync: 1}))
	for k := range 40 {
		if k%7 == 3 {
			must.Do(t, c.Instance(1).Layer(0).SetMask(1-k%2, 0.05))
		}
		must.Do(t, c.Update(0.013))
		var got [2][]play.Event
		for _, e := range c.Events() {
			i := e.Instance
			e.Instance, e.Overshoot = 0, math.Round(e.Overshoot*1e12)
			got[i] = append(got[i], e)
		}
		if !slices.Equal(got[0], got[1]) {
			t.Fatalf("update %d:\n got %+v\nwant %+v", k, got[1], got[0])
		}
	}
}

// The interval in which a clip is replaced ends before the one that comes begins, at the
// start of the next step of any kind, once.
func TestEventEndOfReplacedClip(t *testing.T) {
	const dt = 1. / 64
	for name, step := range map[string]func(c *runtime.Crowd, s *runtime.Scratch) []play.Event{
		"Update": func(c *runtime.Crowd, _ *runtime.Scratch) []play.Event {
			must.Do(t, c.Update(dt))
			return c.Events()
		},
		"Advance": func(c *runtime.Crowd, _ *runtime.Scratch) []play.Event {
			must.Do(t, c.Advance(dt))
			return c.Events()
		},
		"UpdateSome": func(c *runtime.Crowd, _ *runtime.Scratch) []play.Event {
			must.Do(t, c.UpdateSome([]int{17}, dt))
			return c.Events()
		},
		"RunBlocks": func(c *runtime.Crowd, s *runtime.Scratch) []play.Event {
			must.Do(t, c.RunBlocks(s, 1, 2, dt))
			return s.Events()
		},
	} {
		c := eventCrowd(t, 20, runtime.CrowdOptions{})
		s := c.NewScratch()
		must.Do(t, c.Instance(17).Play(0, play.Options{Offset: 9. / 64}))
		step(c, s)
		must.Do(t, c.Instance(17).Play(0, play.Options{Offset: 8. / 64}))
		var got []string
		for range 2 {
			for _, e := range step(c, s) {
				got = append(got, fmt.Sprint(e.Name, " ", e.Kind, " ", e.Overshoot*64))
			}
		}
		want := []string{"window end 1", "window begin 1", "window inside 0"}
		if !slices.Equal(got, want) {
			t.Errorf("%s: events %q, want %q", name, got, want)
		}
	}
}

// Any number of workers, job systems of the caller's own and steps without poses pass
// the same events; beyond the most that there is room for they are counted.
func TestEventsOfWorkersAreTheSameEverywhere(t *testing.T) {
	const n = 150
	type result struct {
		events [][]play.Event
		lost   int
	}
	playOne := func(o runtime.CrowdOptions, step func(c *runtime.Crowd, scratch []*runtime.Scratch, dt float64) []play.Event) (r result) {
		c := eventCrowd(t, n, o)
		defer c.Close()
		d := &director{layers: 4, masks: 1}
		scratch := []*runtime.Scratch{c.NewScratch(), c.NewScratch(), c.NewScratch()}
		for f, dt := range layerFrames {
			for i := range n {
				d.act(t, c, i, i, f)
			}
			r.events = append(r.events, slices.Clone(step(c, scratch, dt)))
			r.lost += c.LostEvents()
		}
		return r
	}
	update := func(c *runtime.Crowd, _ []*runtime.Scratch, dt float64) []play.Event {
		must.Do(t, c.Update(dt))
		return c.Events()
	}
	want := playOne(runtime.CrowdOptions{MaxEvents: 1e5}, update)
	total := 0
	for _, e := range want.events {
		total += len(e)
	}
	if total < 10*n || want.lost > 0 {
		t.Fatalf("%d events, %d lost", total, want.lost)
	}
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	for name, got := range map[string]result{
		"2 workers": playOne(runtime.CrowdOptions{MaxEvents: 1e5, Workers: 2}, update),
		"7 workers": playOne(runtime.CrowdOptions{MaxEvents: 1e5, Workers: 7}, update),
		"Advance": playOne(runtime.CrowdOptions{MaxEvents: 1e5}, func(c *runtime.Crowd, _ []*runtime.Scratch, dt float64) []play.Event {
			must.Do(t, c.Advance(dt))
			return c.Events()
		}),
		"UpdateSome": playOne(runtime.CrowdOptions{MaxEvents: 1e5, Workers: 2}, func(c *runtime.Crowd, _ []*runtime.Scratch, dt float64) []play.Event {
			must.Do(t, c.UpdateSome(all, dt))
			return c.Events()
		}),
		"RunBlocks": playOne(runtime.CrowdOptions{MaxEvents: 1e5}, func(c *runtime.Crowd, scratch []*runtime.Scratch, dt float64) (list []play.Event) {
			done := make(chan error)
			for k, s := range scratch {
				go func() { done <- c.RunBlocks(s, k*s.Blocks()/3, (k+1)*s.Blocks()/3, dt) }()
			}
			for range scratch {
				must.Do(t, <-done)
			}
			for _, s := range scratch {
				list = append(list, s.Events()...)
			}
			return list
		}),
	} {
		for f := range want.events {
			if !slices.Equal(got.events[f], want.events[f]) {
				t.Errorf("%s, frame %d: %d events, want %d", name, f, len(got.events[f]), len(want.events[f]))
				break
			}
		}
	}
	for _, workers := range []int{1, 2, 7} {
		const most = 30
		few := playOne(runtime.CrowdOptions{MaxEvents: most, Workers: workers}, update)
		lost := 0
		for f, all := range want.events {
			share := shared(all, most)
			if lost += len(all) - len(share); !slices.Equal(few.events[f], share) {
				t.Errorf("%d workers, frame %d: %d events, not %d of %d", workers, f, len(few.events[f]), most, len(all))
			}
		}
		if few.lost != lost {
			t.Errorf("%d workers: %d events are lost, want %d", workers, few.lost, lost)
		}
	}
}

// However an instance gets about, by time, Seek, another speed or Stop, an interval begins
// as it comes in and ends as it goes out, each once, and no moment is passed without time.
func TestIntervalsOfJumps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ticks := rapid.IntRange(1, 20).Draw(t, "ticks")
		events := drawEvents(t, ticks)
		c, err := runtime.NewCrowd(runtime.Keyframes(eventModel(ticks, events)), 1, runtime.CrowdOptions{Layers: 1})
		must.Do(t, err)
		must.Do(t, c.Instance(0).Play(0, play.Options{Mode: play.LoopMode(rapid.IntRange(0, 2).Draw(t, "mode"))}))
		open := make([]bool, len(events))
		paused, stopped, speed := false, false, 1.
		update := func(step int) {
			must.Do(t, c.Update(float64(step)/eventTicks))
			for _, e := range c.Events() {
				switch e.Kind {
				case play.EventBegin, play.EventEnd:
					if open[e.Index] == (e.Kind == play.EventBegin) {
						t.Fatalf("%v: it was so before", e)
					}
					open[e.Index] = !open[e.Index]
				case play.EventInside:
					if !open[e.Index] {
						t.Fatalf("%v: it has not begun", e)
					}
				case play.EventAt:
					if step == 0 || paused || speed == 0 {
						t.Fatalf("%v: no time goes by", e)
					}
				}
			}
		}
		update(1)
		for range rapid.IntRange(1, 12).Draw(t, "actions") {
			for range rapid.IntRange(1, 2).Draw(t, "at once") {
				switch rapid.SampledFrom([]string{"seek", "seek", "speed", "pause", "resume", "stop", "play"}).Draw(t, "action") {
				case "seek":
					must.Do(t, c.Instance(0).Seek(float64(rapid.IntRange(-30, 60).Draw(t, "to"))/eventTicks))
				case "speed":
					speed = rapid.SampledFrom([]float64{1, -1, 2, 0}).Draw(t, "speed")
					must.Do(t, c.Instance(0).SetSpeed(speed))
				case "pause":
					must.Do(t, c.Instance(0).Pause())
					paused = true
				case "resume":
					must.Do(t, c.Instance(0).Resume())
					paused, stopped = false, false
				case "stop":
					must.Do(t, c.Instance(0).Stop())
					paused, stopped = true, true
				case "play":
					must.Do(t, c.Instance(0).Play(0, play.Options{Speed: -1, Offset: 3. / eventTicks}))
					paused, stopped, speed = false, false, -1
					update(1) // what lies at its start counts
				}
			}
			update(0)
			at := c.Instance(0).Time() * eventTicks
			for k := range events {
				e := &events[k]
				if at == 0 || at == float64(ticks) {
					continue // where a loop ends is where it starts
				}
				if in := at > float64(e.Time) && at < float64(e.Time+e.Length) && !stopped; in && !open[k] || open[k] && (stopped || at < float64(e.Time) || at > float64(e.Time+e.Length)) {
					t.Fatalf("at tick %v, stopped %v: %+v is open: %v", at, stopped, *e, open[k])
				}
			}
			update(rapid.IntRange(0, 2*ticks).Draw(t, "step"))
		}
	})
}

// Whatever goroutines play, fade and freeze in instances of their own between two
// updates, all do the same as alone.
func TestLayersPlayedTogetherAreTheSame(t *testing.T) {
	const n, goroutines = 96, 4
	for _, s := range subjects()[2:4] {
		r := &s.roads[0]
		alone, d := r.layered(t, n, runtime.CrowdOptions{})
		together, _ := r.layered(t, n, runtime.CrowdOptions{Workers: 3})
		defer together.Close()
		for f, dt := range layerFrames {
			for i := range n {
				d.act(t, alone, i, i, f)
			}
			done := make(chan bool)
			for g := range goroutines {
				go func() {
					defer func() { done <- true }()
					for i := g; i < n; i += goroutines {
						d.act(t, together, i, i, f)
					}
				}()
			}
			for range goroutines {
				<-done
			}
			must.Do(t, alone.Update(dt))
			must.Do(t, together.Update(dt))
			for i := range n {
				sameBits(t, fmt.Sprintf("%s, frame %d, instance %d", s.name, f, i), bitsOf(t, together, i), bitsOf(t, alone, i))
			}
		}
	}
}
