package graph

import (
	"math/bits"

	"github.com/sinew-anim/sinew/runtime/play"
)

// assign gives weights to clips, and clips to the layers of the instance.
func (d *driver) assign() {
	if d.moved || len(d.out) > d.layers {
		d.fit()
	}
	d.place()
}

// fit lists the clips that play after transitions, no more than there are layers.
func (d *driver) fit() {
	if d.moved {
		d.before = append(d.before[:0], d.out...)
		d.out = d.out[:0]
		d.emit(0, 1, 1)
		for _, s := range d.before { // clips that end still play up to that moment
			if d.find(s.leaf) < 0 && len(d.out) < cap(d.out) {
				d.out = append(d.out, activeClip{s.leaf, 0, s.full})
			}
		}
	}
	if len(d.out) > d.layers { // without those that have just ended
		d.out = d.out[:0]
		d.emit(0, 1, 1)
	}
	if len(d.out) > d.layers {
		d.endFades()
		d.out = d.out[:0]
		d.emit(0, 1, 1)
	}
}

// tooMany reports whether more clips play at the end of the substep than there are layers.
func (d *driver) tooMany() bool {
	out := d.out
	d.out = d.before[:0]
	d.emit(0, 1, 1)
	d.before, d.out = d.out, out
	return len(d.before) > d.layers
}

// place gives the clips of out to layers: those that play keep theirs.
func (d *driver) place() {
	clips, used, out := &d.g.active[d.i], d.g.used[d.i], d.out
	left := uint64(1)<<len(out) - 1 // of out
	free := d.room &^ used
	for ; used != 0; used &= used - 1 {
		k := bits.TrailingZeros8(used) & (play.MaxLayers - 1)
		n, leaf := 0, int(clips[k])-1
		for n < len(out) && out[n].leaf != leaf {
			n++
		}
		if n == len(out) || d.room>>k == 0 {
			clips[k] = 0
			free |= d.room & (1 << k)
			continue
		}
		left &^= 1 << (n & (maxActive - 1))
		d.put(&d.step.Clips[k], &out[n], false)
	}
	for ; left != 0 && free != 0; left &= left - 1 {
		s, k := &out[bits.TrailingZeros64(left)], bits.TrailingZeros8(free)&(play.MaxLayers-1)
		free &= free - 1
		clips[k] = uint16(s.leaf + 1)
		d.put(&d.step.Clips[k], s, true)
	}
	d.g.used[d.i] = d.room &^ free
	d.step.Used = d.room &^ free
}

func (d *driver) find(leaf int) int {
	for n := range d.out {
		if d.out[n].leaf == leaf {
			return n
		}
	}
	return -1
}

// emit lists the clips below an op of a weight, which it has in full where no state fades.
func (d *driver) emit(at int, weight, full float32) {
	if full == 0 {
		return
	}
	o := &d.p.ops[at]
	if o.kind == opClip && len(d.out) < cap(d.out) {
		d.out = append(d.out, activeClip{o.what, max(weight, leastShown), full})
	}
	d.forEachChild(o, 0, func(kid, _ int, part float64) {
		share := float32(part)
		if weight, full := product(weight, share), full; o.kind == opMachine {
			d.emit(kid, weight, full)
		} else {
			d.emit(kid, weight, product(full, share))
		}
	})
}

// put writes what a layer plays.
func (d *driver) put(v *play.Driven, s *activeClip, fresh bool) {
	l := &d.p.leaves[s.leaf]
	c, of := &d.clocks[l.clock], &d.courses[l.clock]
	from := &of.step
	v.Clip, v.Mode, v.Kind, v.Layer, v.Mask = l.clip, l.mode, l.kind, l.layer, l.mask
	v.Fresh = from.fresh
	v.New = fresh || from.fresh
	v.Silent = of.sum.lead != s.leaf
	v.Bends, v.Weight, v.Full = from.bends, s.weight, s.full
	if !l.many && !from.bends {
		v.Speed, v.FromSpeed = float64(c.rate*l.Period), 0
		v.FromCycle, v.From = from.fromCycle, float64(from.fromPhase*l.Period)
		v.Cycle, v.To = c.cycle, float64(c.phase*l.Period)
		return
	}
	clock, length := &d.p.clocks[l.clock], l.Period
	v.FromCycle, v.From = l.moment(clock, from.fromCycle, from.fromPhase)
	v.Cycle, v.To = l.moment(clock, c.cycle, c.phase)
	if l.many {
		length = l.Length(clock.interval(from.fromPhase, c.rate < 0))
	}
	v.Speed, v.FromSpeed = float64(length*from.way.SpeedAt(from.seconds)), float64(length*from.way.SpeedAt(0))
}
