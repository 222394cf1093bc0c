package runtime_test

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// Times of these tests are multiples of a tick of 1/64 s, so that sums are exact.
const eventTicks = 64

// eventModel is one joint and a clip with events.
func eventModel(ticks int, events []soa.Event) *soa.Model {
	rest := soa.MakeTransforms(1)
	return &soa.Model{
		Name:     "events",
		Skeleton: &soa.Skeleton{Name: []string{"root"}, Parent: []int16{soa.NoJoint}, Depth: []uint16{0}, Unit: []float32{1}, Rest: rest},
		Clips: []*soa.Clip{
			{
				Name: "clip", TicksPerSecond: eventTicks, Duration: float64(ticks), Events: events,
				Tracks: []soa.Track{{Target: 0, Property: soa.Translation}},
				Time:   []float32{0, float32(ticks)}, X: []float32{0, 1}, Y: make([]float32, 2), Z: make([]float32, 2), W: make([]float32, 2),
			},
			{Name: "silent", TicksPerSecond: eventTicks, Duration: float64(ticks)},
		},
	}
}

// drawEvents draws moments and intervals of a clip.
func drawEvents(t *rapid.T, ticks int) []soa.Event {
	n := rapid.IntRange(0, 5).Draw(t, "events")
	var list []soa.Event
	for k := range n {
		at := rapid.IntRange(0, ticks).Draw(t, "time")
		length := rapid.IntRange(0, ticks-at).Draw(t, "length") * rapid.IntRange(0, 1).Draw(t, "interval")
		list = append(list, soa.Event{Time: float32(at), Length: float32(length), Name: fmt.Sprint("event ", k)})
	}
	slices.SortStableFunc(list, func(a, b soa.Event) int { return cmp.Compare(a.Time, b.Time) })
	return list
}

// passed is what a test says of an event.
type passed struct {
	name     string
	kind     play.EventKind
	backward bool
	tick     int // of the whole way
}

// walked lists what is passed on the way of a clock by steps of one tick each, written
// from the definition. A way includes its end. Where it is the first it includes the
// moments at its start, and begins the intervals that it starts in.
func walked(events []soa.Event, ticks int, mode play.LoopMode, from, way, steps int, first bool) []passed {
	var out []passed
	// clip says which tick of the clip x is, before a step that goes way or after one.
	clip := func(x int, after bool) (at int, backward bool) {
		backward = way < 0
		switch mode {
		case play.Wrap:
			at = (x%ticks + ticks) % ticks
			if at == 0 && after != backward {
				at = ticks
			}
		case play.Clamp:
			at = x
		case play.PingPong:
			next := x + way
			if after {
				next = x - way
			}
			fold := func(x int) int {
				x = (x%(2*ticks) + 2*ticks) % (2 * ticks)
				return min(x, 2*ticks-x)
			}
			at = fold(x)
			backward = (fold(next) < at) != after
		}
		return at, backward
	}
	moments := func(x, tick int, start bool) {
		at, backward := clip(x, !start)
		for _, e := range events {
			when := int(e.Time)
			here := at == when
			if !start && mode == play.Wrap && at%ticks == 0 {
				here = when%ticks == 0 // the end of one period is the start of the next
			}
			if e.Length == 0 && here {
				out = append(out, passed{e.Name, play.EventAt, backward, tick})
			}
		}
	}
	inside := func(e *soa.Event, x, tick int, after bool) (in, backward bool) {
		at, backward := clip(x, after)
		if mode == play.Clamp {
			at = max(0, min(at, ticks))
		}
		low, high := int(e.Time), int(e.Time+e.Length)
		if backward {
			return at > low && at <= high, backward
		}
		return at >= low && at < high, backward
	}
	if first {
		moments(from, 0, true)
	}
	for _, e := range events {
		if e.Length == 0 {
			continue
		}
		if in, backward := inside(&e, from, 0, false); in && first {
			out = append(out, passed{e.Name, play.EventBegin, backward, 0})
		}
		for k := range steps {
			x := from + way*k
			if mode == play.Clamp && (x+way < 0 || x+way > ticks) {
				break
			}
			// A step of one tick passes an end of the interval at its end, or turns there.
			_, backward := clip(x, false)
			before, _ := inside(&e, x, k, false)
			end, _ := clip(x+way, true)
			last := end == int(e.Time+e.Length)
			begins := end == int(e.Time)
			if backward {
				last, begins = begins, last
			}
			turns := mode == play.PingPong && (end == 0 || end == ticks)
			if before && last && !turns {
				out = append(out, passed{e.Name, play.EventEnd, backward, k + 1})
			}
			if mode == play.Wrap { // the next period begins where this one ends
				switch {
				case !backward && end == ticks:
					begins = e.Time == 0
				case backward && end == 0:
					begins = int(e.Time+e.Length) == ticks
				}
			}
			if begins && !turns {
				out = append(out, passed{e.Name, play.EventBegin, backward, k + 1})
			}
		}
	}
	for k := 1; k <= steps; k++ {
		if x := from + way*k; mode != play.Clamp || x >= 0 && x <= ticks {
			moments(x, k, false)
		}
	}
	return out
}

// listed are the events of updates but for those inside.
func listed(c *runtime.Crowd, done int) []passed {
	var out []passed
	for _, e := range c.Events() {
		if e.Kind != play.EventInside {
			out = append(out, passed{e.Name, e.Kind, e.Backward, done - int(e.Overshoot*eventTicks)})
		}
	}
	return out
}

// inTickOrder orders events that lie at the same tick.
func inTickOrder(list []passed) []passed {
	out := slices.Clone(list)
	slices.SortFunc(out, func(a, b passed) int {
		return cmp.Or(cmp.Compare(a.tick, b.tick), cmp.Compare(a.name, b.name), cmp.Compare(a.kind, b.kind))
	})
	return out
}

// Each event is passed exactly once, in its order, whatever the steps, in all modes and
// both directions.
func TestEventsOncePerCrossing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		ticks := rapid.IntRange(1, 20).Draw(t, "ticks")
		events := drawEvents(t, ticks)
		mode := play.LoopMode(rapid.IntRange(0, 2).Draw(t, "mode"))
		speed := rapid.SampledFrom([]float64{1, -1}).Draw(t, "speed")
		c, err := runtime.NewCrowd(runtime.Keyframes(eventModel(ticks, events)), 1, runtime.CrowdOptions{Layers: 1})
		must.Do(t, err)
		must.Do(t, c.Instance(0).Play(0, play.Options{Mode: mode, Speed: speed}))
		from := 0
		if speed < 0 {
			from = ticks
		}
		var got []passed
		at := 0
		for k := range rapid.IntRange(1, 6).Draw(t, "updates") {
			step := rapid.IntRange(0, 3*ticks).Draw(t, "step")
			must.Do(t, c.Update(float64(step)/eventTicks))
			at += step
			list := listed(c, at)
			if want := inTickOrder(walked(events, ticks, mode, from+int(speed)*(at-step), int(speed), step, k == 0)); len(want) != len(list) {
				t.Fatalf("update %d, %d ticks from %d, speed %v: %v, want %v", k, step, at-step, speed, list, want)
			}
			got = append(got, list...)
		}
		want := walked(events, ticks, mode, from, int(speed), at, true)
		if a, b := inTickOrder(got), inTickOrder(want); !slices.Equal(a, b) {
			t.Fatalf("mode %v, speed %v, %d ticks of %d: events %v:\n got %v\nwant %v", mode, speed, at, ticks, events, a, b)
		}
		for k := 1; k < len(got); k++ {
			if got[k].tick < got[k-1].tick {
				t.Fatalf("%v comes after %v", got[k], got[k-1])
			}
		}
	})
}
