package runtime_test

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// travellers is a model of clips whose motions have many keys: two that turn and lead on, one that goes
// straight, one that sways and one that turns much.
func travellers() *soa.Model {
	m := partitioned()
	base := *m.Clips[0]
	m.Clips = nil
	for k, ticks := range []float64{64, 43, 57, 77, 96} {
		c := base
		f := float32(ticks)
		c.Name, c.Duration, c.Time = fmt.Sprint("clip ", k), ticks, []float32{0, f}
		c.Events = []soa.Event{{Time: f * 0.17, Name: "left"}, {Time: f * (0.55 + 0.05*float32(k)), Name: "right"}}
		c.Motion = &soa.Motion{}
		for n := range 13 {
			at := float64(n) / 12
			start := math.Sin(2 * math.Pi * 0.1 * float64(k))
			wave := math.Sin(2 * math.Pi * (at + 0.1*float64(k)))
			if n == 0 {
				wave = start
			}
			c.Motion.Time = append(c.Motion.Time, f*float32(at))
			c.Motion.X = append(c.Motion.X, float32(0.05*(wave-start)))
			c.Motion.Y = append(c.Motion.Y, float32(0.01*at))
			c.Motion.Z = append(c.Motion.Z, float32((1+0.2*float64(k))*at))
			yaw := []float64{0.1*(wave-start) + 0.02*at, 0.07*(wave-start) - 0.05*at, 0, 0.2 * (wave - start), 0.9 * at}[k]
			c.Motion.Yaw = append(c.Motion.Yaw, float32(yaw))
		}
		m.Clips = append(m.Clips, &c)
	}
	return m
}

// journey is what an instance of travellers plays.
type journey func(t must.T, x runtime.Instance)

func plays(clip int, o play.Options) journey {
	return func(t must.T, x runtime.Instance) { must.Do(t, x.Play(clip, o)) }
}

func both(parts ...journey) journey {
	return func(t must.T, x runtime.Instance) {
		for _, do := range parts {
			do(t, x)
		}
	}
}

// end is where an instance comes to by some steps, and how far it goes.
func (do journey) end(t must.T, m *soa.Model, steps []float64) (place soa.RootTransform, way float64) {
	c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{RootMotion: play.RootApplied, Layers: play.MaxLayers, Markers: []string{"left", "right"}})
	must.Do(t, err)
	do(t, c.Instance(0))
	for _, dt := range steps {
		must.Do(t, c.Advance(dt))
		p := c.Instance(0).Motion()
		way += math.Sqrt(p.X*p.X + p.Y*p.Y + p.Z*p.Z)
	}
	return c.Instance(0).Transform(), way
}

// drawn draws what some layers play.
func drawn(r *rand.Rand) journey {
	var parts []journey
	group := r.IntN(3) // 0: none, 1: some, 2: all
	for layer := range 1 + r.IntN(4) {
		o := play.Options{Layer: layer, Offset: 0.3 * r.Float64(), Weight: 0.2 + 0.6*r.Float64(), Mode: play.LoopMode(r.IntN(3)), Speed: 0.5 + r.Float64()}
		if r.IntN(3) > 0 {
			o.Mode = play.Wrap
		}
		if r.IntN(4) == 0 {
			o.Speed = -o.Speed
		}
		if r.IntN(3) == 0 {
			o.Speed = 1
		}
		if group == 2 || group == 1 && r.IntN(2) == 0 {
			o.Sync, o.Mode = 1, play.Wrap
		}
		o.Kind = []play.Kind{play.Override, play.Additive, 0, 0}[r.IntN(4)]
		parts = append(parts, plays(r.IntN(5), o))
		if r.IntN(3) == 0 {
			o.Fade, o.Curve = []float64{0.3, 2, 40}[r.IntN(3)]*(0.5+r.Float64()), play.Curve(r.IntN(4))
			o.Queue = r.IntN(3) == 0
			parts = append(parts, plays(r.IntN(5), o))
		}
	}
	return both(parts...)
}

// Where an instance comes to in hundreds of seconds is the same in one step, in a few and in many.
func TestLongStepsLeadWhereManyDo(t *testing.T) {
	m := travellers()
	cases := 60
	if testing.Short() {
		cases = 20
	}
	for s := range seed.Cases(t, cases) {
		r := rand.New(rand.NewPCG(s, 46))
		total := []float64{25, 100, 600}[r.IntN(3)]
		do := drawn(r)
		even := make([]float64, int(total*8))
		for k := range even {
			even[k] = total / float64(len(even))
		}
		want, way := do.end(t, m, even)
		near := max(1e-6, 1e-6*way)
		for _, parts := range []int{1, 1 + r.IntN(4), 1 + r.IntN(30)} {
			steps, left := make([]float64, parts), total
			for k := range steps[1:] {
				steps[k] = left * r.Float64() * 0.7
				left -= steps[k]
			}
			steps[parts-1] = left
			if got, _ := do.end(t, m, steps); !(apart(got, want) <= near) {
				t.Errorf("%v s in %d steps lead to %v, many to %v: %.3g m apart of %.3g m, seed %d", total, parts, got, want, apart(got, want), way, s)
			}
		}
	}
}

// Two clips of unlike lengths that turn move an instance by the mean of their velocities, which
// is integrated here by very short steps of the tracks alone.
func TestLongStepsOfMeans(t *testing.T) {
	m := travellers()
	const total, n = 120., 240000
	for _, pair := range [][2]int{{0, 1}, {1, 3}, {2, 4}, {0, 4}} {
		var tracks [2]*motion.Track
		for k, clip := range pair {
			track, err := motion.NewTrack(m.Clips[clip].Motion, eventTicks, m.Clips[clip].Seconds(), motion.Wrap)
			must.Do(t, err)
			tracks[k] = track
		}
		at := func(k int, t float64) motion.Moment {
			cycle := math.Floor(t / tracks[k].Seconds())
			return motion.Moment{Cycle: int64(cycle), Phase: max(0, t-cycle*tracks[k].Seconds())}
		}
		want := soa.IdentityRoot()
		for s := range n {
			from, to := total*float64(s)/n, total*float64(s+1)/n
			by := motion.Twist{}
			for k, weight := range []float64{0.25, 0.75} {
				by = by.Add(tracks[k].Twist(at(k, from), at(k, to)), weight)
			}
			want = want.Mul(motion.Exp(by))
		}
		do := both(plays(pair[0], play.Options{Weight: 0.25}), plays(pair[1], play.Options{Layer: 1, Weight: 0.75}))
		got, _ := do.end(t, m, []float64{total})
		if d := apart(got, want); d > 1e-6*total {
			t.Errorf("clips %v: it comes to %v, want %v, %.3g away", pair, got, want, d)
		}
	}
}

// Millions of pieces in one step add up as precisely as in a thousand.
func TestLongStepsOfMillionsOfPieces(t *testing.T) {
	m, total := travellers(), 3e5
	if testing.Short() {
		total = 5e4
	}
	do := both(plays(0, play.Options{Weight: 0.5, Speed: 1.0137}), plays(1, play.Options{Layer: 1, Weight: 0.5}))
	many := make([]float64, 1000)
	for k := range many {
		many[k] = total / 1000
	}
	want, _ := do.end(t, m, many)
	got, _ := do.end(t, m, []float64{total})
	if d := apart(got, want); !(d <= 1e-7*total) { // it goes more than a metre a second
		t.Errorf("one step leads to %v, a thousand to %v: %.3g m apart", got, want, d)
	}
	t.Logf("%.3g m apart", apart(got, want))
}

// A clip that waits in a group begins at once where the pace of the group leaves less time than its
// fade takes, though that of its own clip would leave more.
func TestQueuedInGroupBeginsByItsPace(t *testing.T) {
	m := travellers()
	for _, steps := range []int{1, 3, 50} {
		for _, left := range []float64{0.33, 0.36, 0.38} { // seconds at the clip's own pace; 0.28 to 0.3 at the group's
			c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{RootMotion: play.RootApplied})
			must.Do(t, err)
			x := c.Instance(0)
			must.Do(t, x.Play(3, play.Options{Weight: 0.5, Sync: 1, Offset: m.Clips[3].Seconds() - left}))
			must.Do(t, x.Play(1, play.Options{Layer: 1, Weight: 0.5, Sync: 1}))
			must.Do(t, x.Play(0, play.Options{Queue: true, Fade: 0.3, Weight: 0.5}))
			for range steps {
				must.Do(t, c.Advance(0.1/float64(steps)))
			}
			list := x.ActiveClips(nil)
			if at := list[1]; at.Clip != 0 || math.Abs(at.Fade-7./27) > 1e-6 {
				t.Errorf("%d steps, %v s left: it has come in by %v, want 3/9 − 2/27: a third of the fade, smoothly", steps, left, at.Fade)
			}
		}
	}
}

// What has a closed form takes steps of a year, and there and back leads back.
func TestVeryLongSteps(t *testing.T) {
	m := travellers()
	const year = 3e7
	for name, do := range map[string]journey{
		"straight":     both(plays(2, play.Options{Weight: 0.5, Speed: 1.1}), plays(2, play.Options{Layer: 1, Weight: 0.5, Speed: 0.7})),
		"one":          plays(0, play.Options{Weight: 0.5}),
		"multiples":    both(plays(0, play.Options{Weight: 0.5}), plays(4, play.Options{Layer: 1, Weight: 0.5})),
		"group":        both(plays(0, play.Options{Weight: 0.5, Sync: 1}), plays(1, play.Options{Layer: 1, Weight: 0.5, Sync: 1})),
		"ends":         both(plays(0, play.Options{Weight: 0.5}), plays(3, play.Options{Layer: 1, Weight: 0.5, Mode: play.Clamp})),
		"there again":  plays(3, play.Options{Weight: 0.5, Mode: play.PingPong}),
		"fade to one":  both(plays(1, play.Options{}), plays(0, play.Options{Fade: 3})),
		"waits for it": both(plays(1, play.Options{}), plays(0, play.Options{Queue: true}), plays(2, play.Options{Layer: 1, Weight: 0.5, Speed: 2. / 3 * 57 / 64})),
	} {
		whole, way := do.end(t, m, []float64{year})
		halves, _ := do.end(t, m, []float64{0.3, year / 2, year/2 - 0.3})
		if d := apart(whole, halves); !(d <= max(1e-6, 1e-6*way)) {
			t.Errorf("%s: one step leads to %v, three to %v: %.3g m apart of %.3g m", name, whole, halves, d, way)
		}
	}
}

// A step of too many pieces is refused before anything has changed, however it is taken.
func TestTooLongSteps(t *testing.T) {
	const n, bad = 40, 21
	c, err := runtime.NewCrowd(runtime.Keyframes(travellers()), n, runtime.CrowdOptions{RootMotion: play.RootApplied, Workers: 2})
	must.Do(t, err)
	defer c.Close()
	for i := range n {
		must.Do(t, c.Instance(i).Play(i%5, play.Options{Offset: 0.01 * float64(i)}))
	}
	must.Do(t, c.Instance(bad).Play(0, play.Options{Layer: 1, Weight: 0.5, Speed: 1.0137}))
	must.Do(t, c.Update(0.1))
	state := func() (s string) {
		for i := range n {
			b, err := c.Instance(i).Save(nil)
			must.Do(t, err)
			s += string(b) + fmt.Sprint(c.Instance(i).Transform(), c.Instance(i).Motion())
		}
		return s + fmt.Sprint(c.Events(), c.Palettes())
	}
	before, scratch := state(), c.NewScratch()
	for name, step := range map[string]func(dt float64) error{
		"Update": c.Update, "Advance": c.Advance,
		"UpdateSome": func(dt float64) error { return c.UpdateSome([]int{3, bad}, dt) },
		"RunBlocks":  func(dt float64) error { return c.RunBlocks(scratch, 0, scratch.Blocks(), dt) },
	} {
		for _, dt := range []float64{1e6, -1e6, 1e300} {
			if err := step(dt); !errors.Is(err, play.ErrLongStep) || !strings.Contains(err.Error(), "instance 21") {
				t.Errorf("%s of %v s: %v", name, dt, err)
			}
			if state() != before {
				t.Fatalf("%s of %v s has changed the crowd", name, dt)
			}
		}
	}
	must.Do(t, c.UpdateSome([]int{3, bad + 1}, 1e6))
	must.Do(t, c.RunBlocks(scratch, 0, 1, 1e6))
}

// BenchmarkLongSteps measures a piece of a long step of clips that turn at paces of their own.
func BenchmarkLongSteps(b *testing.B) {
	b.Run("fade", func(b *testing.B) {
		c, err := runtime.NewCrowd(runtime.Keyframes(travellers()), 1, runtime.CrowdOptions{RootMotion: play.RootApplied})
		must.Do(b, err)
		b.ReportAllocs()
		for b.Loop() {
			must.Do(b, c.Instance(0).Play(0, play.Options{}))
			must.Do(b, c.Instance(0).Play(1, play.Options{Fade: 2000}))
			must.Do(b, c.Advance(1000))
		}
		b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000/(12+12/c.ClipSeconds(1)), "ns/piece")
	})
	for _, layers := range []int{2, 4, 8} {
		b.Run(fmt.Sprint("layers=", layers), func(b *testing.B) {
			c, err := runtime.NewCrowd(runtime.Keyframes(travellers()), 1, runtime.CrowdOptions{RootMotion: play.RootApplied, Layers: play.MaxLayers})
			must.Do(b, err)
			keys := 0.
			for k := range layers {
				speed := 1 + 0.0137*float64(k)
				must.Do(b, c.Instance(0).Play(k%5, play.Options{Layer: k, Weight: 1 / float64(layers), Speed: speed}))
				keys += 12 / c.ClipSeconds(k%5) * speed
			}
			b.ReportAllocs()
			for b.Loop() {
				must.Do(b, c.Advance(1000))
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/1000/keys, "ns/piece")
		})
	}
}
