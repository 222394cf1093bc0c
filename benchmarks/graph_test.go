package benchmarks

import (
	"flag"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/measure"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// graphName is the name of a sub-benchmark of BenchmarkGraph.
func (c *crowdCase) graphName() string {
	isa, part := measure.Own, "all"
	if c.narrow() {
		isa = c.crowd.ISA.String()
	}
	if c.crowd.Logic {
		part = "logic"
	}
	return fmt.Sprintf("n=%d/part=%s/source=%s/form=%s/simd=%s", c.crowd.Instances, part, c.path.Source, c.path.Form, isa)
}

// graphCases returns all combinations, for the default character.
func graphCases() (list []crowdCase) {
	for _, n := range []int{1, 16, 112, 4000} {
		for _, logic := range []bool{true, false} {
			for _, p := range measure.Paths() {
				isas := simd.ISAs()
				if p.Kind != measure.Kernels {
					isas = isas[:1]
				}
				if p.Kind == measure.Classic || p.Kind == measure.Peer && p.Source != "ozz" {
					continue
				}
				for _, isa := range isas {
					crowd := measure.Crowd{Instances: n, Clips: measure.Graphed.Clips(), Workers: 1, ISA: isa, Blend: measure.Graphed, Logic: logic}
					list = append(list, crowdCase{p, crowd, &subjects()[0]})
				}
			}
		}
	}
	return list
}

// BenchmarkGraph measures instances controlled by a graph.
func BenchmarkGraph(b *testing.B) {
	all := strings.Contains(flag.Lookup("test.bench").Value.String(), "/")
	for _, c := range graphCases() {
		if all || !c.narrow() && c.path.Form != "general" {
			c.run(b, c.graphName())
		}
	}
}

// largeGraph returns a graph of 201 nodes: a layer, a clip on the upper body, a state machine,
// and 18 states, each of which adds a clip to a blend space of 8.
func largeGraph(c *measure.Character) *graph.Graph {
	model := c.Model()
	clip := func(k int) *graph.Clip { return &graph.Clip{Clip: model.Clips[k%len(model.Clips)].Name} }
	g := &graph.Graph{
		Parameters: []graph.Parameter{{Name: "move", Type: graph.Vec2}, {Name: "state", Type: graph.Int}, {Name: "lean"}},
		Masks:      []graph.Mask{{Name: "upper", Steps: []pose.MaskStep{{Joints: pose.BySubtree, Name: model.Skeleton.Name[model.Skeleton.Len()/2], Weight: 1}}}},
		Sync:       []graph.Sync{{Name: "gait"}},
	}
	m := &graph.Machine{}
	for s := range 18 {
		space := &graph.Blend2D{X: graph.ValueOf("move.x"), Y: graph.ValueOf("move.y"), Method: graph.Method(s % 3), Sync: "gait"}
		for k := range 8 {
			y, x := math.Sincos(float64(k) * math.Pi / 4)
			space.Samples = append(space.Samples, graph.Sample{X: x, Y: y, Node: clip(s + k)})
		}
		state := graph.State{Name: fmt.Sprint(s), Node: &graph.Additive{Base: space, Add: clip(s), Weight: graph.ValueOf("lean")}}
		for to := range 18 {
			if to != s {
				state.Transitions = append(state.Transitions, graph.Transition{
					To: fmt.Sprint(to), Priority: to, Fade: graph.Fade{Seconds: 0.25},
					When: []graph.Condition{{Test: graph.Is, Name: "state", Value: float64(to)}},
				})
			}
		}
		m.States = append(m.States, state)
	}
	g.Root = &graph.Layer{Base: m, Over: clip(0), Mask: "upper"}
	return g
}

// BenchmarkGraphCompile measures graph.Compile of 201 nodes.
func BenchmarkGraphCompile(b *testing.B) {
	character, err := subjects()[0].load()
	if err != nil {
		b.Fatal(err)
	}
	g, cast := largeGraph(character), graph.ClipsOfModel(character.Model())
	b.ReportAllocs()
	for b.Loop() {
		if _, err := graph.Compile(g, cast); err != nil {
			b.Fatal(err)
		}
	}
}

// TestGraphNodes checks the size of the graph that BenchmarkGraphCompile compiles.
func TestGraphNodes(t *testing.T) {
	character, err := subjects()[0].load()
	if err != nil {
		t.Fatal(err)
	}
	nodes := 0
	largeGraph(character).Walk(func(string, graph.Node) { nodes++ })
	if nodes != 201 {
		t.Errorf("%d nodes", nodes)
	}
}
