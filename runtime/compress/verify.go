package compress

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Where between two keys errors are measured besides the keys: a chord misses
// the arc's speed most at (1 ± 1/√3)/2, a corner between keys in the middle.
var probes = [...]float64{0, 0.211, 0.5, 0.789}

// deviation is how far a clip is at most from the clip to compress.
type deviation struct {
	distance, weight float64 // in metres, in morph weights
	float            float64 // in parts of the range of a float's own values
}

// What playing a clip in float32 takes of the bound: rounding, which grows with the
// distance from the origin, and the chords that take the place of arcs, which grow
// with the length of limbs. Where rounding alone takes more than mostRounding of the
// bound the clip stays as it is.
const (
	roundingPart = 4e-7
	chordPart    = 2e-6
	mostChords   = 0.03
	mostRounding = 0.4
)

// reserve leaves of the bound what playing the clip takes, and tells whether that is
// little enough.
func (e *encoder) reserve() bool {
	reach, limb := 0.0, 0.0
	for j := range e.lever {
		reach, limb = max(reach, e.lever[j].reach), max(limb, e.lever[j].whole)
	}
	rounding := float64(roundingPart * reach)
	e.played = rounding + min(float64(chordPart*limb), float64(mostChords*e.o.Bound))
	e.bound, e.weightBound = e.o.Bound-e.played, e.o.WeightBound
	return rounding <= float64(mostRounding*e.o.Bound)
}

// verify measures what a packed clip yields, at the keys of either clip and between,
// writes it down with what playing takes, and tells whether it is within the bounds.
func (e *encoder) verify(p *soa.Packed) bool {
	if p.Validate(p.Joints, p.Weights, len(e.model.Floats)) != nil {
		return false // more keys than a clip may have
	}
	clip, err := unpack(e.model, p, layOut(p))
	if err != nil {
		return false
	}
	packed := e.measure(clip)
	p.Error, p.WeightError, p.FloatError = packed.distance+e.played, packed.weight, packed.float
	return p.Error <= e.o.Bound && p.WeightError <= e.o.WeightBound && p.FloatError <= e.o.FloatBound
}

// measure compares a clip with the one to compress.
func (e *encoder) measure(clip *soa.Clip) (worst deviation) {
	tracks := make([]exact.Track, len(clip.Tracks))
	for t := range tracks {
		tracks[t] = exact.NewTrack(clip, t)
	}
	got, want := e.skel.NewPose(), e.skel.NewPose()
	stops := stops(e.clip, clip)
	for i := range stops {
		e.check()
		for _, f := range probes {
			tick := stops[i]
			if i+1 < len(stops) {
				tick += float64((stops[i+1] - stops[i]) * f)
			} else if f > 0 {
				break
			}
			got.CopyLocals(&e.skel.Rest)
			for t := range tracks {
				tr := &tracks[t]
				got.Set(tr.Property, tr.Target, tr.At(tick, false))
			}
			e.skel.ToModel(&got)
			e.evaluate(tick, &want)
			for j := range want.Global {
				worst.distance = max(worst.distance, miss(&got.Global[j], &want.Global[j], around(&want.Global[j], e.o.Distance)))
			}
			for w := range want.Weight {
				worst.weight = max(worst.weight, math.Abs(got.Weight[w]-want.Weight[w]))
			}
			for _, t := range e.tracks {
				if t.Property == soa.Float && t.kind != soa.PackedNone {
					worst.float = max(worst.float, math.Abs(got.Float[t.Target]-want.Float[t.Target])/t.span)
				}
			}
		}
	}
	worst.distance = math.Sqrt(worst.distance)
	return worst
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
