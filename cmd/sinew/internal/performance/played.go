package performance

import (
	"context"
	"fmt"
	"math"
	"os"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// Played is a graph and its input.
type Played struct {
	*BoundGraph
	Input *graph.BoundScript
	Runs  map[*runtime.Crowd]*GraphRun
}

// GraphRun is the instances of a crowd that play a graph, each at its own step.
type GraphRun struct {
	Instances *graph.Instances
	Step      []int // completed steps; −1: it has to restart
	Begin     [][]byte
	one       [1]int
}

// ReadInput reads the input of a graph.
func (b *BoundGraph) ReadInput(file string) (*graph.BoundScript, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	s, err := graph.ParseScript(data)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	bound, err := s.Bind(b.Program)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return bound, nil
}

// idle returns an input that sets nothing for some seconds.
func (b *BoundGraph) idle() (*graph.BoundScript, error) {
	const seconds, rate = 4, 60
	s := graph.NewScript(1. / rate)
	s.Steps = seconds * rate
	return s.Bind(b.Program)
}

// PlayGraph returns a script of the graph and input of the flags.
func (s *Flags) PlayGraph(ctx context.Context, o *models.Opened) (*Script, error) {
	b, err := s.BindGraph(ctx, o)
	if err != nil {
		return nil, err
	}
	p := &Played{BoundGraph: b, Runs: make(map[*runtime.Crowd]*GraphRun)}
	if s.Play != "" {
		p.Input, err = b.ReadInput(s.Play)
	} else {
		p.Input, err = b.idle()
	}
	if err != nil {
		return nil, err
	}
	return &Script{
		Stack: &graph.LayerStack{Model: o.Model}, Graph: p, name: b.Name(), Length: p.Input.Time(p.Input.Steps - 1),
	}, nil
}

// Crowd returns instances at the start of the graph.
func (p *Played) Crowd(instances int, options runtime.CrowdOptions) (*runtime.Crowd, *soa.Model, error) {
	model := p.Model.Model
	options.Layers = play.MaxLayers
	crowd, bound, err := NewCrowd(model, model.Clips, instances, options)
	if err != nil {
		return nil, nil, err
	}
	run := &GraphRun{Instances: p.Program.Start(instances), Step: make([]int, instances), Begin: make([][]byte, instances)}
	if err := crowd.SetGraph(run.Instances); err != nil {
		return nil, nil, err
	}
	for i := range instances {
		if run.Begin[i], err = crowd.Instance(i).Save(nil); err != nil {
			return nil, nil, err
		}
		run.Step[i] = -1
	}
	p.Runs[crowd] = run
	return crowd, bound, nil
}

// stepNoise is the rounding error of a time, in steps.
const stepNoise = 1e-6

// steps returns the number of steps completed at a time.
func (p *Played) steps(t float64) int {
	return int(max(0, min(math.Floor(t/p.Input.Seconds+stepNoise), graph.MaxSteps)))
}

// at evaluates an instance after the steps completed at a time; after none it shows the start.
func (p *Played) at(crowd *runtime.Crowd, i int, t float64) error {
	run := p.Runs[crowd]
	run.one[0] = i
	to := p.steps(t)
	if to == run.Step[i] {
		return nil
	}
	if run.Step[i] < 0 || to < run.Step[i] {
		if err := crowd.Instance(i).Restore(run.Begin[i]); err != nil {
			return err
		}
		run.Step[i] = 0
	}
	if to == 0 {
		run.Step[i] = -1 // the first step starts anew
		return crowd.UpdateSome(run.one[:], 0)
	}
	for ; run.Step[i] < to; run.Step[i]++ {
		if err := p.Input.Apply(run.Instances, i, run.Step[i]); err != nil {
			return err
		}
		if err := crowd.UpdateSome(run.one[:], p.Input.Seconds); err != nil {
			return err
		}
	}
	return nil
}

// States returns the active states of the first instance of a crowd.
func (p *Played) States(crowd *runtime.Crowd) []graph.Playing {
	return p.Runs[crowd].Instances.States(nil, 0)
}

// walk returns the path of the graph's root motion.
func (p *Played) walk() (*walk, error) {
	crowd, _, err := p.Crowd(1, runtime.CrowdOptions{RootMotion: play.RootApplied})
	if err != nil {
		return nil, err
	}
	return &walk{crowd: crowd, step: p.Input.Seconds, places: []soa.RootTransform{soa.IdentityRoot()}, graph: p}, nil
}
