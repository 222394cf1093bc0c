package track

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/meter"
	"github.com/sinew-anim/sinew/soa"
)

// Build assembles clips from the tracks of joints, weights and custom properties.
func Build(to *report.Report, sources []Clip, joints []Joint, morphs [][]Named, floats *Floats, m *meter.Meter) []*soa.Clip {
	clips := make([]*soa.Clip, 0, len(sources))
	of := jointTracks(joints, len(sources))
	for c := range sources {
		src := &sources[c]
		tracks := of[c]
		if m.Step(1000+src.steps(tracks)+src.steps(morphs[c])) != nil {
			return nil
		}
		atRest := 3*len(src.ByNode) - len(tracks)
		tracks = append(tracks, morphs[c]...)
		clip := src.Clip(append(tracks, floats.Tracks(src)...))
		clips = append(clips, clip)
		reportClip(clip, src, max(atRest, 0), to)
	}
	return clips
}

// steps is the time that writing tracks takes, in steps of a meter.
func (src *Clip) steps(tracks []Named) (n int) {
	for _, t := range tracks {
		n += 100 + 30*len(t.Track.Keys)
	}
	return n
}

// jointTracks returns each clip's joint tracks, sorted by property, then joint.
func jointTracks(joints []Joint, clips int) [][]Named {
	tracks := make([][]Named, clips)
	collect := func(p soa.Property, slotOf func(*Joint) *Slot) {
		for i := range joints {
			for _, t := range slotOf(&joints[i]).tracks {
				tracks[t.clip] = append(tracks[t.clip], Named{i, p, t.Track})
			}
		}
	}
	collect(soa.Translation, func(j *Joint) *Slot { return &j.T })
	collect(soa.Rotation, func(j *Joint) *Slot { return &j.R })
	collect(soa.Scale, func(j *Joint) *Slot { return &j.S })
	return tracks
}

func reportClip(c *soa.Clip, src *Clip, atRest int, to *report.Report) {
	r := report.Clip{
		Name: c.Name, TicksPerSecond: c.TicksPerSecond, Start: c.Start, End: c.End(),
		Tracks: len(c.Tracks), Keys: len(c.Time), AtRest: atRest, Constant: atRest,
	}
	for t := range c.Tracks {
		if a, b := c.Keys(t); b-a == 1 {
			r.Constant++
		}
	}
	to.Clips = append(to.Clips, r)
	fixed := &src.fixed
	for k, x := range []struct {
		n        int
		severity report.Severity
		kind     report.Kind
		text     string
		size     float64
	}{
		{fixed.NotFinite, report.Repair, report.InvalidKey, "%d keys (of %s) were not finite, or rotations without length; dropped", 0},
		{fixed.Unsorted, report.Repair, report.UnsortedKey, "%d keys (of %s) were out of order; sorted", 0},
		{fixed.duplicate, report.Repair, report.DoubledKey, "%d keys (of %s) repeated a time; merged", 0},
		{fixed.notUnit, report.Repair, report.RotationLength, "%d rotation keys (of %s) were not of unit length, by up to %.3g; normalized", fixed.length},
		{fixed.flipped, report.Repair, report.Hemisphere, "%d rotation keys (of %s) lay in the other hemisphere, which is the same rotation; negated", 0},
		{fixed.emptied, report.Loss, report.InvalidCurve, "%d curves (of %s) have no key that is finite; left out", 0},
	} {
		if x.n == 0 {
			continue
		}
		args := []any{x.n, report.FirstNames(src.mended[k])}
		if x.size > 0 {
			args = append(args, x.size)
		}
		to.AddSized(x.severity, x.kind, c.Name, report.Size{Value: x.size}, x.text, args...)
	}
	if len(c.Tracks) == 0 {
		to.Add(report.Info, report.EmptyClip, c.Name, "the clip moves nothing")
	}
}

// See extends the time that the file's keys cover by a track.
func (src *Clip) See(t *Track) {
	if n := len(t.Keys); n > 0 {
		src.keyed.See(t.Keys[0].Time, t.Keys[n-1].Time, n)
	}
}

// span returns the first and last tick of a clip, by all keys of the file: also of tracks that were
// dropped because they only hold the rest pose, but not of those that a transfer adds to hold one.
func (src *Clip) span(tracks []Named) (first, last float64) {
	if src.Ranged {
		return 0, src.Length
	}
	bare := src.keyed.Empty()
	for _, t := range tracks {
		if bare || len(t.Track.Keys) > 1 {
			src.See(t.Track)
		}
	}
	return src.keyed.Span()
}

// Named is a track with the name of its target.
type Named struct {
	Target   int
	Property soa.Property
	Track    *Track
}

// Clip writes tracks into the arrays of a clip, sorted by property and target.
func (src *Clip) Clip(tracks []Named) *soa.Clip {
	first, last := src.span(tracks)
	c := &soa.Clip{
		Name: src.Name, TicksPerSecond: src.Rate,
		Start: src.Begin + first/src.Rate, Duration: last - first,
	}
	total := 0
	for _, t := range tracks {
		total += len(t.Track.Keys)
	}
	slab := make([]float32, 5*total)
	c.Time, c.X, c.Y, c.Z, c.W = slab[:0:total], slab[total:total:2*total], slab[2*total:2*total:3*total],
		slab[3*total:3*total:4*total], slab[4*total:4*total:5*total]
	for _, t := range tracks {
		tr := soa.Track{
			Target: int16(t.Target), Property: t.Property, Interpolation: t.Track.Mode, First: uint32(len(c.Time)),
		}
		if tr.Interpolation == soa.Cubic {
			tr.FirstTangent = uint32(len(c.In))
			c.In, c.Out = appendTangents(c.In, t.Track.In), appendTangents(c.Out, t.Track.Out)
		}
		c.Tracks = append(c.Tracks, tr)
		appendKeys(c, t.Track.Keys, first)
		if n := len(c.Time); len(t.Track.Keys) == 1 { // a constant, for which any time of the clip is right
			c.Time[n-1] = min(max(c.Time[n-1], 0), float32(c.Duration))
		}
	}
	c.Loop = loops(c)
	return c
}

// appendKeys rounds keys to float32. Where two times become equal, the earlier key moves back by
// at least one float32 step, so that both sides of a jump survive.
func appendKeys(c *soa.Clip, keys []Key, start float64) {
	base, n := len(c.Time), len(keys)
	for _, list := range []*[]float32{&c.Time, &c.X, &c.Y, &c.Z, &c.W} {
		*list = slices.Grow(*list, n)[:base+n]
	}
	times, xs, ys, zs, ws := c.Time[base:], c.X[base:][:n], c.Y[base:][:n], c.Z[base:][:n], c.W[base:][:n]
	for i := range times {
		k := &keys[i]
		times[i] = float32(k.Time - start)
		xs[i], ys[i], zs[i], ws[i] = float32(k.Value[0]), float32(k.Value[1]), float32(k.Value[2]), float32(k.Value[3])
	}
	for i := len(c.Time) - 2; i >= base; i-- {
		if !distinct(c.Time[i], c.Time[i+1]) {
			c.Time[i] = JustBefore(c.Time[i+1])
		}
	}
}

// distinct reports whether keys at these two ticks are in order and distinct.
func distinct(from, to float32) bool { return to-from > soa.LeastTick }

// JustBefore returns the last tick that a key before tick may have.
func JustBefore(tick float32) float32 {
	return min(math.Nextafter32(tick, float32(math.Inf(-1))), tick-2*soa.LeastTick)
}

// JustAfter returns the first tick that a key after tick may have.
func JustAfter(tick float32) float32 {
	return max(math.Nextafter32(tick, float32(math.Inf(1))), tick+2*soa.LeastTick)
}

func appendTangents(to []soa.Tangent, from [][4]float64) []soa.Tangent {
	for _, v := range from {
		to = append(to, exact.Quat(v).Float32())
	}
	return to
}

// loopTolerance is the maximum difference, per component, between a loop's first and last values.
const loopTolerance = 1e-3

// loops reports whether every rotation, scale and weight ends where it begins. Translations are
// ignored because a root may travel; custom properties, because their meaning is unknown.
func loops(c *soa.Clip) bool {
	moves := false
	for t := range c.Tracks {
		a, end := c.Keys(t)
		b := end - 1
		if b == a || c.Tracks[t].Property == soa.Translation || c.Tracks[t].Property == soa.Float {
			continue
		}
		moves = true
		if c.Tracks[t].Property == soa.Rotation {
			if math.Abs(exact.Key(c, a).Dot(exact.Key(c, b))) < 1-loopTolerance*loopTolerance {
				return false
			}
			continue
		}
		for _, d := range []float32{c.X[a] - c.X[b], c.Y[a] - c.Y[b], c.Z[a] - c.Z[b]} {
			if math.Abs(float64(d)) > loopTolerance {
				return false
			}
		}
	}
	return moves
}
