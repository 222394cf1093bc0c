package runtime_test

import (
	"cmp"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// shared returns what a list of a limit keeps of all events, one at a time: an event more of each
// instance in turn, as long as there is room.
func shared(all []play.Event, most int) []play.Event {
	by := make(map[int][]play.Event)
	var instances []int
	for _, e := range all {
		if by[e.Instance] == nil {
			instances = append(instances, e.Instance)
		}
		by[e.Instance] = append(by[e.Instance], e)
	}
	slices.Sort(instances)
	var kept []play.Event
	for round := 0; len(kept) < min(most, len(all)); round++ {
		for _, i := range instances {
			if round < len(by[i]) && len(kept) < most {
				kept = append(kept, by[i][round])
			}
		}
	}
	slices.SortStableFunc(kept, func(a, b play.Event) int { return cmp.Compare(a.Instance, b.Instance) })
	return kept
}

// Where one instance passes more events than there is room for, each of the others keeps its own, by
// any division of time, for any number of workers and by blocks.
func TestEventsAreShared(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "walk", Seconds: 1})
	m.Clips[0].Events = []soa.Event{{Name: "L", Time: 3}, {Name: "window", Time: 7, Length: 5}, {Name: "R", Time: 15}}
	for s := range seed.Cases(t, 12) {
		r := rand.New(rand.NewPCG(s, 9))
		n, most := 1+r.IntN(33), 1+r.IntN(200)
		flooders := map[int]float64{r.IntN(n): 3000, r.IntN(n): -700}
		crowd := func(o runtime.CrowdOptions) *runtime.Crowd {
			o.Play = &play.Options{Seed: s + 1, Speed: 2}
			c, err := runtime.NewCrowd(runtime.Keyframes(m), n, o)
			must.Do(t, err)
			t.Cleanup(c.Close)
			for i := range n {
				if speed, ok := flooders[i]; ok {
					must.Do(t, c.Instance(i).SetSpeed(speed))
					must.Do(t, c.Instance(i).Play(0, play.Options{Layer: 1, Weight: 0.5, Speed: -speed}))
				}
			}
			return c
		}
		whole := crowd(runtime.CrowdOptions{MaxEvents: 1e6})
		var few []*runtime.Crowd
		for workers := 1; workers <= 4; workers++ {
			few = append(few, crowd(runtime.CrowdOptions{MaxEvents: most, Workers: workers}))
		}
		blocks := crowd(runtime.CrowdOptions{MaxEvents: most})
		scratch := blocks.NewScratch()
		for range 6 {
			dt := r.Float64() * []float64{0.01, 0.3, -0.2}[r.IntN(3)]
			must.Do(t, whole.Update(dt))
			all := whole.Events()
			want := shared(all, most)
			for k, c := range few {
				must.Do(t, c.Update(dt))
				if !slices.Equal(c.Events(), want) || c.LostEvents() != len(all)-len(want) {
					t.Fatalf("%d workers, %v s: %d events and %d lost, want %d of %d", k+1, dt, len(c.Events()), c.LostEvents(), len(want), len(all))
				}
			}
			must.Do(t, blocks.RunBlocks(scratch, 0, scratch.Blocks(), dt))
			if !slices.Equal(scratch.Events(), want) || scratch.LostEvents() != len(all)-len(want) {
				t.Fatalf("by blocks, %v s: %d events and %d lost, want %d of %d", dt, len(scratch.Events()), scratch.LostEvents(), len(want), len(all))
			}
		}
	}
}

// What Play accepts as a speed SetSpeed and Restore accept too, and nothing else.
func TestSpeeds(t *testing.T) {
	road := keysOf(figure.Random(7, 5), pose.FormAuto)
	c := road.crowd(t, 2, runtime.CrowdOptions{})
	must.Do(t, c.Instance(0).Play(0, play.Options{Speed: 3}))
	state, err := c.Instance(0).Save(nil)
	must.Do(t, err)
	for _, speed := range []float64{1, -1, 1e-300, play.MaxSpeed, -play.MaxSpeed, math.Nextafter(play.MaxSpeed, 1e9), 1e12, math.MaxFloat64, -math.MaxFloat64, math.NaN(), math.Inf(1)} {
		x := c.Instance(1)
		valid := math.Abs(speed) <= play.MaxSpeed
		for what, err := range map[string]error{
			"Play": x.Play(0, play.Options{Speed: speed}), "SetSpeed": x.SetSpeed(speed), "Restore": x.Restore(replaced(state, 3, speed)),
		} {
			if refused := errors.Is(err, runtime.ErrOption) || errors.Is(err, play.ErrTime) || errors.Is(err, play.ErrState); refused == valid || refused != (err != nil) {
				t.Errorf("%s, speed %v: %v", what, speed, err)
			}
		}
	}
}

// replaced returns a state in which a number has another value wherever it is.
func replaced(state []byte, was, is float64) []byte {
	out := slices.Clone(state)
	for at := 0; at+8 <= len(out); at++ {
		if bits := out[at : at+8]; math.Float64frombits(le(bits)) == was {
			for k := range bits {
				bits[k] = byte(math.Float64bits(is) >> (8 * k))
			}
		}
	}
	return out
}

func le(b []byte) (v uint64) {
	for k := range 8 {
		v |= uint64(b[k]) << (8 * k)
	}
	return v
}

// NewScratch and RunBlocks at any time are safe beside SetGraph, SetControl and Update, one of which is
// ErrBusy where they meet.
func TestScratchBesideSetters(t *testing.T) {
	road := keysOf(figure.Random(7, 5), pose.FormAuto)
	c := road.crowd(t, 40, runtime.CrowdOptions{Play: &play.Options{}})
	allowed := func(err error) {
		if err != nil && !errors.Is(err, runtime.ErrBusy) && !errors.Is(err, runtime.ErrScratch) {
			t.Error(err)
		}
	}
	done := make(chan bool)
	for _, do := range []func(){
		func() { allowed(c.SetGraph(nil)) },
		func() { allowed(c.SetControl(nil)) },
		func() { allowed(c.Update(0.01)) },
		func() {
			s := c.NewScratch()
			allowed(c.RunBlocks(s, 0, s.Blocks(), 0.01))
		},
	} {
		go func() {
			for range 60 {
				do()
			}
			done <- true
		}()
	}
	for range 4 {
		<-done
	}
}
