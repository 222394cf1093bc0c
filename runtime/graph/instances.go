package graph

import (
	"fmt"
	"math"
	"slices"
	"sync/atomic"

	"github.com/sinew-anim/sinew/runtime/internal/pace"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Instances hold the parameters and the playing state of the instances of a graph, for
// Crowd.SetGraph. Between updates different goroutines may change different instances. Methods
// allocate for errors only. For an instance out of range they return an error that wraps
// soa.ErrRange, or do nothing and return zero values.
//
// The clips of a blend share a phase, see Sync; its length is the weighted mean of theirs. A
// sample without a weight costs nothing and returns at the phase of the others.
//
// A step of any length, up to 65,536 substeps, equals many short ones to a millionth, with events to
// 1e-9 s, phases and root motion: it is divided where transitions are taken, where fades end, and
// where the clip with the greatest weight of a phase changes. A transition is taken at the moment at
// which its conditions become true, and the next state plays for the rest of the step; a state that
// is left at the moment at which it is entered plays while it fades out. Events of a clip that fades
// count however little it weighs. Parameters hold for the whole step, smoothed ones with their value
// at its end. A negative step moves clips and fades, and takes no transitions.
type Instances struct {
	p *Program
	n int

	// Per instance, one after the other:
	raw       []float32 // parameters as set; of a Trigger the time left, 0: not set
	smooth    []float32 // as nodes read them: raw itself where none is smoothed
	clocks    []clockState
	machines  []machineState
	cooldowns []float64
	active    [][play.MaxLayers]uint16 // 1 + leaf, or 0
	used      []uint8                  // a bit per active clip that is not 0
	started   []bool
	snaps     []bool // the next step settles the instance, see Snap

	recorder *recorder // nil: nothing is counted
}

// clockState is the phase of a clock.
type clockState struct {
	cycle int64
	phase float64 // intervals in the round
	rate  float64 // rounds per second
}

// clockStep is the course of a clock in a substep.
type clockStep struct {
	fromCycle int64 // before the substep, or at its start in it
	fromPhase float64
	fromRate  float64
	way       pace.Way // of its phase, in intervals
	seconds   float64  // that it has played
	fresh     bool     // it has started in this substep
	bends     bool     // way is a cubic
}

// maxEntries is the greatest number of states of a machine that play at once. A further fade is
// inertialized.
const maxEntries = 3

// machineState is the states that play, the oldest first.
type machineState struct {
	n         uint8
	interrupt Interrupt // of the current fade
	source    uint16    // the state that it leaves
	priority  int32     // of its transition
	held      int32     // see driver.held; 0: not held
	entry     [maxEntries]entry
}

// entry is a state that plays; its share covers the older ones and goes from from to 1 as s goes
// from 0 to 1.
type entry struct {
	state         uint16
	curve         play.Curve
	from, s, rate float64
	time          float64 // since it began
	progress      float64 // of its clock then, in rounds
}

// share is the entry's share after some seconds.
func (e *entry) share(seconds float64) float64 {
	s := max(0, e.s+float64(e.rate*seconds))
	if s >= 1 {
		return 1
	}
	return e.from + float64((1-e.from)*e.curve.At(s))
}

// covers reports whether a state covers the older one of an entry after some seconds.
func (st *machineState) covers(k int, seconds float64) bool {
	for k++; k < int(st.n); k++ {
		if e := &st.entry[k]; e.s+float64(e.rate*seconds) >= 1 {
			return true
		}
	}
	return false
}

// Start returns n instances with default parameters.
func (p *Program) Start(n int) *Instances {
	g := &Instances{
		p: p, n: n, raw: make([]float32, n*p.values), smooth: make([]float32, n*p.values),
		clocks: make([]clockState, n*len(p.clocks)), machines: make([]machineState, n*len(p.machines)),
		cooldowns: make([]float64, n*p.cooldowns), active: make([][play.MaxLayers]uint16, n), used: make([]uint8, n), started: make([]bool, n), snaps: make([]bool, n),
	}
	if p.smooth == nil {
		g.smooth = g.raw
	}
	for i := range n {
		g.Reset(i)
	}
	return g
}

// Reset restarts instance i with default parameters.
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
	g.started[i], g.snaps[i] = false, false
}

// Len returns the number of instances.
func (g *Instances) Len() int { return g.n }

// Program returns what the instances play.
func (g *Instances) Program() *Program { return g.p }

// Layers, Masks and Clips are for Crowd.SetGraph: Program.Layers, the masks of clips, and the
// lengths of the cast's clips.
func (g *Instances) Layers() int        { return g.p.layers }
func (g *Instances) Masks() []pose.Mask { return g.p.masks }
func (g *Instances) Clips() []float64   { return g.p.seconds }

// Uses lists the clips of the cast that the graph can play.
func (g *Instances) Uses() (list []int) {
	for k := range g.p.leaves {
		if clip := int(g.p.leaves[k].clip); !slices.Contains(list, clip) {
			list = append(list, clip)
		}
	}
	return list
}

// find returns the parameter that takes a value, or nil.
func (g *Instances) find(i, k int, v float64) *parameter {
	if uint(i) < uint(g.n) && uint(k) < uint(len(g.p.parameters)) && math.Abs(v) <= maxValue {
		return &g.p.parameters[k]
	}
	return nil
}

func (g *Instances) refused(i, k int, v float64) error {
	switch {
	case i < 0 || i >= g.n:
		return fmt.Errorf("%w: instance %d of %d", soa.ErrRange, i, g.n)
	case k < 0 || k >= len(g.p.parameters):
		return fmt.Errorf("%w: parameter %d of %d", ErrParameter, k, len(g.p.parameters))
	}
	return fmt.Errorf("%w: %q is %v in instance %d", ErrParameter, g.p.parameters[k].Name, v, i)
}

// limited clamps a value to the parameter's limits.
func (x *parameter) limited(v float64) float32 {
	if x.Min < x.Max {
		v = max(x.Min, min(v, x.Max))
	}
	return float32(v)
}

// rounded converts a value to the parameter's type.
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

// Set sets a Float, an Int, rounded, or a Bool, true unless v is 0, in instance i. k is the number
// from Program.Parameter. The error wraps ErrParameter, also for numbers beyond ±1e30.
func (g *Instances) Set(i, k int, v float64) error {
	x := g.find(i, k, v)
	if x == nil {
		return g.refused(i, k, v)
	}
	if x.Type == Trigger || x.Type == Vec2 {
		return x.noValue()
	}
	g.raw[i*g.p.values+x.at] = x.rounded(v)
	return nil
}

// SetVec2 sets a Vec2 in instance i. The error wraps ErrParameter.
func (g *Instances) SetVec2(i, k int, vx, vy float64) error {
	x := g.find(i, k, vx)
	if x == nil {
		return g.refused(i, k, vx)
	}
	if g.find(i, k, vy) == nil {
		return g.refused(i, k, vy)
	}
	if x.Type != Vec2 {
		return fmt.Errorf("%w: %q is no vec2", ErrParameter, x.Name)
	}
	at := i*g.p.values + x.at
	g.raw[at], g.raw[at+1] = x.limited(vx), x.limited(vy)
	return nil
}

// SetAll sets a Float, Int or Bool in all instances. The error wraps ErrParameter, also for a
// wrong number of values; nothing has changed then.
func (g *Instances) SetAll(k int, values []float32) error {
	if len(values) != g.n {
		return fmt.Errorf("%w: %d values for %d instances", ErrParameter, len(values), g.n)
	}
	if g.n == 0 {
		return nil
	}
	x := g.find(0, k, 0)
	switch {
	case x == nil:
		return g.refused(0, k, 0)
	case x.Type == Trigger || x.Type == Vec2:
		return x.noValue()
	}
	for i, v := range values {
		if !(math.Abs(float64(v)) <= maxValue) {
			return g.refused(i, k, float64(v))
		}
	}
	if x.Type == Float && !(x.Min < x.Max) { // as they are
		for i, v := range values {
			g.raw[i*g.p.values+x.at] = v
		}
		return nil
	}
	for i, v := range values {
		g.raw[i*g.p.values+x.at] = x.rounded(float64(v))
	}
	return nil
}

// shortest is the time left of a Trigger that waits for one update.
const shortest = math.SmallestNonzeroFloat32

// Trigger sets a Trigger in instance i. The error wraps ErrParameter.
func (g *Instances) Trigger(i, k int) error {
	x, err := g.trigger(i, k)
	if err == nil {
		g.raw[i*g.p.values+x.at] = max(shortest, float32(x.Lifetime))
	}
	return err
}

// Clear clears a Trigger in instance i. The error wraps ErrParameter.
func (g *Instances) Clear(i, k int) error {
	x, err := g.trigger(i, k)
	if err == nil {
		g.raw[i*g.p.values+x.at] = 0
	}
	return err
}

func (g *Instances) trigger(i, k int) (*parameter, error) {
	x := g.find(i, k, 0)
	if x == nil {
		return nil, g.refused(i, k, 0)
	}
	if x.Type != Trigger {
		return nil, fmt.Errorf("%w: %q is no trigger", ErrParameter, x.Name)
	}
	return x, nil
}

// Value returns a parameter of instance i as set: of a Trigger the seconds left, of a Vec2 both
// parts. It is 0 for an instance or a parameter out of range.
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

// shares computes the shares of the states after some seconds, whose sum is 1.
func (st *machineState) shares(share *[maxEntries]float64, seconds float64) {
	left := 1.
	for k := int(st.n) - 1; k > 0; k-- {
		share[k] = float64(left * st.entry[k].share(seconds))
		left -= share[k]
	}
	share[0] = left
}

// recorder holds the counts of Coverage, machine by machine and blend by blend. Goroutines share
// it.
type recorder struct {
	entered, steps []uint64 // per state of all machines
	taken          []uint64
	weighted       []uint64 // per weight that blends keep in an instance
}

func count(of *uint64) { atomic.AddUint64(of, 1) }
