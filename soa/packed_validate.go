package soa

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/packing"
)

// Validate checks all assumptions of a decoder, for a model with these numbers of joints, morph
// weights and custom properties. Any Data then decodes to values of at most 2³⁵. bake.Unpack
// checks whether the clip suits a skeleton, and the scales along chains of joints. The error
// wraps ErrInvalid.
func (p *Packed) Validate(joints, weights, floats int) error {
	if p.Joints != joints || p.Weights != weights || p.Floats != 0 && p.Floats != floats {
		return p.wrong("it is for %d joints, %d weights and %d floats, want %d, %d and %d",
			p.Joints, p.Weights, p.Floats, joints, weights, floats)
	}
	if joints > MaxJoints || weights > MaxJoints || floats > MaxJoints {
		return p.wrong("%d joints, %d weights and %d floats, at most %d are possible", joints, weights, floats, MaxJoints)
	}
	if err := p.Exact.Validate(joints, weights, floats); err != nil {
		return err
	}
	for _, v := range [...]float64{p.Bound, p.Error, p.ErrorDistance, p.WeightBound, p.WeightError, p.FloatBound, p.FloatError} {
		if !(v >= 0) || math.IsInf(v, 0) {
			return p.wrong("the bounds %v, %v, %v and errors %v, %v, %v at %v",
				p.Bound, p.WeightBound, p.FloatBound, p.Error, p.WeightError, p.FloatError, p.ErrorDistance)
		}
	}
	coded, err := p.validateKinds()
	if err != nil {
		return err
	}
	if err := p.validateGrids(coded); err != nil {
		return err
	}
	if p.Coding == PackedSpans {
		return p.validateSpans()
	}
	return nil
}

func (p *Packed) wrong(format string, args ...any) error {
	return fmt.Errorf("%w: packed clip %q: %s", ErrInvalid, p.Exact.Name, fmt.Sprintf(format, args...))
}

// validateKinds checks the kinds of places and returns the number of coded tracks.
func (p *Packed) validateKinds() (coded int, err error) {
	places := p.Places()
	if len(p.Kind) != (places+3)/4 {
		return 0, p.wrong("%d bytes of kinds for %d places", len(p.Kind), places)
	}
	if rest := places % 4; rest != 0 && p.Kind[len(p.Kind)-1]>>(2*rest) != 0 {
		return 0, p.wrong("kinds beyond the last place")
	}
	for i := range p.Exact.Tracks {
		tr := &p.Exact.Tracks[i]
		if tr.Property == Float && p.Floats == 0 {
			continue
		}
		if p.KindAt(p.Place(tr.Property, int(tr.Target))) != PackedNone {
			return 0, p.wrong("%v of %d is driven twice", tr.Property, tr.Target)
		}
	}
	steps, rotations := 0, 0
	for place := range places {
		switch p.KindAt(place) {
		case PackedCoded:
			coded++
			steps++
			if property, _ := p.At(place); property == Rotation {
				rotations++
			}
		case PackedConstant:
			steps++
		}
	}
	if len(p.Step) != steps {
		return 0, p.wrong("%d steps for %d tracks", len(p.Step), steps)
	}
	return coded, p.validateCoding(rotations)
}

// validateCoding checks the arrays that belong to one of the codings.
func (p *Packed) validateCoding(rotations int) error {
	switch {
	case p.Coding > PackedSpans:
		return p.wrong("the unknown coding %d", p.Coding)
	case p.Coding == PackedRice && len(p.Left)+len(p.First)+len(p.Knot) > 0:
		return p.wrong("Rice codes with %d components left out and %d widths of knots", len(p.Left), len(p.Knot))
	case len(p.First) != len(p.Knot):
		return p.wrong("%d widths of first knots and %d of others", len(p.First), len(p.Knot))
	case p.Coding == PackedSpans && len(p.Left) != rotations:
		return p.wrong("%d components left out of %d rotations", len(p.Left), rotations)
	}
	for i, left := range p.Left {
		if left > 8 {
			return p.wrong("rotation %d leaves out component %d", i, left)
		}
	}
	return nil
}

// validateGrids checks the grids and where their segments are.
func (p *Packed) validateGrids(coded int) error {
	padding := packing.Padding(p.Coding == PackedSpans)
	if len(p.Data) < padding || len(p.Data) > math.MaxInt32 {
		return p.wrong("%d bytes of data", len(p.Data))
	}
	end := len(p.Data) - padding
	for _, b := range p.Data[end:] {
		if b != 0 {
			return p.wrong("the data do not end with %d zeros", padding)
		}
	}
	if (len(p.Grids) == 0) != (coded == 0) || len(p.Grids) > packing.MaxGrids {
		return p.wrong("%d grids for %d coded tracks", len(p.Grids), coded)
	}
	if n := len(p.Grid); len(p.Grids) > 1 && n != coded || len(p.Grids) <= 1 && n != 0 {
		return p.wrong("%d tracks on %d grids, want %d", n, len(p.Grids), coded)
	}
	if err := p.validateKeys(coded); err != nil {
		return err
	}
	if err := p.validateCurves(); err != nil {
		return err
	}
	last := uint32(0)
	for i, at := range p.Segment {
		if at < last || int64(at) > int64(end) {
			return p.wrong("segment %d starts at byte %d of %d", i, at, end)
		}
		last = at
	}
	return p.validateTimes()
}

// validateCurves checks the curves of grids, and Parts.
func (p *Packed) validateCurves() error {
	for i := range p.Grids {
		if c := p.Grids[i].Curve; c > PackedCatmullRom {
			return p.wrong("grid %d has the unknown curve %d", i, c)
		}
	}
	want := 0
	if p.Coding == PackedSpans && packing.Curved(p.Grids) {
		want = packing.Grid{Intervals: p.Grids[packing.Finest(p.Grids)].Intervals, PerSegment: packing.Span}.Segments()
	}
	if len(p.Parts) != want {
		return p.wrong("%d spans have parts, want %d", len(p.Parts), want)
	}
	for i, n := range p.Parts {
		if n < 1 || n > packing.MaxParts {
			return p.wrong("span %d has %d parts, it may have 1 to %d", i, n, packing.MaxParts)
		}
	}
	return nil
}

// validateKeys checks the numbers of keys and segments.
func (p *Packed) validateKeys(coded int) error {
	var tracks [packing.MaxGrids]int64
	if len(p.Grids) == 1 {
		tracks[0] = int64(coded)
	}
	for i, g := range p.Grid {
		if int(g) >= len(p.Grids) {
			return p.wrong("track %d is on grid %d of %d", i, g, len(p.Grids))
		}
		tracks[g]++
	}
	segments, keys := 0, int64(0)
	for i := range p.Grids {
		g := &p.Grids[i]
		if g.Intervals < 1 || g.Intervals > packing.MaxIntervals || g.PerSegment < 1 || g.PerSegment > packing.MaxKeys {
			return p.wrong("grid %d has %d intervals, %d keys a segment", i, g.Intervals, g.PerSegment)
		}
		segments += packing.Grid(*g).Segments()
		keys += max(1, tracks[i]) * (int64(g.Intervals) + 1)
	}
	if segments != len(p.Segment) {
		return p.wrong("%d segments, want %d", len(p.Segment), segments)
	}
	if keys > packing.MaxTotal {
		return p.wrong("%d keys of all tracks, at most %d are possible", keys, packing.MaxTotal)
	}
	if most := packing.MaxPerByte*int64(len(p.Data)+4*len(p.Segment)) + packing.Few; keys > most {
		return p.wrong("%d keys in %d bytes, at most %d are possible", keys, len(p.Data), most)
	}
	return nil
}

// leastDuration is the shortest clip, in ticks, in which any grid's keys are more than LeastTick apart
// in float32. In one of 2ⁿ ticks and more, below twice as many, they are at least 2ⁿ⁻²² apart, and
// rounding moves them by at most 2ⁿ⁻²³ together.
const leastDuration = 1.0 / (1 << 56)

// validateTimes checks that the keys of each grid are as far apart as those of a clip's track.
func (p *Packed) validateTimes() error {
	if len(p.Grids) > 0 && (!(p.Exact.Duration > 0) || p.Exact.Duration > math.MaxFloat32) {
		return p.wrong("it lasts %v ticks, with keys", p.Exact.Duration)
	}
	if p.Exact.Duration >= leastDuration {
		return nil
	}
	for i := range p.Grids {
		g := packing.Grid(p.Grids[i])
		last := g.Time(p.Exact.Duration, 0)
		for k := 1; k <= int(g.Intervals); k++ {
			at := g.Time(p.Exact.Duration, k)
			if !(at-last > LeastTick) {
				return p.wrong("key %d of grid %d at tick %v does not follow tick %v", k, i, at, last)
			}
			last = at
		}
	}
	return nil
}
