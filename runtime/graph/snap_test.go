package graph_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
)

// What a graph that is snapped plays, by hand.
func TestSnap(t *testing.T) {
	p := playGraph(t, jumper())
	p.run(0.5)
	p.set("speed", 2)
	p.run(0.125).shows("idle 0.625 0.5, walk 0.125 0.5") // half of the fade
	p.g.Snap(0)
	p.run(0).shows("walk 0.125 1")
	p.set("speed", 0)
	p.run(0.25).shows("idle 0.25 0.5, walk 0.375 0.5") // fades again
	p.set("jump", 0)
	p.g.Snap(0)
	p.run(0.125).shows("jump 0.125 1") // that fade is at its end, and this has none
	p.g.Snap(0)
	p.run(-0.0625).shows("jump 0.0625 1") // nothing is settled backwards,
	p.run(0.5).shows("idle 0.0625 1")     // but then

	// Before the first step, with a value that is smoothed.
	g := jumper()
	g.Parameters[0].Smooth = 10
	p = playGraph(t, g)
	p.set("speed", 2)
	p.g.Snap(0)
	p.run(0).shows("walk 0 1")
	p.g.Snap(1) // does nothing
	p.g.Snap(-1)
}

// Wherever a graph is: once it is snapped one state of each machine plays. What is saved before the step is settled as well.
func TestSnapSettles(t *testing.T) {
	model := character()
	for s := range seed.Cases(t, 3) {
		r := rand.New(rand.NewPCG(s, 1))
		a := newStage(t, model, nested(), 1, runtime.CrowdOptions{})
		b := newStage(t, model, nested(), 1, runtime.CrowdOptions{})
		for range 40 {
			a.drive(r)
			must.Do(t, a.crowd.Update(0.2*r.Float64()))
			if r.IntN(4) > 0 {
				continue
			}
			a.drive(r)
			a.g.Snap(0)
			state, err := a.crowd.Instance(0).Save(nil)
			must.Do(t, err)
			must.Do(t, b.crowd.Instance(0).Restore(state))
			dt := []float64{0, 0.01, 0.3}[r.IntN(3)]
			must.Do(t, a.crowd.Update(dt))
			must.Do(t, b.crowd.Update(dt))
			if !slices.Equal(bits(a.crowd.Palettes()), bits(b.crowd.Palettes())) {
				t.Fatalf("seed %#x: saved and restored it is settled otherwise", s)
			}
			for _, x := range a.g.States(nil, 0) {
				if x.Leaving || x.Weight != 1 {
					t.Fatalf("seed %#x: %+v", s, x)
				}
			}
		}
	}
}

// What an inertialized transition has left of the poses before does not outlast it.
func TestSnapEndsInertialization(t *testing.T) {
	model := character()
	g := &graph.Graph{Parameters: []graph.Parameter{{Name: "go", Type: graph.Bool}}, Root: &graph.Machine{States: []graph.State{
		{Name: "stand", Node: clip("idle"), Transitions: []graph.Transition{{To: "run", When: []graph.Condition{cond(graph.Is, "go", 1)}, Fade: graph.Fade{Seconds: 1, Inertialize: true}}}},
		{Name: "run", Node: clip("run")},
	}}}
	s := newStage(t, model, g, 2, runtime.CrowdOptions{})
	must.Do(t, s.crowd.Update(0.4))
	s.set(0, "go", 1)
	s.set(1, "go", 1)
	must.Do(t, s.crowd.Update(0.125))
	s.g.Snap(0)
	must.Do(t, s.crowd.Update(0))
	plain, err := runtime.NewCrowd(runtime.Keyframes(model), 1, runtime.CrowdOptions{})
	must.Do(t, err)
	must.Do(t, plain.Instance(0).Play(plain.ClipIndex("run"), play.Options{Offset: 0.125}))
	must.Do(t, plain.Update(0))
	want := bits(plain.Palettes())
	if !slices.Equal(bits(s.crowd.Instance(0).Palette()), want) {
		t.Error("something of the pose before is left")
	}
	if slices.Equal(bits(s.crowd.Instance(1).Palette()), want) {
		t.Error("nothing died out without it")
	}
}
