package graph_test

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"pgregory.net/rapid"
)

// randomGraph draws a machine of up to five states, of clips and blend spaces, with any
// transitions. Their times have no common measure: of two that may be taken at one moment
// rounding decides.
func randomGraph(t *rapid.T) *graph.Graph {
	clips := []string{"idle", "walk", "run", "jump", "wave"}
	node := func(k int) graph.Node {
		if rapid.Bool().Draw(t, "blends") {
			return &graph.Blend1D{X: graph.ValueOf("x"), Samples: []graph.Sample{{X: 0, Node: clip(clips[k])}, {X: 1, Node: clip(clips[(k+1)%5])}, {X: 2, Node: clip(clips[(k+2)%5])}}}
		}
		return &graph.Clip{Clip: clips[k], Loop: rapid.SampledFrom([]play.LoopMode{play.Wrap, play.Clamp, play.PingPong}).Draw(t, "loop"), Speed: graph.Number(rapid.SampledFrom([]float64{1, 0.5, 2, -1}).Draw(t, "speed"))}
	}
	n := rapid.IntRange(1, 5).Draw(t, "states")
	names := []string{"a", "b", "c", "d", "e"}[:n]
	conditions := func() (list []graph.Condition) {
		for range rapid.IntRange(1, 2).Draw(t, "conditions") {
			list = append(list, rapid.SampledFrom([]graph.Condition{
				cond(graph.Above, "x", 1), cond(graph.Below, "x", 1), cond(graph.Fired, "go", 0), cond(graph.After, "", 0.2337), cond(graph.Exit, "", 0.517),
				cond(graph.Exit, "", 1.283), cond(graph.Remaining, "", 0.1319), cond(graph.Is, "on", 1),
			}).Draw(t, "condition"))
		}
		return list
	}
	transitions := func(first int) (list []graph.Transition) {
		for k := range rapid.IntRange(0, 2).Draw(t, "transitions") {
			list = append(list, graph.Transition{
				To: rapid.SampledFrom(names).Draw(t, "to"), Priority: first + k, When: conditions(), Self: first > 0,
				Fade:      graph.Fade{Seconds: rapid.SampledFrom([]float64{0, 0.1171, 0.463}).Draw(t, "fade"), Curve: play.Straight, Inertialize: rapid.IntRange(0, 4).Draw(t, "inertialize") == 0},
				Interrupt: graph.Interrupt(rapid.IntRange(0, 3).Draw(t, "interrupt")),
			})
		}
		return list
	}
	m := &graph.Machine{Any: transitions(100)}
	for k, name := range names {
		m.States = append(m.States, graph.State{Name: name, Node: node(k), Transitions: transitions(0)})
	}
	return &graph.Graph{
		Parameters: []graph.Parameter{{Name: "x"}, {Name: "go", Type: graph.Trigger, Lifetime: 0.3}, {Name: "on", Type: graph.Bool}},
		Root:       m,
	}
}

// act changes a parameter at random.
func (p *player) act(t *rapid.T) {
	switch rapid.IntRange(0, 5).Draw(t, "act") {
	case 0:
		p.set("x", rapid.Float64Range(-1, 3).Draw(t, "x"))
	case 1:
		p.set("go", 0)
	case 2:
		p.set("on", float64(rapid.IntRange(0, 1).Draw(t, "on")))
	}
}

// Whatever happens: weights are parts of 1, times lie in their clips, voices go on where
// they were, and nothing that plays jumps in weight unless it is inertialized.
func TestAnyGraph(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := playGraph(t, randomGraph(rt))
		var last play.Drive
		for step := range 60 {
			p.act(rt)
			dt := rapid.SampledFrom([]float64{0.001, 1. / 60, 0, 0.1, 3, -0.05, 1e5}).Draw(rt, "dt")
			p.run(dt)
			sum := 0.
			for k := range p.step.Clips {
				if p.step.Used>>k&1 == 0 {
					continue
				}
				v := &p.step.Clips[k]
				seconds := p.cast.Clips[v.Clip].Seconds
				period := seconds
				if v.Mode == play.PingPong {
					period *= 2
				}
				sum += float64(v.Weight)
				if !(v.Weight > 0 && v.Weight <= 1) || !(v.To >= 0 && v.To <= period) || !(v.From >= 0 && v.From <= period) {
					rt.Fatalf("step %d: %+v of a clip of %v s", step, v, seconds)
				}
				if old := &last.Clips[k]; !v.New && (last.Used>>k&1 == 0 || old.Clip != v.Clip || old.Cycle != v.FromCycle || old.To != v.From) {
					rt.Fatalf("step %d: %+v goes on from %+v", step, v, old)
				}
			}
			if math.Abs(sum-1) > 1e-6 {
				rt.Fatalf("step %d: the weights add up to %v: %s", step, sum, p.voices())
			}
			last = *p.step
		}
	})
}

// A fade moves weights by no more than its speed, however it is interrupted.
func TestWeightsDoNotJump(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := randomGraph(rt)
		m := g.Root.(*graph.Machine)
		fade := func(list []graph.Transition) {
			for k := range list {
				list[k].Fade = straight(0.5)
				list[k].To = m.States[rapid.IntRange(0, len(m.States)-1).Draw(rt, "there")].Name
			}
		}
		for k := range m.States {
			m.States[k].Node = clip([]string{"idle", "walk", "run", "jump", "wave"}[k])
			fade(m.States[k].Transitions)
		}
		fade(m.Any)
		p := playGraph(t, g)
		p.run(0)
		last := p.weights()
		for step := range 200 {
			p.act(rt)
			const dt = 1. / 128
			p.run(dt)
			now := p.weights()
			for c := range now {
				// Fades add up: three that run, and those that begin and end within the step.
				if d := math.Abs(now[c] - last[c]); d > 16*dt && p.step.Inertialize == 0 {
					rt.Fatalf("step %d: %s goes from the weight %v to %v", step, p.cast.Clips[c].Name, last[c], now[c])
				}
			}
			last = now
		}
	})
}

func (p *player) weights() (out [8]float64) {
	for k, v := range p.step.Clips {
		if p.step.Used>>k&1 != 0 {
			out[v.Clip] += float64(v.Weight)
		}
	}
	return out
}

// Each trigger is used once: by the transition that was the first that could.
func TestTriggersAreUsedOnce(t *testing.T) {
	fired := func(n int) graph.Transition { return to("b", n, 0, cond(graph.Fired, "go", 0)) }
	g := rules([]graph.Transition{fired(0)}, []graph.Transition{to("a", 0, 0, cond(graph.Fired, "go", 0), cond(graph.After, "", 0.01))})
	m := g.Root.(*graph.Machine)
	m.States[0].Enter, m.States[1].Enter = []string{"hop"}, []string{"hop"}
	g.Parameters[2].Lifetime = math.Inf(1)
	rapid.Check(t, func(rt *rapid.T) {
		p := playGraph(t, g)
		p.run(0)
		set, used := 0, 0
		waits := false
		for range 100 {
			if rapid.IntRange(0, 2).Draw(rt, "fire") == 0 {
				p.set("go", 0)
				if !waits {
					set++
				}
				waits = true
			}
			p.run(rapid.SampledFrom([]float64{0.001, 0.004, 0.02}).Draw(rt, "dt"))
			if used += len(p.step.Fired); len(p.step.Fired) > 0 {
				waits = false
			}
		}
		p.run(1)
		if used += len(p.step.Fired); used != set {
			rt.Fatalf("%d triggers were used %d times", set, used)
		}
	})
}

// However a span of time is divided, the same plays at its end and the same is fired.
func TestAnyPartition(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := randomGraph(rt)
		m := g.Root.(*graph.Machine)
		for k := range m.States {
			m.States[k].Enter = []string{m.States[k].Name}
		}
		// Pace follows the weights of a step's start: of blends, those that the parameter has.
		x := rapid.Float64Range(-1, 3).Draw(rt, "x")
		steps := func(n int) (*player, string) {
			p := playGraph(t, g)
			p.set("x", x)
			p.set("on", 1)
			fired := ""
			for range n {
				p.run(0.35 / float64(n))
				for _, f := range p.step.Fired {
					fired += f.Name
				}
			}
			return p, fired
		}
		want, wantFired := steps(1)
		if len(wantFired) > 4 { // more than a step takes
			return
		}
		for _, n := range []int{2, 5, 33} {
			if got, fired := steps(n); !got.near(want) || fired != wantFired {
				rt.Fatalf("%d steps: %s, fired %s\nwant %s, fired %s", n, got.voices(), fired, want.voices(), wantFired)
			}
		}
	})
}

// near reports whether another player plays nearly the same.
func (p *player) near(q *player) bool {
	list := func(p *player) (list []play.Driven) {
		for k, v := range p.step.Clips {
			if p.step.Used>>k&1 != 0 && v.Weight > 1e-5 {
				list = append(list, v)
			}
		}
		slices.SortFunc(list, func(a, b play.Driven) int {
			return cmp.Or(cmp.Compare(a.Clip, b.Clip), cmp.Compare(round(float64(a.Weight)), round(float64(b.Weight))))
		})
		return list
	}
	return slices.EqualFunc(list(p), list(q), func(a, b play.Driven) bool {
		seconds := p.cast.Clips[a.Clip].Seconds
		if a.Mode == play.PingPong {
			seconds *= 2
		}
		d := math.Abs(a.To - b.To)
		return a.Clip == b.Clip && math.Abs(float64(a.Weight-b.Weight)) < 1e-4 && (d < 1e-6 || a.Mode != play.Clamp && seconds-d < 1e-6)
	})
}

// State that is restored goes on with the same bits, and hostile bytes are refused.
func TestSaveAnyGraph(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		g := randomGraph(rt)
		p, q := playGraph(t, g), playGraph(t, g)
		for range 20 {
			p.act(rt)
			p.run(rapid.Float64Range(0, 0.3).Draw(rt, "dt"))
		}
		data := p.g.Save(nil, 0)
		must.Do(t, q.g.Restore(0, data))
		q.step = p.step // by which run tells what is new
		if !slices.Equal(q.g.Save(nil, 0), data) {
			rt.Fatal("it is saved otherwise once it is restored")
		}
		for range 20 {
			dt := rapid.Float64Range(0, 0.3).Draw(rt, "dt")
			p.run(dt)
			q.run(dt)
			if a, b := fmt.Sprint(*p.step), fmt.Sprint(*q.step); a != b {
				rt.Fatalf("%s\nwant %s", b, a)
			}
		}
	})
}

func FuzzRestore(f *testing.F) {
	p := playGraph(f, wholeFlat())
	f.Add(p.g.Save(nil, 0))
	p.run(0.5)
	f.Add(p.g.Save(nil, 0))
	p.set("speed", 3)
	f.Add(p.run(0.1).g.Save(nil, 0))
	p.set("jump", 0)
	f.Add(p.run(0.1).g.Save(nil, 0))
	f.Fuzz(func(t *testing.T, data []byte) {
		p := playGraph(t, wholeFlat())
		if p.g.Restore(0, data) != nil {
			return
		}
		for _, dt := range []float64{0, 0.1, -1, 1e9} {
			p.run(dt)
			for k, v := range p.step.Clips {
				if p.step.Used>>k&1 != 0 && (v.To != v.To || !(v.Weight >= 0)) {
					t.Fatalf("%+v", v)
				}
			}
		}
		p.g.States(nil, 0)
	})
}

// wholeFlat is wholeBody without masks.
func wholeFlat() *graph.Graph {
	g := wholeBody()
	g.Masks, g.Root.(*graph.OneShot).Mask = nil, ""
	return g
}

// The bits of what a graph does are the same on every processor: this number comes from
// amd64 and is checked on every architecture that the tests run on.
func TestGraphGivesTheseBits(t *testing.T) {
	p := playGraph(t, wholeFlat())
	h := fnv.New64a()
	for step := range 600 {
		switch step % 97 {
		case 5:
			p.set("speed", float64(step%7)*0.6)
		case 23, 60:
			p.set("jump", 0)
		case 31:
			p.set("wave", 0)
		case 50:
			p.set("lean", float64(step%5)/4)
		}
		p.run(1. / 47)
		fmt.Fprint(h, *p.step)
	}
	h.Write(p.g.Save(nil, 0))
	if got, want := h.Sum64(), uint64(0xeb594690c2e59962); got != want {
		t.Errorf("%#x, want %#x", got, want)
	}
}

// However a span of time is divided, clips that meet at markers stand at the same places.
func TestMarkersOfAnyPartition(t *testing.T) {
	g := &graph.Graph{Parameters: floats("speed"), Sync: []graph.Sync{{Name: "gait", Markers: []string{"L", "R"}}},
		Root: &graph.Blend1D{X: graph.ValueOf("speed"), Sync: "gait", Samples: []graph.Sample{{Node: clip("walk")}, {X: 1, Node: clip("run")}}}}
	rapid.Check(t, func(rt *rapid.T) {
		speed, span := rapid.Float64Range(0.01, 0.99).Draw(rt, "speed"), rapid.Float64Range(0, 20).Draw(rt, "span")
		once, many := playGraph(t, g), playGraph(t, g)
		once.set("speed", speed)
		many.set("speed", speed)
		once.run(span)
		left := span
		for range rapid.IntRange(0, 50).Draw(rt, "steps") {
			dt := left * rapid.Float64Range(0, 0.5).Draw(rt, "part")
			many.run(dt)
			left -= dt
		}
		if many.run(left); !many.near(once) {
			rt.Fatalf("%s, in one step %s", many.voices(), once.voices())
		}
	})
}
