package runtime_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/banks"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// counting is a model of one step track and one linear one, whose clip goes 0, 1, 2
// at ticks 0, 1, 2, from second 10 to second 11, and of a clip that holds the first.
func counting() *soa.Model {
	k := &soa.Skeleton{Name: []string{"step", "line"}, Parent: []int16{-1, -1}, Depth: make([]uint16, 2), Unit: []float32{1, 1}, Rest: soa.MakeTransforms(2)}
	return &soa.Model{Name: "counting", Skeleton: k, Clips: []*soa.Clip{{
		Name: "count", TicksPerSecond: 2, Start: 10, Duration: 2,
		Tracks: []soa.Track{{Target: 0, Interpolation: soa.Step}, {Target: 1, First: 3}},
		Time:   []float32{0, 1, 2, 0, 1, 2}, X: []float32{0, 1, 2, 0, 1, 2},
		Y: make([]float32, 6), Z: make([]float32, 6), W: make([]float32, 6),
	}, {
		Name: "hold", TicksPerSecond: 30, Start: -1, Duration: 3, Tracks: []soa.Track{{Target: 0}},
		Time: []float32{0}, X: []float32{7}, Y: []float32{0}, Z: []float32{0}, W: []float32{0},
	}}}
}

// place returns where a joint is along x.
func place(t *testing.T, c *runtime.Crowd, i, joint int) float64 {
	t.Helper()
	m := jointOf(t, c.Instance(i), joint)
	return float64(m[3])
}

// All modes go where they should, forwards, backwards and by any step, on any source.
func TestLoopModes(t *testing.T) {
	type frame struct{ dt, time, step, line float64 }
	for _, r := range roadsOf(counting(), pose.FormAuto) {
		c := r.crowd(t, 1, runtime.CrowdOptions{})
		for name, mode := range map[string]struct {
			play.Options
			frames []frame
		}{
			"wrap": {play.Options{}, []frame{
				{0, 10, 0, 0}, {0.25, 10.25, 0, 0.5}, {0.25, 10.5, 1, 1}, {0.5, 10, 0, 0}, {1.75, 10.75, 1, 1.5}, {-1, 10.75, 1, 1.5}, {-0.5, 10.25, 0, 0.5}}},
			"clamp": {play.Options{Mode: play.Clamp, Speed: 2}, []frame{
				{0.25, 10.5, 1, 1}, {0.25, 11, 2, 2}, {5, 11, 2, 2}, {-0.125, 10.75, 1, 1.5}, {-9, 10, 0, 0}}},
			"ping-pong": {play.Options{Mode: play.PingPong}, []frame{
				{0.75, 10.75, 1, 1.5}, {0.25, 11, 2, 2}, {0.25, 10.75, 1, 1.5}, {0.75, 10, 0, 0}, {0.25, 10.25, 0, 0.5}, {-0.5, 10.25, 0, 0.5}}},
			"backwards": {play.Options{Mode: play.Clamp, Speed: -1}, []frame{
				{0, 11, 2, 2}, {0.25, 10.75, 1, 1.5}, {1, 10, 0, 0}}},
			"backwards from an offset": {play.Options{Speed: -1, Offset: 0.25}, []frame{
				{0, 10.75, 1, 1.5}, {1, 10.75, 1, 1.5}, {0.75, 10, 0, 0}, {0.25, 10.75, 1, 1.5}}},
		} {
			must.Do(t, c.Instance(0).Play(c.ClipIndex("count"), mode.Options))
			for i, f := range mode.frames {
				must.Do(t, c.Update(f.dt))
				if step, line := place(t, c, 0, 0), place(t, c, 0, 1); c.Instance(0).Time() != f.time ||
					math.Abs(step-f.step) > sourceBound && (r.bank == nil || !banks.InGap(&r.bank.Clips[0], f.time-10)) || math.Abs(line-f.line) > sourceBound {
					t.Errorf("%s, %s, frame %d: at %v s the step is %v and the line %v, want %v, %v and %v", r.name, name, i, c.Instance(0).Time(), step, line, f.time, f.step, f.line)
				}
			}
		}
		if c.Clips() != 2 || c.Instance(0).Clip() != 0 || c.ClipIndex("run") != soa.None {
			t.Errorf("%s: clip %d of %d", r.name, c.Instance(0).Clip(), c.Clips())
		}
		// What only the clip before drove is at rest again, and at rest all is.
		for clip, at := range map[int]float64{1: 7, play.Rest: 0} {
			must.Do(t, c.Instance(0).Play(clip, play.Options{}))
			must.Do(t, c.Update(0.01))
			if step, line := place(t, c, 0, 0), place(t, c, 0, 1); math.Abs(step-at) > sourceBound || line != 0 || c.Instance(0).Clip() != clip {
				t.Errorf("%s, clip %d: the joints are at %v and %v", r.name, clip, step, line)
			}
		}
		// Any step in time leads somewhere in the clip.
		for _, dt := range []float64{1e300, -1e300, math.MaxFloat64} {
			must.Do(t, c.Instance(0).Play(0, play.Options{Mode: play.PingPong}))
			must.Do(t, c.Update(dt))
			if at := c.Instance(0).Time(); !(at >= 10 && at <= 11) {
				t.Errorf("%s: after %v s the time is %v", r.name, dt, at)
			}
		}
	}
}

func TestCrowdPlayAndStand(t *testing.T) {
	for _, r := range roadsOf(counting(), pose.FormAuto) {
		c := r.crowd(t, 40, runtime.CrowdOptions{Clip: 1, Play: &play.Options{Speed: 0.1}})
		near := func(what string, i int, want float64) {
			t.Helper()
			if got := c.Instance(i).Time(); math.Abs(got-want) > 1e-12 {
				t.Errorf("%s, %s: instance %d is at %v s, want %v", r.name, what, i, got, want)
			}
		}
		must.Do(t, c.Update(0.1))
		near("the crowd's default", 39, -1+0.01)
		must.Do(t, c.Instance(3).Pause())
		must.Do(t, c.Instance(4).Stop())
		must.Do(t, c.PlaySome([]int{7, 5}, 0, play.Options{Mode: play.Clamp, Speed: -1, Offset: 0.1}))
		must.Do(t, c.Update(0.1))
		near("playing on", 0, -1+0.02)
		near("paused", 3, -1+0.01)
		near("stopped", 4, -1)
		near("backwards", 5, 11-0.2)
		near("backwards", 7, 11-0.2)
		must.Do(t, c.Instance(5).Stop())
		near("stopped backwards", 5, 11)
		must.Do(t, c.Instance(3).Resume())
		must.Do(t, c.Instance(4).Resume())
		must.Do(t, c.Instance(6).SetSpeed(-0.1))
		must.Do(t, c.Instance(8).Seek(-0.95))
		must.Do(t, c.Instance(9).SetSpeed(0))
		must.Do(t, c.Update(0.1))
		near("resumed", 3, -1+0.02)
		near("resumed after a stop", 4, -1+0.01)
		near("the other way", 6, -1+0.01)
		near("sought", 8, -0.95+0.01)
		near("held", 9, -1+0.02)
		must.Do(t, c.PlayAll(0, play.Options{Offset: 0.5}))
		for i := range c.Len() {
			near("all", i, 10.5)
		}
	}
}

// Instances that were told nothing are at rest.
func TestCrowdRests(t *testing.T) {
	eachRoad(t, func(t *testing.T, r *road) {
		c, first := r.crowd(t, 3, runtime.CrowdOptions{}), r.alone(t, 1)[0]
		must.Do(t, first.Instance(0).Play(play.Rest, play.Options{}))
		must.Do(t, first.Update(0.2))
		sameBits(t, "rest", bitsOf(t, c, 1), bitsOf(t, first, 0))
		must.Do(t, c.Update(0.4))
		sameBits(t, "rest after an update", bitsOf(t, c, 1), bitsOf(t, first, 0))
		if c.Instance(1).Time() != 0 || c.Instance(1).Clip() != play.Rest {
			t.Errorf("at rest it is at %v s of clip %d", c.Instance(1).Time(), c.Instance(1).Clip())
		}
	})
}

// A seed puts every instance somewhere else, always the same place, evenly over
// what the mode plays; the generator's bits are the same on every processor.
func TestPlayOptionsSeed(t *testing.T) {
	const n = 4000
	r := keysOf(counting(), pose.FormAuto)
	for _, mode := range []play.LoopMode{play.Wrap, play.Clamp, play.PingPong} {
		c := r.crowd(t, n, runtime.CrowdOptions{Play: &play.Options{Mode: mode, Seed: 42}})
		tenth := [10]int{}
		for i := range n {
			x := c.Instance(i).Time() - 10
			tenth[int(x*10)]++
			must.Do(t, c.Instance(i).Play(0, play.Options{Mode: mode, Seed: 42}))
			if again := c.Instance(i).Time() - 10; again != x {
				t.Fatalf("%v: instance %d starts at %v, then at %v", mode, i, x, again)
			}
		}
		for k, count := range tenth {
			if count < n/10-80 || count > n/10+80 {
				t.Errorf("%v: %d of %d start in tenth %d", mode, count, n, k)
			}
		}
	}
	m := counting()
	m.Clips[0].Start = 0
	r = keysOf(m, pose.FormAuto)
	c, other := r.crowd(t, 3, runtime.CrowdOptions{Play: &play.Options{Seed: 7}}), r.crowd(t, 3, runtime.CrowdOptions{Play: &play.Options{Seed: 8}})
	for i, want := range []float64{0.5243459416779314, 0.30213903321684277, 0.9409962312900013} {
		if got := c.Instance(i).Time(); got != want || other.Instance(i).Time() == want || i > 0 && other.Instance(i).Time() == c.Instance(i-1).Time() {
			t.Errorf("instance %d starts at %v, want %v; with another seed at %v", i, got, want, other.Instance(i).Time())
		}
	}
}

// The instances of a slow level are spread evenly over the updates, also where
// they are every second or eighth.
func TestCrowdLevelsAreFlat(t *testing.T) {
	const n = 1600
	r := keysOf(counting(), pose.FormAuto)
	for _, every := range []int{2, 3, 4, 7, 16} {
		for _, apart := range []int{1, 2, 3, 4, 8, 13, 16, 21, 32} {
			c := r.crowd(t, n, runtime.CrowdOptions{LODs: []play.LOD{{Every: play.Never}, {Every: every}}})
			for i := 0; i < n; i += apart {
				must.Do(t, c.Instance(i).SetLOD(1))
			}
			for range every {
				for i := range n {
					mark(c, i)
				}
				must.Do(t, c.Update(0.01))
				due := 0
				for i := range n {
					if !marked(c, i) {
						due++
					}
				}
				if fair := float64(n/apart) / float64(every); math.Abs(float64(due)-fair) > 4+fair/20 {
					t.Errorf("every %d of each %dth: %d are due at once, want %.0f", every, apart, due, fair)
				}
			}
		}
	}
}

// What was told to play or to stand elsewhere shows it at the next update.
func TestCrowdLevelShowsChanges(t *testing.T) {
	eachRoad(t, func(t *testing.T, r *road) {
		c := r.crowd(t, 20, runtime.CrowdOptions{LODs: []play.LOD{{Every: 200}}})
		must.Do(t, c.Update(0))
		for i := range c.Len() {
			mark(c, i)
		}
		must.Do(t, c.Instance(3).Seek(2.5))
		must.Do(t, c.Instance(4).Play(0, play.Options{}))
		must.Do(t, c.Instance(17).Stop())
		must.Do(t, c.Update(0))
		for _, i := range []int{3, 4, 17} {
			if marked(c, i) {
				t.Errorf("instance %d was not evaluated", i)
			}
		}
	})
}

// Many joints at once are those one by one, and weights lie where AllWeights documents them.
func TestCrowdJointsAndWeights(t *testing.T) {
	eachRoad(t, func(t *testing.T, r *road) {
		c := r.crowd(t, 9, runtime.CrowdOptions{Play: &play.Options{Seed: 3}})
		must.Do(t, c.Update(0.1))
		instances, joints := []int{8, 0, 3}, []int{0, len(c.Layout().Slot) - 1, 0}
		many := make([]soa.Affine, len(instances)*len(joints))
		must.Do(t, c.Joints(many, instances, joints))
		for k, i := range instances {
			for j, joint := range joints {
				var one soa.Affine
				if one = jointOf(t, c.Instance(i), joint); many[k*len(joints)+j] != one {
					t.Errorf("joint %d of %d is %v, among many %v", joint, i, one, many[k*len(joints)+j])
				}
			}
		}
		all, each := c.AllWeights(), len(c.Layout().WeightRest)
		if each != len(c.Layout().WeightRest) || len(all) != 9*each || len(c.Palettes()) != 9*c.Stride() {
			t.Fatalf("%d weights, %d apart; %d values of palettes, %d apart", len(all), each, len(c.Palettes()), c.Stride())
		}
		for i := range c.Len() {
			if each > 0 && &all[each*i] != &c.Instance(i).Weights()[0] || &c.Palettes()[i*c.Stride()] != &c.Instance(i).Palette()[0] {
				t.Errorf("instance %d lies elsewhere", i)
			}
		}
	})
}

// Nothing that happens every frame allocates.
func TestCrowdDoesNotAllocate(t *testing.T) {
	for _, s := range subjects()[2:4] {
		for i := range s.roads {
			for _, workers := range []int{1, 2} {
				r := &s.roads[i]
				c := r.crowd(t, 64, runtime.CrowdOptions{Workers: workers, CacheBytes: 1, LODs: []play.LOD{{}, {Every: 3}, {Every: play.Never}}})
				for i, role := range roles(c.Clips(), c.Len()) {
					role.play(t, c, i)
				}
				some, scratch := []int{1, 2, 3, 5, 8, 13, 21, 34, 55}, c.NewScratch()
				joints, floats := make([]soa.Affine, 2*len(some)), make([]float32, len(c.Layout().FloatRest))
				for job, f := range map[string]func() error{
					"Update":     func() error { return c.Update(0.01) },
					"UpdateSome": func() error { return c.UpdateSome(some, 0.01) },
					"RunBlocks":  func() error { return c.RunBlocks(scratch, 1, 3, 0.01) },
					"SetLOD":     func() error { return c.Instance(7).SetLOD(1) },
					"Play":       func() error { return c.Instance(9).Play(1, play.Options{Seed: 3}) },
					"PlayAll":    func() error { return c.PlayAll(0, play.Options{Seed: 3}) },
					"Joints":     func() error { return c.Joints(joints, some, []int{3, 4}) },
					"Floats":     func() error { return c.Instance(9).Floats(floats) },
					"Advance":    func() error { return c.Advance(0.01) },
				} {
					var err error
					if n := testing.AllocsPerRun(20, func() { err = f() }); n != 0 || err != nil {
						t.Errorf("%s, %s, %d workers: %s: %v allocations, error %v", s.name, r.name, workers, job, n, err)
					}
				}
				c.Close()
			}
		}
	}
}
