package graphs

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Step is what happens in one step of a play.
type Step struct {
	Step   int       `json:"step"`
	Time   float64   `json:"time"` // at its end
	Input  []Input   `json:"input,omitempty"`
	States []Playing `json:"states"`
	Layers []Layer   `json:"layers"`
	Events []Event   `json:"events"`
	Place  Place     `json:"place"`
}

// Input is a parameter that was set before a step.
type Input struct {
	At        float64 `json:"at"` // seconds, as the file states it
	Parameter string  `json:"parameter"`
	Action    string  `json:"action"` // set, trigger or clear
	Value     any     `json:"value,omitempty"`
}

type Playing struct {
	Machine string  `json:"machine"`
	State   string  `json:"state"`
	Time    float64 `json:"time"`
	Weight  float64 `json:"weight"`
	Leaving bool    `json:"leaving"`
}

type Layer struct {
	Layer  int     `json:"layer"`
	Clip   string  `json:"clip"`
	Kind   string  `json:"kind"`
	Weight float64 `json:"weight"`
	Time   float64 `json:"time"` // on the clip's own time line
	Cycle  int64   `json:"cycle"`
	Mask   string  `json:"mask,omitempty"`
}

type Event struct {
	Name      string  `json:"name"`
	Clip      string  `json:"clip,omitempty"` // not for the events of states
	Kind      string  `json:"kind"`           // at, begin, inside or end; state
	Weight    float64 `json:"weight"`
	Overshoot float64 `json:"overshoot"` // seconds of the step that remained
}

// Place is the displacement by root motion.
type Place struct {
	X   float64 `json:"x"`
	Y   float64 `json:"y"`
	Z   float64 `json:"z"`
	Yaw float64 `json:"yaw"` // degrees
}

// playGraphTo plays an input and calls each after every step.
func playGraphTo(ctx context.Context, b *performance.BoundGraph, input *graph.BoundScript,
	each func(*Step) error) (*Coverage, error) {
	p := &performance.Played{BoundGraph: b, Input: input, Runs: make(map[*runtime.Crowd]*performance.GraphRun)}
	crowd, _, err := p.Crowd(1, runtime.CrowdOptions{RootMotion: play.RootApplied})
	if err != nil {
		return nil, fmt.Errorf("%s: %w", b.Model.File, err)
	}
	instances := p.Runs[crowd].Instances
	instances.Cover(true)
	err = input.Run(crowd, instances, 0, func(step int) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		return each(describeStep(b, crowd, instances, input, step))
	})
	if err != nil {
		return nil, err
	}
	return describeCoverage(instances.Coverage()), nil
}

func describeStep(b *performance.BoundGraph, crowd *runtime.Crowd, instances *graph.Instances, input *graph.BoundScript,
	step int) *Step {
	s := &Step{Step: step, Time: input.Time(step), States: []Playing{}, Layers: []Layer{}, Events: []Event{}}
	for _, in := range input.StepInputs(step) {
		s.Input = append(s.Input, describeInput(&in))
	}
	for _, x := range instances.States(nil, 0) {
		s.States = append(s.States, Playing(x))
	}
	for _, l := range crowd.Instance(0).ActiveClips(nil) {
		s.Layers = append(s.Layers, Layer{l.Layer, clipIn(b.Model.Model, l.Clip), l.Kind.String(), l.Weight, l.Time, l.Cycle,
			b.Program.MaskName(l.Mask)})
	}
	for _, e := range crowd.Events() {
		kind := e.Kind.String()
		if e.Clip < 0 {
			kind = "state"
		}
		s.Events = append(s.Events, Event{e.Name, clipIn(b.Model.Model, e.Clip), kind, float64(e.Weight), e.Overshoot})
	}
	at := crowd.Instance(0).Transform()
	s.Place = Place{at.X, at.Y, at.Z, performance.Yaw(at)}
	return s
}

func describeInput(in *graph.ScriptInput) Input {
	said := Input{At: in.At, Parameter: in.Parameter,
		Action: [...]string{graph.ScriptSet: "set", graph.ScriptTrigger: "trigger", graph.ScriptClear: "clear"}[in.Action]}
	switch {
	case in.Action != graph.ScriptSet:
	case in.Truth:
		said.Value = in.X != 0
	case in.Pair:
		said.Value = [2]float64{in.X, in.Y}
	default:
		said.Value = in.X
	}
	return said
}

// PlayJSON plays an input and prints one JSON object, in which each step has a line:
//
//	{"file","model","input","dt","steps":[{"step","time","input","states","layers","events","place"}…],
//	 "coverage","findings"}
func PlayJSON(ctx context.Context, w io.Writer, b *performance.BoundGraph, file string, said *Info) error {
	input, err := b.ReadInput(file)
	if err != nil {
		return err
	}
	out := &console.JSONStream{To: w}
	out.Field("{", "file", b.File)
	out.Field(",", "name", b.Name())
	out.Field(",", "hash", said.Hash)
	out.Field(",", "model", b.Model.File)
	out.Field(",", "input", file)
	out.Field(",", "dt", input.Seconds)
	out.Raw(`,"steps":[`)
	comma := "\n"
	said.Coverage, err = playGraphTo(ctx, b, input, func(s *Step) error {
		out.Raw(comma)
		comma = ",\n"
		return out.Value(s)
	})
	if err != nil {
		return err
	}
	out.Raw("],\n")
	out.Field("", "coverage", said.Coverage)
	out.Field(",\n", "findings", said.Findings)
	out.Raw("}\n")
	return out.Err()
}

// PlayPage plays an input and prints a timeline: input, states, clips and events.
func PlayPage(ctx context.Context, w io.Writer, b *performance.BoundGraph, file string, said *Info) error {
	input, err := b.ReadInput(file)
	if err != nil {
		return err
	}
	t := &timeline{Page: console.Page{To: w}, states: make(map[string]Playing)}
	t.Line("%s plays %s of %s: %s of %.6g ms", console.Printable(b.Model.File), console.Printable(file),
		console.Printable(b.File), console.Plural(input.Steps, "step"), 1000*input.Seconds)
	said.Coverage, err = playGraphTo(ctx, b, input, t.step)
	if err != nil {
		return err
	}
	t.end()
	said.Coverage.Write(&t.Page)
	if n := len(said.Findings); n > 0 {
		console.Heading(&t.Page, "%s without effect, which sinew graph %s lists.", console.Plural(n, "thing"),
			console.Printable(b.File))
	}
	return t.Flush()
}

// timeline prints changes.
type timeline struct {
	console.Page
	states map[string]Playing // by machine: the latest
	clips  string             // those that play
	last   *Step
}

func (t *timeline) at(seconds float64, format string, args ...any) {
	t.Line("%9.3f s  %s", seconds, console.Printable(fmt.Sprintf(format, args...)))
}

func (t *timeline) step(s *Step) error {
	for _, in := range s.Input {
		text := ""
		switch v := in.Value.(type) {
		case nil:
			text = in.Action + " " + in.Parameter
		case [2]float64:
			text = fmt.Sprintf("%s = %.6g, %.6g", in.Parameter, v[0], v[1])
		default:
			text = fmt.Sprintf("%s = %v", in.Parameter, v)
		}
		begin := 0.
		if t.last != nil {
			begin = t.last.Time
		}
		if math.Abs(in.At-begin) > 1e-6 {
			text += fmt.Sprintf(" (of %.6g s)", in.At)
		}
		t.at(begin, "%s", text)
	}
	seen := make(map[string]bool)
	for _, x := range s.States {
		seen[x.Machine] = true
		if x.Leaving {
			continue
		}
		before, was := t.states[x.Machine]
		t.states[x.Machine] = x
		switch {
		case !was:
			t.at(s.Time-x.Time, "  %s: %s", x.Machine, x.State)
		case before.State != x.State || x.Time < before.Time:
			t.at(s.Time-x.Time, "  %s: %s → %s", x.Machine, before.State, x.State)
		}
	}
	for machine := range t.states {
		if !seen[machine] {
			delete(t.states, machine)
		}
	}
	for _, e := range s.Events {
		of := "of " + e.Clip
		if e.Kind == "state" {
			of = "of a state"
		}
		if e.Kind == play.EventInside.String() {
			continue
		}
		t.at(s.Time-e.Overshoot, "  event %s %s", e.Name, of)
	}
	t.plays(s)
	t.last = s
	return nil
}

// plays prints the clips that play, if they have changed.
func (t *timeline) plays(s *Step) {
	var names, texts []string
	for _, l := range s.Layers {
		name := l.Clip
		if l.Kind != play.Blend.String() {
			name += " (" + l.Kind + ")"
		}
		if l.Mask != "" {
			name += " [" + l.Mask + "]"
		}
		names = append(names, name)
		texts = append(texts, fmt.Sprintf("%s %.0f %%", name, 100*l.Weight))
	}
	if clips := strings.Join(names, "\n"); clips != t.clips {
		t.clips = clips
		if len(texts) == 0 {
			texts = []string{"nothing"}
		}
		t.at(s.Time, "  plays %s", strings.Join(texts, ", "))
	}
}

// end prints the displacement after the last step.
func (t *timeline) end() {
	if t.last == nil {
		return
	}
	p := t.last.Place
	t.at(t.last.Time, "the end, at x %.3f, y %.3f, z %.3f m, turned by %.1f°", p.X, p.Y, p.Z, p.Yaw)
}
