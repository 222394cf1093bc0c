package graph

import (
	"fmt"
	"math"
	"sync/atomic"

	"github.com/sinew-anim/sinew/internal/pace"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Instances is the parameters and the playing state of characters that play one graph:
// what Crowd.SetGraph takes. Between updates different goroutines may change different
// instances; nothing here allocates, except for errors. For an instance out of range methods
// that return an error give one that wraps soa.ErrRange, and others do nothing or return
// what there is of none.
//
// Clips keep a phase, see Sync: those of a blend have one in common, and take as long as
// the mean of their lengths by weight. A blend sample without a weight costs nothing and
// comes back where the others are.
//
// A step of any length does what many short ones do, events, phases and root motion
// included, to a millionth: it is divided where transitions are taken, fades end and clips of
// a phase take the lead from each other. Conditions come true at a moment of
// the step; a transition is taken at that moment, and what comes has played for the rest of
// the step at its end. Parameters hold for the whole step. A step back moves clips and fades,
// and takes no transitions.
type Instances struct {
	p *Program
	n int

	// Per instance, one after the other:
	raw       []float32 // parameters as they were set; a Trigger's is what it still waits, 0: not set
	smooth    []float32 // as nodes read them: raw itself where none is smoothed
	clocks    []clockState
	machines  []machineState
	cooldowns []float64
	active    [][play.MaxLayers]uint16 // 1 + leaf, or 0
	used      []uint8                  // a bit per active clip that is not 0
	started   []bool

	recorder *recorder // nil: nothing is counted
}

// clockState is where a clock stands.
type clockState struct {
	cycle int64
	phase float64 // intervals in the round
	rate  float64 // rounds per second
}

// clockStep is how a clock that plays has come there.
type clockStep struct {
	fromCycle int64 // where it was before the substep, or started in it
	fromPhase float64
	fromRate  float64
	way       pace.Way // of its phase, in intervals
	seconds   float64  // that it has gone
	fresh     bool     // it has started in this substep
}

// maxEntries is the most states of a machine that play at once. What another fade would
// add to them is inertialized.
const maxEntries = 3

// machineState is the states that play, the oldest first.
type machineState struct {
	n         uint8
	interrupt Interrupt // of the fade at hand
	source    uint16    // the state that it leaves
	priority  int32     // of its transition
	entry     [maxEntries]entry
}

// entry is a state that plays, and its part of what the older ones leave it: from from to
// 1, as s goes from 0 to 1.
type entry struct {
	state         uint16
	curve         play.Curve
	from, s, rate float64
	time          float64 // since it began
	progress      float64 // of its clock then, in rounds
}

// share is the entry's part in some seconds.
func (e *entry) share(seconds float64) float64 {
	s := max(0, e.s+float64(e.rate*seconds))
	if s >= 1 {
		return 1
	}
	return e.from + float64((1-e.from)*e.curve.At(s))
}

// Start returns n instances with the parameters' defaults.
func (p *Program) Start(n int) *Instances {
	g := &Instances{
		p: p, n: n, raw: make([]float32, n*p.values), smooth: make([]float32, n*p.values),
		clocks: make([]clockState, n*len(p.clocks)), machines: make([]machineState, n*len(p.machines)),
		cooldowns: make([]float64, n*p.cooldowns), active: make([][play.MaxLayers]uint16, n), used: make([]uint8, n), started: make([]bool, n),
	}
	if p.smooth == nil {
		g.smooth = g.raw
	}
	for i := range n {
		g.Reset(i)
	}
	return g
}

// Reset puts instance i back to the start, with the parameters' defaults.
func (g *Instances) Reset(i int) {
	if i < 0 || i >= g.n {
		return
	}
	for k := range g.p.parameters {
		x := &g.p.parameters[k]
		raw := g.raw[i*g.p.values+x.at:]
		if raw[0] = float32(x.Default); x.Type == Trigger {
			raw[0] = 0
		}
		if x.Type == Vec2 {
			raw[1] = float32(x.DefaultY)
		}
	}
	copy(g.smooth[i*g.p.values:(i+1)*g.p.values], g.raw[i*g.p.values:])
	clear(g.cooldowns[i*g.p.cooldowns : (i+1)*g.p.cooldowns])
	g.started[i] = false
}

// Len returns the number of instances.
func (g *Instances) Len() int { return g.n }

// Program returns what the instances play.
func (g *Instances) Program() *Program { return g.p }

// Layers is Program.Layers, Masks the masks that clips may have, Clips the lengths of
// the cast's clips: what Crowd.SetGraph asks for.
func (g *Instances) Layers() int        { return g.p.layers }
func (g *Instances) Masks() []pose.Mask { return g.p.masks }
func (g *Instances) Clips() []float64   { return g.p.seconds }

// find checks what a parameter is to be set to.
func (g *Instances) find(i, k int, v float64) (*parameter, error) {
	if uint(i) < uint(g.n) && uint(k) < uint(len(g.p.parameters)) && math.Abs(v) <= MaxValue {
		return &g.p.parameters[k], nil
	}
	return nil, g.refused(i, k, v)
}

// refused says why a parameter cannot be set.
func (g *Instances) refused(i, k int, v float64) error {
	switch {
	case i < 0 || i >= g.n:
		return fmt.Errorf("%w: instance %d of %d", soa.ErrRange, i, g.n)
	case k < 0 || k >= len(g.p.parameters):
		return fmt.Errorf("%w: parameter %d of %d", ErrParameter, k, len(g.p.parameters))
	}
	return fmt.Errorf("%w: %q is %v in instance %d", ErrParameter, g.p.parameters[k].Name, v, i)
}

// limited is a value within the parameter's limits.
func (x *parameter) limited(v float64) float32 {
	if x.Min < x.Max {
		v = max(x.Min, min(v, x.Max))
	}
	return float32(v)
}

// rounded is a value as the parameter's type has it.
func (x *parameter) rounded(v float64) float32 {
	switch x.Type {
	case Int:
		v = math.RoundToEven(v)
	case Bool:
		if v != 0 {
			v = 1
		}
	}
	return x.limited(v)
}

func (x *parameter) noValue() error {
	return fmt.Errorf("%w: %q has no single value", ErrParameter, x.Name)
}

// Set sets a Float, an Int, which is rounded, or a Bool, which is whether v is not 0, of
// instance i. k is what Program.Parameter says. The error wraps ErrParameter, also for a number
// beyond MaxValue.
func (g *Instances) Set(i, k int, v float64) error {
	x, err := g.find(i, k, v)
	if err != nil {
		return err
	}
	if x.Type == Trigger || x.Type == Vec2 {
		return x.noValue()
	}
	g.raw[i*g.p.values+x.at] = x.rounded(v)
	return nil
}

// SetVec2 sets a Vec2 of instance i. The error wraps ErrParameter.
func (g *Instances) SetVec2(i, k int, vx, vy float64) error {
	x, err := g.find(i, k, vx)
	if err == nil {
		_, err = g.find(i, k, vy)
	}
	if err != nil {
		return err
	}
	if x.Type != Vec2 {
		return fmt.Errorf("%w: %q is no vec2", ErrParameter, x.Name)
	}
	at := i*g.p.values + x.at
	g.raw[at], g.raw[at+1] = x.limited(vx), x.limited(vy)
	return nil
}

// SetAll sets a Float, Int or Bool of all instances. The error wraps ErrParameter, also
// where there is not one value per instance, and nothing has changed then.
func (g *Instances) SetAll(k int, values []float32) error {
	if len(values) != g.n {
		return fmt.Errorf("%w: %d values for %d instances", ErrParameter, len(values), g.n)
	}
	if g.n == 0 {
		return nil
	}
	x, err := g.find(0, k, 0)
	switch {
	case err != nil:
		return err
	case x.Type == Trigger || x.Type == Vec2:
		return x.noValue()
	}
	for i, v := range values {
		if _, err := g.find(i, k, float64(v)); err != nil {
			return err
		}
	}
	for i, v := range values {
		g.raw[i*g.p.values+x.at] = x.rounded(float64(v))
	}
	return nil
}

// shortest is what a Trigger that waits for one update alone still waits.
const shortest = math.SmallestNonzeroFloat32

// Trigger sets a Trigger of instance i. The error wraps ErrParameter.
func (g *Instances) Trigger(i, k int) error {
	x, err := g.trigger(i, k)
	if err == nil {
		g.raw[i*g.p.values+x.at] = max(shortest, float32(x.Lifetime))
	}
	return err
}

// Clear takes a Trigger of instance i back. The error wraps ErrParameter.
func (g *Instances) Clear(i, k int) error {
	x, err := g.trigger(i, k)
	if err == nil {
		g.raw[i*g.p.values+x.at] = 0
	}
	return err
}

func (g *Instances) trigger(i, k int) (*parameter, error) {
	x, err := g.find(i, k, 0)
	if err == nil && x.Type != Trigger {
		err = fmt.Errorf("%w: %q is no trigger", ErrParameter, x.Name)
	}
	return x, err
}

// Value returns what a parameter of instance i was set to: of a Trigger the seconds that
// it still waits, of a Vec2 both parts. It is 0 for an instance or a parameter out of range.
func (g *Instances) Value(i, k int) (x, y float64) {
	if i < 0 || i >= g.n || k < 0 || k >= len(g.p.parameters) {
		return 0, 0
	}
	at := i*g.p.values + g.p.parameters[k].at
	if g.p.parameters[k].Type == Vec2 {
		y = float64(g.raw[at+1])
	}
	return float64(g.raw[at]), y
}

// shares are the parts of the states that play in some seconds, which add up to 1.
func (st *machineState) shares(share *[maxEntries]float64, seconds float64) {
	left := 1.
	for k := int(st.n) - 1; k > 0; k-- {
		share[k] = float64(left * st.entry[k].share(seconds))
		left -= share[k]
	}
	share[0] = left
}

// recorder counts what Coverage tells: states, transitions and samples, those of one
// machine or blend after the other's. Goroutines that drive different instances count
// together.
type recorder struct {
	entered, steps []uint64 // per state of all machines
	taken          []uint64
	weighted       []uint64 // per weight that blends keep in an instance
}

func count(of *uint64) { atomic.AddUint64(of, 1) }
