package graph

import (
	"math/bits"

	"github.com/sinew-anim/sinew/runtime/play"
)

// assign gives weights to clips, and clips to the layers of the instance.
func (d *driver) assign() {
	if d.moved {
		d.before = append(d.before[:0], d.out...)
		d.out = d.out[:0]
		d.emit(0, 1)
		for _, s := range d.before { // clips that end still play up to that moment
			if d.find(s.leaf) < 0 && len(d.out) < cap(d.out) {
				d.out = append(d.out, activeClip{s.leaf, 0})
			}
		}
	}
	if len(d.out) > d.layers { // without those that have just ended
		d.out = d.out[:0]
		d.emit(0, 1)
	}
	if len(d.out) > d.layers {
		d.endFades()
		d.out = d.out[:0]
		d.emit(0, 1)
	}
	clips, used := &d.g.active[d.i], d.g.used[d.i]
	free := d.room &^ used
	for ; used != 0; used &= used - 1 { // layers keep their clips
		k := bits.TrailingZeros8(used) & (play.MaxLayers - 1)
		n, leaf := k, int(clips[k])-1
		if n >= len(d.out) || d.out[n].leaf != leaf {
			n = d.find(leaf)
		}
		if n < 0 || d.room>>k == 0 {
			clips[k] = 0
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
			clips[k] = uint16(s.leaf + 1)
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
	if o.kind == opClip && len(d.out) < cap(d.out) {
		d.out = append(d.out, activeClip{o.what, weight})
	}
	d.each(o, 0, func(kid, _ int, part float64) { d.emit(kid, product(weight, float32(part))) })
}

// put writes what layer k plays.
func (d *driver) put(k int, s *activeClip, fresh bool) {
	l := &d.p.leaves[s.leaf]
	c, of, from := &d.clocks[l.clock], &d.p.clocks[l.clock], &d.steps[l.clock]
	v := &d.step.Clips[k]
	v.Clip, v.Mode, v.Kind, v.Layer, v.Mask = l.clip, l.mode, l.kind, l.layer, l.mask
	v.New, v.Fresh, v.Silent, v.Weight = fresh || from.fresh, from.fresh, d.sums[l.clock].lead != s.leaf, s.weight
	v.Speed, v.FromSpeed, v.Bends = float64(c.rate*l.Period), 0, false
	d.step.Used |= 1 << k
	way := &from.way
	if of.count == 1 && way.C2 == 0 && way.C3 == 0 {
		v.FromCycle, v.From = from.fromCycle, float64(from.fromPhase*l.Period)
		v.Cycle, v.To = c.cycle, float64(c.phase*l.Period)
		return
	}
	v.FromCycle, v.From = l.moment(of, from.fromCycle, from.fromPhase)
	v.Cycle, v.To = l.moment(of, c.cycle, c.phase)
	length := l.Period
	if of.count > 1 {
		length = l.Length(min(int(from.fromPhase), of.count-1))
	}
	v.Speed, v.FromSpeed, v.Bends = float64(length*way.SpeedAt(from.seconds)), float64(length*way.SpeedAt(0)), way.C2 != 0 || way.C3 != 0
}
