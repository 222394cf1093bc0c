package timing

import (
	"context"
	"runtime"
	"time"

	"github.com/sinew-anim/sinew/internal/measure"
	"github.com/sinew-anim/sinew/native/simd"
)

// Plan is what is measured: every path for each number of characters, with every instruction
// set and number of workers that make a difference to it.
type Plan struct {
	Counts, Workers []int
	ISAs            []simd.ISA
	Paths           []measure.Path
	Clips           int  // that the characters play
	Random          bool // times, instead of steps
	Time            time.Duration
}

// MostClassic is the largest number of characters for methods without crowds.
const MostClassic = 112

// Result is the time of a path for a number of characters that was asked for.
type Result struct {
	measure.Result
	characters int
}

// Run compares all paths for one count after the other, so that only that many characters are
// in memory at a time. begin gets the number of steps; step is called after each.
func (p *Plan) Run(ctx context.Context, c *measure.Character, begin func(steps int),
	step func()) (results []Result, err error) {
	var groups [][]measure.Task
	steps := 0
	for _, n := range p.Counts {
		tasks := p.tasks(measure.Crowd{Instances: n, Clips: p.Clips, Random: p.Random})
		groups = append(groups, tasks)
		steps += measure.Steps(len(tasks))
	}
	begin(steps)
	for i, tasks := range groups {
		part, err := c.Compare(ctx, tasks, p.Time, step)
		if err != nil {
			return nil, err
		}
		for _, r := range part {
			results = append(results, Result{r, p.Counts[i]})
		}
		runtime.GC() // the next are larger
	}
	return results, nil
}

// tasks lists the paths on a crowd.
func (p *Plan) tasks(crowd measure.Crowd) (list []measure.Task) {
	for _, path := range p.Paths {
		isas, workers := p.ISAs, p.Workers
		if path.Kind != measure.Kernels {
			isas = []simd.ISA{simd.Current()}
		}
		if !path.Parallel {
			workers = []int{1}
		}
		for _, isa := range isas {
			for _, w := range workers {
				c := crowd
				c.ISA, c.Workers = isa, w
				if path.Kind == measure.Classic {
					c.Instances = min(c.Instances, MostClassic)
				}
				list = append(list, measure.Task{Path: path, Crowd: c})
			}
		}
	}
	return list
}
