package graph_test

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// dancer is a model of one joint whose clips have events, markers and root motion.
func dancer() *soa.Model {
	m := &soa.Model{
		Name:     "dancer",
		Skeleton: &soa.Skeleton{Name: []string{"root"}, Parent: []int16{soa.NoJoint}, Depth: []uint16{0}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)},
	}
	for k, seconds := range []float32{1, 0.5, 0.641, 0.359, 2} {
		f := float32(k)
		m.Clips = append(m.Clips, &soa.Clip{
			Name: fmt.Sprint("clip ", k), TicksPerSecond: 1, Duration: float64(seconds),
			Tracks: []soa.Track{{Target: 0, Property: soa.Translation}},
			Time:   []float32{0, seconds}, X: []float32{0, 1}, Y: make([]float32, 2), Z: make([]float32, 2), W: make([]float32, 2),
			Events: []soa.Event{
				{Time: 0, Name: "start"}, {Time: seconds * 0.17, Name: "left"}, {Time: seconds * 0.3, Name: "step"},
				{Time: seconds * 0.4, Length: seconds * 0.2, Name: "window"}, {Time: seconds * (0.65 + 0.05*f), Name: "right"},
			},
			Motion: &soa.Motion{
				Time: []float32{0, seconds * 0.4, seconds}, X: []float32{0, 0.1 * f, 0}, Y: make([]float32, 3),
				Z: []float32{0, 0.4 + 0.1*f, 1}, Yaw: []float32{0, 0.2, 0.1 * f},
			},
		})
	}
	return m
}

// dance draws a graph whose transitions depend on time alone.
type dance struct {
	*rapid.T
	states int
}

func (d *dance) of(label string, most int) int { return rapid.IntRange(0, most).Draw(d.T, label) }

func (d *dance) graph() *graph.Graph {
	return &graph.Graph{
		Parameters: []graph.Parameter{{Name: "x"}},
		Sync:       []graph.Sync{{Name: "gait", Markers: []string{"left", "right"}}, {Name: "beat"}, {Name: "lead", Lead: true}},
		Root:       d.machine(1),
	}
}

// machine draws a machine whose states may hold others.
func (d *dance) machine(depth int) *graph.Machine {
	n := 2 + d.of("states", 2)
	m, first := &graph.Machine{}, d.states
	d.states += n
	name := func(k int) string { return fmt.Sprint("state ", first+k) }
	for k := range n {
		m.States = append(m.States, graph.State{
			Name: name(k), Node: d.node(depth), Enter: []string{"enter " + name(k)},
			Transitions: []graph.Transition{d.transition(name((k + 1) % n))},
		})
	}
	if d.of("any", 2) == 0 {
		m.Any = []graph.Transition{d.transition(name(0))}
		m.Any[0].Priority, m.Any[0].When = 9, []graph.Condition{cond(graph.After, "", 0.87)}
	}
	return m
}

func (d *dance) transition(to string) graph.Transition {
	conditions := []graph.Condition{
		cond(graph.After, "", 0.2337), cond(graph.After, "", 0.611), cond(graph.Exit, "", 0.517), cond(graph.Exit, "", 1.283), cond(graph.Remaining, "", 0.1319), cond(graph.Passed, "right", 0), cond(graph.Passed, "left", 0),
	}
	t := graph.Transition{To: to, When: []graph.Condition{conditions[d.of("condition", len(conditions)-1)]}}
	if d.of("cut", 2) > 0 {
		t.Fade = graph.Fade{Seconds: []float64{0.1171, 0.263, 0.05}[d.of("fade", 2)], Curve: play.Curve(d.of("curve", 3)), Inertialize: d.of("inertialize", 5) == 0}
		t.Interrupt = graph.Interrupt(d.of("interrupt", 3))
	}
	t.Match = d.of("match", 3) == 0
	return t
}

func (d *dance) node(depth int) graph.Node {
	sync := []string{"", "", "gait", "beat", "lead"}[d.of("sync", 4)]
	switch d.of("node", 6) {
	case 0:
		return &graph.Blend1D{X: graph.ValueOf("x"), Sync: sync, Samples: []graph.Sample{{X: 0, Node: clip("clip 0")}, {X: 1, Node: clip("clip 1")}}}
	case 1:
		return &graph.Layer{Base: &graph.Clip{Clip: "clip 2", Sync: sync}, Over: clip("clip 3"), Weight: graph.ValueOf("x")}
	case 2:
		return &graph.Additive{Base: &graph.Clip{Clip: "clip 4", Sync: sync}, Add: clip("clip 1"), Weight: graph.ValueOf("x")}
	case 3:
		if depth > 0 {
			return d.machine(depth - 1)
		}
	}
	c := &graph.Clip{Clip: fmt.Sprint("clip ", d.of("clip", 4)), Sync: sync}
	if sync == "" {
		c.Loop, c.Speed = play.LoopMode(d.of("loop", 2)), graph.Number([]float64{1, 0.5, 2, -1}[d.of("speed", 3)])
	}
	return c
}

// performance is what an instance has come through.
type performance struct {
	crowd  *runtime.Crowd
	time   float64
	events []passed
}

// passed is an event at a time since the start.
type passed struct {
	name       string
	kind       play.EventKind
	layer      int
	clip       int
	at, weight float64
}

func perform(t *rapid.T, p *graph.Program, model *soa.Model, x float64) *performance {
	c, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{RootMotion: play.RootApplied, Layers: play.MaxLayers})
	if err != nil {
		t.Fatal(err)
	}
	g := p.Start(1)
	if err := c.SetGraph(g); err != nil {
		t.Fatal(err)
	}
	if err := g.Set(0, 0, x); err != nil {
		t.Fatal(err)
	}
	return &performance{crowd: c}
}

func (p *performance) step(t *rapid.T, dt float64) {
	if err := p.crowd.Update(dt); err != nil {
		t.Fatal(err)
	}
	p.time += dt
	for _, e := range p.crowd.Events() {
		if e.Kind == play.EventInside {
			continue
		}
		p.events = append(p.events, passed{e.Name, e.Kind, e.Layer, e.Clip, p.time - e.Overshoot, float64(e.Weight)})
	}
}

// alone returns the first event of weight that one performance has and another one has not,
// but for those just now.
func (p *performance) alone(o *performance) (passed, bool) {
	used := make([]bool, len(o.events))
	for _, e := range p.events {
		found := false
		for k, x := range o.events {
			if !used[k] && x.name == e.name && x.kind == e.kind && x.layer == e.layer && x.clip == e.clip && math.Abs(x.at-e.at) < 2e-6 && math.Abs(x.weight-e.weight) < 1e-4 {
				used[k], found = true, true
				break
			}
		}
		if !found && e.weight > 1e-4 && math.Abs(e.at-p.time) > 1e-6 {
			return e, true
		}
	}
	return passed{}, false
}

func (p *performance) layers() []play.ActiveClip {
	list := p.crowd.Instance(0).ActiveClips(nil)
	slices.SortFunc(list, func(a, b play.ActiveClip) int {
		return cmp.Or(cmp.Compare(a.Layer, b.Layer), cmp.Compare(a.Clip, b.Clip), cmp.Compare(math.Round(1e4*a.Time), math.Round(1e4*b.Time)), cmp.Compare(a.Weight, b.Weight))
	})
	return slices.DeleteFunc(list, func(l play.ActiveClip) bool { return l.Weight < 1e-7 })
}

// same compares what two instances have come through.
func (p *performance) same(t *rapid.T, o *performance, model *soa.Model) {
	a, b := p.layers(), o.layers()
	if len(a) != len(b) {
		t.Fatalf("it plays\n%+v, want\n%+v\n%+v\n%+v", a, b, p.events, o.events)
	}
	for k := range a {
		period, d := model.Clips[a[k].Clip].Seconds(), math.Abs(a[k].Phase-b[k].Phase)
		if a[k].Clip != b[k].Clip || min(d, math.Abs(period-d), math.Abs(2*period-d)) > 1e-6 || math.Abs(a[k].Weight-b[k].Weight) > 1e-6 {
			t.Fatalf("it plays\n%+v, want\n%+v\n%+v\n%+v", a, b, p.events, o.events)
		}
	}
	if d := checkDistinct(p.crowd.Instance(0).Transform(), o.crowd.Instance(0).Transform()); d > 1e-6 {
		t.Fatalf("it is %.3g from where it should be, %+v", d, o.crowd.Instance(0).Transform())
	}
	if e, is := p.alone(o); is {
		t.Fatalf("the parts alone have %+v\n%+v\nwant\n%+v", e, p.events, o.events)
	}
	if e, is := o.alone(p); is {
		t.Fatalf("the parts do not have %+v\n%+v\nwant\n%+v", e, p.events, o.events)
	}
}

func checkDistinct(a, b soa.RootTransform) float64 {
	d := a.Inverse().Mul(b)
	return math.Sqrt(d.X*d.X+d.Y*d.Y+d.Z*d.Z) + math.Abs(d.S)
}

// Any partition of a step gives the same events, phases, weights and root motion.
func TestAnyPartitionOfTimeIsTheSame(t *testing.T) {
	model := dancer()
	rapid.Check(t, func(t *rapid.T) {
		p, err := graph.Compile((&dance{T: t}).graph(), graph.ClipsOfModel(model))
		if err != nil {
			t.Skip(err)
		}
		x := rapid.Float64Range(0, 1).Draw(t, "x")
		whole, parts := perform(t, p, model, x), perform(t, p, model, x)
		for range rapid.IntRange(1, 4).Draw(t, "steps") {
			dt := rapid.Float64Range(0, 0.6).Draw(t, "dt")
			whole.step(t, dt)
			var cuts []float64
			for range rapid.SampledFrom([]int{1, 6, 29}).Draw(t, "cuts") {
				cuts = append(cuts, rapid.Float64Range(0, dt).Draw(t, "cut"))
			}
			slices.Sort(cuts)
			at := 0.
			for _, to := range append(cuts, dt) {
				parts.step(t, to-at)
				at = to
			}
			parts.same(t, whole, model)
		}
	})
}

// Where parameters let more clips play than there are layers, fades end in that moment: at the start of
// a step in which a parameter is another one, however long the step is.
func TestFadesEndForLackOfLayersAtAnyPartition(t *testing.T) {
	m := dancer()
	blend := func(names ...string) graph.Node {
		b := &graph.Blend1D{X: graph.ValueOf("x")}
		for k, name := range names {
			b.Samples = append(b.Samples, graph.Sample{X: float64(k), Node: clip(name)})
		}
		return b
	}
	rapid.Check(t, func(t *rapid.T) {
		g := &graph.Graph{Parameters: []graph.Parameter{{Name: "x"}}, Root: &graph.Machine{States: []graph.State{
			{Name: "a", Node: blend("clip 0", "clip 1", "clip 2"), Transitions: []graph.Transition{{To: "b", When: []graph.Condition{cond(graph.After, "", 0.2337)}, Fade: graph.Fade{Seconds: 0.41}}}},
			{Name: "b", Node: blend("clip 3", "clip 4"), Transitions: []graph.Transition{{To: "a", When: []graph.Condition{cond(graph.After, "", 0.7611)}, Fade: graph.Fade{Seconds: 0.33}}}},
		}}}
		p, err := graph.Compile(g, graph.ClipsOfModel(m))
		must.Do(t, err)
		layers := rapid.IntRange(2, 3).Draw(t, "layers")
		var crowds [2]*runtime.Crowd
		var graphs [2]*graph.Instances
		for k := range crowds {
			crowds[k], err = runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Layers: layers})
			must.Do(t, err)
			graphs[k] = p.Start(1)
			must.Do(t, crowds[k].SetGraph(graphs[k]))
		}
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			x, dt := rapid.SampledFrom([]float64{0, 0.5, 1, 1.5}).Draw(t, "x"), rapid.Float64Range(0.001, 0.09).Draw(t, "dt")
			parts := rapid.IntRange(2, 20).Draw(t, "parts")
			for k, n := range []int{1, parts} {
				must.Do(t, graphs[k].Set(0, 0, x))
				for range n {
					must.Do(t, crowds[k].Update(dt/float64(n)))
				}
			}
			whole, parted := crowds[0].Instance(0).Palette(), crowds[1].Instance(0).Palette()
			for e := range whole {
				if d := math.Abs(float64(whole[e] - parted[e])); d > 1e-4 {
					t.Fatalf("value %d of the palette is off by %v in %d parts", e, d, parts)
				}
			}
		}
	})
}
