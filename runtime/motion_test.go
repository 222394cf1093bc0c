package runtime_test

import (
	"bytes"
	"math"
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// walker is a model whose clips move their root: straight on, on an arc, and not.
func walker() *soa.Model {
	m := eventModel(64, nil)
	straight, arc := m.Clips[0], *m.Clips[0]
	straight.Motion = &soa.Motion{Time: []float32{0, 30, 64}, X: make([]float32, 3), Y: []float32{0, 0.1, 0}, Z: []float32{0, 1, 2}, Yaw: make([]float32, 3)}
	arc.Name, arc.Duration = "arc", 48
	arc.Time = []float32{0, 48}
	arc.Motion = &soa.Motion{Time: []float32{0, 20, 48}, X: []float32{0, 0.2, 0.7}, Y: make([]float32, 3), Z: []float32{0, 0.5, 1}, Yaw: []float32{0, 0.3, 0.9}}
	m.Clips = []*soa.Clip{straight, &arc, m.Clips[1]}
	return m
}

func walkers(t must.T, n int, o runtime.CrowdOptions) *runtime.Crowd {
	t.Helper()
	o.RootMotion = play.RootApplied
	c, err := runtime.NewCrowd(runtime.Keyframes(walker()), n, o)
	must.Do(t, err)
	return c
}

func apart(a, b soa.RootTransform) float64 {
	d := a.Inverse().Mul(b)
	return math.Sqrt(d.X*d.X+d.Y*d.Y+d.Z*d.Z) + math.Abs(d.S)
}

// Where an instance comes to does not depend on the steps: it is that of one step, of
// n loops, and going back leads back.
func TestRootMotionOfAnySteps(t *testing.T) {
	m := walker()
	rapid.Check(t, func(t *rapid.T) {
		c := walkers(t, 3, runtime.CrowdOptions{})
		clip := rapid.IntRange(0, 1).Draw(t, "clip")
		mode := play.LoopMode(rapid.IntRange(0, 2).Draw(t, "mode"))
		must.Do(t, c.PlayAll(clip, play.Options{Mode: mode, Speed: rapid.Float64Range(0.1, 3).Draw(t, "speed")}))
		total := rapid.Float64Range(0, 2000).Draw(t, "time")
		parts := rapid.IntRange(1, 20).Draw(t, "parts")
		must.Do(t, c.UpdateSome([]int{1}, total))
		at := 0.
		for k := range parts {
			to := total * float64(k+1) / float64(parts)
			must.Do(t, c.UpdateSome([]int{0, 2}, to-at))
			at = to
		}
		a, b := c.Instance(0).Transform(), c.Instance(1).Transform()
		if way := 1e-6 * max(1, total); apart(a, b) > way {
			t.Fatalf("%d steps of %v s lead to %v, one to %v", parts, total, a, b)
		}
		must.Do(t, c.UpdateSome([]int{0}, -total))
		if mode != play.Clamp && apart(c.Instance(0).Transform(), soa.IdentityRoot()) > 1e-6*max(1, total) {
			t.Fatalf("there and back leads to %v", c.Instance(0).Transform())
		}
	})
	// n loops are Tⁿ.
	for clip := range 2 {
		seconds := m.Clips[clip].Seconds()
		track, err := motion.NewTrack(m.Clips[clip].Motion, eventTicks, seconds, motion.Wrap)
		must.Do(t, err)
		for _, n := range []int64{1, 2, 1000, 1e6, -1, -1e6} {
			c := walkers(t, 1, runtime.CrowdOptions{})
			must.Do(t, c.Instance(0).Play(clip, play.Options{}))
			must.Do(t, c.Update(float64(n)*seconds))
			if want := track.Loop().Pow(n); apart(c.Instance(0).Transform(), want) > 1e-6*max(1, math.Abs(float64(n))/1e3) {
				t.Errorf("clip %d: %d loops lead to %v, want %v", clip, n, c.Instance(0).Transform(), want)
			}
		}
	}
}

// Layers move by the mean of their velocities; masks, additive layers and layers above
// count as they do for poses.
func TestRootMotionOfLayers(t *testing.T) {
	still := pose1(0)
	c := walkers(t, 7, runtime.CrowdOptions{Masks: still})
	playOne := func(i, clip int, o play.Options) { must.Do(t, c.Instance(i).Play(clip, o)) }
	const dt = 0.1
	playOne(0, 0, play.Options{})
	playOne(1, 1, play.Options{})
	playOne(2, 0, play.Options{Weight: 0.25})
	playOne(2, 1, play.Options{Layer: 1, Weight: 0.75})
	playOne(3, 0, play.Options{})
	playOne(3, 1, play.Options{Layer: 1, Kind: play.Override, Weight: 0.75})
	playOne(4, 0, play.Options{})
	playOne(4, 1, play.Options{Layer: 1, Kind: play.Override, Mask: 1})
	playOne(5, 0, play.Options{})
	playOne(5, 1, play.Options{Layer: 1, Kind: play.Additive, Weight: 0.5})
	playOne(6, 0, play.Options{Weight: 0.5})
	const parts = 2000
	steps := walkers(t, 2, runtime.CrowdOptions{})
	must.Do(t, steps.Instance(0).Play(0, play.Options{}))
	must.Do(t, steps.Instance(1).Play(1, play.Options{}))
	want := [7]soa.RootTransform{}
	for i := range want {
		want[i] = soa.IdentityRoot()
	}
	for range parts {
		must.Do(t, steps.Update(dt/parts))
		a, b := motion.Log(steps.Instance(0).Motion()), motion.Log(steps.Instance(1).Motion())
		none := motion.Twist{}
		for i, by := range [7]motion.Twist{
			a, b, none.Add(a, 0.25).Add(b, 0.75), none.Add(a, 0.25).Add(b, 0.75), a, a.Add(b, 0.5), none.Add(a, 0.5),
		} {
			want[i] = want[i].Mul(motion.Exp(by))
		}
	}
	must.Do(t, c.Update(dt))
	for i, want := range want {
		if got := c.Instance(i).Motion(); apart(got, want) > 1e-8 {
			t.Errorf("instance %d moves by %v, want %v", i, got, want)
		}
		if apart(c.Instance(i).Motion(), c.Instance(i).Transform()) > 1e-12 {
			t.Errorf("instance %d is at %v after one step of %v", i, c.Instance(i).Transform(), c.Instance(i).Motion())
		}
	}
}

// A queued clip moves from where the one before it ended.
func TestRootMotionOfQueue(t *testing.T) {
	c := walkers(t, 1, runtime.CrowdOptions{})
	must.Do(t, c.Instance(0).Play(0, play.Options{}))
	must.Do(t, c.Instance(0).Play(1, play.Options{Queue: true}))
	must.Do(t, c.Update(1.25)) // 1 s of the first, 0.25 s of the second
	m := walker()
	first, err := motion.NewTrack(m.Clips[0].Motion, eventTicks, 1, motion.Clamp)
	must.Do(t, err)
	second, err := motion.NewTrack(m.Clips[1].Motion, eventTicks, 0.75, motion.Wrap)
	must.Do(t, err)
	if want := first.M(1).Mul(second.M(0.25)); apart(c.Instance(0).Transform(), want) > 1e-7 {
		t.Errorf("it is at %v, want %v", c.Instance(0).Transform(), want)
	}
	if c.Instance(0).Clip() != 1 || math.Abs(c.Instance(0).Time()-0.25) > 1e-12 {
		t.Errorf("it plays clip %d at %v s", c.Instance(0).Clip(), c.Instance(0).Time())
	}
}

// moveAbout does something to an instance of walkers that does not move it.
func moveAbout(t must.T, c *runtime.Crowd, i int, r *rand.Rand) {
	t.Helper()
	var err error
	switch r.IntN(9) {
	case 0:
		err = c.Instance(i).Seek((r.Float64() - 0.5) * 20)
	case 1:
		err = c.Instance(i).SetSpeed(4*r.Float64() - 2)
	case 2:
		err = c.Instance(i).Stop()
	case 3:
		err = c.Instance(i).Resume()
	case 4:
		err = c.Instance(i).Play(r.IntN(3), play.Options{Mode: play.LoopMode(r.IntN(3)), Offset: 3 * r.Float64(), Queue: r.IntN(4) == 0})
	case 5:
		err = c.Instance(i).Play(r.IntN(3), play.Options{Mode: play.LoopMode(r.IntN(3)), Fade: 0.1})
	case 6:
		if c.Instance(i).Clip() != play.Rest {
			err = c.Instance(i).Layer(0).SetWeight(float64(1+r.IntN(2)) / 2)
		}
	case 7:
		err = c.Instance(i).Play(1, play.Options{Layer: 1, Weight: 0.5})
	}
	must.Do(t, err)
}

// Whatever an instance plays, it is moved by time alone, and by what Motion says.
func TestTransformIsTheProductOfMotions(t *testing.T) {
	const n = 40
	r := rand.New(rand.NewPCG(1, 2))
	c := walkers(t, n, runtime.CrowdOptions{Workers: 2})
	defer c.Close()
	reported, err := runtime.NewCrowd(runtime.Keyframes(walker()), n, runtime.CrowdOptions{RootMotion: play.RootReported})
	must.Do(t, err)
	for f := range 200 {
		for i := range n {
			if r.IntN(4) > 0 {
				continue
			}
			before, step := c.Instance(i).Transform(), c.Instance(i).Motion()
			seed := r.Uint64()
			moveAbout(t, c, i, rand.New(rand.NewPCG(seed, 0)))
			moveAbout(t, reported, i, rand.New(rand.NewPCG(seed, 0)))
			if c.Instance(i).Transform() != before || c.Instance(i).Motion() != step {
				t.Fatalf("frame %d: instance %d is moved between updates", f, i)
			}
			if r.IntN(8) == 0 {
				must.Do(t, c.Instance(i).SetTransform(soa.RootTransform{X: r.Float64(), Y: 1, Z: 2, C: r.Float64(), S: 1}))
				if c.Instance(i).Motion() != step {
					t.Fatalf("frame %d: SetTransform changes the motion of instance %d", f, i)
				}
			}
		}
		before := make([]soa.RootTransform, n)
		for i := range before {
			before[i] = c.Instance(i).Transform()
		}
		dt := []float64{0, 0.01, 0.1, -0.03, 5}[r.IntN(5)]
		must.Do(t, c.Update(dt))
		must.Do(t, reported.Advance(dt))
		for i, p := range before {
			if d := apart(c.Instance(i).Transform(), p.Mul(c.Instance(i).Motion())); d > 1e-9 {
				t.Fatalf("frame %d: instance %d is %v from where %v leads", f, i, d, c.Instance(i).Motion())
			}
			if reported.Instance(i).Motion() != c.Instance(i).Motion() {
				t.Fatalf("frame %d: instance %d moves by %v where that is applied, else by %v", f, i, c.Instance(i).Motion(), reported.Instance(i).Motion())
			}
			if reported.Instance(i).Transform() != soa.IdentityRoot() {
				t.Fatal("what is reported is applied")
			}
		}
	}
}

// A saved place goes on with the same bits.
func TestSavedPlaceGoesOn(t *testing.T) {
	const n = 40
	r := rand.New(rand.NewPCG(3, 4))
	c := walkers(t, n, runtime.CrowdOptions{})
	for f := range 100 {
		for i := range n {
			if r.IntN(3) == 0 {
				moveAbout(t, c, i, r)
			}
		}
		twin := walkers(t, n, runtime.CrowdOptions{Workers: 2})
		for i := range n {
			moveAbout(t, twin, i, r)
		}
		must.Do(t, twin.Update(0.1))
		for i := range n {
			state, err := c.Instance(i).Save(nil)
			must.Do(t, err)
			must.Do(t, twin.Instance(i).Restore(state))
			again, err := twin.Instance(i).Save(nil)
			must.Do(t, err)
			if !bytes.Equal(state, again) || twin.Instance(i).Transform() != c.Instance(i).Transform() || twin.Instance(i).Motion() != soa.IdentityRoot() {
				t.Fatalf("frame %d: instance %d is at %v, was saved at %v", f, i, twin.Instance(i).Transform(), c.Instance(i).Transform())
			}
		}
		for _, dt := range []float64{0.02, 0.7, -0.1} {
			must.Do(t, c.Update(dt))
			must.Do(t, twin.Update(dt))
			for i := range n {
				if c.Instance(i).Transform() != twin.Instance(i).Transform() || c.Instance(i).Motion() != twin.Instance(i).Motion() {
					t.Fatalf("frame %d: instance %d goes on to %v, was saved on the way to %v", f, i, twin.Instance(i).Transform(), c.Instance(i).Transform())
				}
			}
		}
		twin.Close()
	}
}
