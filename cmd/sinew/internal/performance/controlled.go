package performance

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	layout "github.com/sinew-anim/sinew/runtime/pose"
)

// Controlled is a control that changes the poses of crowds.
type Controlled struct {
	*control.DocumentStack
	file string
	Runs map[*runtime.Crowd]*ControlRun
}

// controlled binds the control of the flags to the model, or returns nil.
func (s *Flags) controlled(o *models.Opened) (*Controlled, error) {
	word := s.Control
	if word == "" && s.Archived && o.ControlSummary() != nil {
		word = models.OwnControl
	}
	if word == "" {
		return nil, nil
	}
	c, file, err := o.ReadControl(word)
	if err != nil {
		return nil, err
	}
	d, err := control.NewDocumentStack(o.Model.Skeleton, c)
	if err != nil {
		return nil, fmt.Errorf("%s, for %s: %w", file, o.File, err)
	}
	return &Controlled{d, file, make(map[*runtime.Crowd]*ControlRun)}, nil
}

// reserve lists the columns that layouts need for it.
func (c *Controlled) reserve() []layout.Reservation {
	if c == nil {
		return nil
	}
	return c.Reserve()
}

// begin applies the control to a crowd.
func (c *Controlled) begin(crowd *runtime.Crowd) error {
	if c == nil {
		return nil
	}
	g, err := c.Start(crowd.Layout(), crowd.Len())
	if err != nil {
		return fmt.Errorf("%s: %w", c.file, err)
	}
	run := &ControlRun{of: c, crowd: crowd, g: g, acting: make([]uint8, g.Len()), steps: make([]float64, g.Len()),
		Shown: make([]float64, g.Len()), grid: make([]gridState, g.Len())}
	for i := range run.Shown {
		run.Shown[i] = -1
	}
	c.Runs[crowd] = run
	return crowd.SetControl(run)
}

// ControlRun is a control at work on a crowd whose instances are shown at arbitrary times.
// Modifiers with a state, such as springs, are simulated at the moments of a fixed grid. A time between
// two of them is a step aside, from a state that is restored: what is shown depends on the time alone.
type ControlRun struct {
	of     *Controlled
	crowd  *runtime.Crowd
	g      *control.Instances
	acting []uint8
	steps  []float64 // per instance: seconds that its modifiers advance by
	Shown  []float64 // per instance: seconds since the start, or −1
	grid   []gridState
	one    [1]int
	Live   bool // the crowd advances on its own
}

// gridState is the state of an instance's modifiers at a moment of the grid.
type gridState struct {
	from, at int64 // moments: at which the simulation began, and the last one
	data     []byte
	aside    bool // a time after it was shown: data is the state at it
}

const (
	// controlRate is the number of moments of the grid per second.
	controlRate = 60
	// longestLead bounds the simulation before a picture, in moments: later ones begin at a multiple of
	// half of it.
	longestLead = 600 * controlRate
)

// leadOf returns the moment at which the simulation for a time begins: the same for the same time.
func leadOf(moment int64) int64 {
	if moment < longestLead {
		return 0
	}
	return (moment/(longestLead/2) - 1) * (longestLead / 2)
}

// Len and the methods below it implement what Crowd.SetControl takes.
func (r *ControlRun) Len() int               { return r.g.Len() }
func (r *ControlRun) Layout() *layout.Layout { return r.g.Layout() }
func (r *ControlRun) Acting() []uint8        { return r.acting }
func (r *ControlRun) Columns() []int         { return r.g.Columns() }
func (r *ControlRun) Changes() []int         { return r.g.Changes() }
func (r *ControlRun) NewController() layout.Controller {
	return &steppedController{r, r.g.NewController()}
}

// steppedController advances by the run's steps.
type steppedController struct {
	run *ControlRun
	layout.Controller
}

func (c *steppedController) Change(block []float32, at *layout.Changing) {
	for lane := range at.Len {
		if i := at.Instance[lane]; !c.run.Live {
			at.Seconds[lane], c.run.steps[i] = c.run.steps[i], 0
		}
	}
	c.Controller.Change(block, at)
}

// At shows instance i at a time since the start; show evaluates what it plays some seconds
// before that.
func (r *ControlRun) At(i int, t float64, show func(back float64) error) error {
	if !r.of.Remembers() {
		if err := r.set(i, t); err != nil {
			return err
		}
		return show(0)
	}
	g := &r.grid[i]
	last := max(int64(math.Floor(t*controlRate+1e-6)), 0)
	from, onGrid := leadOf(last), t-momentOf(last) < 1e-9
	passed := last < g.at || last == g.at && onGrid && g.aside
	if r.Shown[i] < 0 || g.from != from || passed || !r.restore(i) {
		if err := r.forget(i); err != nil {
			return err
		}
		*g = gridState{from: from, at: from, data: g.data}
		if err := r.step(i, momentOf(from), 0, t, show); err != nil {
			return err
		}
	}
	for ; g.at < last; g.at++ {
		if err := r.step(i, momentOf(g.at+1), 1./controlRate, t, show); err != nil {
			return err
		}
	}
	if onGrid {
		return nil
	}
	g.data, g.aside = r.g.Save(g.data[:0], i), true
	return r.step(i, t, t-momentOf(last), t, show)
}

func momentOf(n int64) float64 { return float64(n) / controlRate }

// restore restores the state at the last moment of the grid, and reports whether it did.
func (r *ControlRun) restore(i int) bool {
	g := &r.grid[i]
	if !g.aside {
		return true
	}
	g.aside = false
	return r.g.Restore(i, g.data) == nil
}

// step shows an instance at a time before another one, and advances its modifiers.
func (r *ControlRun) step(i int, t, seconds, to float64, show func(back float64) error) error {
	r.acting[i] = 0
	if err := show(to - t); err != nil {
		return err
	}
	if err := r.set(i, t); err != nil {
		return err
	}
	r.steps[i], r.Shown[i], r.one[0] = seconds, t, i
	return r.crowd.UpdateSome(r.one[:], 0)
}

// set sets the targets of an instance at a time.
func (r *ControlRun) set(i int, t float64) error {
	if err := r.of.Set(r.g, i, max(t, 0)); err != nil {
		return fmt.Errorf("%s: %w", r.of.file, err)
	}
	r.acting[i] = r.g.Acting()[i]
	return nil
}

// forget resets the state of modifiers.
func (r *ControlRun) forget(i int) error {
	for k := range r.of.Len() {
		if err := r.g.SetWeight(i, k, 0); err != nil {
			return err
		}
	}
	return nil
}

// GoesTo sets the targets of all instances of a crowd that advances on its own.
func (r *ControlRun) GoesTo(t float64) error {
	if r == nil {
		return nil
	}
	r.Live = true
	for i := range r.g.Len() {
		if t == 0 {
			if err := r.forget(i); err != nil {
				return err
			}
		}
		if err := r.set(i, t); err != nil {
			return err
		}
	}
	return nil
}
