package codec

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// probes are the parts of the interval between two keys at which errors are measured: a chord
// deviates most from the arc at (1 ± 1/√3)/2, a corner between keys in the middle.
var probes = [...]float64{0, 0.211, 0.5, 0.789}

// curveProbes are the same of curves: eight moments an interval. Around a moment at which
// an error takes more than nearly of its bound, nearProbes are measured too, so that a
// peak between two moments is found.
var (
	curveProbes = [...]float64{0, 0.125, 0.25, 0.375, 0.5, 0.625, 0.75, 0.875}
	nearProbes  = [...]float64{-0.0625, -0.03125, 0.03125, 0.0625}
)

const nearly = 0.997

// deviation is the largest error of a clip.
type deviation struct {
	joint            int     // with the largest error
	distance, weight float64 // in metres, in morph weights
	float            float64 // in parts of the range of a float's own values
}

// The parts of the bound that playing in float32 takes: rounding, proportional to the distance
// from the origin, and chords instead of arcs, proportional to the length of limbs. If rounding
// takes more than mostRounding of the bound, the clip stays exact.
const (
	roundingPart = 4e-7
	chordPart    = 2e-6
	mostChords   = 0.03
	mostRounding = 0.4
)

// reserve subtracts the error of playing the clip from the bound, and reports whether it is small
// enough.
func (e *encoder) reserve() bool {
	reach, limb := 0.0, 0.0
	for j := range e.lever {
		reach, limb = max(reach, e.lever[j].reach), max(limb, e.lever[j].whole)
	}
	rounding := float64(roundingPart * reach)
	e.playing = rounding + min(float64(chordPart*limb), float64(mostChords*e.o.Bound))
	e.bound, e.weightBound = e.o.Bound-e.playing, e.o.WeightBound
	return rounding <= float64(mostRounding*e.o.Bound)
}

// verify measures the errors of a packed clip, at the keys of either clip and between, stores them
// with that of playing, and reports whether they are within the bounds.
func (e *encoder) verify(p *soa.Packed) bool {
	e.divide(p)
	if p.Validate(p.Joints, p.Weights, len(e.model.Floats)) != nil {
		return false // more keys than a clip may have
	}
	clip, err := unpack(e.model, p, layOut(p))
	if err != nil {
		return false
	}
	e.check()
	packed := e.measure(p, clip)
	p.Error, p.WeightError, p.FloatError = packed.distance+e.playing, packed.weight, packed.float
	return e.meetsBounds(&packed)
}

func (e *encoder) meetsBounds(d *deviation) bool {
	return d.distance+e.playing <= e.o.Bound && d.weight <= e.o.WeightBound && d.float <= e.o.FloatBound
}

// measure compares the unpacked and the played clip with the original, up to the first moment
// beyond the bounds.
func (e *encoder) measure(p *soa.Packed, clip *soa.Clip) (worst deviation) {
	tracks := e.newTracks(clip)
	e.check()
	lines := newChords(e.newTracks(clip))
	e.check()
	got, want := e.skel.NewPose(), e.skel.NewPose()
	between, curved := probes[:], packing.Curved(p.Grids)
	if curved {
		between = curveProbes[:]
	}
	e.check()
	stops := stops(e.clip, clip)
	var here deviation
	at := func(tick float64) bool {
		e.check()
		e.work += len(e.order)
		e.evaluate(tick, &want)
		e.lookAround(&want)
		e.culprit, here = -1, deviation{}
		note := func() {
			d := e.compare(&got, &want)
			if d.distance > max(worst.distance, here.distance) {
				e.culprit = d.joint
			}
			here.add(d)
		}
		e.pose(tracks, tick, &got)
		note()
		if len(p.Parts) > 0 {
			e.played(p, lines, tick, &got)
			note()
		}
		worst.add(here)
		if !e.meetsBounds(&worst) {
			e.beyond = tick
			return false
		}
		return true
	}
	if e.beyond > 0 && !at(e.beyond) {
		return worst
	}
	for i := range stops {
		e.meter.at(float64(i) / float64(len(stops)))
		length := 0.0
		if i+1 < len(stops) {
			length = stops[i+1] - stops[i]
		}
		for _, f := range between {
			if f > 0 && length == 0 {
				break
			}
			if !at(stops[i] + float64(length*f)) {
				return worst
			}
			if !curved || !e.isNear(&here) {
				continue
			}
			for _, d := range nearProbes {
				if tick := stops[i] + float64(length*(f+d)); f+d >= 0 && !at(tick) {
					return worst
				}
			}
		}
	}
	return worst
}

// isNear reports whether a deviation takes nearly all of a bound.
func (e *encoder) isNear(d *deviation) bool {
	return d.distance+e.playing > nearly*e.o.Bound || d.weight > nearly*e.o.WeightBound || d.float > nearly*e.o.FloatBound
}

// lookAround computes the points around the joints of a pose for compare.
func (e *encoder) lookAround(want *exact.Pose) {
	for j := range want.Global {
		e.around[j] = axisPoints(&want.Global[j], e.o.Distance)
	}
}

// compare measures the distance of a pose from that of the last lookAround.
func (e *encoder) compare(got, want *exact.Pose) (d deviation) {
	for j := range want.Global {
		if off := miss(&got.Global[j], &want.Global[j], &e.around[j]); off > d.distance {
			d.distance, d.joint = off, j
		}
	}
	d.distance = math.Sqrt(d.distance)
	for w := range want.Weight {
		d.weight = max(d.weight, math.Abs(got.Weight[w]-want.Weight[w]))
	}
	for _, t := range e.tracks {
		if t.Property == soa.Float && t.kind != soa.PackedNone {
			d.float = max(d.float, math.Abs(got.Float[t.Target]-want.Float[t.Target])/t.span)
		}
	}
	return d
}

func (d *deviation) add(o deviation) {
	d.distance, d.weight, d.float = max(d.distance, o.distance), max(d.weight, o.weight), max(d.float, o.float)
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
