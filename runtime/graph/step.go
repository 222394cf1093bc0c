package graph

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/internal/pace"
	"github.com/sinew-anim/sinew/runtime/play"
)

// A step is divided into substeps. Within one no clip starts or ends, and each phase keeps the lead
// whose events count:
//
//	transition  ────────┤├ the moment before, and the moment at which it is taken
//	fade        ─┬──┬──┬──┬──┤ parts in which cubics approximate the phases that it changes
//	marker      ──────────────────┤
//	step        ─┴──┴──┴┴─┴──┴────┴──────►
//
// So the clips and their weights are known at each moment, and the result does not depend on the
// division of time into steps.

// Drive advances instance i by dt seconds or a substep of them. A negative step moves clips and
// fades alone, at once.
func (d *driver) Drive(i int, dt float64) *play.Drive {
	if i != d.i || dt != d.step.Left || dt == 0 {
		d.substeps = 0
	}
	d.substeps++
	d.turn(i)
	d.step.Used, d.step.Inertialize, d.step.Late, d.step.Fade, d.step.Fired = 0, 0, 0, 0, d.step.Fired[:0]
	if d.snaps = dt >= 0 && d.g.snaps[i]; d.snaps {
		d.settle()
	}
	if d.g.started[i] {
		d.keep()
		d.substep(dt)
		d.stopWhereTooMany()
	} else {
		d.enter(dt)
	}
	if d.step.Left, d.step.Err = dt-d.dt, nil; d.substeps >= maxSubsteps && dt > 0 {
		d.step.Err = fmt.Errorf("%w: %d substeps did not suffice, %v s of the step follow them", play.ErrTransitions, maxSubsteps, dt)
	}
	if d.snaps {
		d.g.snaps[i], d.step.Inertialize = d.step.Left != 0, -1
	}
	d.spend()
	d.assign()
	switch {
	case d.moved:
		d.step.Fade = max(math.SmallestNonzeroFloat64, d.dt)
	case d.fades:
		d.step.Fade = min(1/d.fastest, math.MaxFloat64)
	}
	if d.g.recorder != nil && d.step.Left == 0 {
		d.coverStep(0)
	}
	return &d.step
}

// enter starts an instance, in a substep of no time.
func (d *driver) enter(dt float64) {
	d.g.started[d.i] = true
	d.g.active[d.i], d.g.used[d.i] = [play.MaxLayers]uint16{}, 0
	d.dt = min(0, dt)
	d.prepare()
	d.begin()
	d.fading = true
	d.start(0, begun{})
	d.show()
	d.keep()
	if dt >= 0 {
		d.decide(0)
	}
}

// substep advances an instance by at most dt seconds.
func (d *driver) substep(dt float64) {
	d.dt = dt
	if d.p.smooth != nil {
		d.prepare()
	}
	if d.look(); d.fades || d.bends || len(d.active) > 0 {
		if d.limit(); d.dt != dt {
			d.prepareAnew()
		}
	}
	d.advance()
	if dt < 0 { // no transitions
		return
	}
	if late := d.earliest(); late >= 0 {
		d.stopAt(d.dt - late)
	}
	if d.fades || d.moved {
		for m := range d.machines {
			d.machines[m].forget(0)
		}
	}
}

// stopAt ends the substep shortly before a transition at t seconds or, if that is its start, takes
// it.
func (d *driver) stopAt(t float64) {
	before := t > 2*sameTime
	if before {
		t -= sameTime
	} else {
		t += sameTime
	}
	if t < d.dt && d.substeps < maxSubsteps {
		d.shorten(t)
	} else {
		before = false
	}
	if before {
		return
	}
	if !d.fading { // the pose does not depend on the decision
		d.begin()
		d.fading = true
		d.visit(0, 0, 1, 1)
		d.show()
	}
	d.decide(0)
}

// stopWhereTooMany ends the substep where parameters let more clips play than there are layers while a
// machine fades, so that the fade ends there.
func (d *driver) stopWhereTooMany() {
	if !(d.dt > 0) || d.moved || !d.fading || len(d.out) <= d.layers || d.substeps >= maxSubsteps {
		return
	}
	end := d.dt
	tooManyAt := func(t float64) bool {
		d.shorten(t)
		return d.tooMany()
	}
	switch {
	case tooManyAt(0):
	case tooManyAt(end):
		d.shorten(pace.Begins(0, end, 40, tooManyAt))
	}
}

// shorten ends the substep after t seconds.
func (d *driver) shorten(t float64) {
	d.restore()
	d.dt = t
	d.prepareAnew()
	d.advance()
}

// keep saves what a substep changes: of machines that do not fade the time.
func (d *driver) keep() {
	k := &d.kept
	if d.p.smooth != nil {
		copy(k.smooth, d.smooth)
	}
	for m := range d.machines {
		k.machines[m].set(&d.machines[m])
	}
	if len(k.cooldowns) > 0 {
		copy(k.cooldowns, d.cooldowns)
	}
}

// set copies the entries of a machine.
func (st *machineState) set(o *machineState) {
	if st.n = o.n; o.n == 1 {
		st.entry[0].time = o.entry[0].time
		return
	}
	for k := range o.n {
		st.entry[k] = o.entry[k]
	}
}

// restore restores the instance to the start of the substep.
func (d *driver) restore() {
	for _, c := range d.touched {
		s := &d.courses[c].step
		d.clocks[c] = clockState{s.fromCycle, s.fromPhase, s.fromRate}
	}
	for m := range d.machines {
		d.machines[m].set(&d.kept.machines[m])
	}
	copy(d.cooldowns, d.kept.cooldowns)
}

// prepare smooths the parameters.
func (d *driver) prepare() {
	for at, half := range d.p.smooth {
		if half == 0 || d.snaps {
			d.smooth[at] = d.raw[at]
			continue
		}
		left := exact.Halved(math.Abs(d.dt) / half)
		d.smooth[at] = d.raw[at] + float32(float32(left)*(d.smooth[at]-d.raw[at]))
	}
}

// prepareAnew smooths the parameters for a shorter substep.
func (d *driver) prepareAnew() {
	if d.p.smooth != nil {
		copy(d.smooth, d.kept.smooth)
		d.prepare()
		d.look()
	}
}

func (d *driver) look() {
	d.begin()
	d.looks, d.endsAt = true, d.dt
	d.visit(0, 0, 1, 1)
	d.looks, d.shows = false, len(d.played)
}

func (d *driver) begin() {
	d.fades, d.fadeEnd, d.fastest, d.moved = false, math.Inf(1), 0, false
	d.pacesOf = math.NaN()
	d.played, d.paths, d.out, d.decides = d.played[:0], d.paths[:1], d.out[:0], d.decides[:0]
	d.fading = false
	for m := range d.machines {
		if d.machines[m].n > 1 {
			d.fading = true
			break
		}
	}
	d.forgetPaces()
}

// limit shortens a substep until its premises hold, see above.
func (d *driver) limit() {
	if !(d.dt > 0) || d.substeps >= maxSubsteps {
		return
	}
	if d.fades {
		d.dt = min(d.dt, d.fadeEnd+sameTime)
	}
	if d.bends {
		d.limitToLead()
		d.limitToSmooth()
		d.limitToClamped()
	}
	if len(d.active) == 0 {
		return
	}
	for _, k := range d.touched {
		if d.p.clocks[k].count == 1 {
			continue
		}
		way := pace.Way{Speed: d.rate(k)}
		if d.bends {
			way, _ = d.wayOf(k)
		}
		d.dt = min(d.dt, d.untilMarker(k, &way))
	}
}

// limitToLead shortens a substep to the first change of a phase's lead.
func (d *driver) limitToLead() {
	if d.lookAtPaces() {
		return
	}
	d.dt = pace.Begins(0, d.dt, 48, d.changesLeads)
}

// limitToClamped shortens a substep to where a phase whose pace changes comes to an end that it stays at.
func (d *driver) limitToClamped() {
	for _, k := range d.touched {
		if d.p.clocks[k].mode != play.Clamp || d.p.clocks[k].seeks || !d.courses[k].sum.bends {
			continue
		}
		phase := d.clocks[k].phase
		way, gone := d.wayOf(k)
		far := 1 - phase
		if gone < 0 {
			far = -phase
		}
		if far != 0 && math.Abs(gone) > math.Abs(far) {
			if t := way.When(far, 0, d.dt) + sameTime; t < d.dt {
				d.dt = t
				d.lookAtPaces()
			}
		}
	}
}

// changesLeads reports whether a phase has another lead at t than at the start of the substep.
func (d *driver) changesLeads(t float64) bool {
	d.lookAt(t)
	for _, k := range d.touched {
		if d.courses[k].sum.lead != d.leads[k] {
			return true
		}
	}
	return false
}

// untilMarker is the time to just beyond a clock's next marker, at most the substep.
func (d *driver) untilMarker(k int, way *pace.Way) float64 {
	phase := d.clocks[k].phase
	far := math.Floor(phase) + 1 - phase
	if way.Speed < 0 {
		far = math.Ceil(phase) - 1 - phase
	}
	if gone := way.At(d.dt); math.Abs(gone) <= math.Abs(far) || (gone < 0) != (far < 0) {
		return d.dt
	}
	return way.When(far, 0, d.dt) + sameTime
}
