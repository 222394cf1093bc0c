package runtime_test

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// partitioned is a model of clips of unlike lengths with events, markers and root motion.
func partitioned() *soa.Model {
	m := walker()
	base := m.Clips[:2]
	m.Clips = nil
	for k, ticks := range []float64{64, 32, 41, 23} {
		c := *base[k%2]
		f := float32(ticks / base[k%2].Duration)
		c.Name, c.Duration, c.Time = fmt.Sprint("clip ", k), ticks, []float32{0, float32(ticks)}
		c.X, c.Y, c.Z, c.W = []float32{0, 1}, make([]float32, 2), make([]float32, 2), make([]float32, 2)
		move := *c.Motion
		move.Time = slices.Clone(move.Time)
		for n := range move.Time {
			move.Time[n] *= f
		}
		c.Motion = &move
		c.Events = []soa.Event{
			{Time: 0, Name: "start"}, {Time: float32(ticks) * 0.17, Name: "left"}, {Time: float32(ticks) * 0.3, Name: "step"},
			{Time: float32(ticks) * 0.4, Length: float32(ticks) * 0.2, Name: "window"}, {Time: float32(ticks) * (0.55 + 0.05*float32(k)), Name: "right"},
		}
		m.Clips = append(m.Clips, &c)
	}
	return m
}

// happened is an event at a time since the start.
type happened struct {
	name  string
	kind  play.EventKind
	layer int
	clip  int
	cycle int64
	at    float64
	share float64
}

// history is what one instance has come through.
type history struct {
	crowd  *runtime.Crowd
	time   float64
	acts   []act
	events []happened
}

// act is when something was done with an instance, and the clip that began then, if it
// began where it always does.
type act struct {
	at          float64
	layer, clip int
}

func (h *history) step(t must.T, dt float64) {
	t.Helper()
	must.Do(t, h.crowd.Update(dt))
	h.time += dt
	for _, e := range h.crowd.Events() {
		if e.Kind != play.EventInside {
			h.events = append(h.events, happened{e.Name, e.Kind, e.Layer, e.Clip, e.Cycle, h.time - e.Overshoot, float64(e.Weight)})
		}
	}
}

func (h *history) sorted() []happened {
	slices.SortFunc(h.events, func(a, b happened) int {
		return cmp.Or(cmp.Compare(math.Round(a.at*1e5), math.Round(b.at*1e5)), cmp.Compare(a.layer, b.layer), cmp.Compare(a.clip, b.clip), cmp.Compare(a.name, b.name), cmp.Compare(a.kind, b.kind), cmp.Compare(a.share, b.share))
	})
	return h.events
}

// same compares what two instances have come through, but for events just now or at the
// same moment in another order.
func (h *history) same(t *rapid.T, o *history, what string) {
	t.Helper()
	a, b := h.crowd.Instance(0).ActiveClips(nil), o.crowd.Instance(0).ActiveClips(nil)
	if len(a) != len(b) {
		t.Fatalf("%s: it plays %+v, want %+v", what, a, b)
	}
	for k := range a {
		x, y := a[k], b[k]
		period := 4.
		if x.Clip >= 0 {
			period = []float64{1, 0.5, 41. / 64, 23. / 64}[x.Clip]
		}
		d := math.Abs(x.Phase - y.Phase)
		if x.Clip != y.Clip || x.Layer != y.Layer || x.Queued != y.Queued || math.Min(d, min(math.Abs(period-d), math.Abs(2*period-d))) > 1e-6 || math.Abs(x.Weight-y.Weight) > 1e-6 {
			t.Fatalf("%s: it plays\n%+v, want\n%+v", what, a, b)
		}
	}
	if d := apart(h.crowd.Instance(0).Transform(), o.crowd.Instance(0).Transform()); d > 1e-6 {
		t.Fatalf("%s: it is %.3g from where it should be, %+v", what, d, h.crowd.Instance(0).Transform())
	}
	if name := differ(h.sorted(), o.sorted(), o.time, o.acts); name != "" {
		t.Fatalf("%s: %s\n%+v\nwant\n%+v", what, name, h.events, o.events)
	}
}

// differ says which event of one list is not in the other one, but for those of which rounding
// decides whether they come before something else: the end of the lists, or an act.
func differ(a, b []happened, now float64, acts []act) string {
	for n, lists := range [2][2][]happened{{a, b}, {b, a}} {
		used := make([]bool, len(lists[1]))
		for _, e := range lists[0] {
			k := 0
			for k < len(used) && (used[k] || !e.is(&lists[1][k])) {
				k++
			}
			if k < len(used) {
				used[k] = true
				continue
			}
			acted := slices.ContainsFunc(acts, func(x act) bool { return e.near(x.at) })
			begins := slices.ContainsFunc(acts, func(x act) bool { return e.near(x.at) && e.layer == x.layer && e.clip == x.clip })
			if excused := e.near(now) || !begins && acted; !excused {
				return fmt.Sprintf("list %d alone has %+v", n, e)
			}
		}
	}
	return ""
}

func (e *happened) near(at float64) bool { return math.Abs(e.at-at) <= 1e-6 }

// is reports whether two events are the same one.
func (e *happened) is(x *happened) bool {
	return x.name == e.name && x.kind == e.kind && x.layer == e.layer && x.clip == e.clip && x.cycle == e.cycle && x.near(e.at) && math.Abs(x.share-e.share) <= 3e-5 // a fade of 0.05 s
}

// drawAct draws something to do with an instance, at the time 0.
func drawAct(t *rapid.T) (do func(t must.T, c *runtime.Crowd), begins act) {
	begins.clip = math.MaxInt
	layer, clip := rapid.IntRange(0, 2).Draw(t, "layer"), rapid.IntRange(-1, 3).Draw(t, "clip")
	number := rapid.Float64Range(0, 1).Draw(t, "number")
	switch rapid.SampledFrom([]string{"play", "play", "play", "play", "queue", "weight", "seek", "speed", "mask", "level", "pause", "resume", "stop"}).Draw(t, "action") {
	case "weight":
		return func(_ must.T, c *runtime.Crowd) { _ = c.Instance(0).Layer(layer).SetWeight(1.2 * number) }, begins
	case "seek":
		return func(_ must.T, c *runtime.Crowd) { _ = c.Instance(0).Layer(layer).Seek(4*number - 2) }, begins
	case "speed":
		return func(_ must.T, c *runtime.Crowd) { _ = c.Instance(0).Layer(layer).SetSpeed(3*number - 1) }, begins
	case "mask":
		mask, seconds := rapid.IntRange(0, 2).Draw(t, "mask"), rapid.SampledFrom([]float64{0, 0.06, 0.4}).Draw(t, "seconds")
		return func(_ must.T, c *runtime.Crowd) { _ = c.Instance(0).Layer(layer).SetMask(mask, seconds) }, begins
	case "level":
		level := rapid.IntRange(0, 2).Draw(t, "level")
		return func(t must.T, c *runtime.Crowd) { must.Do(t, c.Instance(0).SetLOD(level)) }, begins
	case "pause":
		return func(t must.T, c *runtime.Crowd) { must.Do(t, c.Instance(0).Pause()) }, begins
	case "resume":
		return func(t must.T, c *runtime.Crowd) { must.Do(t, c.Instance(0).Resume()) }, begins
	case "stop":
		return func(t must.T, c *runtime.Crowd) { must.Do(t, c.Instance(0).Stop()) }, begins
	case "queue":
		o := play.Options{Layer: layer, Queue: true, Mode: play.LoopMode(rapid.IntRange(0, 2).Draw(t, "mode")), Fade: float64(rapid.IntRange(0, 2).Draw(t, "fades")) * 0.07, Sync: rapid.IntRange(0, 1).Draw(t, "sync")}
		return func(_ must.T, c *runtime.Crowd) { _ = c.Instance(0).Play(clipOrRest(clip), o) }, begins
	}
	o := play.Options{
		Layer: layer, Mode: play.LoopMode(rapid.IntRange(0, 2).Draw(t, "mode")), Speed: 2.5*number - 0.7, Curve: play.Curve(rapid.IntRange(0, 3).Draw(t, "curve")),
		Fade: rapid.SampledFrom([]float64{0, 0.05, 0.2, 0.31, 0.9}).Draw(t, "fade"), Weight: rapid.Float64Range(0.1, 1).Draw(t, "weight"), Sync: rapid.SampledFrom([]int{0, 0, 1, 1, 2}).Draw(t, "sync"),
		SyncLead: rapid.IntRange(0, 4).Draw(t, "lead") == 0, Kind: rapid.SampledFrom([]play.Kind{0, 0, 1, 3, 4}).Draw(t, "kind"),
		Mask:       rapid.SampledFrom([]int{0, 0, 0, 1, 2}).Draw(t, "mask"),
		Transition: play.Transition(rapid.IntRange(0, 3).Draw(t, "transition")), Match: rapid.IntRange(0, 5).Draw(t, "match") == 0,
	}
	if o.Sync == 0 && !o.Match && clip >= 0 {
		begins.layer, begins.clip = layer, clip
	}
	return func(t must.T, c *runtime.Crowd) { must.Do(t, c.Instance(0).Play(clipOrRest(clip), o)) }, begins
}

// halves are masks that leave a part of the root's movement.
func halves() []pose.Mask {
	return []pose.Mask{{0.5}, {0.2}}
}

// partitionLevels are levels of detail that drawAct draws of.
func partitionLevels() []play.LOD {
	return []play.LOD{{}, {Every: 3}, {Layers: 1, Every: play.Never}}
}

// Any partition of time gives the same events, phases and root motion, whatever is played,
// queued, sought, masked and paused in between, forwards and back, and so does one that goes on in another crowd from
// a saved state.
func TestAnyPartitionOfTimeIsTheSame(t *testing.T) {
	m := partitioned()
	rapid.Check(t, func(t *rapid.T) {
		o := runtime.CrowdOptions{Layers: play.MaxLayers, RootMotion: play.RootApplied, Masks: halves(), LODs: partitionLevels()}
		if rapid.Bool().Draw(t, "markers") {
			o.Markers = []string{"left", "right"}
		}
		make := func() *runtime.Crowd {
			c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, o)
			must.Do(t, err)
			return c
		}
		whole, parts := history{crowd: make()}, history{crowd: make()}
		for k := range rapid.IntRange(1, 8).Draw(t, "actions") {
			do, begins := drawAct(t)
			do(t, whole.crowd)
			do(t, parts.crowd)
			begins.at = whole.time
			whole.acts = append(whole.acts, begins)
			if rapid.IntRange(0, 3).Draw(t, "saved") == 0 {
				state, err := parts.crowd.Instance(0).Save(nil)
				must.Do(t, err)
				parts.crowd = make()
				do, _ := drawAct(t)
				do(t, parts.crowd)
				must.Do(t, parts.crowd.Instance(0).Restore(state))
			}
			total := rapid.Float64Range(0, 0.8).Draw(t, "time")
			if total > 0 { // no act where a clip or a fade happens to end
				total += 1e-4 * math.Sqrt(float64(k+2))
			}
			if rapid.IntRange(0, 4).Draw(t, "back") == 0 {
				total = -total
			}
			n := rapid.SampledFrom([]int{1, 2, 7, 60}).Draw(t, "steps")
			whole.step(t, total)
			at := 0.
			for j := range n {
				to := total * float64(j+1) / float64(n)
				if j+1 < n {
					to *= rapid.Float64Range(0.97, 1).Draw(t, "unevenly")
				}
				if math.Abs(to) < math.Abs(at) {
					to = at
				}
				parts.step(t, to-at)
				at = to
			}
			parts.same(t, &whole, fmt.Sprintf("action %d, %v s in %d steps", k, total, n))
		}
	})
}

// A clip that leads a group is heard alone until it ends, however long the step in which it does, and
// the one that leads from then on is heard from then on.
func TestLeaderEndsWithinStep(t *testing.T) {
	m := partitioned()
	for _, steps := range []int{1, 2, 7, 300} {
		for _, speed := range []float64{1.8, -1.8} {
			c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Layers: 3})
			must.Do(t, err)
			h := history{crowd: c}
			for layer := range 2 {
				must.Do(t, c.Instance(0).Play(0, play.Options{Layer: layer, Sync: 1, Speed: speed, Offset: 0.3}))
			}
			must.Do(t, c.Instance(0).Play(2, play.Options{Queue: true}))
			for range steps {
				h.step(t, 0.8/float64(steps))
			}
			ends := math.Inf(1)
			for _, e := range h.events {
				if e.clip == 2 {
					ends = min(ends, e.at)
				}
			}
			heard := [2]int{}
			for _, e := range h.events {
				if e.clip != 0 || math.Abs(e.at-ends) <= 1e-6 {
					continue
				}
				if heard[e.layer]++; (e.layer == 1) != (e.at > ends) {
					t.Errorf("%d steps, speed %v: %+v, and the first clip leads until %v", steps, speed, e, ends)
				}
			}
			if heard[0] == 0 || heard[1] == 0 {
				t.Errorf("%d steps, speed %v: %v events", steps, speed, heard)
			}
		}
	}
}

// What the fades of one clip to another pass and move by does not depend on the steps, and
// is what it is by definition.
func TestFadesOfAnySteps(t *testing.T) {
	m := partitioned()
	for _, steps := range []int{1, 2, 10, 300, 3000} {
		c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{RootMotion: play.RootApplied})
		must.Do(t, err)
		h := history{crowd: c}
		must.Do(t, c.Instance(0).Play(0, play.Options{Offset: 0.1}))
		h.step(t, 0)
		must.Do(t, c.Instance(0).Play(2, play.Options{Fade: 0.3}))
		for range steps {
			h.step(t, 0.4/float64(steps))
		}
		if got := h.sorted(); len(got) < 5 || got[0].name != "start" || got[0].clip != 2 || got[0].at != 0 || got[0].share != 0 {
			t.Errorf("%d steps: %+v", steps, got)
		}
	}
	// The pace of a group is a function of time: over 0.4 s a phase of 1 s and one of 0.5 s
	// that comes in within 0.3 s go ∫ 1/(1 − w/2) dt.
	want, n := 0., 200000
	for k := range n {
		s := min((float64(k)+0.5)/float64(n)*0.4/0.3, 1)
		want += 0.4 / float64(n) / (1 - s*s*(3-2*s)/2)
	}
	for _, steps := range []int{1, 4, 3000} {
		c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{})
		must.Do(t, err)
		h := history{crowd: c}
		must.Do(t, c.Instance(0).Play(0, play.Options{Sync: 1}))
		must.Do(t, c.Instance(0).Play(1, play.Options{Sync: 1, Fade: 0.3}))
		for range steps {
			h.step(t, 0.4/float64(steps))
		}
		if got := c.Instance(0).ActiveClips(nil)[0].Phase / 0.5; math.Abs(got-want) > 1e-6 {
			t.Errorf("%d steps: phase %v, want %v", steps, got, want)
		}
		if k := slices.IndexFunc(h.events, func(e happened) bool { return e.name == "left" || e.name == "step" }); k < 0 {
			t.Errorf("%d steps: %+v", steps, h.events)
		}
	}
}

// Root motion of a fade is the integral of the weighted velocities.
func TestRootMotionOfFades(t *testing.T) {
	m := walker()
	track := func(k int) *motion.Track {
		track, err := motion.NewTrack(m.Clips[k].Motion, eventTicks, m.Clips[k].Seconds(), motion.Wrap)
		must.Do(t, err)
		return track
	}
	a, b := track(0), track(1)
	want, n := soa.IdentityRoot(), 100000
	const total, fade = 0.4, 0.3
	for k := range n {
		from, to := total*float64(k)/float64(n), total*float64(k+1)/float64(n)
		s := min((from+to)/2/fade, 1)
		w := s * s * (3 - 2*s)
		by := motion.Twist{}.Add(a.Twist(motion.Moment{Phase: from}, motion.Moment{Phase: to}), 1-w).Add(b.Twist(motion.Moment{Phase: from}, motion.Moment{Phase: to}), w)
		want = want.Mul(motion.Exp(by))
	}
	for _, steps := range []int{1, 10, 300} {
		c := walkers(t, 1, runtime.CrowdOptions{})
		must.Do(t, c.Instance(0).Play(0, play.Options{}))
		must.Do(t, c.Instance(0).Play(1, play.Options{Fade: fade}))
		for range steps {
			must.Do(t, c.Update(total/float64(steps)))
		}
		if d := apart(c.Instance(0).Transform(), want); d > 1e-6 {
			t.Errorf("%d steps lead to %v, %.3g from %v", steps, c.Instance(0).Transform(), d, want)
		}
	}
}

// A fade that goes back to its start ends there, though rounding leaves something of it:
// substeps of no time would use up those that a step has. A fade of 0.31 s has such a rest.
func TestFadesGoBackToTheirStart(t *testing.T) {
	m := partitioned()
	for s := range seed.Cases(t, 2000) {
		r := rand.New(rand.NewPCG(s, 21))
		c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Layers: 2, RootMotion: play.RootApplied})
		must.Do(t, err)
		must.Do(t, c.Instance(0).Play(0, play.Options{Layer: 1, Speed: 1.8, Sync: 1, Fade: 0.31, Curve: play.EaseOut}))
		there, back := 0.1*r.Float64(), 0.3+0.5*r.Float64()
		must.Do(t, c.Update(there))
		must.Do(t, c.Update(-back))
		l := c.Instance(0).ActiveClips(nil)[1]
		if at := float64(l.Cycle) + l.Phase; math.Abs(at-1.8*(there-back)) > 1e-9 {
			t.Fatalf("%v s there and %v back: it is at %v, %+v", there, back, at, l)
		}
	}
}
