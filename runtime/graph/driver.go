package graph

import "github.com/sinew-anim/sinew/runtime/play"

// driver drives one instance at a time.
//
//	visit    finds the clips that play, and how much each of them sets the pace of its phase
//	limit    divides the step into substeps
//	advance  moves the phases
//	decide   lets the machines go on, as of the moments at which conditions came true
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

	fading   bool         // some machine was, as the substep began: clips are played, else they are out
	looks    bool         // clips that are found are out, with the weights of endsAt
	endsAt   float64      // the end of the substep for which ends of paths were found
	fades    bool         // in the substep
	fadeEnd  float64      // seconds until the first of these fades ends, if that may be in it
	fastest  float64      // rate of the shortest of them
	bends    bool         // they may change the pace of a phase
	substeps int          // of the step
	hops     []uint8      // per machine: transitions taken in the step
	hopped   bool         // there are some
	leads    []int        // per clock: the leaf of the greatest weight
	paces    [5][]float64 // per clock, at the moments of the substep
	pacesOf  float64      // seconds that it took then
	kept     kept

	local   []float32 // per kid of blends: its weight
	played  []playedLeaf
	paths   []fadePath
	active  []pacing
	touched []int
	decides []int       // machines that decide, the outer ones first
	leaving int         // states above that leave: nothing decides below them
	sums    []paceSum   // per clock
	steps   []clockStep // per clock that plays
	stamp   uint32      // of sums that count
	lengths []float64   // of the intervals of a clock

	shows  int // of played, in the substep: others begin after it
	out    []activeClip
	before []activeClip // out, before transitions
	moved  bool         // to other states: out does not hold
	step   play.Drive
}

// pacing is how much a clip sets the pace of its phase.
type pacing struct {
	leaf   int
	weight float64
}

// paceSum is what the clips of a phase add up to.
type paceSum struct {
	stamp                 uint32
	weight, length, speed float64
	lead                  int // the leaf of the greatest weight
	most                  float64
	path                  int
	bends                 bool // fades change the weights of its clips in different ways
}

// playedLeaf is a clip that plays.
type playedLeaf struct {
	leaf, path int
	weight     float64 // in its phase
	shown      float32 // in the pose
}

// activeClip is a clip that plays, with its weight.
type activeClip struct {
	leaf   int
	weight float32 // at the end of the substep
}

// maxActive is the most clips of an instance that are looked at: beyond, its fades end.
const maxActive = 64

// NewDriver returns what one goroutine drives instances with that play at most so many clips
// at once: fades that would need more end early.
func (g *Instances) NewDriver(layers int) play.Driver {
	layers = min(layers, play.MaxLayers)
	p, count := g.p, 1
	for k := range p.clocks {
		count = max(count, p.clocks[k].count)
	}
	most := 2*maxHops*len(p.leaves) + maxActive // those that transitions start too
	d := &driver{
		g: g, p: p, layers: layers, room: uint8(1<<layers - 1), local: make([]float32, p.locals), active: make([]pacing, 0, most), played: make([]playedLeaf, 0, most), paths: make([]fadePath, 1, 1+maxEntries*len(p.machines)),
		touched: make([]int, 0, len(p.clocks)), decides: make([]int, 0, len(p.machines)), sums: make([]paceSum, len(p.clocks)), steps: make([]clockStep, len(p.clocks)), lengths: make([]float64, count), hops: make([]uint8, len(p.machines)), leads: make([]int, len(p.clocks)),
		out: make([]activeClip, 0, maxActive), before: make([]activeClip, 0, maxActive),
		step: play.Drive{Fired: make([]play.Fired, 0, maxFired)},
	}
	for k := range d.paces {
		d.paces[k] = make([]float64, len(p.clocks))
	}
	d.paths[0] = fadePath{pace: 1, start: 1, end: 1}
	d.kept = kept{make([]float32, p.values), make([]machineState, len(p.machines)), make([]float64, p.cooldowns)}
	return d
}

// maxFired is the most events that an instance's states fire in a step.
const maxFired = 32

// turn turns the driver to an instance.
func (d *driver) turn(i int) {
	g, p := d.g, d.p
	d.i = i
	d.raw, d.smooth = g.raw[i*p.values:][:p.values], g.smooth[i*p.values:][:p.values]
	d.clocks = g.clocks[i*len(p.clocks):][:len(p.clocks)]
	d.machines = g.machines[i*len(p.machines):][:len(p.machines)]
	d.cooldowns = g.cooldowns[i*p.cooldowns:][:p.cooldowns]
}

// least is the part of a pace that clips without a weight have: alone they set it.
const least = 1e-9

// leastCooldown is how long ago a cooldown has ended at most, as a number of seconds below 0.
const leastCooldown = -1e6

// kept is the state of an instance before a substep.
type kept struct {
	smooth    []float32
	machines  []machineState
	cooldowns []float64
}

// maxSubsteps is the most substeps of a step: what follows is one.
const maxSubsteps = 1 << 10

// maxHops is the most transitions of a machine in one step: a machine whose conditions
// lead in a circle goes on with the next step.
const maxHops = 4

// sameTime is the number of seconds, and of rounds of a clock, that are none.
const sameTime = 1e-9

// fadePath is a state of a machine that fades, below others.
type fadePath struct {
	above          int // path
	machine, entry int
	// The product of the shares on the path: in paces, where no share is 0, at the moment at
	// hand; in the pose, at the start of the substep and at its end.
	pace, start, end float64
}
