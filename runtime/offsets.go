package runtime

import (
	"github.com/sinew-anim/sinew/native/simd"
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

// basisAt is what is left of the offset of instance i dt seconds from now; before it
// began it had its first speed.
func (o *offsets) basisAt(i int, dt float64) (f, g, h float32) {
	s := o.s[i] + float32(o.rate[i]*float32(dt))
	if s < 0 {
		return 1, s, 0
	}
	return pose.OffsetBasis(s)
}
