package runtime

import (
	"math/bits"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// offsets are the differences that die out after a transition that is inertialized:
// one per instance at most.
type offsets struct {
	place []int32   // per instance: 1 + its row in pool, or 0
	s     []float32 // 0 to 1: how far the transition is
	rate  []float32 // of s per second
	pool  rowPool
}

func (o *offsets) prepare(instances, values int) {
	o.place, o.s, o.rate = make([]int32, instances), make([]float32, instances), make([]float32, instances)
	o.pool.each = values
}

func (o *offsets) none(i int) bool { return o.place[i] == 0 }

func (o *offsets) row(i int) []float32 { return o.pool.row(int(o.place[i] - 1)) }

func (o *offsets) drop(i int) {
	if o.place[i] > 0 {
		o.pool.release(int(o.place[i] - 1))
		o.place[i] = 0
	}
}

// of finds what the instances in 16 lanes are displaced by, or returns nil where that is
// nothing.
func (o *offsets) of(at *pose.Offsets, instance *[simd.Lanes]int32) *pose.Offsets {
	any := int32(0)
	for lane, i := range instance {
		at.Row[lane], at.F[lane], at.G[lane], at.H[lane] = 0, 0, 0, 0
		if place := o.place[i]; place != 0 {
			at.Row[lane] = int64(place-1) * int64(o.pool.each)
			at.F[lane], at.G[lane], at.H[lane] = pose.OffsetBasis(o.s[i])
			any = place
		}
	}
	if any == 0 {
		return nil
	}
	at.Values = o.pool.all()
	return at
}

// growOffsets lets the offsets of those instances of blocks die out that play nothing
// but one clip.
func (c *table) growOffsets(first, blocks int, dt float64) {
	from := first * simd.Lanes
	for lane, flags := range c.voices.busy[from : from+blocks*simd.Lanes] {
		if flags == instanceOffset {
			c.growPlain(from+lane, dt)
		}
	}
}

// growPlain is growOffset of an instance that plays nothing but one clip.
func (c *table) growPlain(i int, dt float64) {
	if c.growOffset(i, dt); c.offsets.none(i) {
		c.voices.busy[i] = 0
	}
}

// displaced finds what block k of a batch is displaced by, or returns nil.
func (c *mixing) displaced(s *mixScratch, b *batch, k int) *pose.Offsets {
	if !b.offsets {
		return nil
	}
	if b.lanes != nil {
		return c.active.offsets.of(&s.offsets, (*[simd.Lanes]int32)(b.lanes[k*simd.Lanes:]))
	}
	var instance [simd.Lanes]int32
	for lane := range instance {
		instance[lane] = int32(b.first + k*simd.Lanes + lane)
	}
	return c.active.offsets.of(&s.offsets, &instance)
}

// alone evaluates an instance that plays one clip, perhaps with an offset.
func (c *mixing) alone(s *mixScratch, one lone) {
	i := one.instance
	if c.active.voices.busy[i] != instanceOffset {
		c.toPalette(s, one)
		return
	}
	c.player.SampleRow(&s.source, s.row, c.active.clip[i], one.row, one.alpha)
	f, g, h := c.active.offsets.basisAt(i, 0)
	_ = c.poses.OffsetRow(s.row, c.active.offsets.row(i), f, g, h)
	if c.weights.moving() {
		c.weights.ofPose(int32(i), s.row)
	}
	_ = c.poses.Detail(one.level).ToPalette(c.palette(i), s.row, s.kernels)
}

// growOffset lets the offset of instance i die out, by dt seconds.
func (c *table) growOffset(i int, dt float64) {
	o := &c.offsets
	if o.place[i] == 0 || c.clocks.Paused(c.main(i)) {
		return
	}
	s := max(0, o.s[i]+float32(o.rate[i]*float32(dt)))
	if o.s[i] = s; s >= 1 {
		o.drop(i)
		c.voices.plan[i].n = 0
	}
}

// inertialize makes a clip the only one of its layer and lets the difference from what
// the instance shows now die out.
func (c *set) inertialize(i, clip int, o *play.Options, at, seconds float64) {
	c.mix.soloLock.Lock()
	defer c.mix.soloLock.Unlock()
	s := c.mix.soloScratch()
	c.mix.shown(s, i)
	if !c.active.hasRoom(i, o.Layer) {
		c.active.endFades(i)
	}
	c.active.replace(i, clip, o, at)
	c.mix.diesOut(s, i, seconds)
}

// hasRoom reports whether a clip can replace those of a layer.
func (c *table) hasRoom(i, layer int) bool {
	_, plays := c.voices.current(i, layer)
	return plays || int(c.voices.used[i]) != 1<<c.voices.each-1
}

// makeRoom ends fades where a layer has no room, and lets the difference die out in the
// time that the longest would have taken.
func (c *set) makeRoom(i, layer int) {
	if c.active.hasRoom(i, layer) {
		return
	}
	v, o := &c.active.voices, &c.active.offsets
	left := float32(0)
	for u := v.used[i]; u != 0; u &= u - 1 {
		if a := v.at(i, bits.TrailingZeros8(u)); v.rate[a] > 0 && !v.queued(a) {
			left = max(left, float32(1-v.fade[a])/v.rate[a])
		}
	}
	if left == 0 { // nothing shows what ends
		c.active.endFades(i)
		return
	}
	if !o.none(i) {
		left = max(left, (1-o.s[i])/o.rate[i])
	}
	c.mix.soloLock.Lock()
	defer c.mix.soloLock.Unlock()
	s := c.mix.soloScratch()
	c.mix.shown(s, i)
	c.active.endFades(i)
	c.mix.diesOut(s, i, float64(left))
}

// endFades completes the fades of an instance and, where all voices are still in use,
// drops the youngest that waits.
func (c *table) endFades(i int) {
	v := &c.voices
	for layer := range v.each {
		if k, ok := v.current(i, layer); ok {
			a := v.at(i, k)
			v.fade[a], v.rate[a] = 1, 0
			c.cover(nil, i, k)
		}
	}
	if int(v.used[i]) != 1<<v.each-1 {
		return
	}
	youngest, rank := -1, -1
	for k := range v.each {
		if a := v.at(i, k); v.queued(a) && int(v.rank[a]) > rank {
			youngest, rank = k, int(v.rank[a])
		}
	}
	if youngest >= 0 {
		c.free(nil, i, youngest)
	}
}

// diesOut makes an offset of the poses that shown computed, of now and of a moment ago,
// from what instance i shows.
func (c *mixing) diesOut(s *mixScratch, i int, seconds float64) {
	o := &c.active.offsets
	o.drop(i)
	if !(seconds > 0) {
		return
	}
	rows := &s.solo.rows
	c.comes(s, i)
	place, row := o.pool.take()
	n := len(row)
	_ = c.poses.MakeOffset(row, &pose.Transition{
		Source: rows[0][:n], SourceBefore: rows[1][:n], Destination: rows[2][:n], DestinationBefore: rows[3][:n],
		Before: velocityStep, Duration: float32(seconds),
	})
	if z := c.scales; z != nil && !z.CanDieOut(z.Product, row) {
		z.Clear(row)
	}
	o.place[i], o.s[i], o.rate[i] = int32(place+1), 0, rateOf(seconds)
}

// basisAt is what is left of the offset of instance i dt seconds from now; before it
// began it had its first speed.
func (o *offsets) basisAt(i int, dt float64) (f, g, h float32) {
	s := o.s[i] + float32(o.rate[i]*float32(dt))
	if s < 0 {
		return 1, s, 0
	}
	return pose.OffsetBasis(s)
}
