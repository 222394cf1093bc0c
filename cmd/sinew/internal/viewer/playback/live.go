package playback

import (
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/soa"
)

// Dial is a parameter of a graph, or one component of a vec2.
type Dial struct {
	graph.Parameter
	Number    int // of the parameter
	Part      int // 1 for y
	Label     string
	Low, High float64 // of a slider
}

// Live is an animation graph that runs on its own, driven by what the user sets. It
// advances in steps of equal length, so that a recording of the input plays the same again.
type Live struct {
	*stage.Stage
	played *performance.Played
	run    *performance.GraphRun
	dials  []Dial
	steps  int     // made since the start
	rest   float64 // seconds since the last step
	log    *graph.Script
}

func newLive(s *stage.Stage) (*Live, error) {
	p := s.Script.Graph
	l := &Live{Stage: s, played: p, run: p.Runs[s.Crowd]}
	for k, x := range p.Program.Parameters() {
		d := Dial{Parameter: x, Number: k, Label: x.Name}
		d.Low, d.High = limits(&x)
		if x.Type != graph.Vec2 {
			l.dials = append(l.dials, d)
			continue
		}
		for part, end := range []string{".x", ".y"} {
			d.Part, d.Label = part, x.Name+end
			l.dials = append(l.dials, d)
		}
	}
	return l, l.Restart()
}

// Steps returns the number of steps made since the start.
func (l *Live) Steps() int { return l.steps }

// Dials returns the graph's parameters.
func (l *Live) Dials() []Dial { return l.dials }

// Limited returns v within the parameter's own range, if it has one.
func (d *Dial) Limited(v float64) float64 {
	if d.Min < d.Max {
		return min(max(v, d.Min), d.Max)
	}
	return v
}

// limits returns the range of a parameter or, where it has none, a range for a slider.
func limits(x *graph.Parameter) (low, high float64) {
	low, high = 0, 10
	switch x.Type {
	case graph.Vec2:
		low, high = -1, 1
	case graph.Bool, graph.Trigger:
		return 0, 1
	}
	if !(x.Min < x.Max) {
		return low, high
	}
	width := high - low
	switch {
	case !math.IsInf(x.Min, -1) && !math.IsInf(x.Max, 1):
		return x.Min, x.Max
	case !math.IsInf(x.Min, -1):
		return x.Min, x.Min + width
	}
	return x.Max - width, x.Max
}

// Restart returns to the graph's start and clears the recording.
func (l *Live) Restart() error {
	for i := range l.All {
		if err := l.Crowd.Instance(i).Restore(l.run.Begin[i]); err != nil {
			return err
		}
		l.run.Step[i] = -1
	}
	l.steps, l.rest = 0, 0
	l.log = graph.NewScript(l.played.Input.Seconds)
	if err := l.Control.GoesTo(0); err != nil {
		return err
	}
	return l.show(l.Crowd.Update(0))
}

// recast goes on with a crowd that has taken the place of another one.
func (l *Live) recast() error {
	l.played = l.Script.Graph
	l.run = l.played.Runs[l.Crowd]
	return l.Refresh()
}

// Refresh shows the instances as they are after something changed besides the graph, such as a clip or
// a target. The next step goes on as if it had not.
func (l *Live) Refresh() error {
	states := make([][]byte, len(l.All))
	for i := range l.All {
		var err error
		if states[i], err = l.Crowd.Instance(i).Save(nil); err != nil {
			return err
		}
	}
	if err := l.Control.GoesTo(float64(l.steps) * l.played.Input.Seconds); err != nil {
		return err
	}
	if err := l.show(l.Crowd.Update(0)); err != nil {
		return err
	}
	for i, state := range states { // what an update of 0 s has decided counts in the next step
		if err := l.Crowd.Instance(i).Restore(state); err != nil {
			return err
		}
	}
	return nil
}

// Advance runs the graph for dt seconds, in whole steps.
func (l *Live) Advance(dt float64) error {
	l.rest += min(dt, 0.25) // no rush after a stall
	for l.rest >= l.played.Input.Seconds {
		if err := l.Next(); err != nil {
			return err
		}
		l.rest -= l.played.Input.Seconds
	}
	return nil
}

// Next makes one step, after setting the input of --play for it.
func (l *Live) Next() error {
	if l.steps == 0 { // showing the start has advanced nothing
		for i := range l.All {
			if err := l.Crowd.Instance(i).Restore(l.run.Begin[i]); err != nil {
				return err
			}
		}
		if err := l.again(); err != nil {
			return err
		}
	}
	for i := range l.All {
		if err := l.played.Input.Apply(l.run.Instances, i, l.steps); err != nil {
			return err
		}
	}
	for _, in := range l.played.Input.StepInputs(l.steps) {
		in.Step = l.steps
		l.log.Inputs = append(l.log.Inputs, in)
	}
	l.steps++
	l.log.Steps = l.steps
	if err := l.Control.GoesTo(float64(l.steps) * l.played.Input.Seconds); err != nil {
		return err
	}
	return l.show(l.Crowd.Update(l.played.Input.Seconds))
}

// again repeats what was set before the first step.
func (l *Live) again() error {
	for k := range l.log.Inputs {
		in := &l.log.Inputs[k]
		for n := range l.dials {
			if d := &l.dials[n]; d.Name == in.Parameter && d.Part == 0 {
				if err := l.apply(d, in); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// show moves the instances to where the crowd has computed them.
func (l *Live) show(err error) error {
	if err != nil {
		return err
	}
	for i := range l.All {
		p := l.Cell[i]
		if l.Travels {
			p = p.Mul(l.Crowd.Instance(i).Transform())
		}
		l.Item().World[i] = p.Affine()
	}
	return l.Joined()
}

// Camera returns the movement that a camera follows.
func (l *Live) Camera() soa.RootTransform {
	if !l.Travels || len(l.All) > 1 {
		return soa.IdentityRoot()
	}
	return l.Crowd.Instance(0).Transform()
}

// Record returns the input so far as a file for --play.
func (l *Live) Record() []byte {
	log := *l.log
	log.Inputs = nil
	for _, in := range l.log.Inputs {
		if in.Step < log.Steps { // no step used later input
			log.Inputs = append(log.Inputs, in)
		}
	}
	return log.JSON()
}

// Value returns the value of a dial in the first instance.
func (l *Live) Value(dial int) float64 {
	d := &l.dials[dial]
	x, y := l.run.Instances.Value(0, d.Number)
	if d.Part == 1 {
		return y
	}
	return x
}

// States appends the active states of the first instance.
func (l *Live) States(list []graph.Playing) []graph.Playing {
	return l.run.Instances.States(list, 0)
}

// Set sets a dial in all instances and records that.
func (l *Live) Set(dial int, v float64) error {
	d := &l.dials[dial]
	in := graph.ScriptInput{Step: l.steps, At: float64(l.steps) * l.log.Seconds, Parameter: d.Name, X: v}
	switch d.Type {
	case graph.Trigger:
		in.Action = graph.ScriptTrigger
	case graph.Bool:
		in.Truth = true
	case graph.Vec2:
		in.Pair = true
		in.X, in.Y = l.run.Instances.Value(0, d.Number)
		if d.Part == 0 {
			in.X = v
		} else {
			in.Y = v
		}
	}
	l.log.Inputs = append(l.log.Inputs, in)
	return l.apply(d, &in)
}

func (l *Live) apply(d *Dial, in *graph.ScriptInput) (err error) {
	g := l.run.Instances
	for i := range l.All {
		switch {
		case in.Action == graph.ScriptTrigger:
			err = g.Trigger(i, d.Number)
		case in.Pair:
			err = g.SetVec2(i, d.Number, in.X, in.Y)
		default:
			err = g.Set(i, d.Number, in.X)
		}
		if err != nil {
			return err
		}
	}
	return nil
}
