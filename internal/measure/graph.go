package measure

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// What the clips of a graph are, see graphOf.
var (
	gaits               = [5]int{4, 0, 2, 3, 5} // in place, and to the right, front, left and back
	jump, aim, standing = 1, 6, 7
)

// graphClips is the number of clips that a graph names.
const graphClips = 8

// graphFade is the time of a transition between states, in seconds, and graphEnd the time
// before the end of a jump at which it is left.
const graphFade, graphEnd = 0.25, 0.25

// graphFrames is the number of frames after which the parameters of an instance repeat.
const graphFrames = 256

// frame is the parameters of an instance in one frame.
type frame struct {
	x, y  float32 // where it goes
	speed float32
	aim   float32
	jump  bool
}

// script is what one instance is told in graphFrames frames. Instances are told the same
// at different times.
func script() *[graphFrames]frame {
	var list [graphFrames]frame
	for k := range list {
		part := 2 * math.Pi * float64(k) / graphFrames
		radius := 0.2 + 0.9*math.Abs(math.Sin(part))
		list[k] = frame{
			x: float32(radius * math.Cos(3*part)), y: float32(radius * math.Sin(3*part)),
			speed: 1, aim: float32(0.5 + 0.45*math.Sin(2*part)), jump: k == 150,
		}
		if k < graphFrames/4 {
			list[k].speed = 0
		}
	}
	return &list
}

// scriptPosition is the part of the script that an instance has come to.
func scriptPosition(i, frames int) int { return (i*37 + frames) % graphFrames }

// graphOf is the graph that instances play: they stand, go somewhere, or jump, and aim
// with their upper bodies.
//
//	layer ─┬─ machine ─┬─ stand   a clip
//	       │           ├─ go      a blend space of five clips in one phase
//	       │           └─ jump    a clip, once
//	       └─ aim, on the upper body
func (c *Character) graphOf() *graph.Graph {
	clip := func(k int) *graph.Clip { return &graph.Clip{Clip: c.model.Clips[k].Name} }
	fade := graph.Fade{Seconds: graphFade}
	to := func(state string, when graph.Condition) graph.Transition {
		return graph.Transition{To: state, When: []graph.Condition{when}, Fade: fade}
	}
	fired := to("jump", graph.Condition{Test: graph.Fired, Name: "jump"})
	fired.Priority = 1
	var samples []graph.Sample
	for k, place := range [5][2]float64{{0, 0}, {1, 0}, {0, 1}, {-1, 0}, {0, -1}} {
		samples = append(samples, graph.Sample{X: place[0], Y: place[1], Node: clip(gaits[k])})
	}
	once := clip(jump)
	once.Loop = play.Clamp
	upper := graph.Mask{Name: "upper"}
	for j, w := range c.upper() {
		if w > 0 {
			upper.Steps = append(upper.Steps, pose.MaskStep{Name: c.model.Skeleton.Name[j], Weight: w})
		}
	}
	return &graph.Graph{
		Name:       "measured",
		Parameters: []graph.Parameter{{Name: "x"}, {Name: "y"}, {Name: "speed"}, {Name: "aim"}, {Name: "jump", Type: graph.Trigger}},
		Masks:      []graph.Mask{upper},
		Root: &graph.Layer{
			Mask: "upper", Weight: graph.ValueOf("aim"), Over: clip(aim),
			Base: &graph.Machine{States: []graph.State{
				{Name: "stand", Node: clip(standing), Transitions: []graph.Transition{to("go", graph.Condition{Test: graph.Above, Name: "speed", Value: 0.5}), fired}},
				{Name: "go", Node: &graph.Blend2D{X: graph.ValueOf("x"), Y: graph.ValueOf("y"), Samples: samples},
					Transitions: []graph.Transition{to("stand", graph.Condition{Test: graph.Below, Name: "speed", Value: 0.5}), fired}},
				{Name: "jump", Node: once, Transitions: []graph.Transition{to("go", graph.Condition{Test: graph.Remaining, Value: graphEnd})}},
			}},
		},
	}
}

// upper is the mask of the upper body: the model's second half.
func (c *Character) upper() pose.Mask { return c.masks()[0] }

// governed is a crowd that a graph decides for.
type governed struct {
	crowd     *runtime.Crowd
	graph     *graph.Instances
	script    *[graphFrames]frame
	x, y      []float32
	parameter [5]int
	frame     int
	logic     bool
}

// govern lets a graph decide what a crowd plays.
func (c *Character) govern(r *runtime.Crowd, crowd Crowd) (*governed, error) {
	program, err := graph.Compile(c.graphOf(), graph.ClipsOfModel(c.with(crowd.Clips)))
	if err != nil {
		return nil, err
	}
	n := crowd.Instances
	g := &governed{crowd: r, graph: program.Start(n), script: script(), x: make([]float32, n), y: make([]float32, n), logic: true}
	for k, name := range []string{"x", "y", "speed", "aim", "jump"} {
		if g.parameter[k], err = program.Parameter(name); err != nil {
			return nil, err
		}
	}
	if err := r.SetGraph(g.graph); err != nil {
		return nil, err
	}
	if err := g.run(graphFrames); err != nil { // all parts of the script are played somewhere
		return nil, err
	}
	g.logic = crowd.Logic
	return g, nil
}

// set sets the parameters of a frame: the directions of all instances at once, the others per
// instance.
func (g *governed) set() error {
	for i := range g.x {
		f := &g.script[scriptPosition(i, g.frame)]
		g.x[i], g.y[i] = f.x, f.y
	}
	err := errors.Join(g.graph.SetAll(g.parameter[0], g.x), g.graph.SetAll(g.parameter[1], g.y))
	for i := range g.x {
		f := &g.script[scriptPosition(i, g.frame)]
		e1, e2 := g.graph.Set(i, g.parameter[2], float64(f.speed)), g.graph.Set(i, g.parameter[3], float64(f.aim))
		if e1 != nil || e2 != nil {
			return errors.Join(e1, e2)
		}
		if f.jump {
			if err := g.graph.Trigger(i, g.parameter[4]); err != nil {
				return err
			}
		}
	}
	g.frame = (g.frame + 1) % graphFrames
	return err
}

func (g *governed) run(frames int) error {
	for range frames {
		if err := g.set(); err != nil {
			return fmt.Errorf("set parameters: %w", err)
		}
		step := g.crowd.Update
		if g.logic {
			step = g.crowd.Advance
		}
		if err := step(Step); err != nil {
			return err
		}
	}
	return nil
}
