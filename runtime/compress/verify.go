package compress

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// Where between two keys errors are measured besides the keys: a chord misses
// the arc's speed most at (1 ± 1/√3)/2, a corner between keys in the middle.
var probes = [...]float64{0, 0.211, 0.5, 0.789}

// deviation is how far a clip that is played in float32 is at most from what the
// clip to compress yields exactly.
type deviation struct {
	distance, weight float64 // in metres, in morph weights
	float            float64 // in parts of what a float's own values span
}

// mostRounding is what part of the bounds the roundings of playing the clip may
// take: those of playing the packed one take as much.
const mostRounding = 0.4

// reserve leaves of the bounds what playing the clip itself takes, and tells
// whether that is little enough.
func (e *encoder) reserve() bool {
	var err error
	if e.own, err = e.measure(e.clip); err != nil {
		return false
	}
	e.bound, e.weightBound = e.o.Bound-e.own.distance, e.o.WeightBound-e.own.weight
	return e.own.distance <= float64(mostRounding*e.o.Bound) && e.own.weight <= float64(mostRounding*e.o.WeightBound)
}

// verify measures what a packed clip yields, at the keys of either clip and
// between, writes it down, and tells whether it is within the bounds. What it is
// off when the clip itself is played, too, is at most what it is off exactly and
// what that is off.
func (e *encoder) verify(p *soa.Packed) bool {
	if p.Validate(p.Joints, p.Weights, len(e.model.Floats)) != nil {
		return false // more keys than a clip may have
	}
	clip, err := unpack(e.model, p, layOut(p))
	if err != nil {
		return false
	}
	packed, err := e.measure(clip)
	if err != nil {
		return false // the clip cannot be sampled
	}
	p.Error, p.WeightError, p.FloatError = packed.distance+e.own.distance, packed.weight+e.own.weight, packed.float
	return p.Error <= e.o.Bound && p.WeightError <= e.o.WeightBound && p.FloatError <= e.o.FloatBound
}

// measure plays a clip in float32.
func (e *encoder) measure(clip *soa.Clip) (worst deviation, err error) {
	sampler, err := runtime.NewSampler(e.model, clip)
	if err != nil {
		return worst, err
	}
	cursors := make([]uint32, sampler.Cursors())
	got := runtime.NewPose(e.model)
	joints, weights := len(e.skel.Parent), len(e.model.Weights)
	want := e.skel.NewPose()
	global := make([]float32, 12*joints)
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
				return worst, err
			}
			if err := runtime.LocalToModel(e.model.Skeleton, &got, global); err != nil {
				return worst, err
			}
			e.evaluate(tick, &want)
			for j := range joints {
				have := exact.FromFloat32(soa.Affine(global[12*j:]))
				worst.distance = max(worst.distance, miss(&have, &want.Global[j], around(&want.Global[j], e.o.Distance)))
			}
			for w := range weights {
				worst.weight = max(worst.weight, math.Abs(float64(got.Weight[w])-want.Weight[w]))
			}
			for _, t := range e.tracks {
				if t.Property == soa.Float && t.kind != soa.PackedNone {
					worst.float = max(worst.float, math.Abs(float64(got.Float[t.Target])-want.Float[t.Target])/t.span)
				}
			}
		}
	}
	worst.distance = math.Sqrt(worst.distance)
	return worst, nil
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
