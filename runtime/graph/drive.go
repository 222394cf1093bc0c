package graph

import (
	"math/bits"

	"github.com/sinew-anim/sinew/runtime"
)

// driver drives one instance at a time.
//
//	visit    finds the clips that play, and how much each of them sets the pace of its phase
//	limit    divides the step into substeps
//	advance  moves the phases
//	decide   lets the machines go on, as of the moments at which conditions came true
//	emit     gives weights to clips, and clips to voices
type driver struct {
	g *Instances
	p *Program

	layers int   // most clips of an instance at once
	room   uint8 // their voices

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
	out    []sounding
	before []sounding // out, before transitions
	moved  bool       // to other states: out does not hold
	step   runtime.Drive
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

// sounding is a clip that plays.
type sounding struct {
	leaf   int
	weight float32 // at the end of the substep
}

// maxSounding is the most clips of an instance that are looked at: beyond, its fades end.
const maxSounding = 64

// NewDriver returns what one goroutine drives instances with that play at most so many clips
// at once: fades that would need more end early.
func (g *Instances) NewDriver(layers int) runtime.Driver {
	layers = min(layers, runtime.MaxLayers)
	p, count := g.p, 1
	for k := range p.clocks {
		count = max(count, p.clocks[k].count)
	}
	most := 2*maxHops*len(p.leaves) + maxSounding // those that transitions start too
	d := &driver{
		g: g, p: p, layers: layers, room: uint8(1<<layers - 1), local: make([]float32, p.locals), active: make([]pacing, 0, most), played: make([]playedLeaf, 0, most), paths: make([]fadePath, 1, 1+maxEntries*len(p.machines)),
		touched: make([]int, 0, len(p.clocks)), decides: make([]int, 0, len(p.machines)), sums: make([]paceSum, len(p.clocks)), steps: make([]clockStep, len(p.clocks)), lengths: make([]float64, count), hops: make([]uint8, len(p.machines)), leads: make([]int, len(p.clocks)),
		out: make([]sounding, 0, maxSounding), before: make([]sounding, 0, maxSounding),
		step: runtime.Drive{Fired: make([]runtime.Fired, 0, maxFired)},
	}
	for k := range d.paces {
		d.paces[k] = make([]float64, len(p.clocks))
	}
	d.paths[0] = fadePath{pace: 1, start: 1, end: 1}
	d.keepsRoom()
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

// visit finds the clips that play below an op, which has a weight in paces and one in the
// pose, but for the fades of a path.
func (d *driver) visit(at, path int, weight float64, shown float32) {
	o := &d.p.ops[at]
	switch o.kind {
	case opClip:
		switch {
		case d.fading:
			if len(d.played) == cap(d.played) {
				return
			}
			d.played = append(d.played, playedLeaf{o.what, path, weight, shown})
			p := &d.paths[path]
			if d.looks {
				d.list(o.what, shown, p)
			}
			weight = float64(weight * p.pace)
		case shown > 0 && len(d.out) < cap(d.out):
			d.out = append(d.out, sounding{o.what, shown})
		}
		d.gather(o.what, path, weight)
	case opLine, opTriangles, opBands, opWeights:
		kids := d.p.kidsOf(o)
		for k, w := range d.weigh(o)[:len(kids)] {
			if w > 0 {
				d.visit(int(kids[k]), path, float64(weight*float64(w)), product(shown, w))
			}
		}
	case opSplit:
		kids, x := d.p.kidsOf(o), o.weight(o.x.of(d.smooth))
		d.visit(int(kids[0]), path, weight, shown)
		over := float64(x)
		if over < least {
			over = least
		}
		d.visit(int(kids[1]), path, float64(weight*over), product(shown, x))
	case opMachine:
		st, m := &d.machines[o.what], &d.p.machines[o.what]
		if d.leaving == 0 {
			d.decides = append(d.decides, o.what)
		}
		if st.n == 1 {
			d.visit(m.states[st.entry[0].state].node, path, weight, shown)
			return
		}
		first := d.fade(o.what, path)
		d.leaving++
		for k := range int(st.n) {
			if k == int(st.n)-1 {
				d.leaving--
			}
			d.visit(m.states[st.entry[k].state].node, first+k, weight, shown)
		}
	}
}

// product is the weight that a part of another one has.
func product(weight, part float32) float32 {
	x := float32(weight * part)
	if x > runtime.MaxWeight {
		return runtime.MaxWeight
	}
	return x
}

// gather adds a clip to its phase.
func (d *driver) gather(leaf, path int, weight float64) {
	l := &d.p.leaves[leaf]
	speed := l.factor
	if len(l.speeds) > 0 {
		for k := range l.speeds {
			speed *= float64(l.speeds[k].of(d.smooth))
		}
		speed = bounded(speed)
	}
	s := &d.sums[l.clock]
	if s.stamp != d.stamp {
		*s = paceSum{stamp: d.stamp, lead: leaf, path: path}
		d.touched = append(d.touched, l.clock)
	}
	if s.path != path {
		s.bends, d.bends = true, true
	}
	s.weight += weight
	s.length += float64(weight * l.period)
	s.speed += float64(weight * speed)
	if weight > s.most {
		s.most, s.lead = weight, leaf
	}
	if l.many && len(d.active) < cap(d.active) {
		d.active = append(d.active, pacing{leaf, weight})
	}
}

// show lists the clips that sound at the start of the substep or at its end, if nothing
// follows another state.
func (d *driver) show() {
	d.endPaths()
	d.shows, d.out = len(d.played), d.out[:0]
	for n := range d.played {
		x := &d.played[n]
		d.list(x.leaf, x.shown, &d.paths[x.path])
	}
}

// list lists a clip below a path, if it sounds.
func (d *driver) list(leaf int, shown float32, p *fadePath) {
	if start, end := shown*float32(p.start), shown*float32(p.end); (start > 0 || end > 0) && len(d.out) < cap(d.out) {
		d.out = append(d.out, sounding{leaf, end})
	}
}

// weigh computes the weights of a blend's kids, which stay in local until the next
// instance.
func (d *driver) weigh(o *op) []float32 {
	local := d.local[o.local:][:o.end-o.kid]
	clear(local)
	switch o.kind {
	case opLine:
		i, j, w := d.p.lines[o.what].At(o.x.of(d.smooth))
		local[i] = 1 - w
		local[j] += w
	case opTriangles:
		corner, weight := d.p.triangles[o.what].At(o.x.of(d.smooth), o.y.of(d.smooth))
		for k, c := range corner {
			local[c] += weight[k]
		}
	case opBands:
		d.p.bands[o.what].At(o.x.of(d.smooth), o.y.of(d.smooth), local)
		keepGreatest(local)
	case opWeights:
		sum := float32(0)
		values := d.p.weights[o.what]
		for k := range values {
			local[k] = max(0, values[k].of(d.smooth))
			if !o.normalize {
				local[k] = min(local[k], runtime.MaxWeight)
			}
			sum += local[k]
		}
		if o.normalize && sum > 0 {
			for k := range local {
				local[k] /= sum
			}
		}
	}
	return local
}

// keepGreatest leaves the greatest maxBands weights, less the one that follows them: so
// none of them jumps where another one takes its place.
func keepGreatest(weights []float32) {
	if len(weights) <= maxBands {
		return
	}
	var top [maxBands + 1]float32
	for _, w := range weights {
		for k := range top {
			if w > top[k] {
				w, top[k] = top[k], w
			}
		}
	}
	limit, sum := top[maxBands], float32(0)
	if limit == 0 {
		return
	}
	for k, w := range weights {
		weights[k] = max(0, w-limit)
		sum += weights[k]
	}
	if sum == 0 { // more than maxBands of the same weight
		weights[0], sum = 1, 1
	}
	for k := range weights {
		weights[k] /= sum
	}
}

// walk calls do for the machines that play.
func (d *driver) walk(at int, do func(m int)) {
	o := &d.p.ops[at]
	if o.kind == opMachine {
		do(o.what)
		st := &d.machines[o.what]
		for k := range st.n {
			d.walk(d.p.machines[o.what].states[st.entry[k].state].node, do)
		}
		return
	}
	for _, kid := range d.p.kidsOf(o) {
		d.walk(int(kid), do)
	}
}

// leastCooldown is how long ago a cooldown has ended at most, as a number of seconds below 0.
const leastCooldown = -1e6

// grow lets times and fades of all machines go on. Those of machines that do not play do
// not matter: they start anew.
func (d *driver) grow() {
	for m := range d.machines {
		st := &d.machines[m]
		for k := range st.n {
			e := &st.entry[k]
			e.time += d.dt
			if k > 0 {
				e.s = max(0, e.s+float64(e.rate*d.dt))
			}
		}
	}
	for k := range d.cooldowns {
		d.cooldowns[k] = max(leastCooldown, d.cooldowns[k]-d.dt)
	}
}

// spend lets triggers that nothing used wait less.
func (d *driver) spend() {
	if d.dt < 0 {
		return
	}
	for _, at := range d.p.triggers {
		if d.raw[at] > 0 {
			d.raw[at] = max(0, d.raw[at]-float32(d.dt))
		}
	}
}

// sound gives weights to clips, and clips to voices.
func (d *driver) sound() {
	if d.moved {
		d.before = append(d.before[:0], d.out...)
		d.out = d.out[:0]
		d.emit(0, 1)
		for _, s := range d.before { // what has gone passes the moment at which it does
			if d.find(s.leaf) < 0 && len(d.out) < cap(d.out) {
				d.out = append(d.out, sounding{s.leaf, 0})
			}
		}
	}
	if len(d.out) > d.layers { // without those that have just gone
		d.out = d.out[:0]
		d.emit(0, 1)
	}
	if len(d.out) > d.layers {
		d.endFades()
		d.out = d.out[:0]
		d.emit(0, 1)
	}
	voices, used := &d.g.voices[d.i], d.g.used[d.i]
	free := d.room &^ used
	for ; used != 0; used &= used - 1 { // they keep their clips
		k := bits.TrailingZeros8(used) & (runtime.MaxLayers - 1)
		n, leaf := k, int(voices[k])-1
		if n >= len(d.out) || d.out[n].leaf != leaf {
			n = d.find(leaf)
		}
		if n < 0 || d.room>>k == 0 {
			voices[k] = 0
			free |= d.room & (1 << k)
			continue
		}
		d.put(k, &d.out[n], false)
		d.out[n].leaf = -1
	}
	for n := range d.out {
		if s := &d.out[n]; s.leaf >= 0 && free != 0 {
			k := bits.TrailingZeros8(free)
			free &= free - 1
			voices[k] = uint16(s.leaf + 1)
			d.put(k, s, true)
		}
	}
	d.g.used[d.i] = d.room &^ free
}

func (d *driver) find(leaf int) int {
	for n := range d.out {
		if d.out[n].leaf == leaf {
			return n
		}
	}
	return -1
}

// emit lists the clips below an op that has a weight.
func (d *driver) emit(at int, weight float32) {
	if weight == 0 {
		return
	}
	o := &d.p.ops[at]
	switch o.kind {
	case opClip:
		if len(d.out) < cap(d.out) {
			d.out = append(d.out, sounding{o.what, weight})
		}
	case opLine, opTriangles, opBands, opWeights:
		for k, kid := range d.p.kidsOf(o) {
			d.emit(int(kid), product(weight, d.local[o.local+k]))
		}
	case opSplit:
		kids := d.p.kidsOf(o)
		d.emit(int(kids[0]), weight)
		d.emit(int(kids[1]), product(weight, o.weight(o.x.of(d.smooth))))
	case opMachine:
		st, m := &d.machines[o.what], &d.p.machines[o.what]
		var share [maxEntries]float64
		st.shares(&share, 0)
		for k := range st.n {
			d.emit(m.states[st.entry[k].state].node, float32(weight*float32(share[k])))
		}
	}
}

// put writes what voice k does.
func (d *driver) put(k int, s *sounding, fresh bool) {
	l := &d.p.leaves[s.leaf]
	c, of, from := &d.clocks[l.clock], &d.p.clocks[l.clock], &d.steps[l.clock]
	v := &d.step.Voice[k]
	v.Clip, v.Mode, v.Kind, v.Layer, v.Mask = l.clip, l.mode, l.kind, l.layer, l.mask
	v.New, v.Fresh, v.Silent, v.Weight = fresh || from.fresh, from.fresh, d.sums[l.clock].lead != s.leaf, s.weight
	v.Speed, v.FromSpeed, v.Bends = float64(c.rate*l.period), 0, false
	d.step.Used |= 1 << k
	way := &from.way
	if of.count == 1 && way.C2 == 0 && way.C3 == 0 {
		v.FromCycle, v.From = from.fromCycle, float64(from.fromPhase*l.period)
		v.Cycle, v.To = c.cycle, float64(c.phase*l.period)
		return
	}
	v.FromCycle, v.From = l.moment(of, from.fromCycle, from.fromPhase)
	v.Cycle, v.To = l.moment(of, c.cycle, c.phase)
	length := l.period
	if of.count > 1 {
		length = l.length(min(int(from.fromPhase), of.count-1))
	}
	v.Speed, v.FromSpeed, v.Bends = float64(length*way.SpeedAt(from.seconds)), float64(length*way.SpeedAt(0)), way.C2 != 0 || way.C3 != 0
}
