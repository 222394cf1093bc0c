package graph

import "github.com/sinew-anim/sinew/runtime/play"

// driver drives one instance at a time.
//
//	visit    finds the clips that play, and their weights in the pace of their clocks
//	limit    divides the step into substeps
//	advance  advances the clocks
//	decide   takes transitions, at the moments at which their conditions became true
//	emit     gives weights to clips, and clips to layers
type driver struct {
	g *Instances
	p *Program

	layers int   // most clips of an instance at once
	room   uint8 // a bit for each

	i         int
	dt        float64
	raw       []float32
	smooth    []float32
	clocks    []clockState
	machines  []machineState
	cooldowns []float64

	fading   bool          // a machine faded as the substep began: visit fills played, otherwise out
	looks    bool          // visit fills out too, with the weights at endsAt
	endsAt   float64       // the end of the substep for which the ends of paths are known
	fades    bool          // in the substep
	fadeEnd  float64       // seconds until the first fade ends, if that may be in the substep
	fastest  float64       // rate of the shortest fade
	bends    bool          // fades may change the pace of a clock
	substeps int           // of the step
	taken    transitionSet // transitions that a machine has taken at this moment
	leads    []int         // per clock: the leaf of the greatest weight
	paces    [5][]float64  // per clock, at the moments of the substep
	pacesOf  float64       // seconds that it took then
	kept     kept

	local   []float32 // per kid of blends: its weight
	played  []playedLeaf
	paths   []fadePath
	active  []pacing
	touched []int
	decides []int     // machines that decide, outer ones first
	leaving int       // states above that fade out: nothing decides below them
	courses []course  // per clock
	stamp   uint32    // of valid sums
	lengths []float64 // of the intervals of a clock

	shows  int // of played, in the substep: others begin after it
	out    []activeClip
	before []activeClip // out before transitions
	moved  bool         // to other states: out is invalid
	snaps  bool         // the step settles the instance, see Snap
	step   play.Drive
}

// pacing is the weight of a clip in the pace of its clock.
type pacing struct {
	leaf   int
	weight float64
}

// course is what sets the pace of a clock, and where it goes in a substep.
type course struct {
	sum  paceSum
	step clockStep
}

// paceSum is the sum over the clips of a clock.
type paceSum struct {
	weight, length, speed float64
	most                  float64
	lead                  int // the leaf of the greatest weight
	path                  int
	stamp                 uint32
	bends                 bool // different fades change the weights of its clips
}

// playedLeaf is a clip that plays.
type playedLeaf struct {
	leaf, path int
	weight     float64 // in its phase
	shown      float32 // in the pose
}

// activeClip is a clip that plays.
type activeClip struct {
	leaf   int
	weight float32 // at the end of the substep
	full   float32 // where no state fades
}

// maxActive is the greatest number of clips of an instance, a bit each in place: beyond it fades end.
const maxActive = 64

// NewDriver returns a driver, by which one goroutine drives instances that play at most as many
// clips at once as they have layers: fades that need more end early.
func (g *Instances) NewDriver(layers int) play.Driver {
	layers = min(layers, play.MaxLayers)
	p, count := g.p, 1
	for k := range p.clocks {
		count = max(count, p.clocks[k].count)
	}
	most := 8*len(p.leaves) + maxActive // those that transitions start too
	d := &driver{
		g: g, p: p, layers: layers, room: uint8(1<<layers - 1), local: make([]float32, p.locals), active: make([]pacing, 0, most), played: make([]playedLeaf, 0, most), paths: make([]fadePath, 1, 1+maxEntries*len(p.machines)),
		touched: make([]int, 0, len(p.clocks)), decides: make([]int, 0, len(p.machines)), courses: make([]course, len(p.clocks)), lengths: make([]float64, count), leads: make([]int, len(p.clocks)),
		out: make([]activeClip, 0, maxActive), before: make([]activeClip, 0, maxActive),
		step: play.Drive{Fired: make([]play.Fired, 0, maxFired)},
	}
	for k := range d.paces {
		d.paces[k] = make([]float64, len(p.clocks))
	}
	d.paths[0] = fadePath{pace: 1, start: 1, end: 1}
	transitions := 0 // of a machine
	for k := range p.machines {
		transitions = max(transitions, len(p.machines[k].transitions))
	}
	d.taken.bits = make([]uint64, (transitions+63)/64)
	d.kept = kept{make([]float32, p.values), make([]machineState, len(p.machines)), make([]float64, p.cooldowns)}
	return d
}

// maxFired is the number of events that states of an instance fire at a moment without an allocation.
const maxFired = 32

// turn selects an instance.
func (d *driver) turn(i int) {
	g, p := d.g, d.p
	d.i = i
	d.raw = g.raw[i*p.values : (i+1)*p.values]
	if d.smooth = d.raw; p.smooth != nil {
		d.smooth = g.smooth[i*p.values : (i+1)*p.values]
	}
	d.clocks = g.clocks[i*len(p.clocks) : (i+1)*len(p.clocks)]
	d.machines = g.machines[i*len(p.machines) : (i+1)*len(p.machines)]
	if p.cooldowns > 0 {
		d.cooldowns = g.cooldowns[i*p.cooldowns : (i+1)*p.cooldowns]
	}
}

// least is the weight in a pace of clips without a weight, which set it if they are alone.
const least = 1e-9

// leastCooldown is the least value of an elapsed cooldown, in seconds.
const leastCooldown = -1e6

// kept is the state of an instance before a substep.
type kept struct {
	smooth    []float32
	machines  []machineState
	cooldowns []float64
}

// passedBy is how far beyond its phase a clip starts that matches another one, in rounds: what was
// passed is not passed again. It is so much less than sameTime that what happens at the same moment
// still does after several of them.
const passedBy = sameTime / 64

// sameTime is the tolerance in seconds, and in rounds of a clock.
const sameTime = 1e-9

// fadePath is a state of a machine that fades, below others.
type fadePath struct {
	above          int // path
	machine, entry int
	// The product of the shares on the path: in paces, where no share is 0, at the current moment;
	// in the pose, at the start and the end of the substep.
	pace, start, end float64
	covered          bool // another state, of it or of one above, covers it at the end of the substep
}
