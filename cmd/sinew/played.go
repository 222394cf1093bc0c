package main

import (
	"fmt"
	"math"
	"os"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	inputs "github.com/sinew-anim/sinew/runtime/graph/script"
	"github.com/sinew-anim/sinew/runtime/layers"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/soa"
)

// played is a graph and the input that it plays.
type played struct {
	*boundGraph
	input *inputs.Bound
	runs  map[*runtime.Crowd]*graphRun
}

// graphRun is the instances of a crowd that play, each at a step of its own.
type graphRun struct {
	instances *graph.Instances
	step      []int // how many have passed; −1: it has to begin anew
	begin     [][]byte
	one       [1]int
}

// readInput reads the input of a graph.
func (b *boundGraph) readInput(file string) (*inputs.Bound, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s, err := inputs.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	bound, err := s.Bind(b.program)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return bound, nil
}

// idle is the input of a graph that plays by its defaults for some seconds.
func (b *boundGraph) idle() (*inputs.Bound, error) {
	const seconds, rate = 4, 60
	s := inputs.New(1. / rate)
	s.Steps = seconds * rate
	return s.Bind(b.program)
}

// playGraph makes a script of the graph and input that the flags name.
func (s *scripting) playGraph(o *models.Opened) (*script, error) {
	b, err := s.bindGraph(o)
	if err != nil {
		return nil, err
	}
	p := &played{boundGraph: b, runs: make(map[*runtime.Crowd]*graphRun)}
	if s.play != "" {
		p.input, err = b.readInput(s.play)
	} else {
		p.input, err = b.idle()
	}
	if err != nil {
		return nil, err
	}
	return &script{
		stack: &layers.Stack{Model: o.Model}, graph: p, name: b.name(), length: p.input.Time(p.input.Steps - 1),
	}, nil
}

// crowd returns instances that play the graph, at its start.
func (p *played) crowd(instances int, options runtime.CrowdOptions) (*runtime.Crowd, *soa.Model, error) {
	model := p.model.Model
	options.Layers = runtime.MaxLayers
	crowd, bound, err := newCrowd(model, model.Clips, instances, options)
	if err != nil {
		return nil, nil, err
	}
	run := &graphRun{instances: p.program.Start(instances), step: make([]int, instances), begin: make([][]byte, instances)}
	if err := crowd.SetGraph(run.instances); err != nil {
		return nil, nil, err
	}
	for i := range instances {
		if run.begin[i], err = crowd.Instance(i).Save(nil); err != nil {
			return nil, nil, err
		}
		run.step[i] = -1
	}
	p.runs[crowd] = run
	return crowd, bound, nil
}

// stepNoise is by how much of a step a time may miss its end.
const stepNoise = 1e-6

// steps is how many steps have passed at a time.
func (p *played) steps(t float64) int {
	return int(max(0, min(math.Floor(t/p.input.Seconds+stepNoise), inputs.MaxSteps)))
}

// at evaluates an instance after the steps that have passed at a time: none shows how it
// starts.
func (p *played) at(crowd *runtime.Crowd, i int, t float64) error {
	run := p.runs[crowd]
	run.one[0] = i
	to := p.steps(t)
	if to == run.step[i] {
		return nil
	}
	if run.step[i] < 0 || to < run.step[i] {
		if err := crowd.Instance(i).Restore(run.begin[i]); err != nil {
			return err
		}
		run.step[i] = 0
	}
	if to == 0 {
		run.step[i] = -1 // the first step begins by itself
		return crowd.UpdateSome(run.one[:], 0)
	}
	for ; run.step[i] < to; run.step[i]++ {
		if err := p.input.Apply(run.instances, i, run.step[i]); err != nil {
			return err
		}
		if err := crowd.UpdateSome(run.one[:], p.input.Seconds); err != nil {
			return err
		}
	}
	return nil
}

// states returns those that play in the first instance of a crowd.
func (p *played) states(crowd *runtime.Crowd) []graph.Playing {
	return p.runs[crowd].instances.States(nil, 0)
}

// walk returns the places that the graph leads to, after each step.
func (p *played) walk() (*walk, error) {
	crowd, _, err := p.crowd(1, runtime.CrowdOptions{RootMotion: runtime.RootApplied})
	if err != nil {
		return nil, err
	}
	return &walk{crowd: crowd, step: p.input.Seconds, places: []motion.RootTransform{motion.Identity()}, graph: p}, nil
}
