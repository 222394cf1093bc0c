package active

import (
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// offsets are the differences that die out after a transition that is inertialized:
// one per instance at most.
type offsets struct {
	Place    []int32   // per instance: 1 + its row in pool, or 0
	Progress []float32 // 0 to 1: how far the transition is
	Rate     []float32 // of s per second
	Pool     Rows
}

func (o *offsets) Prepare(instances, values int) {
	o.Place, o.Progress, o.Rate = make([]int32, instances), make([]float32, instances), make([]float32, instances)
	o.Pool.Each = values
}

func (o *offsets) None(i int) bool     { return o.Place[i] == 0 }
func (o *offsets) Row(i int) []float32 { return o.Pool.Row(int(o.Place[i] - 1)) }

func (o *offsets) Drop(i int) {
	if o.Place[i] > 0 {
		o.Pool.release(int(o.Place[i] - 1))
		o.Place[i] = 0
	}
}

// Gather finds what the instances in 16 lanes are displaced by, or returns nil where that is nothing.
func (o *offsets) Gather(at *simd.Offsets, instance *[simd.Lanes]int32) *simd.Offsets {
	any := int32(0)
	for lane, i := range instance {
		at.Row[lane], at.F[lane], at.G[lane], at.H[lane] = 0, 0, 0, 0
		if place := o.Place[i]; place != 0 {
			at.Row[lane] = int64(place-1) * int64(o.Pool.Each)
			at.F[lane], at.G[lane], at.H[lane] = pose.OffsetBasis(o.Progress[i])
			any = place
		}
	}
	if any == 0 {
		return nil
	}
	at.Values = o.Pool.All()
	return at
}

// BasisAt is what is left of the offset of instance i dt seconds from now; before it
// began it had its first speed.
func (o *offsets) BasisAt(i int, dt float64) (f, g, h float32) {
	s := o.Progress[i] + float32(o.Rate[i]*float32(dt))
	if s < 0 {
		return 1, s, 0
	}
	return pose.OffsetBasis(s)
}
