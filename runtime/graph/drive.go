package graph

import (
	"math"
	"math/bits"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime"
)

// driver drives one instance at a time.
//
//	visit    finds the clips that play and how much each of them sets the pace
//	advance  moves the phases
//	decide   lets the machines go on, as of the moments at which conditions came true
//	emit     gives weights to clips, and clips to voices
type driver struct {
	g *Instances
	p *Program

	i         int
	dt        float64
	raw       []float32
	smooth    []float32
	clocks    []clockState
	machines  []machineState
	cooldowns []float32

	local   []float32 // per kid of blends: its weight
	active  []pace
	touched []int
	sums    []paceSum   // per clock
	steps   []clockStep // per clock that plays
	stamp   uint32      // of sums that count
	lengths []float64   // of the intervals of a clock

	out   []sounding
	moved bool // to other states: out does not hold
	step  runtime.Drive
}

// pace is how much a clip sets the pace of its phase.
type pace struct {
	leaf   int
	weight float64
}

// paceSum is what the clips of a phase add up to.
type paceSum struct {
	stamp                 uint32
	weight, length, speed float64
	lead                  int // the leaf of the greatest weight
	most                  float64
}

// sounding is a clip that plays.
type sounding struct {
	leaf   int
	weight float32
}

// maxSounding is the most clips of an instance that are looked at: beyond, its fades end.
const maxSounding = 64

// NewDriver returns what one goroutine drives instances with.
func (g *Instances) NewDriver() runtime.Driver {
	p, count := g.p, 1
	for k := range p.clocks {
		count = max(count, p.clocks[k].count)
	}
	return &driver{
		g: g, p: p, local: make([]float32, p.locals), active: make([]pace, 0, maxSounding),
		touched: make([]int, 0, len(p.clocks)), sums: make([]paceSum, len(p.clocks)), steps: make([]clockStep, len(p.clocks)), lengths: make([]float64, count),
		out:  make([]sounding, 0, maxSounding),
		step: runtime.Drive{Fired: make([]runtime.Fired, 0, maxFired)},
	}
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

// Drive advances instance i by dt seconds. A step back moves clips and fades alone.
func (d *driver) Drive(i int, dt float64) *runtime.Drive {
	d.turn(i)
	d.dt = dt
	d.step.Used, d.step.Inertialize, d.step.Late, d.step.Fired = 0, 0, 0, d.step.Fired[:0]
	d.prepare()
	d.begin()
	if d.g.started[i] {
		d.visit(0, 1, 1)
		d.grow()
		d.advance()
	} else {
		d.g.started[i] = true
		d.g.voices[i] = [runtime.MaxLayers]uint16{}
		d.start(0, begun{late: max(0, dt)})
	}
	if dt >= 0 { // a step back takes no transition
		d.decide(0)
		d.spend()
	}
	d.sound()
	if d.g.recorder != nil {
		d.coverStep(0)
	}
	return &d.step
}

// prepare smooths the parameters, if any is to be.
func (d *driver) prepare() {
	for at, half := range d.p.smooth {
		if half == 0 {
			d.smooth[at] = d.raw[at]
			continue
		}
		left := exact.Halved(math.Abs(d.dt) / half)
		d.smooth[at] = d.raw[at] + float32(float32(left)*(d.smooth[at]-d.raw[at]))
	}
}

// begin forgets which clips play.
func (d *driver) begin() {
	d.active, d.touched, d.out, d.moved = d.active[:0], d.touched[:0], d.out[:0], false
	if d.stamp++; d.stamp == 0 {
		clear(d.sums)
		d.stamp = 1
	}
}

// least is the part of a pace that clips without a weight have: alone they set it.
const least = 1e-9

// visit finds the clips that play below an op which has a weight, and in the pose at the
// end of the step, if no state follows another one, the weight shown.
func (d *driver) visit(at int, weight float64, shown float32) {
	o := &d.p.ops[at]
	switch o.kind {
	case opClip:
		d.touch(o.what, weight, shown)
	case opLine, opTriangles, opBands, opWeights:
		kids := d.p.kidsOf(o)
		for k, w := range d.weigh(o)[:len(kids)] {
			if w > 0 {
				d.visit(int(kids[k]), float64(weight*float64(w)), float32(shown*w))
			}
		}
	case opSplit:
		kids, x := d.p.kidsOf(o), o.x.of(d.smooth)
		d.visit(int(kids[0]), weight, shown)
		d.visit(int(kids[1]), float64(weight*max(least, float64(x))), float32(shown*o.weight(x)))
	case opMachine:
		st, m := &d.machines[o.what], &d.p.machines[o.what]
		if st.n == 1 {
			d.visit(m.states[st.entry[0].state].node, weight, shown)
			return
		}
		var share, after [maxEntries]float32
		st.shares(&share, 0)
		st.shares(&after, float32(d.dt))
		for k := range st.n {
			d.visit(m.states[st.entry[k].state].node, float64(weight*max(least, float64(share[k]))), float32(shown*after[k]))
		}
	}
}

// touch adds a clip to its phase.
func (d *driver) touch(at int, weight float64, shown float32) {
	l := &d.p.leaves[at]
	s := &d.sums[l.clock]
	if s.stamp != d.stamp {
		*s = paceSum{stamp: d.stamp, lead: at}
		d.touched = append(d.touched, l.clock)
	}
	speed := l.factor
	for k := range l.speeds {
		speed *= float64(l.speeds[k].of(d.smooth))
	}
	s.weight += weight
	s.length += float64(weight * l.period)
	s.speed += float64(weight * speed)
	if weight > s.most {
		s.most, s.lead = weight, at
	}
	if l.many && len(d.active) < cap(d.active) {
		d.active = append(d.active, pace{at, weight})
	}
	if shown > 0 && len(d.out) < cap(d.out) {
		d.out = append(d.out, sounding{at, shown})
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

// grow lets times and fades of all machines go on. Those of machines that do not play do
// not matter: they start anew.
func (d *driver) grow() {
	for m := range d.machines {
		st := &d.machines[m]
		for k := range st.n {
			e := &st.entry[k]
			e.time += d.dt
			if k > 0 {
				e.s = max(0, e.s+float32(e.rate*float32(d.dt)))
			}
		}
	}
	for k := range d.cooldowns {
		d.cooldowns[k] = max(-1e6, d.cooldowns[k]-float32(d.dt))
	}
}

// spend lets triggers that nothing used wait less.
func (d *driver) spend() {
	for _, at := range d.p.triggers {
		if d.raw[at] > 0 {
			d.raw[at] = max(0, d.raw[at]-float32(d.dt))
		}
	}
}

// sound gives weights to clips, and clips to voices.
func (d *driver) sound() {
	if d.moved {
		d.out = d.out[:0]
		d.emit(0, 1)
	}
	if len(d.out) > runtime.MaxLayers {
		d.endFades()
		d.out = d.out[:0]
		d.emit(0, 1)
	}
	voices, free := &d.g.voices[d.i], uint8(0)
	for k, voice := range voices { // they keep their clips
		n := k
		if voice == 0 {
			free |= 1 << k
			continue
		}
		if n >= len(d.out) || d.out[n].leaf != int(voice)-1 {
			n = d.find(int(voice) - 1)
		}
		if n < 0 {
			voices[k] = 0
			free |= 1 << k
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
			d.emit(int(kid), float32(weight*d.local[o.local+k]))
		}
	case opSplit:
		kids := d.p.kidsOf(o)
		d.emit(int(kids[0]), weight)
		d.emit(int(kids[1]), float32(weight*o.weight(o.x.of(d.smooth))))
	case opMachine:
		st, m := &d.machines[o.what], &d.p.machines[o.what]
		var share [maxEntries]float32
		st.shares(&share, 0)
		for k := range st.n {
			d.emit(m.states[st.entry[k].state].node, float32(weight*share[k]))
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
	v.FromCycle, v.From = l.moment(of, from.fromCycle, from.fromPhase)
	v.Cycle, v.To = l.moment(of, c.cycle, c.phase)
	v.Speed = float64(c.rate * l.period)
	d.step.Used |= 1 << k
}
