package graph

import "github.com/sinew-anim/sinew/runtime/play"

// visit finds the clips that play below an op, given its weights in paces and in the pose,
// without the fades of a path.
func (d *driver) visit(at, path int, weight float64, shown float32) {
	for { // the last kid without a call
		o := &d.p.ops[at]
		switch o.kind {
		case opNothing:
			return
		case opClip:
			if d.fading {
				weight, shown = d.note(o.what, path, weight, shown), 0
			}
			d.gather(o.what, path, weight, shown)
			return
		case opSplit:
			kids, x := o.kids, o.weight(o.x.value(d.smooth))
			d.visit(int(kids[0]), path, weight, shown)
			over := float64(x)
			if over < least {
				over = least
			}
			at, weight, shown = int(kids[1]), float64(weight*over), product(shown, x)
		case opMachine:
			st, m := &d.machines[o.what], &d.p.machines[o.what]
			if d.leaving == 0 {
				d.decides = append(d.decides, o.what)
			}
			if last := int(st.n) - 1; last > 0 {
				path = d.fade(o.what, path)
				d.leaving++
				for k := range last {
					d.visit(m.states[st.entry[k].state].node, path+k, weight, shown)
				}
				d.leaving--
				path += last
			}
			at = m.states[st.entry[st.n-1].state].node
		default:
			for k, w := range d.weigh(o)[:len(o.kids)] {
				if !(w > 0) {
					continue
				}
				kid, weight, shown := int(o.kids[k]), float64(weight*float64(w)), product(shown, w)
				if o := &d.p.ops[kid]; o.kind == opClip && !d.fading { // without a call
					d.gather(o.what, path, weight, shown)
				} else {
					d.visit(kid, path, weight, shown)
				}
			}
			return
		}
	}
}

// note adds a clip that plays while a machine fades to those that do, and returns its weight in
// its phase.
func (d *driver) note(leaf, path int, weight float64, shown float32) float64 {
	d.played = append(d.played, playedLeaf{leaf, path, weight, shown})
	p := &d.paths[path]
	if d.looks {
		d.list(leaf, shown, p)
	}
	return float64(weight * p.pace)
}

func product(weight, part float32) float32 {
	x := float32(weight * part)
	if x > play.MaxWeight {
		return play.MaxWeight
	}
	return x
}

// gather adds a clip to the sum of its clock and, if it shows, to those that do.
func (d *driver) gather(leaf, path int, weight float64, shown float32) {
	if shown > 0 && len(d.out) < cap(d.out) {
		d.out = append(d.out, activeClip{leaf, shown, shown})
	}
	l := &d.p.leaves[leaf]
	speed := l.factor
	if len(l.speeds) > 0 {
		for k := range l.speeds {
			speed *= float64(l.speeds[k].value(d.smooth))
		}
	}
	speed = max(-play.MaxSpeed, min(speed, play.MaxSpeed))
	s, length := &d.courses[l.clock].sum, float64(weight*l.Period)
	speed = float64(weight * speed)
	if s.stamp == d.stamp {
		if s.path != path {
			s.bends, d.bends = true, true
		}
		s.weight += weight
		s.length += length
		s.speed += speed
		if weight > s.most {
			s.most, s.lead = weight, leaf
		}
	} else {
		s.weight, s.length, s.speed, s.most = weight, length, 0+speed, weight // 0 is never −0
		s.lead, s.path, s.stamp, s.bends = leaf, path, d.stamp, false
		d.touched = append(d.touched, l.clock)
	}
	if l.many {
		d.active = append(d.active, pacing{leaf, weight})
	}
}

// show lists the clips that are active at the start or the end of the substep, if no transition
// is taken.
func (d *driver) show() {
	d.endPaths()
	d.shows, d.out = len(d.played), d.out[:0]
	for n := range d.played {
		x := &d.played[n]
		d.list(x.leaf, x.shown, &d.paths[x.path])
	}
}

// list adds a clip below a path. Whether it plays does not depend on its weight at the ends of the
// substep, which may both be 0.
func (d *driver) list(leaf int, shown float32, p *fadePath) {
	if !(shown > 0) || len(d.out) == cap(d.out) {
		return
	}
	end := float32(shown * float32(p.end))
	if !p.covered {
		end = max(end, leastShown)
	}
	d.out = append(d.out, activeClip{leaf, end, shown})
}

// leastShown is the weight of a clip that comes in or goes, but for rounding: one of weight 0 would
// have ended.
const leastShown = 1e-30

// weigh computes the weights of a blend's kids, which stay in local until the next instance.
func (d *driver) weigh(o *op) []float32 {
	local := d.local[o.local:][:len(o.kids)]
	clear(local)
	switch o.kind {
	case opLine:
		i, j, w := d.p.lines[o.what].At(o.x.value(d.smooth))
		local[i] = 1 - w
		local[j] += w
	case opTriangles:
		corner, weight := d.p.triangles[o.what].At(o.x.value(d.smooth), o.y.value(d.smooth))
		for k, c := range corner {
			local[c] += weight[k]
		}
	case opBands:
		d.p.bands[o.what].At(o.x.value(d.smooth), o.y.value(d.smooth), local)
		keepGreatest(local)
	case opWeights:
		sum := float32(0)
		values := d.p.weights[o.what]
		for k := range values {
			local[k] = max(0, values[k].value(d.smooth))
			if !o.normalize {
				local[k] = min(local[k], play.MaxWeight)
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

// keepGreatest keeps the greatest maxBands weights, less the next one, so that none jumps where
// another takes its place.
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

// forEachChild calls do for the ops directly below one that play, numbered as kids or states, with their
// parts of its weight after some seconds.
func (d *driver) forEachChild(o *op, seconds float64, do func(op, number int, part float64)) {
	switch kids := o.kids; o.kind {
	case opLine, opTriangles, opBands, opWeights:
		for k, kid := range kids {
			if w := d.local[o.local+k]; w > 0 {
				do(int(kid), k, float64(w))
			}
		}
	case opSplit:
		do(int(kids[0]), 0, 1)
		do(int(kids[1]), 1, float64(o.weight(o.x.value(d.smooth))))
	case opMachine:
		st, m := &d.machines[o.what], &d.p.machines[o.what]
		var share [maxEntries]float64
		st.shares(&share, seconds)
		for k := range st.n {
			state := int(st.entry[k].state)
			do(m.states[state].node, state, share[k])
		}
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
	for _, kid := range o.kids {
		d.walk(int(kid), do)
	}
}

// grow advances times and fades of all machines; those that do not play restart anyway.
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

// spend reduces the time left of unused triggers.
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
