package runtime_test

import (
	"fmt"
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

// slider is one joint that clips move along x, a metre a second or not at all.
func slider() *soa.Model {
	m := &soa.Model{Name: "slider", Skeleton: &soa.Skeleton{
		Name: []string{"bead"}, Parent: []int16{soa.NoJoint}, Depth: []uint16{0}, Unit: []float32{1}, Rest: soa.MakeTransforms(1),
	}}
	for _, c := range []struct {
		name     string
		from, to float32
	}{{"up", 0, 1}, {"down", 2, 1}, {"stays at 1.5", 1.5, 1.5}, {"stays at 0", 0, 0}, {"stays at 1", 1, 1}} {
		m.Clips = append(m.Clips, &soa.Clip{
			Name: c.name, TicksPerSecond: 1, Duration: 1, Tracks: []soa.Track{{Target: 0}},
			Time: []float32{0, 1}, X: []float32{c.from, c.to}, Y: make([]float32, 2), Z: make([]float32, 2), W: make([]float32, 2),
		})
	}
	return m
}

const (
	clipUp = iota
	clipDown
	clipAtOneAndAHalf
	clipAtZero
	clipAtOne
)

// speedAfter is how fast instance 0 moves from now on.
func speedAfter(t *testing.T, c *runtime.Crowd) float64 {
	t.Helper()
	const dt = 1. / 1024
	must.Do(t, c.Update(0))
	at := place(t, c, 0, 0)
	must.Do(t, c.Update(dt))
	return (place(t, c, 0, 0) - at) / dt
}

// An inertialized transition takes over the speed that the instance has: of a clip that
// has just begun or is about to start again, of a fade, of an earlier transition and of
// a coasting pose; and that of the clip that comes counts too.
func TestInertializedSpeedGoesOn(t *testing.T) {
	r := keysOf(slider(), pose.FormAuto)
	inertialize := play.Options{Fade: 0.5, Transition: play.Inertialize}
	for what, test := range map[string]struct {
		prepare func(c *runtime.Crowd)
		to      int
		speed   float64
	}{
		"in the middle of a clip":   {func(c *runtime.Crowd) { must.Do(t, c.Instance(0).Play(clipUp, play.Options{Offset: 0.5})) }, clipAtOneAndAHalf, 1},
		"at the start of a clip":    {func(c *runtime.Crowd) { must.Do(t, c.Instance(0).Play(clipUp, play.Options{})) }, clipAtOneAndAHalf, 1},
		"just before a clip's end":  {func(c *runtime.Crowd) { must.Do(t, c.Instance(0).Play(clipUp, play.Options{Offset: 0.999})) }, clipAtOneAndAHalf, 1},
		"to a clip that moves":      {func(c *runtime.Crowd) { must.Do(t, c.Instance(0).Play(clipAtOneAndAHalf, play.Options{})) }, clipUp, 0},
		"in a fade":                 {func(c *runtime.Crowd) { half(t, c, play.Options{Fade: 1, Curve: play.Straight}) }, clipAtOneAndAHalf, 1},
		"in a transition":           {func(c *runtime.Crowd) { half(t, c, inertialize) }, clipAtOneAndAHalf, 15. / 8 / 0.5},
		"twice at the same time":    {func(c *runtime.Crowd) { twice(t, c, inertialize) }, clipAtOneAndAHalf, 1},
		"while a frozen pose fades": {func(c *runtime.Crowd) { frozen(t, c) }, clipAtOneAndAHalf, 1},
	} {
		c := r.crowd(t, 1, runtime.CrowdOptions{})
		test.prepare(c)
		must.Do(t, c.Update(0))
		before := place(t, c, 0, 0)
		must.Do(t, c.Instance(0).Play(test.to, inertialize))
		must.Do(t, c.Update(0))
		if after := place(t, c, 0, 0); math.Abs(after-before) > 1e-6 {
			t.Errorf("%s: it jumps from %v to %v", what, before, after)
		}
		if got := speedAfter(t, c); math.Abs(got-test.speed) > 0.03 {
			t.Errorf("%s: its speed is %v m/s, was %v", what, got, test.speed)
		}
	}
}

// half fades from 0 to 1, and is in the middle of it.
func half(t *testing.T, c *runtime.Crowd, o play.Options) {
	t.Helper()
	must.Do(t, c.Instance(0).Play(clipAtZero, play.Options{}))
	must.Do(t, c.Update(0))
	must.Do(t, c.Instance(0).Play(clipAtOne, o))
	must.Do(t, c.Update(o.Fade/2))
}

func twice(t *testing.T, c *runtime.Crowd, o play.Options) {
	t.Helper()
	must.Do(t, c.Instance(0).Play(clipUp, play.Options{Offset: 0.4}))
	must.Do(t, c.Update(0))
	must.Do(t, c.Instance(0).Play(clipAtOne, o))
}

// frozen fades from a frozen pose at 0.
func frozen(t *testing.T, c *runtime.Crowd) {
	t.Helper()
	must.Do(t, c.Instance(0).Play(clipAtZero, play.Options{}))
	must.Do(t, c.Update(0))
	must.Do(t, c.Instance(0).Play(clipAtOne, play.Options{Fade: 1, Curve: play.Straight, Transition: play.Frozen}))
	must.Do(t, c.Update(0.3))
}

// It stays between where it was and where it goes, moves one way only and is exactly
// the clip that comes when the time is over.
func TestInertializedStaysWithinAndEnds(t *testing.T) {
	r := keysOf(slider(), pose.FormAuto)
	rapid.Check(t, func(t *rapid.T) {
		c := r.crowd(t, 2, runtime.CrowdOptions{})
		fade := rapid.Float64Range(0.05, 2).Draw(t, "fade")
		must.Do(t, c.Instance(0).Play(rapid.SampledFrom([]int{clipUp, clipDown}).Draw(t, "from"), play.Options{Offset: rapid.Float64Range(0, 1).Draw(t, "offset")}))
		must.Do(t, c.Update(0))
		to := rapid.SampledFrom([]int{clipAtZero, clipAtOne, clipAtOneAndAHalf}).Draw(t, "to")
		o := play.Options{Fade: fade, Transition: play.Inertialize}
		must.Do(t, c.Instance(0).Play(to, o))
		o.Fade = 0
		must.Do(t, c.Instance(1).Play(to, o))
		x := float64(c.Instance(0).Palette()[3])
		must.Do(t, c.Update(0))
		goal := float64(c.Instance(1).Palette()[3])
		parts := rapid.IntRange(1, 60).Draw(t, "parts")
		for range parts {
			must.Do(t, c.Update(fade/float64(parts)))
			now := float64(c.Instance(0).Palette()[3])
			if math.Abs(now-goal) > math.Abs(x-goal)+1e-6 || (now-goal)*(x-goal) < -1e-6 {
				t.Fatalf("on the way to %v it goes from %v to %v", goal, x, now)
			}
			x = now
		}
		must.Do(t, c.Update(1e-3)) // what rounding of the parts may have left
		sameBits(t, "at the end", poseBits(c, 0), poseBits(c, 1))
	})
}

// Whatever is played at whatever time in an instance with few layers, it goes on from
// where it is: no frame is further from the one before than its fades take it.
func TestInterruptedFadesDoNotJump(t *testing.T) {
	r := keysOf(slider(), pose.FormAuto)
	rapid.Check(t, func(t *rapid.T) {
		c := r.crowd(t, 1, runtime.CrowdOptions{Layers: rapid.IntRange(1, 4).Draw(t, "layers"), Masks: masksOf(1)})
		must.Do(t, c.Instance(0).Play(clipUp, play.Options{Mode: play.PingPong}))
		must.Do(t, c.Update(0))
		const dt, least = 1. / 1000, 0.2
		// A Blend layer above one that covers what is below is averaged with that, and with
		// what is below where it has no weight: there fades do jump.
		kinds := []play.Kind{play.Blend, play.Additive, play.Subtract}
		if rapid.Bool().Draw(t, "layers cover") {
			kinds[0] = rapid.SampledFrom([]play.Kind{play.Override, play.ModelOverride}).Draw(t, "kind")
		}
		x, fades, said := float64(c.Instance(0).Palette()[3]), 0., ""
		for range 25 {
			for range rapid.IntRange(0, 2).Draw(t, "at once") {
				layer := rapid.IntRange(0, len(c.Instance(0).ActiveClips(nil))/2).Draw(t, "layer")
				o := play.Options{
					Layer: layer, Mode: play.PingPong, Offset: rapid.Float64Range(0, 1).Draw(t, "offset"),
					Fade: rapid.Float64Range(least, 0.6).Draw(t, "fade"), Curve: play.Curve(rapid.IntRange(0, 3).Draw(t, "curve")),
					Transition: play.Transition(rapid.IntRange(0, 3).Draw(t, "transition")),
					Kind:       rapid.SampledFrom(kinds).Draw(t, "kind"), Mask: rapid.IntRange(0, 1).Draw(t, "mask"),
					Weight: rapid.Float64Range(0.5, 1).Draw(t, "weight"), Queue: rapid.IntRange(0, 4).Draw(t, "queue") == 0,
				}
				clip := clipOrRest(rapid.IntRange(-1, 4).Draw(t, "clip"))
				var err error
				if rapid.IntRange(0, 5).Draw(t, "set mask") == 0 {
					err = c.Instance(0).Layer(layer).SetMask(o.Mask, o.Fade)
					said += fmt.Sprintf("\nmask %d of layer %d in %v", o.Mask, layer, o.Fade)
				} else {
					err = c.Instance(0).Play(clip, o)
					said += fmt.Sprintf("\nplay %d %+v", clip, o)
				}
				if err == nil {
					fades++
				}
			}
			for range rapid.IntRange(0, 150).Draw(t, "frames") {
				must.Do(t, c.Update(dt))
				now := float64(c.Instance(0).Palette()[3])
				// A fade of two metres has a speed of at most two of them in its time, an
				// offset of up to five of its distance.
				if most := dt * (4 + 2*5/least); math.Abs(now-x) > most {
					t.Fatalf("it jumps from %v to %v:%s\n%+v", x, now, said, c.Instance(0).ActiveClips(nil))
				}
				x = now
			}
			said += "\nupdates"
		}
	})
}

// What begins to fade changes nothing yet, whatever fades or waits already: all joints
// stay where they are, of clips that lie far apart too.
func TestBeginningFadesShowNothing(t *testing.T) {
	for _, s := range subjects()[2:4] {
		r := &s.roads[0]
		rapid.Check(t, func(t *rapid.T) {
			c, _ := r.layered(t, 1, runtime.CrowdOptions{Layers: rapid.IntRange(1, 5).Draw(t, "layers")})
			layers := len(c.Instance(0).ActiveClips(nil))
			for k := range 12 {
				if rapid.Bool().Draw(t, "one layer more") {
					layers = min(layers+1, 5)
				}
				o := play.Options{
					Layer: rapid.IntRange(0, layers-1).Draw(t, "layer"), Offset: rapid.Float64Range(0, 1).Draw(t, "offset"), Mode: play.PingPong,
					Fade: rapid.Float64Range(0.2, 0.6).Draw(t, "fade"), Transition: play.Transition(rapid.IntRange(0, 3).Draw(t, "transition")),
					Kind: rapid.SampledFrom([]play.Kind{play.Blend, play.Additive}).Draw(t, "kind"),
					Mask: rapid.IntRange(0, 2).Draw(t, "mask"), Weight: rapid.Float64Range(0.5, 1).Draw(t, "weight"),
				}
				must.Do(t, c.Update(0))
				before, played := matricesOf(c.Instance(0).Palette()), c.Instance(0).ActiveClips(nil)
				if rapid.IntRange(0, 5).Draw(t, "set mask") == 0 {
					_ = c.Instance(0).Layer(o.Layer).SetMask(o.Mask, o.Fade)
				} else if c.Instance(0).Play(clipOrRest(rapid.IntRange(-1, c.Clips()-1).Draw(t, "clip")), o) != nil {
					continue
				}
				must.Do(t, c.Update(0))
				after := matricesOf(c.Instance(0).Palette())
				bound := 1e-4
				if o.Transition == play.Frozen || o.Transition == play.DeadBlend {
					bound = 2e-3 // the mean of two rotations that are far apart weighs as one
				}
				for j := range after {
					if off := difference(after[j], before[j]) / greatest(before); off > bound {
						t.Fatalf("%s, act %d: slot %d jumps by %.3g of its size, by %+v:\n%+v\n%+v", s.name, k, j, off, o, played, c.Instance(0).ActiveClips(nil))
					}
				}
				must.Do(t, c.Update(rapid.Float64Range(0.01, 0.3).Draw(t, "time")))
			}
		})
	}
}

// What has faded out below a clip leaves without a jump, at the bottom too, where the clip
// covers a part of the rest pose from then on, in model space or not.
func TestWhatFadesOutBelowShowsNothing(t *testing.T) {
	const fade, moment = 0.25, 1e-6
	for _, s := range subjects()[2:4] {
		r := &s.roads[0]
		rapid.Check(t, func(t *rapid.T) {
			c, _ := r.layered(t, 1, runtime.CrowdOptions{Layers: 6})
			clip := func() int { return rapid.IntRange(0, c.Clips()-1).Draw(t, "clip") }
			must.Do(t, c.Instance(0).Play(clip(), play.Options{Speed: 1e-3}))
			must.Do(t, c.Update(0))
			o := play.Options{
				Fade: fade, Curve: play.Straight, Speed: 1e-3, Transition: rapid.SampledFrom([]play.Transition{play.CrossFade, play.Frozen}).Draw(t, "transition"),
				Kind: rapid.SampledFrom([]play.Kind{play.Override, play.ModelOverride}).Draw(t, "kind"),
				Mask: rapid.IntRange(0, 2).Draw(t, "mask"), Weight: rapid.Float64Range(0.3, 1).Draw(t, "weight"),
			}
			must.Do(t, c.Instance(0).Play(clip(), o))
			must.Do(t, c.Update(fade/2))
			switch rapid.IntRange(0, 2).Draw(t, "above") {
			case 1:
				must.Do(t, c.Instance(0).Layer(0).SetMask(rapid.IntRange(0, 2).Draw(t, "mask above"), 0.6))
			case 2:
				o.Fade, o.Transition, o.Mask = 0.6, play.CrossFade, rapid.IntRange(0, 2).Draw(t, "mask above")
				must.Do(t, c.Instance(0).Play(clip(), o))
			}
			must.Do(t, c.Update(fade/2-moment))
			before := matricesOf(c.Instance(0).Palette())
			must.Do(t, c.Update(2*moment))
			for j, after := range matricesOf(c.Instance(0).Palette()) {
				if off := difference(after, before[j]) / greatest(before); off > 1e-4 {
					t.Fatalf("%s: slot %d jumps by %.3g of its size: %+v\n%+v", s.name, j, off, o, c.Instance(0).ActiveClips(nil))
				}
			}
		})
	}
}

// A clip that is replaced before it has been seen leaves no trace: a pose that coasts has
// the velocity of what played before, whatever masks the two have and whatever other
// instances have computed.
func TestDeadBlendGoesOnFromWhatWasShown(t *testing.T) {
	r := keysOf(slider(), pose.FormAuto)
	coast := play.Options{Fade: 1, Transition: play.DeadBlend, HalfLife: 10, Curve: play.EaseIn}
	for _, offset := range []float64{0, 0.5} { // at the start of a clip the velocity is that of a moment later
		for _, kind := range []play.Kind{play.Blend, play.Override} {
			var bits [2][]uint32
			for way := range 2 {
				c := r.crowd(t, 2, runtime.CrowdOptions{Masks: pose1(1)})
				must.Do(t, c.Instance(0).Play(clipUp, play.Options{Offset: offset}))
				must.Do(t, c.Update(0))
				if way == 1 {
					for range 2 { // poses of another instance, elsewhere
						must.Do(t, c.Instance(1).Play(clipAtOneAndAHalf, play.Options{Fade: 1, Transition: play.DeadBlend}))
						must.Do(t, c.UpdateSome([]int{1}, 0.4))
					}
					must.Do(t, c.Instance(0).Play(clipAtOneAndAHalf, play.Options{Fade: 0.2, Mask: 1, Kind: kind}))
				}
				must.Do(t, c.Instance(0).Play(clipAtZero, coast))
				must.Do(t, c.Update(0))
				if speed := speedAfter(t, c); math.Abs(speed-1) > 0.03 {
					t.Errorf("offset %v, %v, clips %d: the speed is %v m/s, was 1", offset, kind, 1+way, speed)
				}
				must.Do(t, c.Update(0.1))
				bits[way] = poseBits(c, 0)
			}
			sameBits(t, fmt.Sprintf("offset %v, %v", offset, kind), bits[1], bits[0])
		}
	}
}

// A fade between clips of any kinds and masks begins and ends without a jump, whatever
// else its layer still plays.
func TestFadesBetweenKindsDoNotJump(t *testing.T) {
	r := &subjects()[2].roads[0]
	kinds := []play.Kind{play.Blend, play.Override, play.ModelOverride}
	masks := masksOf(r.model.Skeleton.Len())
	for n := range 9 * 9 * 9 {
		c := r.crowd(t, 1, runtime.CrowdOptions{Layers: 5, Masks: masks})
		must.Do(t, c.Instance(0).Play(0, play.Options{Speed: 1e-9}))
		what := ""
		var before []float32
		for clip, k := range [3]int{n % 9, n / 9 % 9, n / 81} {
			o := play.Options{Layer: 1, Kind: kinds[k%3], Mask: k / 3, Fade: []float64{0, 50, 0.1}[clip], Offset: 0.3, Speed: 1e-9}
			what += fmt.Sprintf(" %v %d", o.Kind, o.Mask)
			must.Do(t, c.Instance(0).Play(clip%2+1, o))
			if must.Do(t, c.Update(1e-6)); clip > 0 {
				noJump(t, what+" begins", c, before)
			}
			must.Do(t, c.Update(0.05*float64(2-clip)))
			before = slices.Clone(c.Instance(0).Palette())
		}
		must.Do(t, c.Update(0.1-2e-6))
		before = slices.Clone(c.Instance(0).Palette())
		must.Do(t, c.Update(2e-6))
		noJump(t, what+" ends", c, before)
	}
}

// noJump makes sure that an instance has not moved.
func noJump(t *testing.T, what string, c *runtime.Crowd, before []float32) {
	t.Helper()
	for k, v := range c.Instance(0).Palette() {
		if d := math.Abs(float64(v - before[k])); !(d <= 1e-3) {
			t.Fatalf("%s: value %d jumps from %v to %v", what, k, before[k], v)
		}
	}
}
