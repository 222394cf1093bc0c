package graph

import (
	"math"

	"github.com/sinew-anim/sinew/runtime/internal/pace"
	"github.com/sinew-anim/sinew/runtime/internal/phase"
	"github.com/sinew-anim/sinew/runtime/play"
)

// advance advances times, fades and clocks.
func (d *driver) advance() {
	bends := d.bends && d.dt > 0
	if bends && d.pacesOf != d.dt {
		d.lookAtPaces()
	}
	if d.fading && d.endsAt != d.dt {
		d.show()
	}
	d.grow()
	for _, k := range d.touched {
		c, of := &d.clocks[k], &d.courses[k]
		s := &of.step
		s.fromCycle, s.fromPhase, s.fromRate, s.fresh, s.bends = c.cycle, c.phase, c.rate, false, false
		if bends && of.sum.bends && !d.p.clocks[k].seeks {
			d.moveAlong(k)
		} else {
			d.move(k, c, of, d.dt)
		}
	}
}

// begun is how clips start.
type begun struct {
	late  float64 // seconds of the step after the start
	part  float64 // part of their length that is added to Clip.Start
	match bool
	phase float64 // with match: the part of a round at which they start
}

// start starts what is below an op. Clocks of clips that already play go on.
func (d *driver) start(at int, b begun) {
	o := &d.p.ops[at]
	for k := o.firstClock; k < o.endClock; k++ {
		d.courses[k].sum.stamp = 0
	}
	for m := o.firstMachine; m < o.endMachine; m++ {
		of := &d.p.machines[m]
		d.machines[m] = machineState{n: 1}
		d.machines[m].entry[0] = entry{state: uint16(of.start), time: b.late}
	}
	first := len(d.touched)
	d.leaving++ // so that nothing decides in it
	d.visit(at, 0, 1, 1)
	d.leaving--
	for _, k := range d.touched[first:] {
		d.beginClock(k, &b)
		d.move(k, &d.clocks[k], &d.courses[k], b.late)
	}
	d.walk(at, func(m int) {
		of := &d.p.machines[m]
		if d.g.recorder != nil {
			count(&d.g.recorder.entered[of.firstState+of.start])
		}
		d.machines[m].entry[0].progress = d.progressBefore(of.states[of.start].node, b.late)
		d.fire(of.states[of.start].enter, b.late)
	})
}

// beginClock sets a clock to the start of its clip with the greatest weight.
func (d *driver) beginClock(k int, b *begun) {
	c, of := &d.clocks[k], &d.p.clocks[k]
	l := &d.p.leaves[d.courses[k].sum.lead]
	part := l.start + b.part
	switch {
	case b.match:
		part = b.phase
	case d.courses[k].sum.speed < 0:
		part = 1 - part
	}
	if of.mode == play.Clamp {
		part = max(0, min(part, 1))
	}
	*c = clockState{}
	if of.mode == play.PingPong && !b.match {
		part /= 2
	}
	c.cycle, c.phase = l.phaseAt(of, part)
	d.courses[k].step = clockStep{fromCycle: c.cycle, fromPhase: c.phase, fresh: true}
}

// phaseAt is the phase of a clock after the leaf has played a part of its period.
func (l *leaf) phaseAt(of *clock, part float64) (cycle int64, phase float64) {
	if of.count == 1 {
		if of.mode == play.Clamp {
			return 0, part
		}
		whole := math.Floor(part)
		return int64(whole), part - whole
	}
	whole := math.Floor(part)
	round, k, far := l.Find(float64((part - whole) * l.Period))
	return int64(whole) + round, float64(k) + far
}

// moment converts the phase of a clock to cycles and seconds of the leaf's clip.
func (l *leaf) moment(of *clock, cycle int64, phase float64) (int64, float64) {
	if of.count == 1 {
		return cycle, float64(phase * l.Period)
	}
	k := min(int(phase), of.count-1)
	x := l.Second(k, phase-float64(k))
	if k+1 < of.count { // rounding leads to no marker twice
		x = min(x, l.At[k+1])
	}
	in, periods := l.Fold(x)
	return cycle + periods, in
}

// move advances a clock, or sets it to its TimeSeek.
func (d *driver) move(k int, c *clockState, by *course, seconds float64) {
	of, s := &d.p.clocks[k], &by.step
	s.seconds, s.way = seconds, pace.Way{}
	if of.seeks {
		c.rate = 0
		c.seek(of, float64(of.seek.value(d.smooth)))
		return
	}
	length, speed := by.sum.means(d.p, of)
	if !(length > 0) { // it is at its end as soon as it starts
		if c.rate = 0; of.mode == play.Clamp {
			c.phase, s.fromPhase = 1, 1
		}
		return
	}
	if of.count > 1 {
		s.way.Speed = d.rate(k)
		d.moveBetween(c, of, k, float64(speed*seconds), speed)
		return
	}
	c.rate = speed / length
	s.way.Speed = c.rate
	x := c.phase + float64(c.rate*seconds)
	if of.mode == play.Clamp {
		c.phase = max(0, min(x, 1))
		return
	}
	if x > 0 && x < 1 {
		c.phase = x
		return
	}
	c.wrap(x, 1)
}

// means returns the mean period of a clock's clips, in seconds, and their mean speed.
func (s *paceSum) means(p *Program, of *clock) (length, speed float64) {
	if length, speed = s.length, s.speed; s.weight > 0 && s.weight != 1 {
		length, speed = length/s.weight, speed/s.weight
	}
	if of.lead {
		length = p.leaves[s.lead].Period
	}
	return length, speed
}

// mostCycles bounds the cycles of a clock.
const mostCycles = 1 << 61

// cycleAfter is the cycle after some rounds.
func (c *clockState) cycleAfter(rounds int64) int64 {
	return max(-mostCycles, min(c.cycle+rounds, mostCycles))
}

// wrap sets a clock to x intervals after the start of its round.
func (c *clockState) wrap(x, count float64) {
	if x > 0 && x < count {
		c.phase = x
		return
	}
	whole := math.Floor(x / count)
	if !(math.Abs(whole) < 1<<53) {
		return
	}
	if x -= float64(whole * count); x >= count {
		x = 0
		whole++
	}
	c.cycle, c.phase = c.cycleAfter(int64(whole)), max(0, x)
}

func (c *clockState) seek(of *clock, part float64) {
	switch of.mode {
	case play.Clamp:
		c.phase = max(0, min(part, 1))
		return
	case play.PingPong:
		part /= 2
	}
	c.cycle, c.phase = 0, 0
	c.wrap(part, 1)
}

// moveBetween advances a clock of several intervals by seconds of its clips.
func (d *driver) moveBetween(c *clockState, of *clock, k int, seconds, speed float64) {
	lengths, round := d.intervals(k), 0.
	for _, n := range lengths {
		round += n
	}
	if !(round > 0) {
		c.rate = 0
		return
	}
	c.rate = speed / round
	at := min(int(c.phase), of.count-1)
	rounds, to, rest, ok := phase.Walk(lengths, at, c.phase-float64(at), seconds)
	if !ok {
		return
	}
	next := clockState{c.cycleAfter(rounds), float64(to) + rest, c.rate}
	next.phase = min(next.phase, math.Nextafter(float64(of.count), 0))
	if seconds >= 0 && next.before(c) || seconds <= 0 && c.before(&next) { // by rounding
		return
	}
	*c = next
}

// before compares phases.
func (c *clockState) before(o *clockState) bool {
	return c.cycle < o.cycle || c.cycle == o.cycle && c.phase < o.phase
}

// intervals returns the mean lengths of a clock's intervals, in seconds, until the next call.
func (d *driver) intervals(k int) []float64 {
	s, of := &d.courses[k].sum, &d.p.clocks[k]
	lengths := d.lengths[:of.count]
	if of.lead || !(s.weight > 0) {
		for n := range lengths {
			lengths[n] = d.p.leaves[s.lead].Length(n)
		}
		return lengths
	}
	clear(lengths)
	for _, a := range d.active {
		if l := &d.p.leaves[a.leaf]; l.clock == k {
			for n := range lengths {
				lengths[n] += float64(a.weight * l.Length(n))
			}
		}
	}
	for n := range lengths {
		lengths[n] /= s.weight
	}
	return lengths
}

// clockOf returns the clock that measures the time of what is below an op, or −1.
func (d *driver) clockOf(at int) int {
	o := &d.p.ops[at]
	if o.clock >= 0 {
		return int(o.clock)
	}
	kids := o.kids
	switch o.kind {
	case opSplit:
		return d.clockOf(int(kids[0]))
	case opMachine:
		st := &d.machines[o.what]
		return d.clockOf(d.p.machines[o.what].states[st.entry[st.n-1].state].node)
	case opLine, opTriangles, opBands, opWeights:
		best := 0
		for k := range kids {
			if d.local[o.local+k] > d.local[o.local+best] {
				best = k
			}
		}
		return d.clockOf(int(kids[best]))
	}
	return -1
}

// progressBefore is the number of rounds that the clock below an op had played some seconds
// before the end of the step, if it did not start then.
func (d *driver) progressBefore(at int, seconds float64) float64 {
	k := d.clockOf(at)
	if k < 0 {
		return 0
	}
	if s := &d.courses[k].step; s.fresh && d.courses[k].sum.stamp == d.stamp {
		return float64(s.fromCycle) + s.fromPhase/float64(d.p.clocks[k].count)
	}
	return d.progress(k) - float64(d.clocks[k].rate*seconds)
}

func (d *driver) progress(k int) float64 {
	return float64(d.clocks[k].cycle) + d.clocks[k].phase/float64(d.p.clocks[k].count)
}
