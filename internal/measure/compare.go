package measure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"github.com/sinew-anim/sinew/native/simd"
)

// Task is a crowd that a path is to be measured on.
type Task struct {
	Path  Path
	Crowd Crowd
}

// Result is what a task took.
type Result struct {
	Task
	// PerFrame is the least time of a frame, PerJoint that divided by the
	// joints of all instances, in nanoseconds.
	PerFrame, PerJoint float64
	Frames             int   // that were run
	Err                error // why there is nothing else: it wraps ErrLeftOut
}

// rounds is how often Compare comes by each task.
const rounds = 6

// shortest is how long frames are run between two looks at the clock.
const shortest = 200 * time.Microsecond

// Compare runs every task for that long, in several rounds over all of them, so
// that what disturbs the machine for a while disturbs all alike, and takes the
// least time of each. step, if not nil, is called rounds+1 times per task (see
// Steps). Tasks that do not fit the character have their Err set; any other
// failure ends the comparison, and so does ctx.
func (c *Character) Compare(ctx context.Context, tasks []Task, each time.Duration, step func()) ([]Result, error) {
	if step == nil {
		step = func() {}
	}
	results, works := make([]Result, len(tasks)), make([]*Work, len(tasks))
	defer func() {
		for _, w := range works {
			if w != nil {
				w.Close()
			}
		}
	}()
	for i, t := range tasks {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		w, err := t.start(c)
		if err != nil && !errors.Is(err, ErrLeftOut) {
			return nil, fmt.Errorf("measure %q: %s: %w", c.model.Name, t.Path.Name, err)
		}
		results[i], works[i] = Result{Task: t, Err: err}, w
		step()
	}
	for range rounds {
		for i := range tasks {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if works[i] != nil {
				if err := results[i].run(works[i], each/rounds); err != nil {
					return nil, err
				}
			}
			step()
		}
	}
	for i := range results {
		results[i].PerJoint = results[i].PerFrame / float64(tasks[i].Crowd.Instances*c.Joints())
	}
	return results, nil
}

// Steps is the number of times that Compare calls step for a number of tasks.
func Steps(tasks int) int { return tasks * (rounds + 1) }

// check refuses what no character can do.
func (t *Task) check(c *Character) error {
	if t.Crowd.Instances < 1 || t.Crowd.Workers < 1 || t.Crowd.Clips < 1 || t.Crowd.Clips > len(c.model.Clips) {
		return fmt.Errorf("%w: %d instances of %d clips, %d workers", ErrNothing, t.Crowd.Instances, t.Crowd.Clips, t.Crowd.Workers)
	}
	return nil
}

func (t *Task) start(c *Character) (*Work, error) {
	if err := t.check(c); err != nil {
		return nil, err
	}
	restore, err := simd.Use(t.Crowd.ISA)
	if err != nil {
		return nil, err
	}
	defer restore()
	return t.Path.Start(c, t.Crowd)
}

// run measures for a while.
func (r *Result) run(w *Work, budget time.Duration) error {
	restore, err := simd.Use(r.Crowd.ISA)
	if err != nil {
		return err
	}
	defer restore()
	batch := w.Batch()
	for begun := time.Now(); ; {
		frame := w.Least(batch, batch)
		if r.Frames += batch; r.PerFrame == 0 || frame < r.PerFrame {
			r.PerFrame = frame
		}
		if time.Since(begun) >= budget {
			return nil
		}
	}
}

// Batch returns how many frames it takes to be long enough for a clock, and
// warms the caches up. The best of three tries has to be: one that something
// interrupts would pass for long, and single frames, which are not all alike,
// be measured in place of their average.
func (w *Work) Batch() int {
	for n := 1; ; n *= 2 {
		if n*int(w.Least(3*n, n)) >= int(shortest) || n >= 1<<20 {
			return n
		}
	}
}

// Least runs frames, that many between two looks at the clock, and returns the
// least time that one took, in nanoseconds: what the work takes where nothing
// disturbs it. What is left over counts only where there is nothing else: few
// frames are no average.
func (w *Work) Least(frames, batch int) (nanoseconds float64) {
	nanoseconds = math.Inf(1)
	for left := frames; left > 0; left -= batch {
		n := min(batch, left)
		start := time.Now()
		w.Run(n)
		took := float64(time.Since(start).Nanoseconds()) / float64(n)
		if n == batch || frames < batch {
			nanoseconds = min(nanoseconds, took)
		}
	}
	return nanoseconds
}
