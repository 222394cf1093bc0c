package compress

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/steady"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// Where between two keys errors are measured besides the keys: a chord misses
// the arc's speed most at (1 ± 1/√3)/2, a corner between keys in the middle.
var probes = [...]float64{0, 0.211, 0.5, 0.789}

// verify measures what a packed clip yields, at the keys of either clip and
// between, writes it down, and tells whether it is within the bounds.
func (e *encoder) verify(p *soa.Packed) bool {
	clip := unpack(e.model, p, layOut(p))
	distance, weight, err := measure(e, clip)
	if err != nil {
		return false // the clip cannot be sampled
	}
	p.Error, p.WeightError = distance, weight
	return distance <= e.bound && weight <= e.o.WeightBound
}

// measure returns the greatest error of a clip in metres and in morph weights.
func measure(e *encoder, clip *soa.Clip) (distance, weight float64, err error) {
	sampler, err := runtime.NewSampler(e.model, clip)
	if err != nil {
		return 0, 0, err
	}
	cursors := make([]uint32, sampler.Cursors())
	got := runtime.NewPose(e.model)
	joints, weights := len(e.skel.parent), len(e.model.Weights)
	want, have := newPose(joints, weights), newPose(joints, weights)
	stops := stops(e.clip, clip)
	for i := range stops {
		for _, f := range probes {
			tick := stops[i]
			if i+1 < len(stops) {
				tick += float64((stops[i+1] - stops[i]) * f)
			} else if f > 0 {
				break
			}
			at := tick
			if at >= e.clip.Duration { // a last key there may be rounded up
				at = max(at, float64(float32(at)))
			}
			if err := sampler.Sample(at, cursors, &got); err != nil {
				return 0, 0, err
			}
			e.evaluate(tick, &want)
			have.widen(&got)
			e.skel.toModel(&have)
			for j := range joints {
				distance = max(distance, miss(&have.global[j], &want.global[j], around(&want.global[j], e.o.Distance)))
			}
			for w := range weights {
				weight = max(weight, math.Abs(have.weight[w]-want.weight[w]))
			}
		}
	}
	return math.Sqrt(distance), weight, nil
}

// stops lists the ticks at which either clip has keys, ascending, with the start
// and the end.
func stops(clips ...*soa.Clip) []float64 {
	end := clips[0].Duration
	all := []float64{0, end}
	for _, c := range clips {
		var last []float32
		for t := range c.Tracks {
			first, next := c.Keys(t)
			if slices.Equal(last, c.Time[first:next]) {
				continue // most tracks have the same keys
			}
			last = c.Time[first:next]
			for _, k := range last {
				if at := float64(k); at > 0 && at < end {
					all = append(all, at)
				}
			}
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// widen takes over what a sampler has written.
func (p *pose) widen(from *runtime.Pose) {
	for j := range p.t {
		p.t[j] = steady.Vec{float64(from.TX[j]), float64(from.TY[j]), float64(from.TZ[j])}
		p.q[j] = steady.Quat{float64(from.RX[j]), float64(from.RY[j]), float64(from.RZ[j]), float64(from.RW[j])}
		p.s[j] = steady.Vec{float64(from.SX[j]), float64(from.SY[j]), float64(from.SZ[j])}
	}
	for w := range p.weight {
		p.weight[w] = float64(from.Weight[w])
	}
}
