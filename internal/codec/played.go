package codec

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/soa"
)

// partShare is the part of the bounds that lines between the rows of a span may be off
// the curve.
const partShare = 0.15

// divide computes soa.Packed.Parts: n parts divide the distance of the line from the curve, which
// is sampled in each interval, by n². Multiples of eight are avoided: all moments at which
// measure samples would be ends of lines, and none the middle of one.
func (e *encoder) divide(p *soa.Packed) {
	p.Parts = nil
	if !packing.Curved(p.Grids) || p.Coding != soa.PackedSpans {
		return
	}
	n := int(p.Grids[packing.Finest(p.Grids)].Intervals)
	if n == e.divided {
		p.Parts = e.parts
		return
	}
	line, want := e.skel.NewPose(), e.skel.NewPose()
	lines := newChords(e.newTracks(e.clip))
	tick := func(i float64) float64 { return float64(e.clip.Duration*i) / float64(n) }
	for first := 0; first < n; first += packing.Span {
		worst := 0.0
		for i := first; i < min(first+packing.Span, n); i++ {
			for _, f := range [...]float64{0.25, 0.5, 0.75} { // an S is on its line in the middle
				e.check()
				e.evaluate(tick(float64(i)+f), &want)
				e.lookAround(&want)
				e.chord(lines, tick(float64(i)), tick(float64(i+1)), f, &line)
				d := e.compare(&line, &want)
				worst = max(worst, d.distance/e.o.Bound, d.weight/e.o.WeightBound, d.float/e.o.FloatBound)
			}
		}
		parts := 1
		for parts < packing.MaxParts-1 && (parts%len(curveProbes) == 0 || worst > float64(partShare*float64(parts*parts))) {
			parts++
		}
		p.Parts = append(p.Parts, uint8(parts))
	}
	e.parts, e.divided = p.Parts, n
}

// played evaluates the clip as its spans are played at a tick: on the line between two rows.
func (e *encoder) played(p *soa.Packed, lines *chords, tick float64, to *exact.Pose) {
	n := float64(p.Grids[packing.Finest(p.Grids)].Intervals)
	at := float64(tick*n) / e.clip.Duration
	i := min(int(at), int(n)-1)
	parts := float64(p.Parts[i/packing.Span])
	row := min(float64(int(float64(at*parts))), float64(n*parts)-1)
	f := float64(at*parts) - row
	e.chord(lines, float64(e.clip.Duration*row)/float64(n*parts), float64(e.clip.Duration*(row+1))/float64(n*parts), f, to)
}

// pose evaluates tracks at a tick.
func (e *encoder) pose(tracks []exact.Track, tick float64, to *exact.Pose) {
	to.CopyLocals(&e.skel.Rest)
	for t := range tracks {
		tr := &tracks[t]
		to.Set(tr.Property, tr.Target, tr.At(tick, false))
	}
	e.skel.ToModel(to)
}

// chords are lines between the values of tracks at two ticks, cached for the next moment between
// them.
type chords struct {
	tracks     []exact.Track
	from, next float64
	a, b       []exact.Quat
}

func newChords(tracks []exact.Track) *chords {
	return &chords{tracks, -1, -1, make([]exact.Quat, len(tracks)), make([]exact.Quat, len(tracks))}
}

// chord evaluates the lines between the values at two ticks.
func (e *encoder) chord(lines *chords, from, next, f float64, to *exact.Pose) {
	tracks := lines.tracks
	if from != lines.from || next != lines.next {
		lines.from, lines.next = from, next
		for t := range tracks {
			lines.a[t], lines.b[t] = tracks[t].At(from, false), tracks[t].At(next, false)
		}
	}
	to.CopyLocals(&e.skel.Rest)
	for t := range tracks {
		tr := &tracks[t]
		a, b := lines.a[t], lines.b[t]
		if tr.Property != soa.Rotation {
			to.Set(tr.Property, tr.Target, a.Lerp(b, f))
			continue
		}
		to.Set(tr.Property, tr.Target, a.Lerp(b.NearestSign(a), f).Unit())
	}
	e.skel.ToModel(to)
}

// askTracks is the number of tracks between two checks of the context.
const askTracks = 1 << 10

func (e *encoder) newTracks(clip *soa.Clip) []exact.Track {
	tracks := make([]exact.Track, len(clip.Tracks))
	for t := range tracks {
		if t%askTracks == 0 {
			e.check()
		}
		tracks[t] = exact.NewTrack(clip, t)
	}
	return tracks
}
