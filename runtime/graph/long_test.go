package graph_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// travelling draws a node whose clips have root motion.
func travelling(r *rand.Rand, depth int) graph.Node {
	sync := []string{"", graph.SyncNone, "gait", "beat", "lead"}[r.IntN(5)]
	one := func() graph.Node {
		if depth > 0 && r.IntN(3) == 0 {
			return travelling(r, depth-1)
		}
		return clip([]string{"clip 0", "clip 1", "clip 2", "clip 3", "clip 4"}[r.IntN(5)])
	}
	switch r.IntN(6) {
	case 0:
		return &graph.Blend1D{X: graph.ValueOf("x"), Sync: sync, Samples: []graph.Sample{{X: 0, Node: one()}, {X: 1, Node: one()}}}
	case 1:
		return &graph.Blend2D{X: graph.ValueOf("x"), Y: graph.ValueOf("y"), Sync: sync, Samples: []graph.Sample{{X: 0, Y: 0, Node: one()}, {X: 1, Y: 0, Node: one()}, {X: 0.3, Y: 1, Node: one()}}}
	case 2:
		return &graph.Layer{Base: one(), Over: one(), Weight: graph.ValueOf("x")}
	case 3:
		return &graph.Additive{Base: one(), Add: one(), Weight: graph.ValueOf("y")}
	case 4:
		return &graph.Speed{Speed: graph.ValueOf("y"), Node: one()}
	}
	if depth == 0 {
		return one()
	}
	return &graph.Machine{States: []graph.State{
		{Name: "first", Node: travelling(r, 0), Transitions: []graph.Transition{{To: "second", When: []graph.Condition{cond(graph.After, "", 3+10*r.Float64())}, Fade: graph.Fade{Seconds: 8 * r.Float64(), Curve: play.Curve(r.IntN(4))}}}},
		{Name: "second", Node: travelling(r, 0)},
	}}
}

// Where a graph leads an instance in hundreds of seconds is the same in one step, in a few and in many.
func TestLongStepsLeadWhereManyDo(t *testing.T) {
	model, cases := dancer(), 60
	if testing.Short() {
		cases = 20
	}
	for s := range seed.Cases(t, cases) {
		r := rand.New(rand.NewPCG(s, 47))
		p, err := graph.Compile(&graph.Graph{
			Parameters: []graph.Parameter{{Name: "x"}, {Name: "y"}},
			Sync:       []graph.Sync{{Name: "gait", Markers: []string{"left", "right"}}, {Name: "beat"}, {Name: "lead", Lead: true}},
			Root:       travelling(r, 1),
		}, graph.ClipsOfModel(model))
		if err != nil { // more clips at once than there are layers
			continue
		}
		total, x, y := []float64{25, 100, 600}[r.IntN(3)], r.Float64(), 0.2+r.Float64()
		end := func(steps []float64) (place soa.RootTransform, way float64) {
			c, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{RootMotion: play.RootApplied, Layers: play.MaxLayers})
			must.Do(t, err)
			g := p.Start(1)
			must.Do(t, c.SetGraph(g))
			must.Do(t, errors.Join(g.Set(0, 0, x), g.Set(0, 1, y)))
			for _, dt := range steps {
				must.Do(t, c.Advance(dt))
				m := c.Instance(0).Motion()
				way += math.Sqrt(m.X*m.X + m.Y*m.Y + m.Z*m.Z)
			}
			return c.Instance(0).Transform(), way
		}
		even := make([]float64, int(total*8))
		for k := range even {
			even[k] = total / float64(len(even))
		}
		want, way := end(even)
		for _, parts := range []int{1, 1 + r.IntN(4), 1 + r.IntN(30)} {
			steps, left := make([]float64, parts), total
			for k := range steps[1:] {
				steps[k] = left * r.Float64() * 0.7
				left -= steps[k]
			}
			steps[parts-1] = left
			if got, _ := end(steps); !(checkDistinct(got, want) <= max(1e-6, 1e-6*way)) {
				t.Errorf("%v s in %d steps lead to %v, many to %v: %.3g m apart of %.3g m, seed %d", total, parts, got, want, checkDistinct(got, want), way, s)
			}
		}
	}
}

// A step of too many pieces is refused before anything has changed; one of a graph whose clips share a
// phase is not.
func TestTooLongSteps(t *testing.T) {
	for _, sync := range []string{"", graph.SyncNone} {
		s := newStage(t, dancer(), &graph.Graph{Root: &graph.Blend1D{X: graph.Number(0.5), Sync: sync, Samples: []graph.Sample{{X: 0, Node: clip("clip 2")}, {X: 1, Node: clip("clip 3")}}}}, 20, runtime.CrowdOptions{RootMotion: play.RootApplied, Workers: 2})
		must.Do(t, s.crowd.Update(0.1))
		state := func() (b []byte) {
			for i := range 20 {
				var err error
				b, err = s.crowd.Instance(i).Save(b)
				must.Do(t, err)
			}
			return b
		}
		before, places := string(state()), s.crowd.Instance(7).Motion()
		err := s.crowd.Update(1e7)
		if sync == "" {
			must.Do(t, err)
			continue
		}
		if !errors.Is(err, play.ErrLongStep) {
			t.Errorf("it returns %v", err)
		}
		if string(state()) != before || s.crowd.Instance(7).Motion() != places {
			t.Error("the crowd has changed")
		}
	}
}
